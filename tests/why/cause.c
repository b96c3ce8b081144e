// SPDX-License-Identifier: GPL-2.0
/*
 * Programs that are slow for a reason that is known, and those that make them slow. Their names
 * are those of their tasks.
 *
 * usage: cause NAME [FILE...]
 *
 * What makes others slow runs until it is killed: it does for a while, and then not for a while.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define MS	1000000l

static const char *const *files;
unsigned int sum;	/* so that it is computed */

static void fail(const char *what)
{
	perror(what);
	exit(1);
}

static void pause_ms(long ms)
{
	struct timespec t = { ms / 1000, ms % 1000 * MS };

	while (nanosleep(&t, &t) && errno == EINTR)
		;
}

static long long cpu_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1000 + t.tv_nsec / MS;
}

static void compute_ms(long ms)
{
	long long end = cpu_ms() + ms;

	while (cpu_ms() < end)
		for (unsigned int i = 0; i < 100000; i++)
			sum += i * sum;
}

static int open_file(int flags)
{
	int fd = open(files[0], flags | O_CLOEXEC, 0600);

	if (fd < 0)
		fail(files[0]);
	return fd;
}

/* A mutex in shared memory */

static pthread_mutex_t *shared_mutex(void)
{
	int fd = open_file(O_RDWR | O_CREAT);
	void *at;

	if (ftruncate(fd, 4096))
		fail(files[0]);
	at = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (at == MAP_FAILED)
		fail(files[0]);
	return at;
}

static pthread_mutex_t *make_mutex(void)
{
	pthread_mutex_t *m = shared_mutex();
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutex_init(m, &attr);
	return m;
}

static void hold_futex(void)
{
	pthread_mutex_t *m = make_mutex();

	for (;;) {
		pthread_mutex_lock(m);
		pause_ms(250);
		pthread_mutex_unlock(m);
		pause_ms(20);
	}
}

/* FILE, FIFO: it holds the mutex while it waits for a byte. */
static void hold_and_read(void)
{
	pthread_mutex_t *m = make_mutex();
	int fifo = open(files[1], O_RDWR);
	char c;

	if (fifo < 0)
		fail(files[1]);
	for (;;) {
		pthread_mutex_lock(m);
		if (read(fifo, &c, 1) != 1)
			fail(files[1]);
		pthread_mutex_unlock(m);
		pause_ms(20);
	}
}

static void take_futex(void)
{
	pthread_mutex_t *m = shared_mutex();

	for (int i = 0; i < 4; i++) {
		pause_ms(15);
		pthread_mutex_lock(m);
		pthread_mutex_unlock(m);
	}
}

static void write_bytes(void)
{
	int fd = open_file(O_RDWR);

	for (;;) {
		pause_ms(250);
		if (write(fd, "x", 1) != 1)
			fail(files[0]);
	}
}

static void read_bytes(void)
{
	int fd = open_file(O_RDWR | O_NONBLOCK);
	char c;

	/* what was written before */
	while (read(fd, &c, 1) == 1)
		;
	fcntl(fd, F_SETFL, O_RDWR);
	for (int i = 0; i < 4; i++)
		if (read(fd, &c, 1) != 1)
			fail(files[0]);
}

static void be_stuck(void)
{
	int fd = open_file(O_RDWR);
	char c;

	if (read(fd, &c, 1) != 1)
		fail(files[0]);
}

static void hold_flock(void)
{
	int fd = open_file(O_RDWR | O_CREAT);

	for (;;) {
		flock(fd, LOCK_EX);
		pause_ms(250);
		flock(fd, LOCK_UN);
		pause_ms(20);
	}
}

static void take_flock(void)
{
	int fd = open_file(O_RDWR | O_CREAT);

	for (int i = 0; i < 4; i++) {
		pause_ms(15);
		flock(fd, LOCK_EX);
		flock(fd, LOCK_UN);
	}
}

/* A server that computes before it answers */

static int make_socket(struct sockaddr_un *to)
{
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	*to = (struct sockaddr_un){ .sun_family = AF_UNIX };
	snprintf(to->sun_path, sizeof(to->sun_path), "%s", files[0]);
	if (fd < 0)
		fail("socket");
	return fd;
}

static void serve(void)
{
	struct sockaddr_un at;
	int fd = make_socket(&at);
	char c;

	if (bind(fd, (void *)&at, sizeof(at)) || listen(fd, 5))
		fail(files[0]);
	for (;;) {
		int peer = accept(fd, NULL, NULL);

		while (read(peer, &c, 1) == 1) {
			compute_ms(150);
			if (write(peer, &c, 1) != 1)
				break;
		}
		close(peer);
	}
}

static void be_client(void)
{
	struct sockaddr_un to;
	int fd = make_socket(&to);
	char c = 'x';

	if (connect(fd, (void *)&to, sizeof(to)))
		fail(files[0]);
	for (int i = 0; i < 4; i++)
		if (write(fd, &c, 1) != 1 || read(fd, &c, 1) != 1)
			fail(files[0]);
}

/* An event loop for which nothing comes */
static void idle_server(void)
{
	int ep = epoll_create1(0), pipes[2];
	struct epoll_event e = { .events = EPOLLIN };

	if (ep < 0 || pipe(pipes) || epoll_ctl(ep, EPOLL_CTL_ADD, pipes[0], &e))
		fail("epoll");
	for (;;)
		epoll_wait(ep, &e, 1, 100);
}

static void compute(void)
{
	compute_ms(600);
}

static void compute_for_ever(void)
{
	for (;;)
		compute_ms(1000);
}

static void sleep_long(void)
{
	pause_ms(1000);
}

static void call_often(void)
{
	for (int i = 0; i < 60000; i++)
		syscall(SYS_getppid);
}

/* The parent stops it meanwhile. */
static void be_stopped(void)
{
	pid_t me = getpid();

	for (int i = 0; i < 2; i++) {
		pid_t stopper = fork();

		if (!stopper) {
			prctl(PR_SET_NAME, "stopper");
			pause_ms(5);
			kill(me, SIGSTOP);
			pause_ms(300);
			kill(me, SIGCONT);
			_exit(0);
		}
		compute_ms(50);
	}
}

static void touch_memory(void)
{
	for (int n = 0; n < 4; n++) {
		size_t size = 64 << 20;
		char *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
				-1, 0);

		if (at == MAP_FAILED)
			fail("mmap");
		madvise(at, size, MADV_NOHUGEPAGE);
		for (size_t i = 0; i < size; i += 4096)
			at[i] = 1;
		munmap(at, size);
	}
}

static const struct {
	const char	*name;
	void		(*run)(void);
} causes[] = {
	{ "holder", hold_futex }, { "mid", hold_and_read }, { "take-futex", take_futex },
	{ "src", write_bytes }, { "read-bytes", read_bytes },
	{ "stuck", be_stuck }, { "locker", hold_flock }, { "take-flock", take_flock },
	{ "server", serve }, { "client", be_client }, { "idle-server", idle_server },
	{ "compute", compute }, { "hog", compute_for_ever }, { "sleep-long", sleep_long },
	{ "call-often", call_often }, { "be-stopped", be_stopped },
	{ "touch-memory", touch_memory },
};

int main(int argc, char **argv)
{
	files = (const char *const *)argv + 2;
	for (size_t i = 0; argc > 1 && i < sizeof(causes) / sizeof(*causes); i++) {
		if (strcmp(causes[i].name, argv[1]))
			continue;
		prctl(PR_SET_NAME, causes[i].name);
		causes[i].run();
		return 0;
	}
	fputs("usage: cause NAME [FILE...]\n", stderr);
	return 2;
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Programs that are slow for a reason that is known, and those that make them slow. Their names
 * are those of their tasks.
 *
 * usage: cause NAME [FILE...]
 *
 * A program that makes others slow runs until it is killed: it does for a while, and then not for a
 * while. CAUSE_SCALE=PERCENT in the environment makes all of it shorter or longer.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fuse.h>
#include <linux/membarrier.h>
#include <linux/userfaultfd.h>
#include <mqueue.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cause.h"

#define MS	1000000l

const char *const *files;
unsigned int sum;	/* so that it is computed */
static long scale = 100;	/* per cent, of all lengths */

void fail(const char *what)
{
	perror(what);
	exit(1);
}

void pause_ms(long ms)
{
	struct timespec t;

	ms = ms * scale / 100;
	t = (struct timespec){ ms / 1000, ms % 1000 * MS };

	while (nanosleep(&t, &t) && errno == EINTR)
		;
}

static long long cpu_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
	return t.tv_sec * 1000 + t.tv_nsec / MS;
}

void compute_ms(long ms)
{
	long long end = cpu_ms() + ms * scale / 100;

	while (cpu_ms() < end)
		for (unsigned int i = 0; i < 100000; i++)
			sum += i * sum;
}

int open_file(int flags)
{
	int fd = open(files[0], flags | O_CLOEXEC, 0600);

	if (fd < 0)
		fail(files[0]);
	return fd;
}

/* A mutex in shared memory */

pthread_mutex_t *shared_mutex(void)
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

pthread_mutex_t *make_mutex(void)
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

void drain(int fd)
{
	char c;

	fcntl(fd, F_SETFL, O_RDWR | O_NONBLOCK);
	while (read(fd, &c, 1) == 1)
		;
	fcntl(fd, F_SETFL, O_RDWR);
}

static void read_bytes(void)
{
	int fd = open_file(O_RDWR);
	char c;

	drain(fd);
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

char *map_anonymous(size_t size)
{
	char *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		fail("mmap");
	madvise(at, size, MADV_NOHUGEPAGE);
	return at;
}

static int faults;
static long fill_ms;

static void *fill_pages(void *arg)
{
	char *page = aligned_alloc(4096, 4096);
	struct uffd_msg msg;

	prctl(PR_SET_NAME, "filler");
	memset(page, 1, 4096);
	while (read(faults, &msg, sizeof(msg)) == sizeof(msg)) {
		struct uffdio_copy copy = {
			.dst = msg.arg.pagefault.address & ~4095ull,
			.src = (unsigned long)page, .len = 4096,
		};

		pause_ms(fill_ms);
		ioctl(faults, UFFDIO_COPY, &copy);
	}
	return arg;
}

char *slow_pages(size_t nr, long ms)
{
	char *at = map_anonymous(nr * 4096);
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = {
		.range = { (unsigned long)at, nr * 4096 }, .mode = UFFDIO_REGISTER_MODE_MISSING,
	};
	pthread_t filler;

	fill_ms = ms;
	faults = syscall(SYS_userfaultfd, O_CLOEXEC);
	if (faults < 0 || ioctl(faults, UFFDIO_API, &api) || ioctl(faults, UFFDIO_REGISTER, &reg))
		fail("userfaultfd");
	pthread_create(&filler, NULL, fill_pages, NULL);
	return at;
}

/* A server that computes before it answers */

int make_socket(struct sockaddr_un *to, int type)
{
	int fd = socket(AF_UNIX, type, 0);

	*to = (struct sockaddr_un){ .sun_family = AF_UNIX };
	snprintf(to->sun_path, sizeof(to->sun_path), "%s", files[0]);
	if (fd < 0)
		fail("socket");
	return fd;
}

void serve_socket(int type)
{
	struct sockaddr_un at;
	int fd = make_socket(&at, type);
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

void ask_socket(int type)
{
	struct sockaddr_un to;
	int fd = make_socket(&to, type);
	char c = 'x';

	if (connect(fd, (void *)&to, sizeof(to)))
		fail(files[0]);
	for (int i = 0; i < 4; i++)
		if (write(fd, &c, 1) != 1 || read(fd, &c, 1) != 1)
			fail(files[0]);
}

static void serve(void)
{
	serve_socket(SOCK_STREAM);
}

static void be_client(void)
{
	ask_socket(SOCK_STREAM);
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

static void compute_long(void)
{
	compute_ms(2500);
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

/* Leases: a task that opens the file waits until the holder gives it up. */

static volatile sig_atomic_t asked_for;

static void on_asked(int sig)
{
	(void)sig;
	asked_for = 1;
}

static void hold_lease(void)
{
	signal(SIGIO, on_asked);
	for (;;) {
		int fd = open_file(O_RDWR | O_CREAT);

		asked_for = 0;
		if (fcntl(fd, F_SETLEASE, F_WRLCK)) {
			close(fd);
			pause_ms(5);
			continue;
		}
		while (!asked_for)
			usleep(5000);
		pause_ms(250);
		fcntl(fd, F_SETLEASE, F_UNLCK);
		close(fd);
		pause_ms(20);
	}
}

static void open_leased(void)
{
	for (int i = 0; i < 4; i++) {
		pause_ms(30);
		close(open_file(O_RDWR));
	}
}

static void lock_range(int fd, short type)
{
	struct flock range = { .l_type = type, .l_len = 10 };

	fcntl(fd, F_SETLKW, &range);
}

static void hold_range(void)
{
	int fd = open_file(O_RDWR | O_CREAT);

	for (;;) {
		lock_range(fd, F_WRLCK);
		compute_ms(200);
		lock_range(fd, F_UNLCK);
		pause_ms(20);
	}
}

static void take_range(void)
{
	int fd = open_file(O_RDWR | O_CREAT);

	for (int i = 0; i < 4; i++) {
		pause_ms(30);
		lock_range(fd, F_WRLCK);
		lock_range(fd, F_UNLCK);
	}
}

/* A lock of an inode: what is written comes from a page that another task fills, slowly. */

static void write_slowly(void)
{
	int fd = open_file(O_RDWR | O_CREAT);
	char *at = slow_pages(1, 250);

	for (;;) {
		if (pwrite(fd, at, 4096, 0) != 4096)
			fail(files[0]);
		madvise(at, 4096, MADV_DONTNEED);
		pause_ms(20);
	}
}

static void write_much(void)
{
	size_t size = 64 << 20;
	char *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	int fd = open_file(O_RDWR | O_CREAT);

	memset(at, 1, size);
	for (;;) {
		if (pwrite(fd, at, size, 0) < 0)
			fail(files[0]);
		pause_ms(2);
	}
}

static void write_little(void)
{
	int fd = open_file(O_RDWR | O_CREAT);

	for (int i = 0; i < 8; i++) {
		pause_ms(15);
		if (pwrite(fd, "x", 1, 0) != 1)
			fail(files[0]);
	}
}

/* Stopped by a tracer */
static void be_traced(void)
{
	pid_t me = getpid();
	int ready[2];
	char c;

	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
	if (pipe(ready))
		fail("pipe");
	if (!fork()) {
		prctl(PR_SET_NAME, "tracer");
		if (ptrace(PTRACE_SEIZE, me, 0, 0))
			fail("ptrace");
		if (write(ready[1], "x", 1) != 1)
			fail("pipe");
		for (int i = 0; i < 3; i++) {
			pause_ms(20);
			ptrace(PTRACE_INTERRUPT, me, 0, 0);
			waitpid(me, NULL, 0);
			pause_ms(250);
			ptrace(PTRACE_CONT, me, 0, 0);
		}
		_exit(0);
	}
	if (read(ready[0], &c, 1) != 1)
		fail("pipe");
	compute_ms(120);
}

/* TCP */

int make_tcp(struct sockaddr_in *at)
{
	int fd = socket(AF_INET, SOCK_STREAM, 0), one = 1;

	*at = (struct sockaddr_in){
		.sin_family = AF_INET, .sin_port = htons(atoi(files[0])),
		.sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof(one));
	return fd;
}

static void answer_slowly(int peer)
{
	char c;

	while (read(peer, &c, 1) == 1) {
		compute_ms(150);
		if (write(peer, &c, 1) != 1)
			break;
	}
	close(peer);
}

static void tcp_server(void)
{
	struct sockaddr_in at;
	int fd = make_tcp(&at);

	if (bind(fd, (void *)&at, sizeof(at)) || listen(fd, 5))
		fail("tcp");
	for (;;)
		answer_slowly(accept(fd, NULL, NULL));
}

static void ask(int fd)
{
	char c = 'x';

	for (int i = 0; i < 4; i++)
		if (write(fd, &c, 1) != 1 || read(fd, &c, 1) != 1)
			fail("ask");
}

static void tcp_client(void)
{
	struct sockaddr_in to;
	int fd = make_tcp(&to);

	if (connect(fd, (void *)&to, sizeof(to)))
		fail("connect");
	ask(fd);
}

/* One that asks for so much that others wait */
static void ask_much(void)
{
	struct sockaddr_un to;
	int fd = make_socket(&to, SOCK_STREAM);
	char c = 'x';

	if (connect(fd, (void *)&to, sizeof(to)))
		fail(files[0]);
	for (int i = 0; i < 6; i++)
		if (write(fd, &c, 1) != 1 || read(fd, &c, 1) != 1)
			fail(files[0]);
}

/* An event loop, and the one that it asks, which is not its child */
static void event_loop(void)
{
	int pair[2], ep = epoll_create1(0);
	struct epoll_event e = { .events = EPOLLIN };
	char c = 'x';

	if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair))
		fail("socketpair");
	if (!fork()) {
		if (fork())
			_exit(0);
		close(pair[0]);
		prctl(PR_SET_NAME, "backend");
		while (read(pair[1], &c, 1) == 1) {
			pause_ms(180);
			if (write(pair[1], &c, 1) != 1)
				break;
		}
		_exit(0);
	}
	wait(NULL);
	epoll_ctl(ep, EPOLL_CTL_ADD, pair[0], &e);
	for (;;) {
		if (write(pair[0], &c, 1) != 1 || epoll_wait(ep, &e, 1, -1) != 1 ||
		    read(pair[0], &c, 1) != 1)
			fail("loop");
		compute_ms(5);
	}
}

/* Children that exist already, and others later, that all take the same lock */
static void prefork(void)
{
	for (int i = 0; ; i++) {
		if (!fork()) {
			prctl(PR_SET_NAME, "worker");
			for (int n = 0; n < 4; n++)
				take_flock();
			_exit(0);
		}
		if (i >= 2)
			wait(NULL);
	}
}

static void *later_thread(void *arg)
{
	(void)arg;
	prctl(PR_SET_NAME, "later");
	take_flock();
	return NULL;
}

static void start_threads(void)
{
	for (;;) {
		pthread_t t;

		pause_ms(400);
		pthread_create(&t, NULL, later_thread, NULL);
		pthread_join(t, NULL);
	}
}

static void sleep_often(void)
{
	for (int i = 0; i < 60; i++)
		pause_ms(1);
}

static void wait_for_rcu(void)
{
	for (int i = 0; i < 20; i++)
		syscall(SYS_membarrier, MEMBARRIER_CMD_GLOBAL, 0, 0);
}

/* Under 100 ms. The holder has it again when it is taken the second time, and for long. */
static void lock_twice(void)
{
	pthread_mutex_t *m = shared_mutex();

	pthread_mutex_lock(m);
	pthread_mutex_unlock(m);
	usleep(5000);
	pthread_mutex_lock(m);
	pthread_mutex_unlock(m);
}

static void hold_shortly(void)
{
	pthread_mutex_t *m = make_mutex();

	for (;;) {
		pthread_mutex_lock(m);
		pause_ms(40);
		pthread_mutex_unlock(m);
		usleep(500);
	}
}

static void read_slowly(void)
{
	int fd = open_file(O_RDWR);
	char buf[65536];

	for (;;) {
		pause_ms(150);
		if (read(fd, buf, sizeof(buf)) < 0)
			fail(files[0]);
	}
}

static void fill_pipe(void)
{
	int fd = open_file(O_RDWR);
	char buf[65536] = "x";

	for (int i = 0; i < 6; i++)
		if (write(fd, buf, sizeof(buf)) < 0)
			fail(files[0]);
}

/* A parent of a vfork child that does not execute: state D */
static void be_vforked(void)
{
	pid_t child = vfork();

	if (!child) {
		pause_ms(60000);
		_exit(0);
	}
}

/* A disk: each block is read or written alone. */

static void read_cold(void)
{
	int fd = open_file(O_RDONLY);
	char *at = mmap(NULL, 64 * 4096, PROT_READ, MAP_SHARED, fd, 0);

	madvise(at, 64 * 4096, MADV_RANDOM);
	for (int i = 0; i < 12; i++)
		sum += at[i * 4096];
}

static void sync_often(void)
{
	char *buf = aligned_alloc(4096, 4096);
	int fd = open_file(O_RDWR | O_DIRECT);

	memset(buf, 1, 4096);
	for (int i = 0; i < 12; i++)
		if (pwrite(fd, buf, 4096, i * 4096) != 4096 || fdatasync(fd))
			fail(files[0]);
}

/* A file system in user space with one file, whose reads, or lookups if asked, take 100 ms */

static void reply(int fd, uint64_t unique, int error, const void *data, size_t size)
{
	char buf[8192];
	struct fuse_out_header *out = (void *)buf;

	*out = (struct fuse_out_header){ .len = sizeof(*out) + size, .error = error,
					 .unique = unique };
	memcpy(out + 1, data, size);
	if (write(fd, buf, out->len) < 0 && errno != ENOENT)
		perror("fuse");
}

static struct fuse_attr attr_of(uint64_t node)
{
	return (struct fuse_attr){ .ino = node, .size = 40960, .nlink = 1,
				   .mode = node == 1 ? S_IFDIR | 0755 : S_IFREG | 0644 };
}

static void fuse_server(void)
{
	static char buf[1 << 18], data[4096];
	uint32_t slow = files[1] ? FUSE_LOOKUP : FUSE_READ;
	int fd = open("/dev/fuse", O_RDWR);
	char options[100];

	snprintf(options, sizeof(options), "fd=%d,rootmode=40000,user_id=0,group_id=0", fd);
	if (fd < 0 || mount("slowfs", files[0], "fuse", 0, options))
		fail("fuse");
	while (read(fd, buf, sizeof(buf)) > 0) {
		struct fuse_in_header *in = (void *)buf;
		struct fuse_init_out init = { .major = 7, .minor = 31, .max_write = 4096 };
		struct fuse_entry_out entry = { .nodeid = 2, .attr = attr_of(2), .attr_valid = 9 };
		struct fuse_attr_out attr = { .attr = attr_of(in->nodeid), .attr_valid = 9 };
		struct fuse_open_out opened = { .open_flags = FOPEN_DIRECT_IO };

		if (in->opcode == slow)
			pause_ms(100);
		if (in->opcode == FUSE_INIT) {
			reply(fd, in->unique, 0, &init, sizeof(init));
		} else if (in->opcode == FUSE_LOOKUP) {
			reply(fd, in->unique, 0, &entry, sizeof(entry));
		} else if (in->opcode == FUSE_GETATTR) {
			reply(fd, in->unique, 0, &attr, sizeof(attr));
		} else if (in->opcode == FUSE_OPEN) {
			reply(fd, in->unique, 0, &opened, sizeof(opened));
		} else if (in->opcode == FUSE_READ) {
			reply(fd, in->unique, 0, data, sizeof(data));
		} else if (in->opcode != FUSE_FORGET) {
			reply(fd, in->unique, in->opcode == FUSE_FLUSH ||
			      in->opcode == FUSE_RELEASE ? 0 : -ENOSYS, data, 0);
		}
	}
}

static void read_file(void)
{
	int fd = open_file(O_RDONLY);
	char buf[4096];

	for (int i = 0; i < 6; i++)
		if (pread(fd, buf, sizeof(buf), i * 4096) < 0)
			fail(files[0]);
}

/* A semaphore of System V, by its key */

static int semaphore(int value)
{
	int id = semget(atoi(files[0]), 1, IPC_CREAT | 0600);

	if (id < 0 || (value && semctl(id, 0, SETVAL, value)))
		fail("semget");
	return id;
}

static void add_to_semaphore(int id, int n)
{
	struct sembuf op = { .sem_op = n };

	while (semop(id, &op, 1))
		if (errno != EINTR)
			fail("semop");
}

static void hold_semaphore(void)
{
	int id = semaphore(1);

	for (;;) {
		add_to_semaphore(id, -1);
		pause_ms(200);
		add_to_semaphore(id, 1);
		pause_ms(20);
	}
}

static void take_semaphore(void)
{
	int id = semaphore(0);

	for (int i = 0; i < 4; i++) {
		add_to_semaphore(id, -1);
		add_to_semaphore(id, 1);
		pause_ms(30);
	}
}

/* A queue of messages, by its name */

static mqd_t message_queue(int flags)
{
	struct mq_attr attr = { .mq_maxmsg = 1, .mq_msgsize = 8 };
	mqd_t queue = mq_open(files[0], flags | O_CREAT, 0600, &attr);

	if (queue == (mqd_t)-1)
		fail(files[0]);
	return queue;
}

static void send_messages(void)
{
	mqd_t queue = message_queue(O_WRONLY);

	for (;;) {
		compute_ms(150);
		if (mq_send(queue, "x", 1, 0))
			fail("mq_send");
	}
}

static void receive_messages(void)
{
	mqd_t queue = message_queue(O_RDONLY);
	char buf[8];

	for (int i = 0; i < 5; i++)
		if (mq_receive(queue, buf, sizeof(buf), NULL) < 0)
			fail("mq_receive");
}

/* A terminal that is read slowly: FILE becomes a link to it. */

static void read_terminal(void)
{
	int fd = posix_openpt(O_RDWR | O_NOCTTY);
	char buf[4096];

	if (fd < 0 || grantpt(fd) || unlockpt(fd) || symlink(ptsname(fd), files[0]))
		fail("terminal");
	for (;;) {
		compute_ms(100);
		if (read(fd, buf, sizeof(buf)) < 0)
			pause_ms(10);
	}
}

static void write_terminal(void)
{
	int fd = open_file(O_WRONLY | O_NOCTTY);
	char buf[4096];

	memset(buf, 'x', sizeof(buf));
	for (int i = 0; i < 10; i++)
		if (write(fd, buf, sizeof(buf)) < 0)
			fail(files[0]);
}

/* DIRECTORY of a cgroup: it is frozen most of the time. */
static void freeze_cgroup(void)
{
	int fd = open_file(O_WRONLY);

	for (int frozen = 1; ; frozen = !frozen) {
		if (write(fd, frozen ? "1" : "0", 1) != 1)
			fail(files[0]);
		pause_ms(frozen ? 300 : 50);
	}
}

/* A condition in shared memory */

struct condition {
	pthread_mutex_t	mutex;
	pthread_cond_t	cond;
	unsigned int	nr;
};

static void produce(void)
{
	struct condition *c = (void *)make_mutex();
	pthread_condattr_t attr;

	pthread_condattr_init(&attr);
	pthread_condattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_cond_init(&c->cond, &attr);
	for (;;) {
		compute_ms(200);
		pthread_mutex_lock(&c->mutex);
		c->nr++;
		pthread_cond_signal(&c->cond);
		pthread_mutex_unlock(&c->mutex);
	}
}

static void consume(void)
{
	struct condition *c = (void *)shared_mutex();

	for (int i = 0; i < 5; i++) {
		unsigned int nr;

		pthread_mutex_lock(&c->mutex);
		for (nr = c->nr; c->nr == nr; )
			pthread_cond_wait(&c->cond, &c->mutex);
		pthread_mutex_unlock(&c->mutex);
	}
}

static void compute_and_write(void)
{
	compute_ms(1500);
	puts("done");
}

/* 10,000 writes to pipes between two tasks: prints how many ns these took. */
static void ping_pong(void)
{
	struct timespec from, to;
	int there[2], back[2];
	char c = 'x';

	if (pipe(there) || pipe(back))
		fail("pipe");
	if (!fork()) {
		close(there[1]);
		while (read(there[0], &c, 1) == 1 && write(back[1], &c, 1) == 1)
			;
		_exit(0);
	}
	clock_gettime(CLOCK_MONOTONIC, &from);
	for (int i = 0; i < 5000; i++)
		if (write(there[1], &c, 1) != 1 || read(back[0], &c, 1) != 1)
			fail("pipe");
	clock_gettime(CLOCK_MONOTONIC, &to);
	printf("%lld\n", (to.tv_sec - from.tv_sec) * 1000000000ll + to.tv_nsec - from.tv_nsec);
}

static const struct cause causes[] = {
	{ "holder", hold_futex }, { "mid", hold_and_read }, { "take-futex", take_futex },
	{ "src", write_bytes }, { "read-bytes", read_bytes },
	{ "stuck", be_stuck }, { "locker", hold_flock }, { "take-flock", take_flock },
	{ "server", serve }, { "client", be_client }, { "idle-server", idle_server },
	{ "compute", compute }, { "hog", compute_for_ever }, { "sleep-long", sleep_long },
	{ "call-often", call_often }, { "be-stopped", be_stopped },
	{ "touch-memory", touch_memory },
	{ "leaser", hold_lease }, { "open-leased", open_leased },
	{ "ranger", hold_range }, { "take-range", take_range },
	{ "slow-writer", write_slowly }, { "big-writer", write_much },
	{ "small-writer", write_little }, { "be-traced", be_traced },
	{ "tcp-server", tcp_server }, { "tcp-client", tcp_client }, { "greedy", ask_much },
	{ "event-loop", event_loop }, { "prefork", prefork }, { "threads", start_threads },
	{ "sleep-often", sleep_often }, { "wait-for-rcu", wait_for_rcu },
	{ "lock-twice", lock_twice }, { "short-holder", hold_shortly },
	{ "slow-reader", read_slowly }, { "fill-pipe", fill_pipe },
	{ "be-vforked", be_vforked }, { "read-cold", read_cold }, { "sync-often", sync_often },
	{ "fuse-server", fuse_server }, { "read-file", read_file },
	{ "sem-holder", hold_semaphore }, { "take-sem", take_semaphore },
	{ "mq-sender", send_messages }, { "mq-receiver", receive_messages },
	{ "terminal", read_terminal }, { "write-tty", write_terminal },
	{ "freezer", freeze_cgroup }, { "producer", produce }, { "consumer", consume },
	{ "slow-source", compute_and_write }, { "ping-pong", ping_pong },
	{ "slow-job", compute_long }, { "rt-hog", compute_for_ever },
};

static const struct cause *find(const struct cause *list, size_t nr, const char *name)
{
	for (size_t i = 0; i < nr; i++)
		if (!strcmp(list[i].name, name))
			return &list[i];
	return NULL;
}

static const struct cause *find_in_all(const char *name)
{
	const struct {
		const struct cause	*list;
		size_t			nr;
	} all[] = {
		{ causes, sizeof(causes) / sizeof(*causes) },
		{ more_causes, nr_more_causes }, { further_causes, nr_further_causes },
		{ other_causes, nr_other_causes }, { everyday_causes, nr_everyday_causes },
	};
	const struct cause *c = NULL;

	for (size_t i = 0; !c && i < sizeof(all) / sizeof(*all); i++)
		c = find(all[i].list, all[i].nr, name);
	return c;
}

int main(int argc, char **argv)
{
	const char *percent = getenv("CAUSE_SCALE");
	const struct cause *c = NULL;

	if (argc > 1)
		c = find_in_all(argv[1]);
	if (!c) {
		fputs("usage: cause NAME [FILE...]\n", stderr);
		return 2;
	}
	if (percent)
		scale = atol(percent);
	files = (const char *const *)argv + 2;
	prctl(PR_SET_NAME, c->name);
	c->run();
	return 0;
}

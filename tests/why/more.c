// SPDX-License-Identifier: GPL-2.0
/* More programs that are slow for a reason that is known. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <mqueue.h>
#include <poll.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/select.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cause.h"

static void start_thread(pthread_t *t, const char *name, void *(*run)(void *arg), void *arg)
{
	if (pthread_create(t, NULL, run, arg))
		fail(name);
	pthread_setname_np(*t, name);
}

static void *map(size_t size, int flags)
{
	char *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | flags, -1,
			0);

	if (at == MAP_FAILED)
		fail("mmap");
	return at;
}

/* One thread maps much memory at once, so that faults of the other one wait. */

static void *map_much(void *arg)
{
	for (;;) {
		size_t size = 96 << 20;
		void *at = map(size, 0);

		madvise(at, size, MADV_NOHUGEPAGE);
		/* the lock is held for writing meanwhile */
		mlock(at, size);
		munmap(at, size);
	}
	return arg;
}

static void fault_often(void)
{
	pthread_t t;
	char *at;

	start_thread(&t, "mapper", map_much, NULL);
	for (int i = 0; i < 8; i++) {
		usleep(20000);
		at = map(4096, 0);
		*at = 1;
		munmap(at, 4096);
	}
}

/* A server behind two FIFOs */

static void serve_fifos(void)
{
	int in = open(files[0], O_RDWR), out = open(files[1], O_RDWR);
	char c;

	while (read(in, &c, 1) == 1) {
		compute_ms(150);
		if (write(out, &c, 1) != 1)
			break;
	}
}

static void ask_fifos(void)
{
	int out = open(files[0], O_RDWR), in = open(files[1], O_RDWR);
	char c = 'x';

	for (int i = 0; i < 4; i++)
		if (write(out, &c, 1) != 1 || read(in, &c, 1) != 1)
			fail(files[0]);
}

/* It waits in poll() or select() for a server. */

static int connected(void)
{
	struct sockaddr_un to;
	int fd = make_socket(&to, SOCK_STREAM);

	if (connect(fd, (void *)&to, sizeof(to)))
		fail(files[0]);
	return fd;
}

static void poll_server(void)
{
	struct pollfd p = { .fd = connected(), .events = POLLIN };
	char c = 'x';

	for (int i = 0; i < 4; i++)
		if (write(p.fd, &c, 1) != 1 || poll(&p, 1, 10000) != 1 || read(p.fd, &c, 1) != 1)
			fail("poll");
}

static void select_server(void)
{
	int fd = connected();
	fd_set set;
	char c = 'x';

	FD_ZERO(&set);
	for (int i = 0; i < 4; i++) {
		FD_SET(fd, &set);
		if (write(fd, &c, 1) != 1 || select(fd + 1, &set, NULL, NULL, NULL) != 1 ||
		    read(fd, &c, 1) != 1)
			fail("select");
	}
}

/* A server that hands its requests to a thread */

static pthread_mutex_t jobs_mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t jobs_cond = PTHREAD_COND_INITIALIZER;
static int job = -1;

static void *work_on_jobs(void *arg)
{
	char c = 'x';

	for (;;) {
		int fd;

		pthread_mutex_lock(&jobs_mutex);
		while (job < 0)
			pthread_cond_wait(&jobs_cond, &jobs_mutex);
		fd = job;
		job = -1;
		pthread_mutex_unlock(&jobs_mutex);
		compute_ms(150);
		if (write(fd, &c, 1) != 1)
			return arg;
	}
}

static int listening(void)
{
	struct sockaddr_un at;
	int fd = make_socket(&at, SOCK_STREAM);

	if (bind(fd, (void *)&at, sizeof(at)) || listen(fd, 0))
		fail(files[0]);
	return fd;
}

static void dispatch(void)
{
	int fd = listening();
	pthread_t t;
	char c;

	start_thread(&t, "pool-worker", work_on_jobs, NULL);
	for (;;) {
		int peer = accept(fd, NULL, NULL);

		while (read(peer, &c, 1) == 1) {
			pthread_mutex_lock(&jobs_mutex);
			job = peer;
			pthread_cond_signal(&jobs_cond);
			pthread_mutex_unlock(&jobs_mutex);
		}
	}
}

/* A server that asks another one: files are its own socket and the other one's. */
static void ask_behind(void)
{
	int fd = listening(), behind;
	char c;

	files++;
	behind = connected();
	for (;;) {
		int peer = accept(fd, NULL, NULL);

		while (read(peer, &c, 1) == 1)
			if (write(behind, &c, 1) != 1 || read(behind, &c, 1) != 1 ||
			    write(peer, &c, 1) != 1)
				break;
		close(peer);
	}
}

/* It accepts late. */
static void accept_late(void)
{
	int fd = listening();

	for (;;) {
		compute_ms(200);
		close(accept(fd, NULL, NULL));
	}
}

static void connect_often(void)
{
	for (int i = 0; i < 5; i++)
		close(connected());
}

/* A server that waits for one that connects late */
static void accept_once(void)
{
	close(accept(listening(), NULL, NULL));
}

static void connect_late(void)
{
	for (;;) {
		struct sockaddr_un to;
		int fd = make_socket(&to, SOCK_STREAM);

		compute_ms(900);
		connect(fd, (void *)&to, sizeof(to));
		close(fd);
	}
}

/* Datagrams: few are in the queue. */

static void receive_slowly(void)
{
	struct sockaddr_un at;
	int fd = make_socket(&at, SOCK_DGRAM);
	char c;

	if (bind(fd, (void *)&at, sizeof(at)))
		fail(files[0]);
	for (;;) {
		compute_ms(40);
		if (read(fd, &c, 1) != 1)
			fail(files[0]);
	}
}

static void send_datagrams(void)
{
	struct sockaddr_un to;
	int fd = make_socket(&to, SOCK_DGRAM);

	if (connect(fd, (void *)&to, sizeof(to)))
		fail(files[0]);
	for (int i = 0; i < 40; i++)
		if (write(fd, "x", 1) != 1)
			fail(files[0]);
}

/* TCP with small buffers, read slowly */

static void read_tcp_slowly(void)
{
	struct sockaddr_in at;
	int fd = make_tcp(&at), size = 4096;
	static char buf[8192];

	setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
	if (bind(fd, (void *)&at, sizeof(at)) || listen(fd, 5))
		fail("tcp");
	for (;;) {
		int peer = accept(fd, NULL, NULL);

		do
			compute_ms(60);
		while (read(peer, buf, sizeof(buf)) > 0);
		close(peer);
	}
}

static int connected_tcp(void)
{
	struct sockaddr_in to;
	int fd = make_tcp(&to);

	if (connect(fd, (void *)&to, sizeof(to)))
		fail("connect");
	return fd;
}

static void send_much(void)
{
	static char buf[8192];
	int fd, size = 4096;

	fd = connected_tcp();
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof(size));
	for (int i = 0; i < 15; i++)
		if (write(fd, buf, sizeof(buf)) < 0)
			fail("tcp");
}

/* UDP: a server that computes, and one that never answers */

static int make_udp(struct sockaddr_in *at)
{
	close(make_tcp(at));
	return socket(AF_INET, SOCK_DGRAM, 0);
}

static void serve_udp(void)
{
	struct sockaddr_in at, from;
	int fd = make_udp(&at);
	char c;

	if (bind(fd, (void *)&at, sizeof(at)))
		fail("udp");
	for (;;) {
		socklen_t len = sizeof(from);

		if (recvfrom(fd, &c, 1, 0, (void *)&from, &len) != 1)
			fail("udp");
		compute_ms(150);
		sendto(fd, &c, 1, 0, (void *)&from, len);
	}
}

static void be_silent(void)
{
	struct sockaddr_in at;
	int fd = make_udp(&at);

	if (bind(fd, (void *)&at, sizeof(at)))
		fail("udp");
	for (;;)
		pause_ms(10000);
}

static int connected_udp(void)
{
	struct sockaddr_in to;
	int fd = make_udp(&to);

	if (connect(fd, (void *)&to, sizeof(to)))
		fail("udp");
	return fd;
}

static void ask_udp(void)
{
	int fd = connected_udp();
	char c = 'x';

	for (int i = 0; i < 4; i++)
		if (write(fd, &c, 1) != 1 || read(fd, &c, 1) != 1)
			fail("udp");
}

static void ask_in_vain(void)
{
	struct timeval t = { 0, 500000 };
	int fd = connected_udp();
	char c = 'x';

	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &t, sizeof(t));
	for (int i = 0; i < 3; i++)
		if (write(fd, &c, 1) != 1 || read(fd, &c, 1) >= 0)
			fail("udp");
}

static void poll_in_vain(void)
{
	struct pollfd p = { .fd = connected_udp(), .events = POLLIN };

	for (int i = 0; i < 3; i++)
		if (write(p.fd, "x", 1) != 1 || poll(&p, 1, 500))
			fail("udp");
}

/* Signals, files and events that another task makes */

static void signal_late(void)
{
	for (;;) {
		FILE *f = fopen(files[0], "r");
		int pid;

		compute_ms(150);
		if (f && fscanf(f, "%d", &pid) == 1)
			kill(pid, SIGUSR1);
		if (f)
			fclose(f);
	}
}

static void write_pid(void)
{
	FILE *f = fopen(files[0], "w");
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	sigprocmask(SIG_BLOCK, &set, NULL);
	fprintf(f, "%d\n", getpid());
	fclose(f);
}

static void wait_for_signals(void)
{
	sigset_t set;
	int sig;

	write_pid();
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	for (int i = 0; i < 5; i++)
		sigwait(&set, &sig);
	unlink(files[0]);
}

static void read_signals(void)
{
	struct signalfd_siginfo info;
	sigset_t set;
	int fd;

	write_pid();
	sigemptyset(&set);
	sigaddset(&set, SIGUSR1);
	fd = signalfd(-1, &set, 0);
	for (int i = 0; i < 5; i++)
		if (read(fd, &info, sizeof(info)) != sizeof(info))
			fail("signalfd");
	unlink(files[0]);
}

static void touch_files(void)
{
	for (;;) {
		compute_ms(150);
		close(open_file(O_RDWR | O_CREAT | O_TRUNC));
	}
}

static void watch_file(void)
{
	int fd = inotify_init1(0);
	char buf[4096];

	if (inotify_add_watch(fd, files[0], IN_CLOSE_WRITE) < 0)
		fail(files[0]);
	for (int i = 0; i < 5; i++)
		if (read(fd, buf, sizeof(buf)) < 0)
			fail(files[0]);
}

/* An eventfd that a process without relation writes */
static void read_events(void)
{
	pid_t reader = getpid();
	int fd = eventfd(0, 0);
	uint64_t n = 1;

	if (!fork()) {
		if (fork())
			_exit(0);
		prctl(PR_SET_NAME, "notifier");
		while (!kill(reader, 0)) {
			compute_ms(150);
			if (write(fd, &n, sizeof(n)) != sizeof(n))
				_exit(1);
		}
		_exit(0);
	}
	wait(NULL);
	for (;;)
		if (read(fd, &n, sizeof(n)) != sizeof(n))
			fail("eventfd");
}

/* A queue that is full, whose receiver computes */

static mqd_t queue_of(int flags)
{
	struct mq_attr attr = { .mq_maxmsg = 1, .mq_msgsize = 8 };
	mqd_t queue = mq_open(files[0], flags | O_CREAT, 0600, &attr);

	if (queue == (mqd_t)-1)
		fail(files[0]);
	return queue;
}

static void receive_messages_slowly(void)
{
	mqd_t queue = queue_of(O_RDONLY);
	char buf[8];

	for (;;) {
		compute_ms(150);
		if (mq_receive(queue, buf, sizeof(buf), NULL) < 0)
			fail("mq_receive");
	}
}

static void send_to_full(void)
{
	mqd_t queue = queue_of(O_WRONLY);

	for (int i = 0; i < 6; i++)
		if (mq_send(queue, "x", 1, 0))
			fail("mq_send");
}

/* Locks of the C library */

static void *shared(void)
{
	/* after the mutex, in the same page */
	return (char *)shared_mutex() + 512;
}

static void hold_pi(void)
{
	pthread_mutex_t *m = shared_mutex();
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT);
	pthread_mutex_init(m, &attr);
	for (;;) {
		pthread_mutex_lock(m);
		compute_ms(200);
		pthread_mutex_unlock(m);
		pause_ms(20);
	}
}

static void hold_rwlock(void)
{
	pthread_rwlock_t *l = shared();
	pthread_rwlockattr_t attr;

	pthread_rwlockattr_init(&attr);
	pthread_rwlockattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	pthread_rwlock_init(l, &attr);
	for (;;) {
		pthread_rwlock_rdlock(l);
		pause_ms(200);
		pthread_rwlock_unlock(l);
		pause_ms(20);
	}
}

static void take_rwlock(void)
{
	pthread_rwlock_t *l = shared();

	for (int i = 0; i < 4; i++) {
		pause_ms(30);
		pthread_rwlock_wrlock(l);
		pthread_rwlock_unlock(l);
	}
}

static void post_late(void)
{
	sem_t *s = shared();
	int posted;

	sem_init(s, 1, 0);
	for (;;) {
		compute_ms(150);
		/* not many, before any task waits */
		if (!sem_getvalue(s, &posted) && !posted)
			sem_post(s);
	}
}

static void wait_for_post(void)
{
	for (int i = 0; i < 5; i++)
		sem_wait(shared());
}

/* No task posts: each wait ends by its time-out. */
static void wait_in_vain(void)
{
	sem_t s;

	sem_init(&s, 0, 0);
	for (int i = 0; i < 3; i++) {
		struct timespec t;

		clock_gettime(CLOCK_REALTIME, &t);
		t.tv_nsec += 400000000;
		t.tv_sec += t.tv_nsec / 1000000000;
		t.tv_nsec %= 1000000000;
		sem_timedwait(&s, &t);
	}
}

/* Threads of one program */

static pthread_mutex_t own_mutex = PTHREAD_MUTEX_INITIALIZER;

static void *hold_own(void *arg)
{
	for (;;) {
		pthread_mutex_lock(&own_mutex);
		compute_ms(150);
		pthread_mutex_unlock(&own_mutex);
		usleep(10000);
	}
	return arg;
}

static void take_own(void)
{
	pthread_t t;

	start_thread(&t, "inner-holder", hold_own, NULL);
	for (int i = 0; i < 5; i++) {
		usleep(20000);
		pthread_mutex_lock(&own_mutex);
		pthread_mutex_unlock(&own_mutex);
	}
}

static pthread_barrier_t barrier;

static void *meet(void *arg)
{
	for (int i = 0; i < 4; i++) {
		compute_ms((long)arg);
		pthread_barrier_wait(&barrier);
	}
	return NULL;
}

static void meet_slow_one(void)
{
	pthread_t threads[3];

	pthread_barrier_init(&barrier, NULL, 4);
	start_thread(&threads[0], "quick-1", meet, (void *)1);
	start_thread(&threads[1], "straggler", meet, (void *)200);
	start_thread(&threads[2], "quick-2", meet, (void *)2);
	meet((void *)1);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
}

static void *compute_200(void *arg)
{
	compute_ms(800);
	return arg;
}

static void join_slow_one(void)
{
	pthread_t t;

	start_thread(&t, "slow-thread", compute_200, NULL);
	pthread_join(t, NULL);
}

/* Two threads, one CPU */
static void *compute_always(void *arg)
{
	for (;;)
		compute_ms(1000);
	return arg;
}

static void share_cpu(void)
{
	cpu_set_t one;
	pthread_t t;

	CPU_ZERO(&one);
	CPU_SET(0, &one);
	sched_setaffinity(0, sizeof(one), &one);
	start_thread(&t, "sibling", compute_always, NULL);
	setpriority(PRIO_PROCESS, syscall(SYS_gettid), 10);
	compute_ms(300);
}

static void spin_and_yield(void)
{
	for (int i = 0; i < 60000; i++)
		sched_yield();
}

/* Work of the kernel */

static void fork_big(void)
{
	size_t size = 160 << 20;
	char *at = map(size, 0);

	madvise(at, size, MADV_NOHUGEPAGE);
	memset(at, 1, size);
	for (int i = 0; i < 15; i++) {
		if (!fork())
			_exit(0);
		wait(NULL);
	}
}

static void populate(void)
{
	for (int i = 0; i < 6; i++) {
		void *at = map(96 << 20, MAP_POPULATE);

		munmap(at, 96 << 20);
	}
}

static void read_random(void)
{
	static char buf[1 << 20];
	int fd = open("/dev/urandom", O_RDONLY);

	for (int i = 0; i < 60; i++)
		if (read(fd, buf, sizeof(buf)) < 0)
			fail("urandom");
}

/* Stopped by others */

/* It stops files[0], a number, or the process in a file of that name. */
static void stop_other(void)
{
	pid_t pid = atoi(files[0]);

	for (;;) {
		kill(pid, SIGSTOP);
		pause_ms(300);
		kill(pid, SIGCONT);
		pause_ms(50);
	}
}

static void trace_calls(void)
{
	pid_t pid = atoi(files[0]);
	int status;

	if (ptrace(PTRACE_SEIZE, pid, 0, PTRACE_O_TRACESYSGOOD))
		fail("ptrace");
	ptrace(PTRACE_INTERRUPT, pid, 0, 0);
	while (waitpid(pid, &status, 0) == pid && WIFSTOPPED(status)) {
		pause_ms(5);
		ptrace(PTRACE_SYSCALL, pid, 0, 0);
	}
}

static void call_always(void)
{
	prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY);
	for (;;)
		syscall(SYS_getppid);
}

/* Retries */

static void retry(void)
{
	for (int i = 0; i < 12; i++) {
		int fd = open("/nowhere/lock", O_RDWR | O_CREAT | O_EXCL, 0600);

		if (fd >= 0)
			close(fd);
		pause_ms(100);
	}
}

/* An interrupted read: the alarm ends it. */
static void on_alarm(int sig)
{
	(void)sig;
}

static void read_until_alarm(void)
{
	struct sigaction act = { .sa_handler = on_alarm };
	int pipes[2];
	char c;

	sigaction(SIGALRM, &act, NULL);
	if (pipe(pipes))
		fail("pipe");
	alarm(1);
	if (read(pipes[0], &c, 1) >= 0)
		fail("pipe");
}

/* It holds a lock until its end, as does the next one. */
static void lock_and_exit(void)
{
	int fd = open_file(O_RDWR | O_CREAT);

	for (;;) {
		if (!fork()) {
			prctl(PR_SET_NAME, "short-lived");
			lockf(fd, F_LOCK, 0);
			compute_ms(250);
			_exit(0);
		}
		wait(NULL);
		pause_ms(20);
	}
}

/* Many that wait for the same lock, each for a short time */
static void contend(void)
{
	pthread_mutex_t *m = make_mutex();

	for (int i = 0; i < 6; i++) {
		if (fork())
			continue;
		prctl(PR_SET_NAME, "contender");
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;) {
			pthread_mutex_lock(m);
			compute_ms(20);
			pthread_mutex_unlock(m);
		}
	}
	for (;;)
		pause_ms(10000);
}

static void take_often(void)
{
	pthread_mutex_t *m = shared_mutex();

	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(m);
		pthread_mutex_unlock(m);
	}
}

static void compute_short(void)
{
	compute_ms(50);
}

static void sleep_short(void)
{
	pause_ms(60);
}

/* Load beside: a bit of everything, half of the time */
static void load(void)
{
	int pipes[2];
	char c = 'x';

	if (pipe(pipes))
		fail("pipe");
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (;;) {
		for (int i = 0; i < 20; i++)
			if (write(pipes[1], &c, 1) != 1 || read(pipes[0], &c, 1) != 1)
				fail("pipe");
		compute_ms(4);
		usleep(10000);
	}
}

const struct cause more_causes[] = {
	{ "fault-often", fault_often }, { "fifo-server", serve_fifos },
	{ "fifo-client", ask_fifos }, { "poll-client", poll_server },
	{ "select-client", select_server }, { "dispatcher", dispatch },
	{ "middle", ask_behind }, { "late-acceptor", accept_late },
	{ "connector", connect_often }, { "acceptor", accept_once },
	{ "late-connector", connect_late }, { "slow-receiver", receive_slowly },
	{ "dgram-sender", send_datagrams }, { "tcp-reader", read_tcp_slowly },
	{ "tcp-sender", send_much }, { "udp-server", serve_udp }, { "silent", be_silent },
	{ "udp-client", ask_udp }, { "in-vain", ask_in_vain }, { "poll-in-vain", poll_in_vain },
	{ "signaller", signal_late }, { "sig-waiter", wait_for_signals },
	{ "sigfd-reader", read_signals }, { "toucher", touch_files }, { "watcher", watch_file },
	{ "event-reader", read_events }, { "mq-slow", receive_messages_slowly },
	{ "mq-filler", send_to_full }, { "pi-holder", hold_pi },
	{ "rwlock-holder", hold_rwlock }, { "take-rwlock", take_rwlock },
	{ "poster", post_late }, { "post-waiter", wait_for_post },
	{ "sem-in-vain", wait_in_vain }, { "take-own", take_own },
	{ "meeting", meet_slow_one }, { "joiner", join_slow_one }, { "share-cpu", share_cpu },
	{ "yielder", spin_and_yield }, { "fork-big", fork_big }, { "populate", populate },
	{ "read-random", read_random }, { "stop-other", stop_other },
	{ "call-tracer", trace_calls }, { "call-always", call_always }, { "retry", retry },
	{ "alarmed", read_until_alarm }, { "lock-parent", lock_and_exit },
	{ "contend", contend }, { "take-often", take_often },
	{ "compute-short", compute_short }, { "sleep-short", sleep_short }, { "load", load },
};

const size_t nr_more_causes = sizeof(more_causes) / sizeof(*more_causes);

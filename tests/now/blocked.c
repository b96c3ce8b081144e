// SPDX-License-Identifier: GPL-2.0
/*
 * Tasks that are blocked in known ways, for tests of "fdd now". Each prints a line "ready", and a
 * line "NAME NUMBER" for each task that matters, and stays until it is killed.
 *
 * usage: blocked CASE [ARGUMENT]
 */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <linux/userfaultfd.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *argument;

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static void check(bool is, const char *what)
{
	if (!is)
		die(what);
}

static void named(const char *name)
{
	prctl(PR_SET_NAME, name);
	printf("%s %d\n", name, (int)syscall(SYS_gettid));
}

static void stay(void)
{
	for (;;)
		clock_nanosleep(CLOCK_MONOTONIC, 0, &(struct timespec){ .tv_sec = 1000 }, NULL);
}

static void ready(void)
{
	puts("ready");
	stay();
}

static pid_t child(void)
{
	pid_t pid = fork();

	check(pid >= 0, "fork");
	if (!pid)
		prctl(PR_SET_PDEATHSIG, SIGKILL);
	return pid;
}

static void *thread(void *(*run)(void *), void *arg)
{
	pthread_t t;

	check(!pthread_create(&t, NULL, run, arg), "pthread_create");
	return (void *)t;
}

/*
 * Mutexes
 */

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void *wait_for_a(void *arg)
{
	named(arg);
	pthread_mutex_lock(&a);
	return NULL;
}

static void mutex(void)
{
	named("holder");
	pthread_mutex_lock(&a);
	thread(wait_for_a, "waiter");
	ready();
}

/* ARGUMENT: shared, robust, pi, recursive */
static void attributed(void)
{
	pthread_mutex_t *m = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS,
				  -1, 0);
	pthread_mutexattr_t attr;

	pthread_mutexattr_init(&attr);
	pthread_mutexattr_setpshared(&attr, PTHREAD_PROCESS_SHARED);
	if (!strcmp(argument, "robust"))
		pthread_mutexattr_setrobust(&attr, PTHREAD_MUTEX_ROBUST);
	if (!strcmp(argument, "pi"))
		pthread_mutexattr_setprotocol(&attr, PTHREAD_PRIO_INHERIT);
	if (!strcmp(argument, "recursive"))
		pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
	pthread_mutex_init(m, &attr);
	named("holder");
	pthread_mutex_lock(m);
	fflush(stdout);
	if (!child()) {
		named("waiter");
		pthread_mutex_lock(m);
	}
	ready();
}

static pthread_barrier_t both;

static void *a_then_b(void *arg)
{
	(void)arg;
	named("one");
	pthread_mutex_lock(&a);
	pthread_barrier_wait(&both);
	pthread_mutex_lock(&b);
	return NULL;
}

static void *b_then_a(void *arg)
{
	(void)arg;
	named("two");
	pthread_mutex_lock(&b);
	pthread_barrier_wait(&both);
	pthread_mutex_lock(&a);
	return NULL;
}

static void deadlock(void)
{
	pthread_barrier_init(&both, NULL, 2);
	thread(a_then_b, NULL);
	thread(b_then_a, NULL);
	ready();
}

static void *lock_twice(void *arg)
{
	(void)arg;
	named("twice");
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&a);
	return NULL;
}

static void self(void)
{
	thread(lock_twice, NULL);
	ready();
}

static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void *wait_for_cond(void *arg)
{
	(void)arg;
	named("waiter");
	pthread_mutex_lock(&a);
	pthread_cond_wait(&cond, &a);
	return NULL;
}

static void condition(void)
{
	thread(wait_for_cond, NULL);
	ready();
}

/* A word that looks as a lock, next to numbers that are none: 2, 0, a number, 0, 0. */
static void lie(void)
{
	static uint32_t words[5] = { 2, 0, 1, 1, 0 };

	words[2] = argument ? atoi(argument) : 1;
	named("liar");
	puts("ready");
	syscall(SYS_futex, words, FUTEX_WAIT_PRIVATE, 2, NULL);
}

/*
 * A word with the number of a living thread, and the bit of waiters. In musl's recursive mutex,
 * with type 1 before it, that is the owner; in other locks (type 0) it is another number.
 */
static uint32_t musl[2] = { 0, 0 };

static void *wait_for_word(void *arg)
{
	(void)arg;
	named("waiter");
	syscall(SYS_futex, &musl[1], FUTEX_WAIT_PRIVATE, musl[1], NULL);
	return NULL;
}

static void word(void)
{
	named("holder");
	musl[0] = atoi(argument);
	musl[1] = FUTEX_WAITERS | getpid();
	thread(wait_for_word, NULL);
	ready();
}

/* Locked by a thread that has ended. */
static void *lock_and_end(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&a);
	return NULL;
}

static void dead(void)
{
	pthread_join((pthread_t)thread(lock_and_end, NULL), NULL);
	thread(wait_for_a, "waiter");
	ready();
}

static void *sleeper(void *arg)
{
	named(arg);
	stay();
	return NULL;
}

static void *join(void *arg)
{
	named("joiner");
	pthread_join((pthread_t)arg, NULL);
	return NULL;
}

static void joins(void)
{
	thread(join, thread(sleeper, "sleeper"));
	ready();
}

/* ARGUMENT threads wait for one mutex. */
static void threads(void)
{
	pthread_attr_t attr;
	int nr = atoi(argument);
	pthread_t t;

	pthread_attr_init(&attr);
	pthread_attr_setstacksize(&attr, 16384);
	named("holder");
	pthread_mutex_lock(&a);
	for (int i = 0; i < nr; i++)
		check(!pthread_create(&t, &attr, wait_for_a, "waiter"), "pthread_create");
	ready();
}

static void *take_away(void *page)
{
	usleep(200000);
	madvise(page, 4096, MADV_DONTNEED);
	ready();
	return NULL;
}

/* The page with the word goes, and comes back only when this program wants it to. */
static void fault(void)
{
	struct uffdio_api api = { .api = UFFD_API };
	struct uffdio_register reg = { .mode = UFFDIO_REGISTER_MODE_MISSING };
	int fd = syscall(SYS_userfaultfd, O_CLOEXEC);
	uint32_t *word = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1,
			      0);

	check(fd >= 0 && !ioctl(fd, UFFDIO_API, &api), "userfaultfd");
	*word = 2;
	reg.range.start = (uintptr_t)word;
	reg.range.len = 4096;
	check(!ioctl(fd, UFFDIO_REGISTER, &reg), "UFFDIO_REGISTER");
	named("faulty");
	thread(take_away, word);
	syscall(SYS_futex, word, FUTEX_WAIT_PRIVATE, 2, NULL);
}

/*
 * Pipes, sockets, locks
 */

static void pipes(void)
{
	int fds[2];
	char c;

	check(!pipe(fds), "pipe");
	named("writer");
	fflush(stdout);
	if (!child()) {
		close(fds[1]);
		named(argument ? argument : "reader");
		puts("ready");
		_exit(read(fds[0], &c, 1));
	}
	close(fds[0]);
	stay();
}

/* A pipe that is full. */
static void full(void)
{
	static char data[1 << 20];
	int fds[2];

	check(!pipe(fds), "pipe");
	named("reader");
	fflush(stdout);
	if (!child()) {
		close(fds[0]);
		named("writer");
		puts("ready");
		_exit(write(fds[1], data, sizeof(data)) < 0);
	}
	close(fds[1]);
	stay();
}

/* Two that read from each other. */
static void circle(void)
{
	int to[2], from[2];
	char c;

	check(!pipe(to) && !pipe(from), "pipe");
	if (!child()) {
		close(to[1]);
		close(from[0]);
		named("back");
		_exit(read(to[0], &c, 1));
	}
	close(to[0]);
	close(from[1]);
	named("forth");
	puts("ready");
	_exit(read(from[0], &c, 1));
}

static void compute(void)
{
	for (volatile unsigned long i = 0;; i++)
		;
}

static void talk(int client, int server)
{
	char c;

	fflush(stdout);
	if (!child()) {
		close(server);
		named("client");
		puts("ready");
		_exit(recv(client, &c, 1, 0));
	}
	close(client);
	named("server");
	compute();
}

static void unix_socket(void)
{
	int fds[2];

	check(!socketpair(AF_UNIX, SOCK_STREAM, 0, fds), "socketpair");
	talk(fds[0], fds[1]);
}

static void tcp(void)
{
	struct sockaddr_in at = {
		.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
	};
	socklen_t len = sizeof(at);
	int l = socket(AF_INET, SOCK_STREAM, 0), client = socket(AF_INET, SOCK_STREAM, 0), server;

	check(!bind(l, (void *)&at, len) && !listen(l, 1) && !getsockname(l, (void *)&at, &len),
	      "listen");
	check(!connect(client, (void *)&at, len), "connect");
	server = accept(l, NULL, NULL);
	check(server >= 0, "accept");
	close(l);
	talk(client, server);
}

/* ARGUMENT is a file. */
static void lock(void)
{
	int fd = open(argument, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	check(fd >= 0 && !flock(fd, LOCK_EX), "flock");
	named("holder");
	fflush(stdout);
	if (!child()) {
		close(fd);
		fd = open(argument, O_RDWR);
		named("waiter");
		puts("ready");
		_exit(flock(fd, LOCK_EX));
	}
	stay();
}

static void posix_lock(void)
{
	struct flock all = { .l_type = F_WRLCK };
	int fd = open(argument, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	check(fd >= 0 && !fcntl(fd, F_SETLKW, &all), "fcntl");
	named("holder");
	fflush(stdout);
	if (!child()) {
		named("waiter");
		puts("ready");
		_exit(fcntl(fd, F_SETLKW, &all));
	}
	stay();
}

/*
 * System V: the objects outlive the processes, and the test removes them by the number
 */

static void message(void)
{
	struct { long type; char text[8]; } m;
	int id = msgget(IPC_PRIVATE, 0600);

	check(id >= 0, "msgget");
	printf("id %d\n", id);
	fflush(stdout);
	if (!child()) {
		named("waiter");
		puts("ready");
		_exit(msgrcv(id, &m, sizeof(m.text), 0, 0) < 0);
	}
	stay();
}

static void semaphore(void)
{
	struct sembuf take = { .sem_op = -1 };
	int id = semget(IPC_PRIVATE, 1, 0600);

	check(id >= 0, "semget");
	printf("id %d\n", id);
	fflush(stdout);
	if (!child()) {
		named("waiter");
		puts("ready");
		_exit(semop(id, &take, 1));
	}
	stay();
}

/*
 * Processes
 */

static void waits(void)
{
	if (!child()) {
		named("kid");
		ready();
	}
	named("parent");
	fflush(stdout);
	syscall(SYS_wait4, -1, NULL, 0, NULL);
}

static void stopped(void)
{
	named("halted");
	puts("ready");
	raise(SIGSTOP);
}

static void traced(void)
{
	pid_t pid;

	fflush(stdout);
	pid = child();
	if (!pid) {
		named("traced");
		stay();
	}
	named("tracer");
	usleep(100000);
	check(!ptrace(PTRACE_SEIZE, pid, NULL, NULL) && !ptrace(PTRACE_INTERRUPT, pid, NULL, NULL),
	      "ptrace");
	waitpid(pid, NULL, 0);
	ready();
}

static void forks(void)
{
	named("parent");
	fflush(stdout);
	if (!vfork()) {
		usleep(100000);
		puts("ready");
		stay();
	}
}

static void idle(void)
{
	struct epoll_event event;

	named("daemon");
	puts("ready");
	epoll_wait(epoll_create1(0), &event, 1, -1);
}

/* It reads, and gets something so often that it never waits for long. */
static void moves(void)
{
	int fds[2];
	char c = 0;

	check(!pipe(fds), "pipe");
	if (!child())
		for (;;) {
			usleep(10000);
			check(write(fds[1], &c, 1) == 1, "write");
		}
	named("mover");
	puts("ready");
	while (read(fds[0], &c, 1) == 1)
		;
}

static void computes(void)
{
	named("cruncher");
	puts("ready");
	compute();
}

/* Processes that come and go. */
static void comes_and_goes(void)
{
	named("forker");
	puts("ready");
	for (;;) {
		if (!vfork())
			_exit(0);
		waitpid(-1, NULL, 0);
	}
}

/* ARGUMENT processes at one pipe, which each of them has open, and no other process. */
static void crowd(void)
{
	char c;
	int ends[2];

	check(!pipe(ends), "pipe");
	for (int i = atoi(argument); i > 0; i--)
		if (!child()) {
			check(read(ends[0], &c, 1) >= 0, "read");
			return;
		}
	close(ends[0]);
	close(ends[1]);
	ready();
}

/* ARGUMENT locks, each with a waiter, in a PID namespace. No task has the number of the owner. */
static void *wait_for_one(void *m)
{
	pthread_mutex_lock(m);
	return NULL;
}

static void locks_in_namespace(void)
{
	static pthread_mutex_t locks[5000];
	int nr = atoi(argument);

	check(!unshare(CLONE_NEWPID), "unshare");
	if (child()) {
		wait(NULL);
		return;
	}
	for (int i = 0; i < nr; i++) {
		pthread_mutex_init(&locks[i], NULL);
		pthread_mutex_lock(&locks[i]);
		locks[i].__data.__owner = 99999;
		thread(wait_for_one, &locks[i]);
	}
	ready();
}

/* Locks, with a name of 4000 bytes, that ARGUMENT processes wait for. */
static void long_names(void)
{
	char dir[201];
	int fd;

	memset(dir, 'd', 200);
	dir[200] = '\0';
	for (int i = 0; i < 19; i++)
		check(!mkdir(dir, 0700) && !chdir(dir), dir);
	fd = open("the-lock", O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	check(!flock(fd, LOCK_EX), "flock");
	for (int i = atoi(argument); i > 0; i--)
		if (!child()) {
			fd = open("the-lock", O_RDWR);
			flock(fd, LOCK_EX);
		}
	ready();
}

/* A mutex and a child, in a PID namespace: there they have other numbers. */
static void in_namespace(void)
{
	check(!unshare(CLONE_NEWPID), "unshare");
	fflush(stdout);
	if (!child())
		mutex();
	wait(NULL);
}

static const struct {
	const char *name;
	void (*run)(void);
} cases[] = {
	{ "mutex", mutex }, { "attributed", attributed }, { "deadlock", deadlock },
	{ "self", self }, { "condition", condition }, { "lie", lie }, { "word", word },
	{ "dead", dead },
	{ "join", joins }, { "threads", threads }, { "fault", fault }, { "pipe", pipes },
	{ "full", full }, { "circle", circle }, { "unix", unix_socket }, { "tcp", tcp },
	{ "flock", lock }, { "fcntl", posix_lock }, { "message", message },
	{ "semaphore", semaphore }, { "wait", waits }, { "stopped", stopped },
	{ "traced", traced }, { "vfork", forks }, { "idle", idle }, { "moves", moves },
	{ "computes", computes }, { "forker", comes_and_goes }, { "namespace", in_namespace },
	{ "crowd", crowd }, { "locks-in-namespace", locks_in_namespace },
	{ "long-names", long_names },
};

int main(int argc, char **argv)
{
	argument = argc > 2 ? argv[2] : NULL;
	setvbuf(stdout, NULL, _IOLBF, 0);
	for (size_t i = 0; argc > 1 && i < sizeof(cases) / sizeof(*cases); i++)
		if (!strcmp(cases[i].name, argv[1])) {
			cases[i].run();
			return 0;
		}
	fprintf(stderr, "usage: blocked CASE [ARGUMENT]\n");
	return 2;
}

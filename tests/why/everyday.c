// SPDX-License-Identifier: GPL-2.0
/* Programs as they are used every day, which are slow for a reason that is known. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cause.h"

/* One lock for all threads of an interpreter: a waiting thread asks for it every 5 ms (CPython) */

static pthread_mutex_t gil = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t gil_is_free = PTHREAD_COND_INITIALIZER;
static volatile int gil_taken;

static void take_gil(void)
{
	pthread_mutex_lock(&gil);
	while (gil_taken) {
		struct timespec t;

		clock_gettime(CLOCK_REALTIME, &t);
		t.tv_nsec += 5000000;
		t.tv_sec += t.tv_nsec / 1000000000;
		t.tv_nsec %= 1000000000;
		pthread_cond_timedwait(&gil_is_free, &gil, &t);
	}
	gil_taken = 1;
	pthread_mutex_unlock(&gil);
}

static void drop_gil(void)
{
	pthread_mutex_lock(&gil);
	gil_taken = 0;
	pthread_cond_signal(&gil_is_free);
	pthread_mutex_unlock(&gil);
}

static void *run_python(void *arg)
{
	prctl(PR_SET_NAME, "python-cpu");
	for (;;) {
		take_gil();
		compute_ms(200);
		drop_gil();
		pause_ms(20);
	}
	return arg;
}

static void python_io(void)
{
	pthread_t t;

	pthread_create(&t, NULL, run_python, NULL);
	for (int i = 0; i < 4; i++) {
		pause_ms(15);
		take_gil();
		drop_gil();
	}
}

/* A collector of garbage: it stops all threads by a signal, and continues them by another one */

static pthread_t mutator;

static void stop_here(int nr)
{
	sigset_t all_but_one;

	(void)nr;
	sigfillset(&all_but_one);
	sigdelset(&all_but_one, SIGUSR2);
	sigsuspend(&all_but_one);
}

static void go_on(int nr)
{
	(void)nr;
}

static void *collect(void *arg)
{
	prctl(PR_SET_NAME, "collector");
	for (;;) {
		pause_ms(20);
		pthread_kill(mutator, SIGUSR1);
		compute_ms(200);
		pthread_kill(mutator, SIGUSR2);
	}
	return arg;
}

static void be_collected(void)
{
	struct sigaction stop = { .sa_handler = stop_here }, go = { .sa_handler = go_on };
	pthread_t t;

	mutator = pthread_self();
	sigfillset(&stop.sa_mask);
	sigaction(SIGUSR1, &stop, NULL);
	sigaction(SIGUSR2, &go, NULL);
	pthread_create(&t, NULL, collect, NULL);
	compute_ms(120);
}

/* An event loop whose pool of threads reads for it (libuv): FIFO */

static int requests, answers;

static void *read_for_loop(void *arg)
{
	int fd = open_file(O_RDWR);
	char c;

	prctl(PR_SET_NAME, "uv-worker");
	drain(fd);
	for (;;) {
		uint64_t one = 1;

		if (read(requests, &one, sizeof(one)) < 0 || read(fd, &c, 1) != 1 ||
		    write(answers, &one, sizeof(one)) < 0)
			fail(files[0]);
	}
	return arg;
}

static void run_loop(void)
{
	struct epoll_event e = { .events = EPOLLIN };
	int ep = epoll_create1(0);
	uint64_t one = 1;
	pthread_t t;

	requests = eventfd(0, 0);
	answers = eventfd(0, 0);
	epoll_ctl(ep, EPOLL_CTL_ADD, answers, &e);
	pthread_create(&t, NULL, read_for_loop, NULL);
	for (int i = 0; i < 4; i++)
		if (write(requests, &one, sizeof(one)) < 0 || epoll_wait(ep, &e, 1, -1) != 1 ||
		    read(answers, &one, sizeof(one)) < 0)
			fail("loop");
}

/* A broker that hands on: each side at the event loop is a connection (D-Bus, a proxy) */

static void hand_on(int client, int server)
{
	struct epoll_event e = { .events = EPOLLIN }, got;
	int ep = epoll_create1(0);
	char c;

	e.data.fd = client;
	epoll_ctl(ep, EPOLL_CTL_ADD, client, &e);
	e.data.fd = server;
	epoll_ctl(ep, EPOLL_CTL_ADD, server, &e);
	while (epoll_wait(ep, &got, 1, -1) == 1) {
		if (read(got.data.fd, &c, 1) != 1 ||
		    write(got.data.fd == client ? server : client, &c, 1) != 1)
			break;
	}
	close(ep);
	close(client);
	close(server);
}

/* SOCKET, SOCKET of the service */
static void be_broker(void)
{
	struct sockaddr_un at, to;
	int fd = make_socket(&at, SOCK_STREAM);

	if (bind(fd, (void *)&at, sizeof(at)) || listen(fd, 5))
		fail(files[0]);
	files++;
	for (;;) {
		int client = accept(fd, NULL, NULL), service = make_socket(&to, SOCK_STREAM);

		if (connect(service, (void *)&to, sizeof(to)))
			fail(files[0]);
		hand_on(client, service);
	}
}

/* PORT, PORT of the backend */
static void be_proxy(void)
{
	struct sockaddr_in at, to;
	int fd = make_tcp(&at);

	if (bind(fd, (void *)&at, sizeof(at)) || listen(fd, 5))
		fail(files[0]);
	files++;
	for (;;) {
		int client = accept(fd, NULL, NULL), backend = make_tcp(&to);

		if (connect(backend, (void *)&to, sizeof(to)))
			fail(files[0]);
		hand_on(client, backend);
	}
}

/* PORT, FIFO: answers when there is a byte in the FIFO */
static void be_backend(void)
{
	struct sockaddr_in at;
	int fd = make_tcp(&at), fifo = open(files[1], O_RDWR);
	char c, x;

	if (fifo < 0 || bind(fd, (void *)&at, sizeof(at)) || listen(fd, 5))
		fail("backend");
	for (;;) {
		int peer = accept(fd, NULL, NULL);

		drain(fifo);
		while (read(peer, &c, 1) == 1)
			if (read(fifo, &x, 1) != 1 || write(peer, &c, 1) != 1)
				break;
		close(peer);
	}
}

/* A pool of threads, each of which needs a lock; one holds it while it reads: FIFO */

static pthread_mutex_t pool_lock = PTHREAD_MUTEX_INITIALIZER;

static void *be_in_pool(void *arg)
{
	prctl(PR_SET_NAME, "pool-thread");
	for (;;) {
		pthread_mutex_lock(&pool_lock);
		pthread_mutex_unlock(&pool_lock);
		pause_ms(5);
	}
	return arg;
}

static void be_pool(void)
{
	int fd = open_file(O_RDWR);
	pthread_t t;
	char c;

	for (int i = 0; i < 4; i++)
		pthread_create(&t, NULL, be_in_pool, NULL);
	prctl(PR_SET_NAME, "pool-reader");
	for (;;) {
		pthread_mutex_lock(&pool_lock);
		if (read(fd, &c, 1) != 1)
			fail(files[0]);
		pthread_mutex_unlock(&pool_lock);
		pause_ms(10);
	}
}

/* ADDRESS, PORT: it does not wait for ever. */
static void ask_impatiently(void)
{
	struct timeval most = { 0, 250000 };
	struct sockaddr_in to;
	char c = 'x';

	files++;
	for (int i = 0; i < 4; i++) {
		int fd = make_tcp(&to);

		if (inet_pton(AF_INET, files[-1], &to.sin_addr) != 1)
			fail(files[-1]);
		setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &most, sizeof(most));
		setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &most, sizeof(most));
		if (connect(fd, (void *)&to, sizeof(to))) {
			if (errno != EINPROGRESS)
				fail("connect");
		} else if (write(fd, &c, 1) != 1 || (read(fd, &c, 1) != 1 && errno != EAGAIN)) {
			fail("answer");
		}
		close(fd);
	}
}

/* It takes requests, and does not answer. */
static void serve_nothing(void)
{
	struct sockaddr_in at;
	int fd = make_tcp(&at);
	char c;

	if (bind(fd, (void *)&at, sizeof(at)) || listen(fd, 5))
		fail("tcp");
	for (;;) {
		int peer = accept(fd, NULL, NULL);

		while (read(peer, &c, 1) == 1)
			;
		close(peer);
	}
}

/* A program that polls for the output of its child (subprocess.communicate) */
static void communicate(void)
{
	struct pollfd p = { .events = POLLIN };
	int pipes[2];
	char c;

	if (pipe(pipes))
		fail("pipe");
	if (!fork()) {
		prctl(PR_SET_NAME, "worker-kid");
		for (int i = 0; i < 4; i++) {
			compute_ms(150);
			if (write(pipes[1], "x", 1) != 1)
				_exit(1);
		}
		_exit(0);
	}
	close(pipes[1]);
	p.fd = pipes[0];
	while (poll(&p, 1, 30000) == 1 && read(pipes[0], &c, 1) == 1)
		;
	wait(NULL);
}

/* A program whose child is in a terminal (script, sudo, ssh -t) */
static void run_in_terminal(void)
{
	int fd = posix_openpt(O_RDWR | O_NOCTTY);
	char buf[64];

	if (fd < 0 || grantpt(fd) || unlockpt(fd))
		fail("terminal");
	if (!fork()) {
		int tty = open(ptsname(fd), O_RDWR | O_NOCTTY);

		prctl(PR_SET_NAME, "tty-kid");
		for (int i = 0; i < 4; i++) {
			compute_ms(150);
			if (write(tty, "x\n", 2) != 2)
				_exit(1);
		}
		_exit(0);
	}
	/* EIO: the other end is closed; before the child opens it as well */
	pause_ms(50);
	while (read(fd, buf, sizeof(buf)) > 0)
		;
	wait(NULL);
}

/* Packets that keep their bounds, in order */

static void serve_packets(void)
{
	serve_socket(SOCK_SEQPACKET);
}

static void ask_packets(void)
{
	ask_socket(SOCK_SEQPACKET);
}

/* DIR: a file system with a journal. One writes much, the other one syncs little. */

static int file_in(const char *name)
{
	char path[256];
	int fd;

	snprintf(path, sizeof(path), "%s/%s", files[0], name);
	fd = open(path, O_RDWR | O_CREAT, 0600);
	if (fd < 0)
		fail(path);
	return fd;
}

static void log_much(void)
{
	static char buf[65536];
	int fd = file_in("big");

	memset(buf, 1, sizeof(buf));
	for (;;) {
		for (int i = 0; i < 16; i++)
			if (pwrite(fd, buf, sizeof(buf), (long)i * sizeof(buf)) < 0)
				fail("big");
		fsync(fd);
		/* it is to be allocated again */
		if (ftruncate(fd, 0))
			fail("big");
	}
}

static void sync_little(void)
{
	int fd = file_in("small");

	for (int i = 0; i < 4; i++) {
		if (write(fd, "x", 1) != 1 || fsync(fd))
			fail("small");
		pause_ms(10);
	}
}

/* sync(2), of what another one wrote: DEVICE */

static void write_always(void)
{
	static char buf[65536];
	int fd = open_file(O_WRONLY);

	for (int n = 0; ; n++) {
		memset(buf, n, sizeof(buf));
		for (int i = 0; i < 16; i++)
			if (pwrite(fd, buf, sizeof(buf), (long)i * sizeof(buf)) < 0)
				fail(files[0]);
		pause_ms(50);
	}
}

static void sync_all(void)
{
	for (int i = 0; i < 2; i++)
		sync();
}

/* FILE, FILE: from one cgroup to the other one and back */
static void move_often(void)
{
	for (int i = 0; i < 40; i++) {
		int fd = open(files[i % 2], O_WRONLY);

		if (fd < 0 || write(fd, "0", 1) != 1)
			fail(files[i % 2]);
		close(fd);
	}
}

/* FILE is in the lower directory of an overlay: it is copied when it is opened. */
static void copy_up(void)
{
	close(open_file(O_RDWR));
}

const struct cause everyday_causes[] = {
	{ "python-io", python_io }, { "mutator", be_collected }, { "uv-loop", run_loop },
	{ "broker", be_broker }, { "proxy", be_proxy }, { "backend-server", be_backend },
	{ "pool", be_pool }, { "impatient", ask_impatiently }, { "dumb-server", serve_nothing },
	{ "communicator", communicate }, { "in-terminal", run_in_terminal },
	{ "packet-server", serve_packets }, { "packet-client", ask_packets },
	{ "big-logger", log_much }, { "little-syncer", sync_little },
	{ "always-writer", write_always }, { "call-sync", sync_all },
	{ "mover", move_often }, { "copy-up", copy_up },
};

const size_t nr_everyday_causes = sizeof(everyday_causes) / sizeof(*everyday_causes);

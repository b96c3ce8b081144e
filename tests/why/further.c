// SPDX-License-Identifier: GPL-2.0
/* Further programs that are slow for a reason that is known. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/fanotify.h>
#include <linux/filter.h>
#include <linux/io_uring.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/fanotify.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cause.h"

/* A child that is stopped while its parent waits for it */
static void wait_for_stopped(void)
{
	pid_t kid = fork();

	if (!kid) {
		prctl(PR_SET_NAME, "kid");
		compute_ms(100);
		_exit(0);
	}
	if (!fork()) {
		prctl(PR_SET_NAME, "stopper");
		pause_ms(20);
		kill(kid, SIGSTOP);
		pause_ms(600);
		kill(kid, SIGCONT);
		_exit(0);
	}
	waitpid(kid, NULL, 0);
}

/* A log that is read slowly */

static void write_log(void)
{
	static char line[4096];

	memset(line, 'x', sizeof(line));
	for (int i = 0; i < 64; i++)
		if (write(1, line, sizeof(line)) < 0)
			fail("log");
}

static void read_log(void)
{
	static char buf[16384];

	while (read(0, buf, sizeof(buf)) > 0)
		compute_ms(60);
}

/* A TCP server whose backlog is full for a while */

static void accept_rarely(void)
{
	struct sockaddr_in at;
	int fd = make_tcp(&at), filler = socket(AF_INET, SOCK_STREAM, 0);
	struct pollfd p = { .fd = fd, .events = POLLIN };

	if (bind(fd, (void *)&at, sizeof(at)) || listen(fd, 0) ||
	    connect(filler, (void *)&at, sizeof(at)))
		fail("tcp");
	for (;;) {
		compute_ms(600);
		close(accept(fd, NULL, NULL));
		/* the client, if it comes within that time */
		if (poll(&p, 1, 800) == 1)
			close(accept(fd, NULL, NULL));
		close(filler);
		filler = socket(AF_INET, SOCK_STREAM, 0);
		if (connect(filler, (void *)&at, sizeof(at)))
			fail("tcp");
	}
}

/* When the first one is accepted, it is full for the second one. */
static void connect_to_full(void)
{
	struct sockaddr_in to;

	for (int i = 0; i < 2; i++) {
		int fd = make_tcp(&to);
		char c;

		if (connect(fd, (void *)&to, sizeof(to)))
			fail("connect");
		/* until the server closes it */
		if (read(fd, &c, 1) < 0)
			fail("read");
		close(fd);
		pause_ms(20);
	}
}

/* A TCP server that waits for a client that connects late */

static void accept_tcp(void)
{
	struct sockaddr_in at;
	int fd = make_tcp(&at);

	if (bind(fd, (void *)&at, sizeof(at)) || listen(fd, 5))
		fail("tcp");
	close(accept(fd, NULL, NULL));
}

static void connect_tcp_late(void)
{
	for (;;) {
		struct sockaddr_in to;
		int fd = make_tcp(&to);

		compute_ms(900);
		connect(fd, (void *)&to, sizeof(to));
		close(fd);
	}
}

static void touch_filled(void)
{
	char *at = slow_pages(5, 150);

	for (int i = 0; i < 5; i++)
		sum += at[i * 4096];
}

/* Two threads, of which one changes protections all the time */

static void *compute_beside(void *arg)
{
	for (;;)
		compute_ms(1000);
	return arg;
}

static void protect_often(void)
{
	size_t size = 32 << 20;
	char *at = map_anonymous(size);
	pthread_t t;

	memset(at, 1, size);
	pthread_create(&t, NULL, compute_beside, NULL);
	pthread_setname_np(t, "beside");
	for (int i = 0; i < 300; i++)
		mprotect(at, size, i % 2 ? PROT_READ | PROT_WRITE : PROT_READ);
}

/* System V messages: a sender that computes, and a queue that is full */

static int msg_queue(void)
{
	int id = msgget(atoi(files[0]), IPC_CREAT | 0600);

	if (id < 0)
		fail("msgget");
	return id;
}

struct message {
	long	type;
	char	text[8192];
};

static void send_msgs(void)
{
	struct message m = { .type = 1 };
	struct msqid_ds state;
	int id = msg_queue();

	for (;;) {
		compute_ms(150);
		/* not many, before a task waits */
		if (!msgctl(id, IPC_STAT, &state) && !state.msg_qnum && msgsnd(id, &m, 1, 0))
			fail("msgsnd");
	}
}

static void receive_msgs(void)
{
	struct message m;
	int id = msg_queue();

	for (int i = 0; i < 5; i++)
		if (msgrcv(id, &m, sizeof(m.text), 0, 0) < 0)
			fail("msgrcv");
}

static void receive_msgs_slowly(void)
{
	struct message m;
	int id = msg_queue();

	for (;;) {
		compute_ms(120);
		if (msgrcv(id, &m, sizeof(m.text), 0, 0) < 0)
			fail("msgrcv");
	}
}

/* The queue has room for two of them. */
static void fill_msgs(void)
{
	static struct message m = { .type = 1 };
	int id = msg_queue();

	for (int i = 0; i < 8; i++)
		if (msgsnd(id, &m, sizeof(m.text), 0))
			fail("msgsnd");
}

/* It polls a pidfd of its child. */
static void wait_by_pidfd(void)
{
	struct pollfd p = { .events = POLLIN };
	pid_t kid = fork();

	if (!kid) {
		prctl(PR_SET_NAME, "pidfd-kid");
		compute_ms(700);
		_exit(0);
	}
	p.fd = syscall(SYS_pidfd_open, kid, 0);
	if (p.fd < 0 || poll(&p, 1, -1) != 1)
		fail("pidfd");
}

/* A vfork child that computes before it ends */
static void vfork_slow(void)
{
	pid_t kid = vfork();

	if (!kid) {
		prctl(PR_SET_NAME, "vfork-kid");
		compute_ms(700);
		_exit(0);
	}
	waitpid(kid, NULL, 0);
}

/* A timerfd */
static void read_timer(void)
{
	struct itimerspec each = { { 0, 200000000 }, { 0, 200000000 } };
	int fd = timerfd_create(CLOCK_MONOTONIC, 0);
	uint64_t n;

	timerfd_settime(fd, 0, &each, NULL);
	for (int i = 0; i < 5; i++)
		if (read(fd, &n, sizeof(n)) != sizeof(n))
			fail("timerfd");
}

/* A FIFO, without what was written to it before */
static int open_empty(void)
{
	int fd = open_file(O_RDWR);

	drain(fd);
	return fd;
}

/* splice() from a pipe, and sendfile() to one */

static void splice_bytes(void)
{
	int from = open_empty(), pipes[2];
	char c;

	if (pipe(pipes))
		fail("pipe");
	for (int i = 0; i < 4; i++)
		if (splice(from, NULL, pipes[1], NULL, 1, 0) != 1 || read(pipes[0], &c, 1) != 1)
			fail("splice");
}

/* files: a FIFO that is read slowly, and a file */
static void send_file(void)
{
	int to = open_file(O_RDWR), from = open(files[1], O_RDONLY);
	off_t at = 0;

	while (sendfile(to, from, &at, 65536) > 0)
		;
}

/* A FIFO that another one opens late */

static void open_fifo(void)
{
	for (int i = 0; i < 4; i++) {
		close(open_file(O_RDONLY));
		pause_ms(30);
	}
}

static void open_fifo_late(void)
{
	for (;;) {
		compute_ms(200);
		close(open_file(O_WRONLY));
	}
}

/* fanotify: each opening is permitted late. */

static void scan(void)
{
	int fd = fanotify_init(FAN_CLASS_CONTENT, O_RDONLY);
	struct fanotify_event_metadata event;

	if (fd < 0 || fanotify_mark(fd, FAN_MARK_ADD, FAN_OPEN_PERM, AT_FDCWD, files[0]))
		fail("fanotify");
	while (read(fd, &event, sizeof(event)) > 0) {
		struct fanotify_response answer = { .fd = event.fd, .response = FAN_ALLOW };

		compute_ms(150);
		if (write(fd, &answer, sizeof(answer)) < 0)
			fail("fanotify");
		close(event.fd);
	}
}

static void open_scanned(void)
{
	for (int i = 0; i < 5; i++)
		close(open_file(O_RDONLY));
}

/* seccomp: its supervisor, which is its parent, answers late. */

static int install_filter(void)
{
	struct sock_filter filter[] = {
		{ BPF_LD | BPF_W | BPF_ABS, 0, 0, 0 },
		{ BPF_JMP | BPF_JEQ | BPF_K, 0, 1, SYS_getppid },
		{ BPF_RET | BPF_K, 0, 0, SECCOMP_RET_USER_NOTIF },
		{ BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW },
	};
	struct sock_fprog prog = { 4, filter };

	prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
	return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_NEW_LISTENER,
		       &prog);
}

static void supervise(int fd)
{
	struct seccomp_notif in = { 0 };

	while (!ioctl(fd, SECCOMP_IOCTL_NOTIF_RECV, &in)) {
		struct seccomp_notif_resp out = { .id = in.id, .val = 1 };

		compute_ms(150);
		ioctl(fd, SECCOMP_IOCTL_NOTIF_SEND, &out);
		memset(&in, 0, sizeof(in));
	}
}

static void be_supervised(void)
{
	int fd = install_filter();

	if (fd < 0)
		fail("seccomp");
	if (!fork()) {
		prctl(PR_SET_NAME, "supervisor");
		/* it has the filter as well, so that its descriptor never says the end */
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		supervise(fd);
		_exit(0);
	}
	close(fd);
	for (int i = 0; i < 5; i++)
		syscall(SYS_getppid);
}

/* io_uring: a read of a pipe into which another one writes late */

static void read_by_ring(void)
{
	struct io_uring_params p = { 0 };
	int ring = syscall(SYS_io_uring_setup, 4, &p), from = open_empty();
	size_t size = p.sq_off.array + p.sq_entries * 4 + p.cq_off.cqes + p.cq_entries * 16;
	struct io_uring_sqe *sqe;
	unsigned int *tail;
	char *at, c;

	if (ring < 0)
		fail("io_uring");
	at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_SQ_RING);
	sqe = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_SQES);
	if (at == MAP_FAILED || (void *)sqe == MAP_FAILED)
		fail("io_uring");
	tail = (void *)(at + p.sq_off.tail);
	for (int i = 0; i < 4; i++) {
		sqe[0] = (struct io_uring_sqe){
			.opcode = IORING_OP_READ, .fd = from, .addr = (unsigned long)&c, .len = 1,
		};
		((unsigned int *)(at + p.sq_off.array))[*tail & (p.sq_entries - 1)] = 0;
		__atomic_store_n(tail, *tail + 1, __ATOMIC_RELEASE);
		if (syscall(SYS_io_uring_enter, ring, 1, i + 1, IORING_ENTER_GETEVENTS,
			    NULL, 0) < 0)
			fail("io_uring");
	}
}

/* Another process' memory is looked at, as ps does, while that changes its protection. */

static void map_always(void)
{
	size_t size = 128 << 20;
	void *at = map_anonymous(size);
	FILE *f = fopen(files[0], "w");

	fprintf(f, "%d\n", getpid());
	fclose(f);
	memset(at, 1, size);
	/* its mmap lock is held for writing meanwhile */
	for (int i = 0; ; i++)
		mprotect(at, size, i % 2 ? PROT_READ | PROT_WRITE : PROT_READ);
}

static void be_ps(void)
{
	char path[64], buf[4096];
	FILE *f = fopen(files[0], "r");
	int pid;

	if (!f || fscanf(f, "%d", &pid) != 1)
		fail(files[0]);
	snprintf(path, sizeof(path), "/proc/%d/cmdline", pid);
	for (int i = 0; i < 8; i++) {
		int fd = open(path, O_RDONLY);

		if (read(fd, buf, sizeof(buf)) < 0)
			fail(path);
		close(fd);
		pause_ms(2);
	}
}

/* A disk, through the page cache and by direct I/O */

static void read_blocks(void)
{
	int fd = open_file(O_RDONLY);
	char buf[4096];

	posix_fadvise(fd, 0, 0, POSIX_FADV_RANDOM);
	for (int i = 0; i < 12; i++)
		if (pread(fd, buf, sizeof(buf), (64 + i) * 4096) < 0)
			fail(files[0]);
}

static void read_direct(void)
{
	int fd = open_file(O_RDONLY | O_DIRECT);
	char *buf = aligned_alloc(4096, 4096);

	for (int i = 0; i < 12; i++)
		if (pread(fd, buf, 4096, (128 + i) * 4096) < 0)
			fail(files[0]);
}

/* Memory that does not fit into its cgroup, with swap */
static void swap_often(void)
{
	size_t size = 40 << 20;
	char *at = map_anonymous(size);

	for (int n = 0; n < 3; n++)
		for (size_t i = 0; i < size; i += 4096)
			at[i]++;
}

/* A core dump, to a program that reads it slowly */
static void dump_core(void)
{
	size_t size = 256 << 10;
	pid_t kid = fork();

	if (!kid) {
		prctl(PR_SET_NAME, "dumper");
		memset(map_anonymous(size), 1, size);
		abort();
	}
	waitpid(kid, NULL, 0);
}

static void stat_often(void)
{
	struct stat st;

	for (int i = 0; i < 25000; i++)
		stat("/nowhere/at/all", &st);
}

static void truncate_often(void)
{
	int fd = open_file(O_RDWR | O_CREAT);

	for (int i = 0; i < 6; i++)
		if (fallocate(fd, 0, 0, 64 << 20) || ftruncate(fd, 0))
			fail(files[0]);
}

const struct cause further_causes[] = {
	{ "wait-stopped", wait_for_stopped }, { "log-writer", write_log },
	{ "log-reader", read_log }, { "full-server", accept_rarely },
	{ "connect-full", connect_to_full }, { "tcp-acceptor", accept_tcp },
	{ "tcp-connector", connect_tcp_late }, { "touch-filled", touch_filled },
	{ "protect-often", protect_often }, { "msg-sender", send_msgs },
	{ "msg-receiver", receive_msgs }, { "msg-slow", receive_msgs_slowly },
	{ "msg-filler", fill_msgs }, { "wait-pidfd", wait_by_pidfd },
	{ "vfork-slow", vfork_slow }, { "timer-reader", read_timer },
	{ "splicer", splice_bytes }, { "send-file", send_file }, { "fifo-opener", open_fifo },
	{ "late-opener", open_fifo_late }, { "scanner", scan }, { "open-scanned", open_scanned },
	{ "supervised", be_supervised }, { "ring-reader", read_by_ring },
	{ "map-always", map_always }, { "be-ps", be_ps }, { "read-blocks", read_blocks },
	{ "read-direct", read_direct }, { "swap-often", swap_often }, { "dump-core", dump_core },
	{ "stat-often", stat_often }, { "truncate-often", truncate_often },
};

const size_t nr_further_causes = sizeof(further_causes) / sizeof(*further_causes);

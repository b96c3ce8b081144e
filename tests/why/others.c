// SPDX-License-Identifier: GPL-2.0
/* Other programs that are slow for a reason that is known. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <termios.h>
#include <unistd.h>

#include "cause.h"

/* A mutex whose holder computes all the time: it is throttled meanwhile. */
static void hold_and_compute(void)
{
	pthread_mutex_t *m = make_mutex();

	for (;;) {
		pthread_mutex_lock(m);
		compute_ms(40);
		pthread_mutex_unlock(m);
		pause_ms(20);
	}
}

/* Families of sockets that no kernel has: each asks for a module. */
static void load_modules(void)
{
	static const int families[] = { 12, 14, 18, 25 };

	for (size_t i = 0; i < sizeof(families) / sizeof(*families); i++)
		if (socket(families[i], SOCK_STREAM, 0) >= 0)
			fail("socket");
}

/* In place of modprobe */
static void load_slowly(void)
{
	compute_ms(150);
}

/* A pager, and a user who reads each page: FILE becomes a link to the terminal. */

static int make_terminal(void)
{
	int fd = posix_openpt(O_RDWR | O_NOCTTY);

	if (fd < 0 || grantpt(fd) || unlockpt(fd) || symlink(ptsname(fd), files[0]))
		fail("terminal");
	return fd;
}

static void type_late(void)
{
	int fd = make_terminal();
	/* so that it stays when no program has it */
	int other = open_file(O_RDWR | O_NOCTTY);

	for (;;) {
		tcflush(other, TCIFLUSH);
		compute_ms(150);
		if (write(fd, "\n", 1) != 1)
			fail("terminal");
		pause_ms(10);
	}
}

static void show_pages(void)
{
	int tty = open_file(O_RDONLY | O_NOCTTY);
	static char page[65536];
	char key[16];

	while (read(0, page, sizeof(page)) > 0)
		if (read(tty, key, sizeof(key)) < 0)
			fail(files[0]);
}

/* A terminal whose output is stopped most of the time */

static void stop_output(void)
{
	int fd = make_terminal(), tty = open_file(O_RDWR | O_NOCTTY);
	char buf[4096];

	fcntl(fd, F_SETFL, O_NONBLOCK);
	for (;;) {
		tcflow(tty, TCOOFF);
		compute_ms(200);
		tcflow(tty, TCOON);
		for (int i = 0; i < 5; i++) {
			pause_ms(2);
			while (read(fd, buf, sizeof(buf)) > 0)
				;
		}
	}
}

static void write_stopped(void)
{
	int fd = open_file(O_WRONLY | O_NOCTTY);

	for (int i = 0; i < 5; i++) {
		if (write(fd, "0123456789\n", 11) < 0)
			fail(files[0]);
		pause_ms(15);
	}
}

/* More dirty pages than there may be, of a slow disk */
static void write_dirty(void)
{
	static char buf[65536];
	int fd = open_file(O_WRONLY);

	memset(buf, 1, sizeof(buf));
	for (int i = 0; i < 96; i++)
		if (pwrite(fd, buf, sizeof(buf), (long)i * sizeof(buf)) < 0)
			fail(files[0]);
}

/* A TCP connection that lingers until a slow reader has read */
static void close_lingering(void)
{
	struct linger linger = { 1, 20 };
	static char buf[8192];

	for (int i = 0; i < 2; i++) {
		struct sockaddr_in to;
		int fd = make_tcp(&to);

		setsockopt(fd, SOL_SOCKET, SO_LINGER, &linger, sizeof(linger));
		if (connect(fd, (void *)&to, sizeof(to)))
			fail("connect");
		for (int n = 0; n < 6; n++)
			if (send(fd, buf, sizeof(buf), MSG_DONTWAIT) < 0)
				break;
		close(fd);
	}
}

/* A slow disk: pages in memory that are to be on it, and asynchronous reads */

static void sync_pages(void)
{
	int fd = open_file(O_RDWR);
	char *at = mmap(NULL, 64 * 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);

	for (int i = 0; i < 12; i++) {
		at[i * 4096]++;
		if (msync(at + i * 4096, 4096, MS_SYNC))
			fail("msync");
	}
}

static void read_by_aio(void)
{
	int fd = open_file(O_RDONLY | O_DIRECT);
	char *buf = aligned_alloc(4096, 4096);
	aio_context_t context = 0;
	struct io_event event;

	if (syscall(SYS_io_setup, 1, &context))
		fail("io_setup");
	for (int i = 0; i < 12; i++) {
		struct iocb request = {
			.aio_fildes = fd, .aio_lio_opcode = IOCB_CMD_PREAD,
			.aio_buf = (unsigned long)buf, .aio_nbytes = 4096,
			.aio_offset = (256 + i) * 4096,
		};
		struct iocb *list = &request;

		if (syscall(SYS_io_submit, context, 1, &list) != 1 ||
		    syscall(SYS_io_getevents, context, 1, 1, &event, NULL) != 1)
			fail("aio");
	}
}

/* Names in a directory of a slow server, whose kernel's side is one after the other */

static void look_at(const char *who, int nr)
{
	char path[256];
	struct stat st;

	snprintf(path, sizeof(path), "%s/%s-%d-%d", files[0], who, (int)getpid(), nr);
	stat(path, &st);
}

static void look_often(void)
{
	for (int i = 0; i < 2; i++)
		if (!fork())
			prctl(PR_SET_PDEATHSIG, SIGKILL);
	for (int i = 0; ; i++)
		look_at("looker", i);
}

static void look_rarely(void)
{
	for (int i = 0; i < 4; i++)
		look_at("name", i);
}

/* Reads of a pipe that a signal interrupts every 10 ms */

static void on_signal(int nr)
{
	(void)nr;
}

static void read_in_storm(void)
{
	struct sigaction act = { .sa_handler = on_signal, .sa_flags = SA_RESTART };
	int fd = open_file(O_RDWR);
	pid_t stormer;
	char c;

	drain(fd);
	sigaction(SIGUSR1, &act, NULL);
	stormer = fork();
	if (!stormer) {
		prctl(PR_SET_NAME, "stormer");
		for (;;) {
			pause_ms(10);
			kill(getppid(), SIGUSR1);
		}
	}
	for (int i = 0; i < 4; i++)
		if (read(fd, &c, 1) != 1)
			fail(files[0]);
	kill(stormer, SIGKILL);
}

const struct cause other_causes[] = {
	{ "busy-holder", hold_and_compute }, { "load-modules", load_modules },
	{ "slow-modprobe", load_slowly }, { "typist", type_late }, { "pager", show_pages },
	{ "flow-stopper", stop_output }, { "write-stopped", write_stopped },
	{ "dirtier", write_dirty }, { "lingerer", close_lingering },
	{ "sync-pages", sync_pages }, { "aio-reader", read_by_aio },
	{ "stormed", read_in_storm }, { "looker", look_often },
	{ "look-rarely", look_rarely },
};

const size_t nr_other_causes = sizeof(other_causes) / sizeof(*other_causes);

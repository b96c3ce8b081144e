// SPDX-License-Identifier: GPL-2.0
/* The written lines, the file they go to, and that failures do not affect the program. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/socket.h>

#define TRACE_REGION_CATEGORY_VirtioFs 1
#define TRACE_REGION_CATEGORY_VirtioNet 0
#include "marker_file.h"

/* EOF is also a macro of the C library: it must not be expanded. */
#define TRACE_REGION_CATEGORY_EOF 1

static void one_region(void)
{
	TRACE_REGION(VirtioFs, "release", TR_KV(inode, 42));
}

static void lines_of_crosvm(void)
{
	struct trace_region release;
	const char *tag = "mtdroot";
	int handle = 35;

	marker_open();
	trace_region_begin(VirtioFs, &release, "release", TR_KV(self.tag, tag),
			   TR_KV(inode, 42), TR_V(handle));
	trace_region_end(VirtioFs, &release);
	EXPECT_MARKER("1 VirtioFs Enter: release - (self.tag: \"mtdroot\")"
		      "(inode: 42)(handle: 35)\n"
		      "1 VirtioFs Exit: release\n");
}

static void without_pairs(void)
{
	marker_open();
	{
		TRACE_REGION(EOF, __func__);
		trace_region_print(VirtioFs, "Hello world.");
	}
	trace_region_print(VirtioFs, "drained", TR_KV(queue, 3));
	EXPECT_MARKER("1 EOF Enter: without_pairs\n"
		      "Hello world.\n"
		      "1 EOF Exit: without_pairs\n"
		      "drained - (queue: 3)\n");
}

static int leave_early(int how)
{
	TRACE_REGION(VirtioFs, "outer", TR_V(how));
	TRACE_REGION(VirtioFs, "second");

	for (;;) {
		TRACE_REGION(VirtioFs, "inner");

		if (how == 0)
			break;
		return 1;
	}
	return 0;
}

static void scopes_end_in_order(void)
{
	marker_open();
	EXPECT(leave_early(1) == 1);
	EXPECT_MARKER("1 VirtioFs Enter: outer - (how: 1)\n"
		      "2 VirtioFs Enter: second\n"
		      "3 VirtioFs Enter: inner\n"
		      "3 VirtioFs Exit: inner\n"
		      "2 VirtioFs Exit: second\n"
		      "1 VirtioFs Exit: outer\n");
}

static void end_is_written_once(void)
{
	struct trace_region region = { 0 };

	marker_open();
	trace_region_end(VirtioFs, &region);
	trace_region_begin(VirtioFs, &region, "a");
	trace_region_end(VirtioFs, &region);
	trace_region_end(VirtioFs, &region);
	EXPECT_MARKER("1 VirtioFs Enter: a\n1 VirtioFs Exit: a\n");
}

static void off_category_is_silent(void)
{
	struct trace_region region;
	int evaluated = 0;

	marker_open();
	trace_region_begin(VirtioNet, &region, "a", TR_KV(n, ++evaluated));
	trace_region_end(VirtioNet, &region);
	trace_region_print(VirtioNet, "a", TR_KV(n, ++evaluated));
	{
		TRACE_REGION(VirtioNet, "b", TR_KV(n, ++evaluated));
	}
	EXPECT(evaluated == 0);
	EXPECT_MARKER("");
}

static void unopened_computes_nothing(void)
{
	struct trace_region region = { .id = 99 };
	int evaluated = 0;

	EXPECT(trace_region_fd() == -1);
	trace_region_begin(VirtioFs, &region, "a", TR_KV(n, ++evaluated));
	EXPECT(region.id == 0);
	trace_region_end(VirtioFs, &region);
	trace_region_print(VirtioFs, "a", TR_KV(n, ++evaluated));
	EXPECT(evaluated == 0);
}

static void opens_once(void)
{
	int fd;

	marker_open();
	fd = trace_region_fd();
	EXPECT(trace_region_init_at("/nonexistent") == fd);
	EXPECT(trace_region_init() == fd);
	EXPECT(trace_region_init_fd(1) == fd);
	one_region();
	EXPECT_MARKER("1 VirtioFs Enter: release - (inode: 42)\n"
		      "1 VirtioFs Exit: release\n");
}

static void descriptor_is_out_of_the_way(void)
{
	int fd;

	marker_open();
	marker_remove();
	fd = trace_region_fd();
	EXPECT(fd >= 256);
	EXPECT(fcntl(fd, F_GETFD) == FD_CLOEXEC);
}

static void descriptor_is_out_of_reach(void)
{
	const struct rlimit limit = { 300, 4096 };
	FILE *own = tmpfile();
	struct stat st;
	int fd;

	EXPECT(own && setrlimit(RLIMIT_NOFILE, &limit) == 0);
	marker_open();
	marker_remove();
	/* all other numbers become those of a file of the program */
	for (fd = fileno(own) + 1; fd < 4096; fd++)
		close(fd);
	while (dup(fileno(own)) >= 0)
		;
	for (fd = fileno(own) + 1; fd < 4096; fd++)
		dup2(fileno(own), fd);
	one_region();
	EXPECT(fstat(fileno(own), &st) == 0 && st.st_size == 0);
	/* the limit is as it was */
	EXPECT(open("/dev/null", O_RDONLY) < 0 && errno == EMFILE);
}

static void few_descriptors_allowed(void)
{
	const struct rlimit few = { 32, 32 };

	EXPECT(setrlimit(RLIMIT_NOFILE, &few) == 0);
	marker_open();
	EXPECT(trace_region_fd() < 32);
	EXPECT(fcntl(trace_region_fd(), F_GETFD) == FD_CLOEXEC);
	trace_region_print(VirtioFs, "still there");
	EXPECT_MARKER("still there\n");
}

static void close_and_open_again(void)
{
	marker_open();
	one_region();
	trace_region_close();
	EXPECT(trace_region_fd() == -1);
	one_region();
	EXPECT(trace_region_init_at(marker_path) >= 0);
	one_region();
	EXPECT_MARKER("1 VirtioFs Enter: release - (inode: 42)\n"
		      "1 VirtioFs Exit: release\n"
		      "2 VirtioFs Enter: release - (inode: 42)\n"
		      "2 VirtioFs Exit: release\n");
}

static void environment_names_the_file(void)
{
	marker_make();
	setenv("TRACE_REGION_MARKER", marker_path, 1);
	EXPECT(trace_region_init() >= 0);
	trace_region_print(VirtioFs, "here");
	EXPECT_MARKER("here\n");
}

static void empty_environment_opens_nothing(void)
{
	setenv("TRACE_REGION_MARKER", "", 1);
	EXPECT(trace_region_init() == -1 && errno == ENOENT);
	one_region();
}

static void no_tracefs(void)
{
	EXPECT(trace_region_init_at("/nonexistent/trace_marker") == -1);
	EXPECT(errno == ENOENT);
	errno = 1234;
	one_region();
	EXPECT(errno == 1234 && trace_region_fd() == -1);
}

static void no_permission(void)
{
	marker_make();
	EXPECT(chmod(marker_path, 0) == 0);
	if (geteuid() == 0)
		EXPECT(seteuid(65534) == 0);
	EXPECT(trace_region_init_at(marker_path) == -1 && errno == EACCES);
	one_region();
	EXPECT(seteuid(getuid()) == 0);
	EXPECT_MARKER("");
}

static void full_disk(void)
{
	EXPECT(trace_region_init_at("/dev/full") >= 0);
	errno = 1234;
	{
		struct trace_region region;

		trace_region_begin(VirtioFs, &region, "a");
		EXPECT(region.id == 0); /* no Exit without an Enter */
		trace_region_end(VirtioFs, &region);
		trace_region_print(VirtioFs, "b");
	}
	EXPECT(errno == 1234);
	EXPECT(trace_region_fd() >= 0); /* there may be room again */
}

static void file_size_limit(void)
{
	const struct rlimit limit = { 4, 4 };

	marker_open();
	EXPECT(setrlimit(RLIMIT_FSIZE, &limit) == 0);
	one_region(); /* 4 bytes */
	one_region(); /* SIGXFSZ, if it got through */
	EXPECT(strlen(marker_text()) == 4);
	marker_remove();
}

static void descriptor_closed_by_the_program(void)
{
	marker_open();
	close(trace_region_fd());
	errno = 1234;
	one_region();
	EXPECT(errno == 1234);
	EXPECT(trace_region_fd() == -1);
	EXPECT_MARKER("");
}

/* Returns: the reading end. */
static int make_fifo(void)
{
	int fd;

	marker_make();
	marker_remove();
	EXPECT(mkfifo(marker_path, 0600) == 0);
	fd = open(marker_path, O_RDONLY | O_NONBLOCK);
	EXPECT(fd >= 0);
	return fd;
}

static void fifo_without_a_reader(void)
{
	close(make_fifo());
	EXPECT(trace_region_init_at(marker_path) == -1 && errno == ENXIO);
	marker_remove();
}

static void fifo_whose_reader_left(void)
{
	int reader = make_fifo();

	EXPECT(trace_region_init_at(marker_path) >= 0);
	marker_remove();
	close(reader);
	errno = 1234;
	one_region(); /* SIGPIPE, if it got through */
	EXPECT(errno == 1234);
	EXPECT(trace_region_fd() == -1);
}

static volatile sig_atomic_t sigpipes;

static void count_sigpipe(int signo)
{
	(void)signo;
	sigpipes++;
}

static void sigpipe_of_the_program_stays(void)
{
	sigset_t set, old;
	int reader = make_fifo();

	EXPECT(trace_region_init_at(marker_path) >= 0);
	marker_remove();
	close(reader);
	signal(SIGPIPE, count_sigpipe);
	sigemptyset(&set);
	sigaddset(&set, SIGPIPE);
	sigprocmask(SIG_BLOCK, &set, &old);
	raise(SIGPIPE);
	one_region();
	EXPECT(sigpipes == 0);
	sigprocmask(SIG_SETMASK, &old, NULL);
	EXPECT(sigpipes == 1);
}

static void full_fifo_does_not_block(void)
{
	int reader = make_fifo(), i;
	char last[1];

	EXPECT(trace_region_init_at(marker_path) >= 0);
	marker_remove();
	alarm(20);
	for (i = 0; i < 10000; i++)
		one_region();
	EXPECT(trace_region_fd() >= 0);
	while (read(reader, last, 1) == 1)
		;
	trace_region_print(VirtioFs, "room");
	EXPECT(read(reader, last, 1) == 1 && *last == 'r');
}

static void descriptor_that_came_with_exec(void)
{
	int fd;

	marker_make();
	EXPECT(trace_region_init_fd(-1) == -1 && errno == EBADF);
	fd = open(marker_path, O_RDONLY);
	EXPECT(trace_region_init_fd(fd) == -1 && errno == EBADF);
	fd = open(marker_path, O_WRONLY);
	EXPECT(trace_region_init_fd(fd) == fd);
	EXPECT(trace_region_fd() == fd);
	trace_region_print(VirtioFs, "here");
	EXPECT_MARKER("here\n");
}

static void pipe_that_came_with_exec(void)
{
	int ends[2];

	EXPECT(pipe2(ends, O_NONBLOCK) == 0);
	EXPECT(trace_region_init_fd(ends[1]) == ends[1]);
	EXPECT(fcntl(ends[1], F_GETFL) & O_NONBLOCK);
	close(ends[0]);
	one_region(); /* SIGPIPE, if it got through */
	EXPECT(trace_region_fd() == -1);
}

static void expect_refused(int fd)
{
	errno = 0;
	EXPECT(trace_region_init_fd(fd) == -1 && errno == EINVAL);
	EXPECT(trace_region_fd() == -1 && !trace_region_enabled());
	EXPECT(fcntl(fd, F_GETFD) == 0); /* it still belongs to the program */
}

/* No reader: the first line that does not fit would wait forever. */
static void descriptor_that_may_block(void)
{
	int ends[2], terminal;

	EXPECT(pipe(ends) == 0);
	expect_refused(ends[1]);
	EXPECT(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
	expect_refused(ends[1]);
	terminal = posix_openpt(O_RDWR | O_NOCTTY);
	EXPECT(terminal >= 0);
	expect_refused(terminal);
	EXPECT(fcntl(terminal, F_SETFL, O_NONBLOCK) == 0);
	EXPECT(trace_region_init_fd(terminal) == terminal);
}

/* Like those that the library opens itself. */
static void descriptor_is_closed_by_exec(void)
{
	int fd, other;

	marker_make();
	fd = open(marker_path, O_WRONLY);
	other = open(marker_path, O_WRONLY);
	marker_remove();
	EXPECT(trace_region_init_fd(fd) == fd);
	EXPECT(fcntl(fd, F_GETFD) == FD_CLOEXEC);
	EXPECT(trace_region_init_fd(other) == fd);
	EXPECT(fcntl(other, F_GETFD) == 0); /* not taken over */
}

static void is_it_on(void)
{
	EXPECT(!trace_region_enabled() && !(trace_region_enabled)());
	marker_open();
	EXPECT(trace_region_enabled() && (trace_region_enabled)());
	close(trace_region_fd());
	one_region();
	EXPECT(!trace_region_enabled() && !(trace_region_enabled)());
	marker_remove();
}

static void counters(void)
{
	unsigned char length = 200;
	char expected[400];
	int pid = getpid(), evaluated = 0;

	trace_region_counter(VirtioFs, "queue", ++evaluated);
	trace_region_counter(VirtioNet, "queue", ++evaluated);
	EXPECT(evaluated == 0);
	marker_open();
	trace_region_counter(VirtioFs, "queue", length);
	trace_region_counter(VirtioFs, "balance", LLONG_MIN);
	trace_region_counter(VirtioFs, "a|b\n", 1 << 20);
	trace_region_counter(VirtioNet, "queue", ++evaluated);
	EXPECT(evaluated == 0);
	snprintf(expected, sizeof(expected),
		 "C|%d|VirtioFs:queue|200\n"
		 "C|%d|VirtioFs:balance|-9223372036854775808\n"
		 "C|%d|VirtioFs:a\\u{7c}b\\n|1048576\n", pid, pid, pid);
	EXPECT_MARKER(expected);
}

/* The functions that bindings call instead of the macros. */
static void plain_functions(void)
{
	char expected[400];
	unsigned long id;

	EXPECT(trace_region_enter("Cat", "a", NULL) == 0);
	trace_region_exit(0, "Cat", "a");
	trace_region_message("not opened");
	trace_region_count("Cat", "n", 1);
	marker_open();
	id = trace_region_enter("Cat", "a - (b)", "key: 1");
	EXPECT(id != 0);
	trace_region_message("between");
	trace_region_exit(id, "Cat", "a - (b)");
	id = trace_region_enter("two words", "", "(a: 1)(b: 2)");
	trace_region_exit(id, "two words", "");
	id = trace_region_enter("", NULL, "");
	trace_region_exit(id, NULL, NULL);
	trace_region_exit(0, "Cat", "a");
	trace_region_count("Cat", "n", -1);
	snprintf(expected, sizeof(expected),
		 "1 Cat Enter: a - \\u{28}b) - (key: 1)\n"
		 "between\n"
		 "1 Cat Exit: a - \\u{28}b)\n"
		 "2 two_words Enter:  - (a: 1)(b: 2)\n"
		 "2 two_words Exit: \n"
		 "3 null Enter: null\n"
		 "3 null Exit: null\n"
		 "C|%d|Cat:n|-1\n", getpid());
	EXPECT_MARKER(expected);
}

static void errno_stays(void)
{
	marker_open();
	errno = 1234;
	one_region();
	trace_region_print(VirtioFs, "here");
	EXPECT(errno == 1234);
	trace_region_close();
	EXPECT(errno == 1234);
	marker_remove();
}

static void a_line_is_one_write(void)
{
	static char big[3000];
	char line[2 * TRACE_REGION_LINE_MAX];
	int ends[2];
	ssize_t n;

	/* a packet pipe keeps writes apart */
	EXPECT(pipe2(ends, O_DIRECT | O_NONBLOCK) == 0);
	EXPECT(trace_region_init_fd(ends[1]) == ends[1]);
	memset(big, 'x', sizeof(big) - 1);
	trace_region_print(VirtioFs, big);
	trace_region_print(VirtioFs, "short");
	n = read(ends[0], line, sizeof(line));
	EXPECT(n == TRACE_REGION_LINE_MAX);
	EXPECT(memcmp(line + n - 5, "x...\n", 5) == 0);
	n = read(ends[0], line, sizeof(line));
	EXPECT(n == 6 && memcmp(line, "short\n", 6) == 0);
}

int main(int argc, char **argv)
{
	static const struct test tests[] = {
		{ "marker: the lines of crosvm", lines_of_crosvm },
		{ "marker: without pairs, and print", without_pairs },
		{ "marker: scopes end in order", scopes_end_in_order },
		{ "marker: an end is written once", end_is_written_once },
		{ "marker: a line is one write", a_line_is_one_write },
		{ "marker: a disabled category writes nothing", off_category_is_silent },
		{ "marker: unopened, no value is computed",
		  unopened_computes_nothing },
		{ "marker: opened once", opens_once },
		{ "marker: the descriptor has a high number",
		  descriptor_is_out_of_the_way },
		{ "marker: no other file of the program gets the number",
		  descriptor_is_out_of_reach },
		{ "marker: few descriptors allowed", few_descriptors_allowed },
		{ "marker: close and open again", close_and_open_again },
		{ "marker: the environment names the file",
		  environment_names_the_file },
		{ "marker: an empty name opens nothing",
		  empty_environment_opens_nothing },
		{ "marker: no tracefs", no_tracefs },
		{ "marker: no permission", no_permission },
		{ "marker: full disk", full_disk },
		{ "marker: file size limit", file_size_limit },
		{ "marker: the program closed the descriptor",
		  descriptor_closed_by_the_program },
		{ "marker: FIFO without a reader", fifo_without_a_reader },
		{ "marker: FIFO whose reader left", fifo_whose_reader_left },
		{ "marker: a pending SIGPIPE of the program stays",
		  sigpipe_of_the_program_stays },
		{ "marker: a full FIFO does not block",
		  full_fifo_does_not_block },
		{ "marker: a descriptor that came with exec",
		  descriptor_that_came_with_exec },
		{ "marker: a pipe that came with exec",
		  pipe_that_came_with_exec },
		{ "marker: a descriptor that may block is refused",
		  descriptor_that_may_block },
		{ "marker: exec closes a descriptor that came with exec",
		  descriptor_is_closed_by_exec },
		{ "marker: trace_region_enabled()", is_it_on },
		{ "marker: counters", counters },
		{ "marker: functions for bindings", plain_functions },
		{ "marker: errno stays", errno_stays },
	};

	return test_main(tests, TEST_COUNT(tests), argc, argv);
}

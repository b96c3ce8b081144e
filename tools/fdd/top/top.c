// SPDX-License-Identifier: GPL-2.0
/* fdd top: the functions that take most, live. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <time.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "top/top.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

#define READ_NS			(100 * 1000000ull)	/* between looks at the buffers */
#define DEFAULT_INTERVAL_NS	(2 * NSEC_PER_SEC)
#define DEFAULT_WINDOW_NS	(10 * NSEC_PER_SEC)
#define DEFAULT_THRESH_US	100
#define DEFAULT_LIMIT		20

enum { OPT_ONCE = SESSION_OPT_OWN, OPT_JSON, OPT_COUNT };

static const struct option long_options[] = {
	SESSION_LONG_OPTIONS,
	{ "interval", required_argument, NULL, 'i' },
	{ "window", required_argument, NULL, 'w' },
	{ "sort", required_argument, NULL, 's' },
	{ "limit", required_argument, NULL, 'n' },
	{ "once", no_argument, NULL, OPT_ONCE },
	{ "json", no_argument, NULL, OPT_JSON },
	{ "count", required_argument, NULL, OPT_COUNT },
	{ "help", no_argument, NULL, 'h' },
	{ NULL, 0, NULL, 0 }
};

static void print_help(void)
{
	fputs("usage: fdd top [OPTION...]\n"
	      "Show which kernel functions take most, as it happens. In the view, ? lists the\n"
	      "keys.\n\n"
	      SESSION_HELP
	      "  -i, --interval TIME        between updates (2s)\n"
	      "  -w, --window TIME          what counts as lately (10s)\n"
	      "  -s, --sort KEY             total, self, calls, avg, p99, max or name\n"
	      "  -n, --limit N              print the first N functions only (20; 0 is all)\n"
	      "      --once                 print once, after one interval, and end\n"
	      "      --json                 print JSON, a line for each interval\n"
	      "      --count N              end after N times\n"
	      "      --debug                tell each step\n"
	      "  -h, --help                 this text\n\n"
	      "With no filter and no threshold set, only calls of 100us and longer are traced:\n"
	      "-t 0 traces all, which slows the machine down.\n", stdout);
}

uint64_t top_clock(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * NSEC_PER_SEC + t.tv_nsec;
}

const char *top_time(char *buf, size_t size, uint64_t ns)
{
	if (ns < 1000)
		snprintf(buf, size, "%llu ns", (unsigned long long)ns);
	else if (ns < 1000000)
		snprintf(buf, size, "%.2f us", ns / 1e3);
	else if (ns < NSEC_PER_SEC)
		snprintf(buf, size, "%.2f ms", ns / 1e6);
	else
		snprintf(buf, size, "%.2f s", ns / 1e9);
	return buf;
}

/*
 * Options
 */

static int bad(const char *option, const char *what)
{
	fdd_error("top: %s %s: %s", option, optarg, what);
	return -1;
}

static int take_time(const char *option, uint64_t *ns)
{
	if (!fdd_parse_time(optarg, NSEC_PER_SEC, ns) || *ns < NSEC_PER_SEC / 10 ||
	    *ns > 86400 * NSEC_PER_SEC)
		return bad(option, "not a time of 100ms to a day");
	return 0;
}

static int take_option(struct top *t, int opt)
{
	switch (opt) {
	case 'i':
		return take_time("-i", &t->interval_ns);
	case 'w':
		return take_time("-w", &t->window_ns);
	case 's':
		t->choice.sort = top_sort_parse(optarg);
		if (t->choice.sort == TOP_NR_SORTS)
			return bad("-s", "not total, self, calls, avg, p99, max or name");
		return 0;
	case 'n':
		return fdd_parse_u64(optarg, &t->limit) ? 0 : bad("-n", "not a number");
	case OPT_COUNT:
		t->print = true;
		return fdd_parse_u64(optarg, &t->count) && t->count ? 0 :
			bad("--count", "not a number");
	case OPT_ONCE:
		t->print = true;
		t->count = 1;
		return 0;
	case OPT_JSON:
		t->print = t->json = true;
		return 0;
	}
	return session_option(&t->wish, opt, optarg) == 1 ? 0 : -1;
}

/* Returns 0, 1 if the help was asked for, -1 if something is wrong. */
static int parse(struct top *t, int argc, char **argv)
{
	int opt;

	optind = 0;
	while ((opt = getopt_long(argc, argv, SESSION_SHORT_OPTIONS "i:w:s:n:h",
				  long_options, NULL)) != -1) {
		if (opt == 'h') {
			print_help();
			return 1;
		}
		if (take_option(t, opt)) {
			fputs("Try \"fdd top --help\".\n", stderr);
			return -1;
		}
	}
	if (optind < argc) {
		fdd_error("top: unexpected '%s'\nTry \"fdd top --help\".", argv[optind]);
		return -1;
	}
	if (!t->print && !isatty(STDOUT_FILENO)) {
		fdd_error("top: the output is no terminal: use --once or --json");
		return -1;
	}
	return 0;
}

/*
 * The session
 */

/* Nobody wants all calls of all functions by accident. */
static void choose_threshold(struct session_wish *wish)
{
	uint64_t thresh = 0;

	tracing_read_u64(NULL, "tracing_thresh", &thresh);
	if (thresh || wish->has_thresh || wish->functions.nr || wish->pids.nr ||
	    wish->graph_functions.nr)
		return;
	wish->has_thresh = true;
	wish->thresh_us = DEFAULT_THRESH_US;
}

/* Our own reading makes calls, which would be read again. */
static int leave_us_out(const char *instance)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", getpid());
	return tracing_write(instance, "set_ftrace_notrace_pid", text);
}

static int start_tracing(struct top *t)
{
	int err;

	if (session_begin(&t->wish, t->instance))
		return -1;
	err = tracing_write(t->instance, "trace_clock", "mono");
	if (!err)
		err = leave_us_out(t->instance);
	if (err) {
		fdd_error("instance %s: %s", t->instance, strerror(-err));
		return -1;
	}
	if (t->wish.pids.nr && (tracing_write(t->instance, "options/function-fork", "1") ||
				session_set_pids(&t->wish, t->instance)))
		return -1;
	/* Not while its buffers are open: the kernel says it is busy then. */
	err = tracing_write(t->instance, "current_tracer", TRACER);
	if (err) {
		fdd_error("the tracer could not be started: %s (dmesg may say why)",
			  strerror(-err));
		return -1;
	}
	t->source = top_source_open(t->instance, t->model);
	return t->source ? 0 : -1;
}

static int take_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigaddset(&set, SIGQUIT);
	sigprocmask(SIG_BLOCK, &set, NULL);
	signal(SIGINT, SIG_DFL);
	signal(SIGTERM, SIG_DFL);
	signal(SIGPIPE, SIG_IGN);
	return signalfd(-1, &set, SFD_CLOEXEC | SFD_NONBLOCK);
}

/*
 * Time passes
 */

static void on_time(struct top *t)
{
	t->now = top_clock();
	if (t->now >= t->next_read) {
		top_source_read(t->source);
		t->next_read = t->now + READ_NS;
	}
	if (t->now >= t->next_slice) {
		top_data_next_slice(t->data);
		t->next_slice = t->now + t->window_ns / TOP_SLICES;
	}
}

bool top_wait(struct top *t, int fd, uint64_t until)
{
	struct pollfd fds[] = {
		{ .fd = t->signal_fd, .events = POLLIN },
		{ .fd = fd, .events = POLLIN },
	};

	on_time(t);
	while (!t->stop && t->now < until) {
		uint64_t next = until < t->next_read ? until : t->next_read;
		int ms = next > t->now ? (next - t->now) / 1000000 + 1 : 0;

		fds[0].revents = fds[1].revents = 0;
		if (poll(fds, ARRAY_SIZE(fds), ms) < 0 && errno == EINTR)
			return true;	/* a new size of the window */
		if (fds[0].revents)
			t->stop = true;
		on_time(t);
		if (fds[1].revents)
			return true;
	}
	return false;
}

static int run(struct top *t)
{
	int ret = -1;

	t->signal_fd = take_signals();
	t->model = fdd_model_new();
	t->data = top_data_new(t->model);
	snprintf(t->instance, sizeof(t->instance), "fdd-top-%d", getpid());
	if (!start_tracing(t)) {
		tracing_read_u64(NULL, "tracing_thresh", &t->thresh_us);
		t->start = top_clock();
		t->next_slice = t->start + t->window_ns / TOP_SLICES;
		ret = t->print ? top_print(t) : top_screen(t);
	}
	tracing_write(t->instance, "tracing_on", "0");
	top_source_close(t->source);
	if (undo_all())
		ret = -1;
	top_data_free(t->data);
	fdd_model_free(t->model);
	return ret ? 1 : 0;
}

int cmd_top(int argc, char **argv)
{
	struct top t = {
		.choice = { .recent = true },
		.interval_ns = DEFAULT_INTERVAL_NS,
		.window_ns = DEFAULT_WINDOW_NS,
		.limit = DEFAULT_LIMIT,
	};
	int ret = parse(&t, argc, argv);

	if (ret < 0) {
		ret = 2;
	} else if (ret > 0) {
		ret = 0;
	} else if (session_check(&t.wish)) {
		ret = 1;
	} else {
		choose_threshold(&t.wish);
		ret = run(&t);
	}
	session_wish_free(&t.wish);
	return ret;
}

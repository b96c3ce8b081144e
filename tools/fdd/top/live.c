// SPDX-License-Identifier: GPL-2.0
/* fdd top: the session, and how time passes in it. */
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include "top/live.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

#define READ_NS			(100 * 1000000ull)	/* between looks at the buffers */

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
	t->now = fdd_now();
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

int top_run(struct top *t, int (*show)(struct top *t))
{
	int ret = -1;

	t->signal_fd = take_signals();
	t->model = fdd_model_new();
	t->data = top_data_new(t->model);
	snprintf(t->instance, sizeof(t->instance), "fdd-top-%d", getpid());
	if (!start_tracing(t)) {
		tracing_read_u64(NULL, "tracing_thresh", &t->thresh_us);
		t->start = fdd_now();
		t->next_slice = t->start + t->window_ns / TOP_SLICES;
		ret = show(t);
	}
	tracing_write(t->instance, "tracing_on", "0");
	top_source_close(t->source);
	if (undo_all())
		ret = -1;
	top_data_free(t->data);
	fdd_model_free(t->model);
	return ret ? 1 : 0;
}

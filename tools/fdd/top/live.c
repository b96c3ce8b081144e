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
#include "tracing/stat.h"
#include "tracing/tasks.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

#define DEFAULT_THRESH_US	100
#define READ_NS			(100 * 1000000ull)	/* between looks at the buffers */

/* Our own reading makes calls, which would be read again. */
static int leave_us_out(const char *instance)
{
	char text[16];

	snprintf(text, sizeof(text), "%d", getpid());
	return tasks_set(instance, NO_PID_FILE, text);
}

/* Do not trace all calls of all functions by default. */
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

/* Without one of its own, that of the kernel */
static void read_threshold(struct top *t)
{
	if (t->wish.has_thresh)
		t->thresh_us = t->wish.thresh_us;
	else
		tracing_read_u64(NULL, "tracing_thresh", &t->thresh_us);
}

/* The instance in which calls are traced */
static const char *place_of(const struct top *t)
{
	return session_place(&t->wish, t->instance);
}

static int select_tasks(const struct top *t)
{
	if (leave_us_out(place_of(t)))
		return -1;
	return t->wish.pids.nr && (tracing_write(place_of(t), "options/function-fork", "1") ||
				   session_set_pids(&t->wish, place_of(t))) ? -1 : 0;
}

/*
 * All calls are counted, whether they are recorded or not. They are not, since tracing_on of
 * the instance is 0: a threshold would be one for all instances.
 */
static int start_counting(struct top *t)
{
	int err = tracing_write(t->instance, "tracing_on", "0");

	if (err)
		fdd_error("instance %s: tracing_on: %s", t->instance, strerror(-err));
	if (err || select_tasks(t) || stat_select(t->instance))
		return -1;
	t->all = top_counts_open(t->instance);
	return t->all ? 0 : -1;
}

static int start_events(struct top *t)
{
	int err = tracing_write(place_of(t), "trace_clock", "mono");

	if (err)
		fdd_error("instance %s: %s", t->instance, strerror(-err));
	if (err || select_tasks(t))
		return -1;
	/* Not while its buffers are open: the kernel says it is busy then. */
	err = tracing_write(place_of(t), "current_tracer", session_tracer(&t->wish));
	if (err) {
		fdd_error("the tracer could not be started: %s (dmesg may say why)",
			  strerror(-err));
		return -1;
	}
	t->source = top_source_open(place_of(t), t->instance, t->wish.tracer, t->model);
	return t->source ? 0 : -1;
}

/* A threshold selects calls, which only events can show; statistics have no tasks and CPUs. */
static int start_tracing(struct top *t)
{
	bool events = t->wish.has_thresh || t->by != TOP_BY_FUNCTION;

	if (session_load_or_graph(&t->wish, "no statistics, only events of calls as long as -t"))
		return -1;
	t->no_statistics = !stat_is_there();
	events |= t->no_statistics;
	if (events)
		choose_threshold(&t->wish);
	if (session_create(&t->wish, t->instance))
		return -1;
	return events ? start_events(t) : start_counting(t);
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

/* Reading the statistics is more work than reading new events: only when they are used. */
void top_update(struct top *t)
{
	if (t->all && !top_counts_read(t->all, t->data))
		t->stop = true;
	session_counts(place_of(t), &t->counts);
	if (t->source && t->wish.pids.nr && !t->strange &&
	    tasks_find_stranger(place_of(t), &t->stranger))
		t->strange = t->stop = true;
}

uint64_t top_lost(const struct top *t)
{
	return t->all ? top_counts_missed(t->all) : session_lost(&t->counts);
}

const char *top_falls_back(const struct top *t)
{
	if (!t->source || !t->no_statistics)
		return NULL;
	return t->wish.tracer ? "events only: without the module" :
	       "events only: the module has no option duration-stat";
}

void top_reset(struct top *t)
{
	top_update(t);
	top_data_reset(t->data);
}

static void on_time(struct top *t)
{
	t->now = fdd_now();
	if (t->now >= t->next_read) {
		if (t->source)
			top_source_read(t->source);
		t->next_read = t->now + READ_NS;
	}
	if (t->now >= t->next_slice) {
		top_update(t);
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
	t->data = top_data_new(t->model, t->by);
	snprintf(t->instance, sizeof(t->instance), "fdd-top-%d", getpid());
	if (!start_tracing(t)) {
		if (t->source)
			read_threshold(t);
		t->start = fdd_now();
		t->next_slice = t->start + t->window_ns / TOP_SLICES;
		ret = show(t);
	}
	if (t->strange)
		ret = tasks_tell_stranger("-p", t->stranger);
	tracing_write(place_of(t), "tracing_on", "0");
	top_source_close(t->source);
	top_counts_close(t->all);
	if (undo_all())
		ret = -1;
	top_data_free(t->data);
	fdd_model_free(t->model);
	return ret ? 1 : 0;
}

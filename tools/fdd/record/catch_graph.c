// SPDX-License-Identifier: GPL-2.0
/*
 * fdd catch without the module: function_graph of the kernel records calls as long as
 * tracing_thresh, that is the slow ones, and nothing else. A second instance has the events of
 * the scheduler, and is overwritten. When a slow call is recorded, poll() of trace_pipe returns,
 * and fdd takes a snapshot of the second instance, which then has what led to the call.
 */
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/util.h"
#include "record/catch_state.h"
#include "record/child.h"
#include "tracing/events.h"
#include "tracing/tracing.h"

static const char *place_of(const struct catch *c)
{
	return session_place(&c->record.wish, c->record.instance);
}

/* The events. The first snapshot allocates its memory, and is forgotten. */
static int make_history(struct catch *c)
{
	const struct record *r = &c->record;

	snprintf(c->history, sizeof(c->history), "%s-events", r->instance);
	if (session_make_instance(c->history, r->wish.buffer_kb) ||
	    tracing_set(c->history, "options/overwrite", "1") ||
	    (!r->no_sched && sched_events_enable(c->history)))
		return -1;
	if (tracing_set(c->history, "snapshot", "1"))
		return -1;
	c->hold_fd = catch_open(c->history, "per_cpu/cpu0/" DAT_SNAPSHOT);
	if (c->hold_fd < 0)
		fdd_error("instance %s: %s", c->history, strerror(errno));
	return c->hold_fd >= 0 && !tracing_set(c->history, "snapshot", "2") ? 0 : -1;
}

/* Of the slow calls, whose buffer needs little room */
static int make_calls(struct catch *c)
{
	struct record *r = &c->record;
	uint64_t buffer_kb = r->wish.buffer_kb;
	int ret;

	r->wish.buffer_kb = 0;
	ret = session_create(&r->wish, r->instance);
	r->wish.buffer_kb = buffer_kb;
	return ret || record_make_command(r) || record_select_tasks(r) ||
	       tracing_set(place_of(c), "buffer_percent", "0") ? -1 : 0;
}

static int watch(struct catch *c)
{
	c->counts = true;
	c->wake_events = POLLIN;
	c->wake_fd = catch_open(place_of(c), "trace_pipe");
	if (c->wake_fd < 0)
		fdd_error("trace_pipe: %s", strerror(errno));
	return c->wake_fd < 0 ? -1 : 0;
}

static int arm(struct catch *c)
{
	if (c->has_history_thresh)
		fdd_warning("--history-thresh is not used: it needs the module");
	if (make_calls(c) || make_history(c) ||
	    tracing_set(place_of(c), "current_tracer", session_tracer(&c->record.wish)) ||
	    tracing_set(place_of(c), "trace", "") || tracing_set(place_of(c), "tracing_on", "1"))
		return -1;
	return watch(c);
}

static bool taken(struct catch *c)
{
	struct pollfd p = { .fd = c->wake_fd, .events = POLLIN };

	return poll(&p, 1, 0) > 0 && !tracing_set(c->history, "snapshot", "1");
}

static void buffers(const struct catch *c, struct dat_save *save)
{
	save->calls = (struct dat_buffer){ place_of(c), DAT_LIVE };
	save->events = (struct dat_buffer){ c->history, DAT_SNAPSHOT };
}

/* The calls that came since then are counted, and forgotten. */
static int again(struct catch *c)
{
	char text[4096];

	while (read(c->wake_fd, text, sizeof(text)) > 0)
		;
	return tracing_set(c->history, "snapshot", "2");
}

static uint64_t count(const struct catch *c)
{
	struct session_counts counts;

	session_counts(place_of(c), &counts);
	return counts.written;
}

static int check(const struct catch *c)
{
	uint64_t on = 0;

	if (!tracing_has_word(place_of(c), "current_tracer", session_tracer(&c->record.wish)))
		return catch_report_change(c, "current_tracer");
	if (!tracing_read_u64(place_of(c), "tracing_on", &on) || !on ||
	    !tracing_read_u64(c->history, "tracing_on", &on) || !on)
		return catch_report_change(c, "tracing_on");
	return 0;
}

const struct catch_way catch_by_graph = {
	.arm = arm, .taken = taken, .buffers = buffers, .again = again, .count = count,
	.check = check,
};

// SPDX-License-Identifier: GPL-2.0
/*
 * Time asleep, waiting for a CPU and in interrupts during a call.
 *
 * A task has a list of spans: times away from a CPU, and interrupts. When a call returns,
 * the spans that began within it are joined into one, since every later caller that contains
 * one of them contains the call. Other spans stay. So there are about as many spans as there
 * are calls and sleeps whose caller has not returned. Above MAX_SPANS neighbours are joined,
 * and a call that begins between two joined spans gets the time of neither.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "model/off.h"

#define MAX_SPANS	128		/* of a task */
#define FEW_SPANS	4		/* of a task, if all tasks together have too many */
#define MANY_SPANS	(1u << 19)
#define MAX_TASKS	(1u << 17)
#define NO_DEPTH	UINT16_MAX	/* depth unknown: within any call */

struct fdd_off_span {
	uint64_t	start, end;
	struct fdd_off	all;
	struct fdd_off	self;		/* the part not counted in the self time of a call */
	uint16_t	depth;
	bool		whole;		/* one kind of time from start to end */
	bool		joined;		/* of several, because of a limit */
};

/*
 * Functions that only sleep. Without sched_switch in the trace, and on an idle CPU, their
 * self time is time asleep, except for those called by another one of them.
 */
const char *const fdd_off_funcs[] = {
	"acpi_idle_enter", "arch_cpu_idle", "call_cpuidle", "cpu_do_idle", "cpu_idle_poll",
	"cpuidle_enter", "cpuidle_enter_state", "default_idle", "default_idle_call", "do_idle",
	"intel_idle", "mwait_idle", "native_safe_halt", "psci_enter_idle_state",
	"pv_native_safe_halt",

	"__schedule", "do_nanosleep", "futex_wait_queue", "futex_wait_queue_me",
	"hrtimer_nanosleep", "io_schedule", "io_schedule_timeout", "msleep",
	"msleep_interruptible", "poll_schedule_timeout", "schedule",
	"schedule_hrtimeout_range", "schedule_hrtimeout_range_clock", "schedule_idle",
	"schedule_preempt_disabled", "schedule_rtlock", "schedule_timeout",
	"schedule_timeout_idle", "schedule_timeout_interruptible",
	"schedule_timeout_killable", "schedule_timeout_uninterruptible",
	"usleep_range_state", "wait_woken",
};

static_assert(ARRAY_SIZE(fdd_off_funcs) == FDD_FUNC_FIRST - FDD_FUNC_IDLE, "see call.h");

static void join(struct fdd_off_span *to, const struct fdd_off_span *from)
{
	to->end = from->end > to->end ? from->end : to->end;
	to->depth = from->depth < to->depth ? from->depth : to->depth;
	to->whole = false;
	fdd_off_add(&to->all, &from->all);
	fdd_off_add(&to->self, &from->self);
}

/* Join pairs of the older half. */
static void join_pairs(struct fdd_off_task *t)
{
	unsigned int half = t->nr / 2 & ~1u, nr = 0;

	for (unsigned int i = 0; i < half; i += 2) {
		t->spans[nr] = t->spans[i];
		t->spans[nr].joined = true;
		join(&t->spans[nr++], &t->spans[i + 1]);
	}
	memmove(&t->spans[nr], &t->spans[half], (t->nr - half) * sizeof(*t->spans));
	t->nr -= half - nr;
}

static void add_span(struct fdd_off_task *t, const struct fdd_off_span *span)
{
	if (t->nr == MAX_SPANS || (t->nr >= FEW_SPANS && t->offs->nr_spans > MANY_SPANS))
		join_pairs(t);
	if (t->nr == t->cap) {
		unsigned int more = t->cap ? t->cap : 1;

		t->cap += more;
		t->offs->nr_spans += more;
		t->spans = xrealloc(t->spans, t->cap * sizeof(*t->spans));
	}
	t->spans[t->nr++] = *span;
}

/* Tasks */

struct fdd_off_task *fdd_offs_task(struct fdd_offs *o, uint64_t key, bool add)
{
	uint64_t *number = fdd_map_find(&o->keys, key);

	if (number)
		return o->tasks[*number - 1];
	if (!add)
		return NULL;
	if (o->nr == MAX_TASKS) {
		o->cut = true;
		return NULL;
	}
	GROW(o->tasks, o->nr, o->cap);
	o->tasks[o->nr] = xcalloc(1, sizeof(**o->tasks));
	o->tasks[o->nr]->offs = o;
	*fdd_map_get(&o->keys, key) = ++o->nr;
	return o->tasks[o->nr - 1];
}

void fdd_offs_free(struct fdd_offs *o)
{
	for (uint32_t i = 0; o->tasks && i < o->nr; i++) {
		free(o->tasks[i]->spans);
		free(o->tasks[i]);
	}
	free(o->tasks);
	o->tasks = NULL;
	fdd_map_free(&o->keys);
}

/* Switches */

void fdd_off_leave(struct fdd_off_task *t, uint64_t time, bool runnable)
{
	/* its switch to a CPU was lost */
	if (t->away || !t->since)
		t->since = time;
	t->away = true;
	t->runnable = runnable;
	t->left = time;
	t->woken = 0;
}

void fdd_off_wake(struct fdd_off_task *t, uint64_t time)
{
	if (t->away && !t->woken && time >= t->left)
		t->woken = time;
}

void fdd_off_come(struct fdd_off_task *t, uint64_t time)
{
	struct fdd_off_span span = {
		.start = t->left, .end = time, .depth = NO_DEPTH, .whole = true,
	};
	uint64_t woken = t->runnable ? t->left : t->woken ? t->woken : time;

	/* its switch from the CPU was lost */
	if (!t->away)
		t->since = time;
	if (t->away && time > t->left) {
		woken = woken < time ? woken : time;
		span.all.asleep = woken - t->left;
		span.all.waiting = time - woken;
		span.self = span.all;
		add_span(t, &span);
	}
	t->away = false;
}

/* Calls */

static bool is_within(const struct fdd_off_span *span, const struct fdd_call *call)
{
	if (span->depth <= call->depth)
		return false;
	return (call->flags & FDD_CALL_NO_TIME) || span->start + call->slack >= call->calltime;
}

/* The scheduler calls functions before sched_switch: end spans that contain them. */
static void split(struct fdd_off_span *span, uint64_t time, struct fdd_off *later)
{
	uint64_t waiting = span->end - time;

	if (waiting > span->all.waiting)
		waiting = span->all.waiting;
	later->waiting = waiting;
	later->asleep = span->end - time - waiting;
	span->all.waiting -= later->waiting;
	span->all.asleep -= later->asleep;
	span->self = span->all;
	span->end = time;
}

/* Remove the spans within the call from the list. */
static struct fdd_off_call take_inner(struct fdd_off_task *t, const struct fdd_call *call)
{
	struct fdd_off_call off = { 0 };
	struct fdd_off_span *last;
	struct fdd_off later = { 0 };

	while (t->nr && is_within(&t->spans[t->nr - 1], call)) {
		last = &t->spans[--t->nr];
		fdd_off_add(&off.all, &last->all);
		fdd_off_add(&off.self, &last->self);
	}
	last = t->nr ? &t->spans[t->nr - 1] : NULL;
	if (last && last->whole && last->depth == NO_DEPTH && last->end > call->calltime &&
	    !(call->flags & FDD_CALL_NO_TIME)) {
		split(last, call->calltime, &later);
		fdd_off_add(&off.all, &later);
		fdd_off_add(&off.self, &later);
	}
	if (last && last->joined && last->end > call->calltime)
		t->offs->missing++;
	return off;
}

static uint64_t at_most(uint64_t *value, uint64_t limit)
{
	if (*value > limit)
		*value = limit;
	return limit - *value;
}

/* Limit to the duration, because of rounded times and lost events. */
static void limit(struct fdd_off *o, uint64_t duration)
{
	duration = at_most(&o->irqs, duration);
	duration = at_most(&o->asleep, duration);
	at_most(&o->waiting, duration);
}

static void sleep_by_itself(struct fdd_off_call *off, uint64_t self)
{
	uint64_t other = off->self.waiting + off->self.irqs;

	if (off->all.asleep || self <= other)
		return;
	off->self.asleep = off->all.asleep = self - other;
}

struct fdd_off_call fdd_off_returned(struct fdd_off_task *t, const struct fdd_call *call,
				     uint64_t self, enum fdd_off_kind kind)
{
	struct fdd_off_call off = take_inner(t, call);
	struct fdd_off_span span = {
		.start = call->calltime,
		.end = call->calltime + call->duration,
		.depth = call->depth,
	};

	if (kind == FDD_OFF_INTERRUPT) {
		span.all.irqs = span.self.irqs = call->duration;
		/* within any open call: an interrupt's depth is not one of the task's depths */
		span.depth = NO_DEPTH;
		add_span(t, &span);
		return (struct fdd_off_call){ 0 };
	}
	limit(&off.all, call->duration);
	limit(&off.self, self);
	if (kind == FDD_OFF_SLEEPS)
		sleep_by_itself(&off, self);
	span.all = off.all;
	if (fdd_off_any(&span.all))
		add_span(t, &span);
	return off;
}

static uint64_t less(uint64_t value, uint64_t by)
{
	return value > by ? value - by : 0;
}

/* Of a measured time the call's own part: without that of recorded callees. */
static uint64_t own(uint64_t measured, uint64_t all, uint64_t self)
{
	return less(measured, less(all, self));
}

struct fdd_off_call fdd_off_measured(struct fdd_off_task *t, const struct fdd_call *call,
				     uint64_t self, const struct fdd_detail *detail,
				     enum fdd_off_kind kind)
{
	struct fdd_off_call off = t ? take_inner(t, call) : (struct fdd_off_call){ 0 };
	struct fdd_off_span span = {
		.start = call->calltime,
		.end = call->calltime + call->duration,
		.depth = call->depth,
	};
	uint64_t traced;

	if (detail->has & FDD_DETAIL_SLEEP) {
		off.self.asleep = own(detail->asleep, off.all.asleep, off.self.asleep);
		off.self.waiting = own(detail->waiting, off.all.waiting, off.self.waiting);
		off.all.asleep = detail->asleep;
		off.all.waiting = detail->waiting;
	}
	traced = off.self.irqs;
	if (detail->has & FDD_DETAIL_IRQ) {
		off.self.irqs = own(detail->irq, off.all.irqs, off.self.irqs);
		off.all.irqs = detail->irq;
	}
	/* a measured self time is that without traced calls of interrupts */
	if (call->flags & FDD_CALL_SELF)
		off.self.irqs = less(off.self.irqs, traced);
	limit(&off.all, call->duration);
	limit(&off.self, self);
	if (kind == FDD_OFF_SLEEPS)
		sleep_by_itself(&off, self);
	span.all = off.all;
	if (t && !call->depth)
		fdd_off_forget(t);
	else if (t && fdd_off_any(&span.all))
		add_span(t, &span);
	return off;
}

void fdd_off_forget(struct fdd_off_task *t)
{
	t->nr = 0;
}

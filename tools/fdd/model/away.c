// SPDX-License-Identifier: GPL-2.0
/* The times during a window in which a task was not on a CPU. */
#include <stdlib.h>

#include "model/away.h"

struct tracker {
	struct fdd_aways	*aways;
	const struct fdd_window	*w;
	int32_t			pid;
	bool			known;		/* whether it is away */
	bool			away, runnable;
	uint64_t		since;		/* it left, or came */
	uint32_t		slack;		/* of that time */
	uint16_t		cpu;
	uint32_t		wake;		/* the next one */
	bool			by_wakers;	/* the window has sched_waking */
};

static struct fdd_away *add(struct tracker *t, uint64_t to, uint16_t cpu)
{
	struct fdd_aways *a = t->aways;

	GROW(a->list, a->nr, a->cap);
	a->list[a->nr] = (struct fdd_away){
		.left = t->since, .woken = to, .came = to,
		.left_cpu = t->cpu, .came_cpu = cpu, .wait_cpu = cpu,
		.runner = -1,
	};
	return &a->list[a->nr++];
}

static void add_lost(struct tracker *t, uint64_t to, uint16_t cpu)
{
	add(t, to, cpu)->lost = true;
}

/* The first waking between, and the CPU that it was queued on. */
static void find_wake(struct tracker *t, struct fdd_away *a)
{
	const struct fdd_window *w = t->w;

	for (; t->wake < w->nr_wakes && w->wakes[t->wake].at.time <= a->came; t->wake++) {
		const struct fdd_window_wake *wake = &w->wakes[t->wake];

		if (wake->woken != t->pid || wake->at.time < a->left)
			continue;
		if (!wake->of_waker && wake->to_cpu >= 0) {
			a->wait_cpu = wake->to_cpu;
			a->runner = wake->runner;
		}
		if (a->wake || wake->of_waker != t->by_wakers)
			continue;
		a->wake = wake;
		a->woken = wake->at.time;
	}
}

static void add_away(struct tracker *t, uint64_t to, uint16_t cpu)
{
	struct fdd_away *a = add(t, to, cpu);

	if (t->runnable) {
		a->woken = a->left;
		a->wait_cpu = a->left_cpu;
		return;
	}
	find_wake(t, a);
	/* A task that was away before the window, and was woken before it. */
	if (!a->wake && !t->known)
		a->woken = a->left;
}

static void leave(struct tracker *t, const struct fdd_window_switch *s)
{
	if (t->away)
		add_lost(t, s->at.time, s->cpu);
	t->known = true;
	t->away = true;
	t->runnable = s->runnable;
	t->since = s->at.time;
	t->slack = s->slack;
	t->cpu = s->cpu;
}

static void come(struct tracker *t, const struct fdd_window_switch *s, bool own)
{
	if (t->known ? !t->away : own)
		add_lost(t, s->at.time, s->cpu);
	else
		add_away(t, s->at.time, s->cpu);
	t->known = true;
	t->away = false;
	t->since = s->at.time;
	t->slack = s->slack;
	t->cpu = s->cpu;
}

static bool has_wakers(const struct fdd_window *w)
{
	for (uint32_t i = 0; i < w->nr_wakes; i++)
		if (w->wakes[i].of_waker)
			return true;
	return false;
}

void fdd_aways_find(struct fdd_aways *a, const struct fdd_window *w, int32_t pid, bool own)
{
	struct tracker t = {
		.aways = a, .w = w, .pid = pid, .since = w->from, .cpu = w->call.cpu,
		.by_wakers = has_wakers(w),
	};

	for (uint32_t i = 0; i < w->nr_switches; i++) {
		const struct fdd_window_switch *s = &w->switches[i];

		if (s->prev == pid)
			leave(&t, s);
		else if (s->next == pid)
			come(&t, s, own);
	}
	/* text has microseconds only: it may have left after the call */
	if (t.away && own && t.since + t.slack < w->to)
		add_lost(&t, w->to, w->call.cpu);
	else if (t.away && !own)
		add_away(&t, w->to, t.cpu);
}

void fdd_aways_free(struct fdd_aways *a)
{
	free(a->list);
	*a = (struct fdd_aways){ 0 };
}

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
	char			state;
	uint64_t		since;		/* it left, or came */
	uint32_t		slack;		/* of that time */
	uint16_t		cpu;
	uint32_t		wake;		/* the next one */
	bool			by_wakers;	/* the window has sched_waking */
	bool			moves;		/* it has sched_migrate_task */
	bool			entered;	/* a queue since it left */
};

static struct fdd_away *add(struct tracker *t, uint64_t to, uint16_t cpu)
{
	struct fdd_aways *a = t->aways;

	GROW(a->list, a->nr, a->cap);
	a->list[a->nr] = (struct fdd_away){
		.left = t->since, .woken = to, .came = to,
		.left_cpu = t->cpu, .came_cpu = cpu, .queue = a->nr_queues,
	};
	return &a->list[a->nr++];
}

static void add_lost(struct tracker *t, uint64_t to, uint16_t cpu)
{
	add(t, to, cpu)->lost = true;
}

static void add_queue(struct tracker *t, struct fdd_away *away, uint64_t from, uint16_t cpu,
		      int32_t runner)
{
	struct fdd_aways *a = t->aways;

	GROW(a->queues, a->nr_queues, a->cap_queues);
	a->queues[a->nr_queues++] = (struct fdd_queue){ .from = from, .cpu = cpu,
							.runner = runner };
	away->nr_queues++;
}

static struct fdd_queue *last_queue(const struct tracker *t, const struct fdd_away *a)
{
	return &t->aways->queues[a->queue + a->nr_queues - 1];
}

/* Where it slept is no queue: the first one after that is the queue from the beginning. */
static void enter_queue(struct tracker *t, struct fdd_away *a, const struct fdd_window_wake *wake)
{
	struct fdd_queue *last = last_queue(t, a);

	if (!a->preempted && a->nr_queues == 1 && !t->entered)
		*last = (struct fdd_queue){ a->left, wake->to_cpu, wake->runner };
	else if (last->cpu != wake->to_cpu)
		add_queue(t, a, wake->at.time, wake->to_cpu, wake->runner);
	t->entered = true;
}

/* The waking of a sleep, and the CPUs in whose queues it was. */
static void take_wake(struct tracker *t, struct fdd_away *a, const struct fdd_window_wake *wake)
{
	if (!wake->of_waker && wake->to_cpu >= 0)
		enter_queue(t, a, wake);
	if (a->preempted || wake->moved || a->wake || wake->of_waker != t->by_wakers)
		return;
	a->wake = wake;
	a->woken = wake->at.time;
}

static void find_wakes(struct tracker *t, struct fdd_away *a)
{
	const struct fdd_window *w = t->w;

	t->entered = false;
	add_queue(t, a, a->left, a->left_cpu, -1);
	for (; t->wake < w->nr_wakes && w->wakes[t->wake].at.time <= a->came; t->wake++) {
		const struct fdd_window_wake *wake = &w->wakes[t->wake];

		if (wake->woken == t->pid && wake->at.time >= a->left)
			take_wake(t, a, wake);
	}
}

/*
 * It came to another CPU, and nothing says when it was moved. If the CPU in whose queue it was
 * had nothing to do, it was not in that queue any more.
 */
static void guess_queue(struct tracker *t, struct fdd_away *a)
{
	struct fdd_queue *queue = last_queue(t, a);
	const struct fdd_window *w = t->w;
	uint16_t cpu = queue->cpu;

	if (cpu == a->came_cpu || t->moves)
		return;
	*queue = (struct fdd_queue){ a->left, FDD_NO_QUEUE, -1 };
	for (uint32_t i = fdd_window_switch_after(w, a->woken);
	     i < w->nr_switches && w->switches[i].at.time < a->came; i++) {
		if (w->switches[i].cpu != cpu || w->switches[i].next)
			continue;
		add_queue(t, a, w->switches[i].at.time, a->came_cpu, -1);
		break;
	}
}

static void add_away(struct tracker *t, uint64_t to, uint16_t cpu)
{
	struct fdd_away *a = add(t, to, cpu);

	/* it left before the window */
	if (!t->known)
		a->left_cpu = cpu;
	a->preempted = t->runnable;
	a->state = t->state;
	if (a->preempted)
		a->woken = a->left;
	find_wakes(t, a);
	/* A task that was away before the window, and was woken before it. */
	if (!a->wake && !a->preempted && !t->known)
		a->woken = a->left;
	if (a->woken < a->came)
		guess_queue(t, a);
}

static void leave(struct tracker *t, const struct fdd_window_switch *s)
{
	if (t->away)
		add_lost(t, s->at.time, s->cpu);
	t->known = true;
	t->away = true;
	t->runnable = s->runnable;
	t->state = s->state;
	t->since = s->at.time;
	t->slack = s->slack;
	t->cpu = s->cpu;
}

static void come(struct tracker *t, const struct fdd_window_switch *s, bool own)
{
	if (!t->known) {
		t->runnable = s->left == 'R';
		t->state = t->runnable ? '\0' : s->left;
	}
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

void fdd_aways_find(struct fdd_aways *a, const struct fdd_window *w, int32_t pid, bool own,
		    bool moves)
{
	struct tracker t = {
		.aways = a, .w = w, .pid = pid, .since = w->from, .cpu = w->call.cpu,
		.by_wakers = has_wakers(w), .moves = moves,
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

const struct fdd_queue *fdd_away_queue(const struct fdd_aways *a, const struct fdd_away *away,
				       uint64_t time, uint64_t *until)
{
	const struct fdd_queue *list = &a->queues[away->queue];
	uint32_t low = 0, high = away->nr_queues;

	/* It may have been moved very often: the last one that began before. */
	while (high - low > 1) {
		uint32_t mid = low + (high - low) / 2;

		if (list[mid].from <= time)
			low = mid;
		else
			high = mid;
	}
	*until = low + 1 < away->nr_queues ? list[low + 1].from : away->came;
	return &list[low];
}

void fdd_aways_free(struct fdd_aways *a)
{
	free(a->list);
	free(a->queues);
	*a = (struct fdd_aways){ 0 };
}

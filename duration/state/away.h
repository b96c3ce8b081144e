/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The time that a task is off the CPU in its calls, and that of interrupts on top of it.
 * duration/state/away.c describes it, and has the functions that are not inline.
 */
#ifndef _DURATION_STATE_AWAY_H
#define _DURATION_STATE_AWAY_H

#include <linux/percpu.h>
#include <linux/preempt.h>

#include <compat/fgraph.h>

#include "duration/state/frame.h"

/* Nanoseconds */
struct away_time {
	u64	asleep;
	u64	waiting;	/* for a CPU */
	u64	irq;		/* of interrupts on top of it */
};

int away_init(struct task_pool *pool, bool irq);
int away_open(struct task_pool *pool);
void away_close(struct task_pool *pool);
void away_exit(struct task_pool *pool);

/**
 * away_claim - a task gets a state
 * @pool: the session's
 * @task: the state
 *
 * Context: before the task's variable has the state.
 */
static inline void away_claim(const struct task_pool *pool, const struct duration_task *task)
{
	struct task_away *away;

	if (!pool->away)
		return;
	away = away_of(pool, task);
	away->since = 0;
	away->woken = 0;
}

/**
 * away_begin - a call begins
 * @pool: the session's, with away_init()
 * @task: the current task's state
 * @place: of the call's frame
 *
 * Context: an entry handler, before task_push_end().
 */
static inline void away_begin(const struct task_pool *pool, const struct duration_task *task,
			      long place)
{
	struct away_frame *frame = away_frame(away_of(pool, task), place);

	local_set(&frame->asleep, 0);
	local_set(&frame->waiting, 0);
	local_set(&frame->irq, 0);
	frame->level = interrupt_context_level();
}

/**
 * away_pop - a call has ended: its times are also those of the call that it is in
 * @pool: the session's
 * @task: the current task's state
 * @frame: the call's, after task_pop()
 *
 * An interrupt may add to the outer one's meanwhile.
 *
 * Context: a return handler.
 */
static __always_inline void away_pop(const struct task_pool *pool,
				     const struct duration_task *task,
				     const struct task_frame *frame)
{
	struct away_frame *inner, *outer;
	struct task_away *away;

	if (!pool->away)
		return;
	away = away_of(pool, task);
	inner = away_beside(away, task, frame);
	outer = away_frame(away, frame->outer);
	local_add(local_read(&inner->asleep), &outer->asleep);
	local_add(local_read(&inner->waiting), &outer->waiting);
	local_add(local_read(&inner->irq), &outer->irq);
}

/**
 * away_in - how long the task was off the CPU, or interrupted, in a call
 * @pool: the session's, with away_init()
 * @task: the current task's state
 * @frame: the call's, after task_pop()
 * @duration: how long it took
 *
 * The clocks of two CPUs may differ, so it could be longer than the call. A function that
 * enters or leaves an interrupt has no interrupts: it is partly in one itself.
 *
 * Context: a return handler.
 * Return: nanoseconds, together at most the duration.
 */
static inline struct away_time away_in(const struct task_pool *pool,
				       const struct duration_task *task,
				       const struct task_frame *frame, u64 duration)
{
	struct away_frame *in_call = away_beside(away_of(pool, task), task, frame);
	struct away_time in = { };

	in.asleep = min_t(u64, local_read(&in_call->asleep), duration);
	in.waiting = min_t(u64, local_read(&in_call->waiting), duration - in.asleep);
	if (pool->irqs && interrupt_context_level() == in_call->level)
		in.irq = min_t(u64, local_read(&in_call->irq),
			       duration - in.asleep - in.waiting);
	return in;
}

#endif /* _DURATION_STATE_AWAY_H */

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The time that a task is off the CPU in its calls. trace_duration_away.c describes it, and
 * has the functions that are not inline.
 */
#ifndef _TRACE_DURATION_AWAY_H
#define _TRACE_DURATION_AWAY_H

#include "trace_duration_task.h"

/* Nanoseconds */
struct away_time {
	u64	asleep;
	u64	waiting;	/* for a CPU */
};

/* A task's, beside its struct duration_task */
struct task_away {
	struct away_time	all;		/* since it has the state */
	u64			since;		/* when it was switched out; 0: it runs */
	u64			woken;		/* when it was woken after that; 0: not yet */
	bool			ready;		/* it was switched out without going to sleep */
	struct away_time	at[TASK_FRAMES + 1];	/* "all" at the beginning of each call */
};

int away_init(struct task_pool *pool);
int away_open(struct task_pool *pool);
void away_close(struct task_pool *pool);
void away_exit(struct task_pool *pool);

static __always_inline struct task_away *away_of(const struct task_pool *pool,
						 const struct duration_task *task)
{
	return pool->away + (task - pool->tasks);
}

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
	away->all = (struct away_time){ };
	away->since = 0;
	away->woken = 0;
}

/**
 * away_begin - a call begins
 * @pool: the session's, with away_init()
 * @task: the current task's state
 * @frame: the call's
 *
 * Context: an entry handler.
 */
static inline void away_begin(const struct task_pool *pool, const struct duration_task *task,
			      const struct task_frame *frame)
{
	struct task_away *away = away_of(pool, task);

	away->at[frame - task->frames] = away->all;
}

/**
 * away_in - how long the task was off the CPU in a call
 * @pool: the session's, with away_init()
 * @task: the current task's state
 * @frame: the call's, which ends
 * @duration: how long it took
 *
 * The clocks of two CPUs may differ, so it could be longer than the call.
 *
 * Context: a return handler.
 * Return: nanoseconds, together at most the duration.
 */
static inline struct away_time away_in(const struct task_pool *pool,
				       const struct duration_task *task,
				       const struct task_frame *frame, u64 duration)
{
	const struct task_away *away = away_of(pool, task);
	const struct away_time *then = away->at + (frame - task->frames);
	struct away_time in;

	in.asleep = min(away->all.asleep - then->asleep, duration);
	in.waiting = min(away->all.waiting - then->waiting, duration - in.asleep);
	return in;
}

#endif /* _TRACE_DURATION_AWAY_H */

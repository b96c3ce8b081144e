/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The time that a task is off the CPU in its calls, and that of interrupts on top of it.
 * trace_duration_away.c describes it, and has the functions that are not inline.
 */
#ifndef _TRACE_DURATION_AWAY_H
#define _TRACE_DURATION_AWAY_H

#include <linux/percpu.h>
#include <linux/preempt.h>

#include <compat/fgraph.h>

#include "trace_duration_irq.h"
#include "trace_duration_task.h"

/* Nanoseconds */
struct away_time {
	u64	asleep;
	u64	waiting;	/* for a CPU */
	u64	irq;		/* of interrupts on top of it */
};

/* At the beginning of a call */
struct away_begin {
	struct away_time	all;
	unsigned int		level;	/* interrupt_context_level() */
};

/* A task's, beside its struct duration_task */
struct task_away {
	struct away_time	all;		/* since it has the state */
	u64			since;		/* when it was switched out; 0: it runs */
	u64			woken;		/* when it was woken after that; 0: not yet */
	u64			irq_then;	/* its CPU's irq_time_all(), when it came there */
	bool			ready;		/* it was switched out without going to sleep */
	struct away_begin	at[TASK_FRAMES + 1];
};

int away_init(struct task_pool *pool, bool irq);
int away_open(struct task_pool *pool);
void away_close(struct task_pool *pool);
void away_exit(struct task_pool *pool);

static __always_inline struct task_away *away_of(const struct task_pool *pool,
						 const struct duration_task *task)
{
	return pool->away + task_index_of(pool, task);
}

/*
 * The time of interrupts on top of what runs: a task, or a softirq. Only differences mean
 * something. An interrupt that has not ended, and what is in one, is not counted.
 */
static inline u64 away_irq(const struct task_pool *pool, const struct task_away *away,
			   unsigned int level)
{
	const struct irq_time *irq;
	u64 time = 0;

	fgraph_preempt_disable();
	irq = this_cpu_ptr(pool->irqs);
	/* With PREEMPT_RT a softirq is run by a task. */
	if (level <= IS_ENABLED(CONFIG_PREEMPT_RT))
		time = away->all.irq + irq_time_all(irq) - away->irq_then;
	else if (level == 1)
		time = READ_ONCE(irq->hard);
	fgraph_preempt_enable();
	return time;
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
	if (pool->irqs)
		away->irq_then = irq_time_all(this_cpu_ptr(pool->irqs));
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

	struct away_begin *then = away->at + (frame - task->frames);

	then->all = away->all;
	then->level = interrupt_context_level();
	if (pool->irqs)
		then->all.irq = away_irq(pool, away, then->level);
}

/**
 * away_in - how long the task was off the CPU, or interrupted, in a call
 * @pool: the session's, with away_init()
 * @task: the current task's state
 * @frame: the call's, which ends
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
	const struct task_away *away = away_of(pool, task);
	const struct away_begin *then = away->at + (frame - task->frames);
	unsigned int level = interrupt_context_level();
	struct away_time in = { };

	in.asleep = min(away->all.asleep - then->all.asleep, duration);
	in.waiting = min(away->all.waiting - then->all.waiting, duration - in.asleep);
	if (pool->irqs && level == then->level)
		in.irq = min(away_irq(pool, away, level) - then->all.irq,
			     duration - in.asleep - in.waiting);
	return in;
}

#endif /* _TRACE_DURATION_AWAY_H */

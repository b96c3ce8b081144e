// SPDX-License-Identifier: GPL-2.0
/*
 * The time that tasks are off the CPU in their calls, and that of interrupts on top of them:
 * the options duration-sleep and duration-irq.
 *
 * Each call of a task with a state (duration/state/task.c) has two sums: how long the task was
 * asleep, and how long it was ready but waited for a CPU. Probes of sched_switch, sched_waking
 * and sched_wakeup add to those of the innermost call. When a call ends, its sums are added to
 * those of the call that it is in.
 *
 * A task that is switched out while it is runnable waits for a CPU. Another one sleeps
 * until it is woken, and waits from then on. sched_waking may come before the task has
 * been switched out, sched_wakeup comes after that; both are the same moment except there.
 *
 * A third sum is of the interrupts on top of the call (duration/state/irq.c).
 *
 * That the task was switched in, or an interrupt ended, is noted in the frame of the innermost call
 * as the end of a callee is: so they belong to the call to whose sums they were added, also if
 * they come while a handler runs (duration/state/task.h). Times are trace_clock_local(), like
 * those of calls.
 */
#include <linux/mm.h>
#include <linux/percpu.h>
#include <linux/sched.h>
#include <linux/slab.h>
#include <linux/tracepoint.h>

/* Before the private symbols: it declares the tracepoints, whose names are then macros. */
#include <trace/events/sched.h>

#include "duration/state/away.h"
#include "duration/state/irq.h"

static struct task_away *find_away(const struct task_pool *pool,
				   const struct task_struct *task)
{
	const unsigned long *stack = READ_ONCE(task->ret_stack);
	unsigned long index;

	if (!stack)
		return NULL;
	index = task_index(pool, stack);
	return index < pool->nr ? pool->away + index : NULL;
}

static void switched_out(struct task_away *away, bool ready, u64 now)
{
	away->ready = ready;
	WRITE_ONCE(away->woken, 0);
	WRITE_ONCE(away->since, now);
}

static void woken(struct task_away *away, u64 now)
{
	if (READ_ONCE(away->since) && !READ_ONCE(away->woken))
		WRITE_ONCE(away->woken, now);
}

/* Returns: for how long it was off the CPU. */
static struct away_time switched_in(struct task_away *away, u64 now)
{
	u64 since = away->since, wakeup = READ_ONCE(away->woken);

	if (!since)
		return (struct away_time){ };
	WRITE_ONCE(away->since, 0);
	if ((s64)(now - since) <= 0)
		return (struct away_time){ };
	if (away->ready)
		wakeup = since;
	else if (!wakeup)
		wakeup = now;
	wakeup = clamp(wakeup, since, now);
	return (struct away_time){ .asleep = wakeup - since, .waiting = now - wakeup };
}

/* The task does not run yet. */
static void add_away(const struct task_pool *pool, struct task_away *away, struct away_time time,
		     u64 now)
{
	struct duration_task *task = pool->tasks + (away - pool->away);
	long top = READ_ONCE(task->top);
	struct away_frame *frame = away_frame(away, top);

	local_add(time.asleep, &frame->asleep);
	local_add(time.waiting, &frame->waiting);
	task_note_end(task_frame(task, top), now);
}

static void probe_switch(void *data, bool preempt, struct task_struct *prev,
			 struct task_struct *next, unsigned int prev_state)
{
	const struct task_pool *pool = data;
	struct task_away *out = find_away(pool, prev), *in = find_away(pool, next);
	u64 now;

	if (!out && !in)
		return;
	now = trace_clock_local();
	if (out)
		switched_out(out, preempt || prev_state == TASK_RUNNING, now);
	if (in)
		add_away(pool, in, switched_in(in, now), now);
}

static void probe_waking(void *data, struct task_struct *task)
{
	struct task_away *away = find_away(data, task);

	if (away)
		woken(away, trace_clock_local());
}

/**
 * away_init - make room for the times of a pool's tasks
 * @pool: with its tasks
 * @irq: also for the times of interrupts
 *
 * Context: process context.
 * Return: 0, or -ENOMEM. The caller calls away_exit() in both cases.
 */
int away_init(struct task_pool *pool, bool irq)
{
	pool->away = kvzalloc(array_size(pool->nr, sizeof(*pool->away)),
			      GFP_KERNEL | __GFP_RETRY_MAYFAIL);
	if (irq)
		pool->irqs = alloc_percpu(struct irq_time);
	return pool->away && (pool->irqs || !irq) ? 0 : -ENOMEM;
}

/**
 * away_open - begin to measure
 * @pool: of away_init(), with its place in the shadow stacks
 *
 * Context: process context.
 * Return: 0, or an error of tracepoint_probe_register(); nothing is registered then.
 */
int away_open(struct task_pool *pool)
{
	int ret;

	check_trace_callback_type_sched_switch(probe_switch);
	check_trace_callback_type_sched_waking(probe_waking);
	check_trace_callback_type_sched_wakeup(probe_waking);
	ret = tracepoint_probe_register(&__tracepoint_sched_switch, probe_switch, pool);
	if (ret)
		return ret;
	ret = tracepoint_probe_register(&__tracepoint_sched_waking, probe_waking, pool);
	if (ret)
		goto out_switch;
	ret = tracepoint_probe_register(&__tracepoint_sched_wakeup, probe_waking, pool);
	if (ret)
		goto out_waking;
	ret = pool->irqs ? irq_times_open(pool) : 0;
	if (ret)
		goto out_wakeup;
	return 0;

out_wakeup:
	tracepoint_probe_unregister(&__tracepoint_sched_wakeup, probe_waking, pool);
out_waking:
	tracepoint_probe_unregister(&__tracepoint_sched_waking, probe_waking, pool);
out_switch:
	tracepoint_probe_unregister(&__tracepoint_sched_switch, probe_switch, pool);
	tracepoint_synchronize_unregister();
	return ret;
}

/**
 * away_close - undo away_open()
 * @pool: no handler may use it any more
 *
 * The caller waits with tracepoint_synchronize_unregister() before it frees anything.
 *
 * Context: process context, sleeps.
 */
void away_close(struct task_pool *pool)
{
	if (pool->irqs)
		irq_times_close(pool);
	tracepoint_probe_unregister(&__tracepoint_sched_wakeup, probe_waking, pool);
	tracepoint_probe_unregister(&__tracepoint_sched_waking, probe_waking, pool);
	tracepoint_probe_unregister(&__tracepoint_sched_switch, probe_switch, pool);
}

/**
 * away_exit - undo away_init()
 * @pool: closed
 *
 * Context: process context.
 */
void away_exit(struct task_pool *pool)
{
	free_percpu(pool->irqs);
	kvfree(pool->away);
	pool->irqs = NULL;
	pool->away = NULL;
}

#ifdef DURATION_KUNIT
#include "tests/kunit/away_test.c"
#endif

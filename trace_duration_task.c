// SPDX-License-Identifier: GPL-2.0
/*
 * The state that a session keeps for each task: the calls that it is in.
 *
 * A stack of frames for each task, of the session's own calls, in memory that is
 * allocated before tracing begins. The frames have what the core's do not have room for
 * or would have to search for: the call time, the time of the callees, and whether the
 * function is in an outer frame. Interrupts and NMIs push above the task that they
 * interrupt, as they do on the shadow stack, and pop before it goes on.
 *
 * The task variable of the session has the index of the task's state, and a tag. The
 * core does not clear the variables when an index is used again (register_ftrace_graph()
 * clears them only if there is another user), so it may have any earlier value. The
 * tag is made from the time of the boot clock, in units shorter than the start of a
 * session takes, so no other session of this boot has the same tag. Bit 63 is set, unlike
 * in values of function_graph and of graph_entry(). So no variable has to be cleared, and
 * none is ever used as a pointer.
 *
 * A frame is found by its depth and function. The core may skip a return
 * (__ftrace_return_to_handler(), a recursion), and calls us for frames of other users
 * and of earlier sessions. A frame was skipped, and is dropped, if a call or
 * return that is not deeper finds it on the stack.
 *
 * The idle task of a CPU has a place of its own: its variables are cleared when the CPU
 * comes online (ftrace_graph_init_idle_task()). Other tasks take a free place at their
 * first call, and give it back when they are freed, by a probe of sched_process_free:
 * the task does not run any more then, and still has its shadow stack.
 */
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>

/* Before the private symbols: it declares the tracepoint, whose name is then a macro. */
#include <trace/events/sched.h>

#include "trace_duration.h"

static unsigned long pool_tag(void)
{
	return BIT(63) | (ktime_get_boottime_ns() >> 12) << TASK_INDEX_BITS;
}

static unsigned long count_tasks(void)
{
	struct task_struct *process, *task;
	unsigned long n = 0;

	rcu_read_lock();
	for_each_process_thread(process, task)
		n++;
	rcu_read_unlock();
	return n;
}

/**
 * task_pool_init - make room for the states of tasks
 * @pool: zeroed
 * @spare: number of tasks beyond those that exist now and the idle tasks
 * @details: what is recorded of a call, of SESSION_DETAILS
 *
 * Context: process context.
 * Return: 0, or -ENOMEM.
 */
int task_pool_init(struct task_pool *pool, unsigned long spare, unsigned int details)
{
	unsigned long nr = nr_cpu_ids + count_tasks() + spare;

	nr = min(round_up(nr, BITS_PER_LONG), BIT(TASK_INDEX_BITS - 1));
	pool->tasks = kvzalloc(array_size(nr, sizeof(*pool->tasks)),
			       GFP_KERNEL | __GFP_RETRY_MAYFAIL);
	pool->used = kvzalloc(nr / BITS_PER_BYTE, GFP_KERNEL);
	if (!pool->tasks || !pool->used) {
		task_pool_exit(pool);
		return -ENOMEM;
	}
	pool->nr = nr;
	if ((details & (DURATION_SLEEP | DURATION_IRQ)) &&
	    away_init(pool, details & DURATION_IRQ)) {
		task_pool_exit(pool);
		return -ENOMEM;
	}
	if (details & DURATION_ARGS)
		pool->args = kvzalloc(array_size(nr, sizeof(*pool->args)),
				      GFP_KERNEL | __GFP_RETRY_MAYFAIL);
	if ((details & DURATION_ARGS) && !pool->args) {
		task_pool_exit(pool);
		return -ENOMEM;
	}
	pool->tag = pool_tag();
	bitmap_set(pool->used, 0, nr_cpu_ids);
	atomic_set(&pool->free, nr - nr_cpu_ids);
	return 0;
}

static void pool_give(struct task_pool *pool, unsigned long index)
{
	if (index < nr_cpu_ids)
		return;
	clear_bit(index % BITS_PER_LONG, pool->used + index / BITS_PER_LONG);
	/* The bit first: a task that sees the count also finds the bit, see pool_take(). */
	smp_mb__after_atomic();
	atomic_inc(&pool->free);
}

/* A task is about to be freed; the last call_rcu() after it was switched out. */
static void task_freed(void *data, struct task_struct *task)
{
	struct task_pool *pool = data;
	unsigned long index;

	if (!task->ret_stack)
		return;
	index = task_index(pool, task->ret_stack);
	if (index >= pool->nr)
		return;
	task->ret_stack[pool->var] = 0;
	whole_forget(pool, pool->tasks + index);
	pool_give(pool, index);
}

/**
 * task_pool_open - let the handlers of a registered session use the pool
 * @pool: of task_pool_init()
 * @gops: the registered user
 *
 * Context: process context, before the handlers use the pool.
 * Return: 0, or an error of tracepoint_probe_register().
 */
int task_pool_open(struct task_pool *pool, struct fgraph_ops *gops)
{
	int ret;

	check_trace_callback_type_sched_process_free(task_freed);
	pool->var = fgraph_get_task_var(gops) - current->ret_stack;
	ret = tracepoint_probe_register(&__tracepoint_sched_process_free, task_freed, pool);
	if (ret)
		return ret;
	ret = pool->away ? away_open(pool) : 0;
	if (ret) {
		tracepoint_probe_unregister(&__tracepoint_sched_process_free, task_freed, pool);
		tracepoint_synchronize_unregister();
	}
	pool->probed = !ret;
	return ret;
}

/**
 * task_pool_close - undo task_pool_open()
 * @pool: no handler may use it any more
 *
 * Context: process context, sleeps.
 */
void task_pool_close(struct task_pool *pool)
{
	if (!pool->probed)
		return;
	if (pool->away)
		away_close(pool);
	tracepoint_probe_unregister(&__tracepoint_sched_process_free, task_freed, pool);
	tracepoint_synchronize_unregister();
	pool->probed = false;
}

/**
 * task_pool_exit - undo task_pool_init()
 * @pool: closed
 *
 * Context: process context.
 */
void task_pool_exit(struct task_pool *pool)
{
	away_exit(pool);
	kvfree(pool->args);
	kvfree(pool->tasks);
	kvfree(pool->used);
	*pool = (struct task_pool){ };
}

static bool take_bit(unsigned long *word, unsigned int *bit)
{
	unsigned long bits;

	while (~(bits = READ_ONCE(*word))) {
		*bit = ffz(bits);
		if (!test_and_set_bit(*bit, word))
			return true;
	}
	return false;
}

/*
 * A task that has decremented the count of free states finds one, unless others always
 * take it first. Two rounds bound the search. find_next_zero_bit() could be traced.
 */
static unsigned long pool_take(struct task_pool *pool)
{
	unsigned long words = pool->nr / BITS_PER_LONG, at = READ_ONCE(pool->hint), i;
	unsigned int bit;

	if (atomic_dec_if_positive(&pool->free) < 0)
		return pool->nr;
	for (i = 0; i < 2 * words; i++, at++) {
		if (at >= words)
			at = 0;
		if (!take_bit(pool->used + at, &bit))
			continue;
		WRITE_ONCE(pool->hint, at);
		return at * BITS_PER_LONG + bit;
	}
	atomic_inc(&pool->free);
	return pool->nr;
}

static void task_init(struct duration_task *task)
{
	/* Less than any other place, even if the core's depth should be wrong */
	task->frames[0].place = task_place(INT_MIN);
	task->frames[0].func = 0;
	task->active = 0;
	task->graph = 0;
	WRITE_ONCE(task->top, task->frames);
}

static struct duration_task *claim(struct task_pool *pool)
{
	unsigned long *var = current->ret_stack + pool->var, old = READ_ONCE(*var), index;

	index = current->pid ? pool_take(pool) : raw_smp_processor_id();
	if (index >= pool->nr)
		return NULL;
	/* An idle task's variables were cleared, perhaps within a call. */
	whole_forget(pool, pool->tasks + index);
	task_init(pool->tasks + index);
	away_claim(pool, pool->tasks + index);
	if (try_cmpxchg(var, &old, pool->tag | index))
		return pool->tasks + index;
	pool_give(pool, index);
	return task_find(pool);
}

/**
 * task_claim - give the current task a state
 * @pool: the session's
 *
 * If an interrupt claims one meanwhile, that one is used: the interrupt's calls have ended.
 * A switch of tasks between filling the state and its becoming known would not be noticed,
 * and on arm64 an entry handler may be preempted.
 *
 * Context: an entry handler. Idle tasks have pid 0 and stay on their CPU.
 * (PF_IDLE is also set for idle injection.)
 * Return: the state, or NULL if none is free.
 */
struct duration_task *task_claim(struct task_pool *pool)
{
	struct duration_task *task;

	preempt_disable_notrace();
	task = claim(pool);
	preempt_enable_notrace();
	return task;
}

/*
 * Forget calls whose return was skipped: the frames that are as deep as this or deeper.
 * The time of their callees is added to that of their caller.
 */
static struct task_frame *task_drop(struct duration_task *task, int depth)
{
	struct task_frame *frame = READ_ONCE(task->top);

	while (task_depth(frame) >= depth) {
		task_pop(task, frame, frame->callees, true);
		frame--;
	}
	return frame;
}

static bool task_is_in(const struct duration_task *task, const struct task_frame *frame)
{
	const struct task_frame *outer;

	for (outer = task->frames + 1; outer < frame; outer++) {
		if (outer->func == frame->func)
			return true;
	}
	return false;
}

/**
 * task_push_slow - as task_push(), in all cases
 * @task: the current task's state
 * @func: the function
 * @depth: the core's depth of its frame
 * @stat: as for task_push()
 *
 * Context: an entry handler.
 * Return: the frame, or NULL if there is no place.
 */
struct task_frame *task_push_slow(struct duration_task *task, unsigned long func, int depth,
				  bool stat)
{
	struct task_frame *frame = task_drop(task, depth) + 1;
	u64 place = task_place(depth), bit = task_function_bit(func);

	if (frame > task->frames + TASK_FRAMES)
		return NULL;
	WRITE_ONCE(frame->place, place);
	barrier();
	WRITE_ONCE(task->top, frame);
	barrier();
	frame->func = func;
	if (stat && !(task->active & bit))
		task->active |= bit;
	else if (stat)
		place |= FRAME_SHARES | (task_is_in(task, frame) ? FRAME_NESTED : 0);
	WRITE_ONCE(frame->place, place);
	return frame;
}

/**
 * task_find_frame - as task_top(), in all cases
 * @task: the current task's state
 * @func: the function
 * @depth: the core's depth of its frame
 *
 * Context: a return handler.
 * Return: the frame, or NULL if the call is not the session's.
 */
struct task_frame *task_find_frame(struct duration_task *task, unsigned long func, int depth)
{
	struct task_frame *frame = task_drop(task, depth + 1);

	return task_depth(frame) == depth && frame->func == func ? frame : NULL;
}

#ifdef DURATION_KUNIT
#include "tests/kunit/task_test.c"
#endif

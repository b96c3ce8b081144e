// SPDX-License-Identifier: GPL-2.0
/*
 * The state that a session keeps for each task: the calls that it is in.
 *
 * A stack of frames for each task, of the session's own calls, in memory that is
 * allocated before tracing begins. The frames have what the core's do not have room for
 * or would have to search for: the call time, the time of the callees, and whether the
 * function is in an outer frame. The place of a frame is that of the core's frame, by its
 * depth; between them are those of the core's other users. Interrupts and NMIs push above
 * the task that they interrupt, as they do on the shadow stack, and pop before it continues.
 * A session that only has to keep call times has an array of these for each task instead.
 *
 * The task variable of the session has the offset of the task's state, and a tag. The
 * core does not clear the variables when an index is used again (register_ftrace_graph()
 * clears them only if there is another user), so it may have any earlier value. The
 * tag is made from the time of the boot clock and differs from that of each earlier session:
 * see pool_tag(). Bit 63 is set, unlike in values of function_graph and of graph_entry(). So
 * no variable has to be cleared, and none is ever used as a pointer.
 *
 * A frame is found by its depth. The core may skip a return
 * (__ftrace_return_to_handler(), a recursion): then the frame is on the stack of a call or
 * return that is not deeper, and is dropped. Frames of earlier sessions are not on it. For
 * frames of other users the core calls us only if our index is 0; the function is then
 * compared, too.
 *
 * The idle task of a CPU has a place of its own. Other tasks take a free place at their
 * first call, and give it back when they are freed, by a probe of sched_process_free:
 * the task does not run any more then, and still has its shadow stack.
 *
 * When a CPU goes offline, its idle task does not return from the last functions that it
 * calls, and starts anew when the CPU comes back, on the same shadow stack (the core clears
 * that of an idle task at boot alone). So its state is cleared before the CPU starts.
 */
#include <linux/cpuhotplug.h>
#include <linux/ktime.h>
#include <linux/mm.h>
#include <linux/moduleparam.h>
#include <linux/sched/signal.h>
#include <linux/sched/task.h>

/* Before the private symbols: it declares the tracepoint, whose name is then a macro. */
#include <trace/events/sched.h>

#include "duration/state/away.h"
#include "duration/state/memory.h"
#include "duration/state/options.h"
#include "duration/state/task.h"

static unsigned int stat_tasks = 1024;
module_param(stat_tasks, uint, 0644);
MODULE_PARM_DESC(stat_tasks, "new tasks that a session has room for, beyond the existing ones (1024)");

#define MAX_TASKS	262144U

/**
 * task_spare - for how many new tasks a session has room
 *
 * Return: the argument of task_pool_init().
 */
unsigned long task_spare(void)
{
	return min(READ_ONCE(stat_tasks), MAX_TASKS);
}

/*
 * In units of four milliseconds, so that it comes again after seven months. Sessions that begin
 * in the same unit get later ones; loading the module again takes longer than that. (A variable
 * with the tag that was set seven months ago would be that of two tasks. One state more than
 * there are keeps it within the states, whatever its offset.)
 *
 * Context: under duration_mutex.
 */
static unsigned long pool_tag(void)
{
	static u64 last;

	last = max(last + 1, ktime_get_boottime_ns() >> 22);
	return BIT(63) | last << TASK_OFFSET_BITS;
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

/* @memory is what a state takes, with what belongs to it in other memory. */
static int pool_init(struct task_pool *pool, unsigned long spare, unsigned long state_size,
		     unsigned long memory)
{
	unsigned long nr = nr_cpu_ids + count_tasks() + spare;

	nr = min(round_up(nr, BITS_PER_LONG),
		 round_down(BIT(TASK_OFFSET_BITS) / state_size, BITS_PER_LONG));
	if (!duration_has_memory((u64)nr * memory))
		return -ENOMEM;
	pool->used = kvzalloc(nr / BITS_PER_BYTE, GFP_KERNEL);
	if (!pool->used)
		return -ENOMEM;
	pool->nr = nr;
	pool->size = nr * state_size;
	pool->tag = pool_tag();
	bitmap_set(pool->used, 0, nr_cpu_ids);
	atomic_set(&pool->free, nr - nr_cpu_ids);
	return 0;
}

static unsigned long task_memory(unsigned int details)
{
	unsigned long size = sizeof(struct duration_task);

	if (details & (DURATION_SLEEP | DURATION_IRQ))
		size += sizeof(struct task_away);
	if (details & DURATION_ARGS)
		size += sizeof(struct task_args);
	return size;
}

static int pool_init_details(struct task_pool *pool, unsigned int details)
{
	int ret;

	if (details & (DURATION_SLEEP | DURATION_IRQ)) {
		ret = away_init(pool, details & DURATION_IRQ);
		if (ret)
			return ret;
	}
	if (!(details & DURATION_ARGS))
		return 0;
	pool->args = kvzalloc(array_size(pool->nr, sizeof(*pool->args)),
			      GFP_KERNEL | __GFP_RETRY_MAYFAIL);
	return pool->args ? 0 : -ENOMEM;
}

/**
 * task_pool_init - make room for the states of tasks
 * @pool: zeroed
 * @ops: of its owner
 * @spare: number of tasks beyond those that exist now and the idle tasks
 * @details: what is recorded of a call, of SESSION_DETAILS
 *
 * Context: process context.
 * Return: 0, or -ENOMEM.
 */
int task_pool_init(struct task_pool *pool, const struct task_pool_ops *ops, unsigned long spare,
		   unsigned int details)
{
	int ret = pool_init(pool, spare, sizeof(*pool->tasks), task_memory(details));

	pool->ops = ops;
	if (!ret) {
		pool->tasks = kvzalloc(array_size(pool->nr + 1, sizeof(*pool->tasks)),
				       GFP_KERNEL | __GFP_RETRY_MAYFAIL);
		ret = pool->tasks ? pool_init_details(pool, details) : -ENOMEM;
	}
	if (ret)
		task_pool_exit(pool);
	return ret;
}

/**
 * task_pool_init_times - as task_pool_init(), for call times alone
 * @pool: zeroed
 * @spare: as for task_pool_init()
 *
 * Context: process context.
 * Return: 0, or -ENOMEM.
 */
int task_pool_init_times(struct task_pool *pool, unsigned long spare)
{
	int ret = pool_init(pool, spare, sizeof(*pool->times),
			    sizeof(*pool->times) + sizeof(*pool->graphs));

	if (!ret) {
		pool->times = kvzalloc(array_size(pool->nr + 1, sizeof(*pool->times)),
				       GFP_KERNEL | __GFP_RETRY_MAYFAIL);
		pool->graphs = kvcalloc(pool->nr, sizeof(*pool->graphs), GFP_KERNEL);
		ret = pool->times && pool->graphs ? 0 : -ENOMEM;
	}
	if (ret)
		task_pool_exit(pool);
	return ret;
}

/* The calls held for a root that does not return are dropped. */
static void task_forget(struct task_pool *pool, struct duration_task *task)
{
	if (unlikely(local_read(&task->held)))
		pool->ops->forget(pool, task);
}

static void task_init(struct duration_task *task)
{
	task->active = 0;
	task->graph = 0;
	WRITE_ONCE(task->root, TASK_NO_ROOT);
	WRITE_ONCE(task->top, TASK_NONE);
}

/* The idle task of a CPU that is about to start does not run, nor do interrupts on it. */
static int cpu_comes(unsigned int cpu, struct hlist_node *node)
{
	struct task_pool *pool = hlist_entry(node, struct task_pool, hotplug);

	if (pool->tasks) {
		pool->ops->cpu_comes(pool, cpu);
		task_forget(pool, pool->tasks + cpu);
		task_init(pool->tasks + cpu);
	} else {
		pool->graphs[cpu] = 0;
	}
	return 0;
}

static enum cpuhp_state hotplug_state;

/**
 * task_hotplug_init - register for CPUs that start
 *
 * Context: process context; takes cpus_read_lock().
 * Return: 0, or an error of cpuhp_setup_state_multi().
 */
int task_hotplug_init(void)
{
	int ret = cpuhp_setup_state_multi(CPUHP_BP_PREPARE_DYN, "trace/duration:prepare",
					  cpu_comes, NULL);

	if (ret < 0)
		return ret;
	hotplug_state = ret;
	return 0;
}

void task_hotplug_exit(void)
{
	cpuhp_remove_multi_state(hotplug_state);
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
	if (pool->tasks)
		task_forget(pool, pool->tasks + index);
	pool_give(pool, index);
}

/**
 * task_pool_place - find out where the task variables are
 * @pool: of task_pool_init()
 * @gops: the session's user; before it is registered, that of another one may be found
 *
 * Context: process context.
 */
void task_pool_place(struct task_pool *pool, struct fgraph_ops *gops)
{
	WRITE_ONCE(pool->var, fgraph_get_task_var(gops) - current->ret_stack);
}

/**
 * task_pool_open - let the handlers of a registered session use the pool
 * @pool: of task_pool_init()
 * @gops: the registered user
 *
 * Context: process context, before the handlers use the pool.
 * Return: 0, or an error of tracepoint_probe_register() or cpuhp_state_add_instance_nocalls().
 */
int task_pool_open(struct task_pool *pool, struct fgraph_ops *gops)
{
	int ret;

	check_trace_callback_type_sched_process_free(task_freed);
	task_pool_place(pool, gops);
	ret = tracepoint_probe_register(&__tracepoint_sched_process_free, task_freed, pool);
	if (ret)
		return ret;
	ret = pool->away ? away_open(pool) : 0;
	if (ret)
		goto no_probe;
	ret = cpuhp_state_add_instance_nocalls(hotplug_state, &pool->hotplug);
	if (ret)
		goto no_away;
	pool->probed = true;
	return 0;

no_away:
	if (pool->away)
		away_close(pool);
no_probe:
	tracepoint_probe_unregister(&__tracepoint_sched_process_free, task_freed, pool);
	tracepoint_synchronize_unregister();
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
	cpuhp_state_remove_instance_nocalls(hotplug_state, &pool->hotplug);
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
	kvfree(pool->times);
	kvfree(pool->graphs);
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

/* memset() could be traced. */
static void times_init(struct task_times *times)
{
	unsigned int i;

	for (i = 0; i < TASK_TIMES; i++)
		WRITE_ONCE(times->calltime[i], 0);
}

/* Without a state, a task has the state of graph_entry() in its variable. */
static void state_init(struct task_pool *pool, unsigned long index, unsigned long variable)
{
	if (pool->times) {
		times_init(pool->times + index);
		pool->graphs[index] = variable;
		return;
	}
	/* The core may have cleared an idle task's variables within a call. */
	task_forget(pool, pool->tasks + index);
	task_init(pool->tasks + index);
	away_claim(pool, pool->tasks + index);
}

/* Returns: the index of the current task's state; pool->nr or more if none is free. */
static unsigned long claim(struct task_pool *pool)
{
	unsigned long *var = current->ret_stack + pool->var, old = READ_ONCE(*var), index;

	index = current->pid ? pool_take(pool) : raw_smp_processor_id();
	if (index >= pool->nr)
		return index;
	state_init(pool, index, old);
	if (try_cmpxchg(var, &old, pool->tag | index * (pool->size / pool->nr)))
		return index;
	pool_give(pool, index);
	return task_index(pool, current->ret_stack);
}

/*
 * If an interrupt claims a state meanwhile, that one is used: the interrupt's calls have
 * ended. A switch of tasks between filling the state and its becoming known would not be
 * noticed, and on arm64 an entry handler may be preempted.
 */
static unsigned long claim_unswitched(struct task_pool *pool)
{
	unsigned long index;

	preempt_disable_notrace();
	index = claim(pool);
	preempt_enable_notrace();
	return index;
}

/**
 * task_claim - give the current task a state
 * @pool: the session's
 *
 * Context: an entry handler. Idle tasks have pid 0 and stay on their CPU.
 * (PF_IDLE is also set for idle injection.)
 * Return: the state, or NULL if none is free.
 */
struct duration_task *task_claim(struct task_pool *pool)
{
	unsigned long index = claim_unswitched(pool);

	return index < pool->nr ? pool->tasks + index : NULL;
}

/**
 * task_claim_times - give the current task an array of call times
 * @pool: the session's
 *
 * Context: as for task_claim().
 * Return: the array, or NULL if none is free.
 */
struct task_times *task_claim_times(struct task_pool *pool)
{
	unsigned long index = claim_unswitched(pool);

	return index < pool->nr ? pool->times + index : NULL;
}

/*
 * Forget calls whose return was skipped: the frames at this place and above.
 * The time of their callees is added to that of their caller. Not inlined: its callers, in each
 * call of a recursion, would save the registers that only it uses.
 */
static noinline void task_drop_frames(struct task_pool *pool, struct duration_task *task,
				      long place)
{
	struct task_frame *frame;
	u64 ended;
	long top;

	while ((top = READ_ONCE(task->top)) >= place) {
		frame = task_frame(task, top);
		ended = max(READ_ONCE(task_frame(task, frame->outer)->ended),
			    READ_ONCE(frame->ended));
		task_pop(task, frame, READ_ONCE(frame->callees), ended, true, top);
		away_pop(pool, task, frame);
	}
}

static void task_drop(struct task_pool *pool, struct duration_task *task, long place)
{
	if (unlikely(READ_ONCE(task->top) >= place))
		task_drop_frames(pool, task, place);
}

static void task_add_callees(struct task_frame *frame, u64 time)
{
	u64 callees = READ_ONCE(frame->callees);

	while (!try_cmpxchg_local(&frame->callees, &callees, callees + time))
		;
}

/**
 * task_late - how long after its return time a call has ended, after task_ends_late()
 * @task: the current task's state
 * @frame: the call's, after task_pop()
 * @rettime: as the clock was read
 *
 * The time in its caller is corrected. A note later than now is that of another CPU's clock.
 *
 * Context: a return handler.
 * Return: by how much its duration is longer.
 */
u64 task_late(struct duration_task *task, struct task_frame *frame, u64 rettime)
{
	struct task_frame *outer = task_frame(task, frame->outer);
	u64 ended = READ_ONCE(frame->ended);

	if (ended > fgraph_clock())
		return 0;
	task_add_callees(outer, ended - rettime);
	task_note_end(outer, ended);
	return ended - rettime;
}

static bool task_is_in(struct duration_task *task, unsigned long func)
{
	const struct task_frame *outer;
	long place;

	for (place = READ_ONCE(task->top); place >= 0; place = outer->outer) {
		outer = task_frame(task, place);
		if (outer->func == func)
			return true;
	}
	return false;
}

/**
 * task_push_slow - as task_push(), in all cases
 * @pool: the session's
 * @task: the current task's state
 * @func: the function
 * @depth: the core's depth of its frame
 * @stat: as for task_push()
 * @at: as for task_push(), with the frame's flags
 *
 * Context: an entry handler.
 * Return: the frame, or NULL if there is no place.
 */
struct task_frame *task_push_slow(struct task_pool *pool, struct duration_task *task,
				  unsigned long func, int depth, bool stat, long *at)
{
	long place = task_place(depth), flags = 0;
	struct task_frame *frame;
	u64 active;

	if ((u32)depth >= TASK_FRAMES)
		return NULL;
	task_drop(pool, task, place);
	frame = task_frame(task, place);
	frame->func = func;
	frame->outer = READ_ONCE(task->top);
	frame->callees = 0;
	active = task->active;
	if (stat && word_test_and_set(&active, task_function_bit(func)))
		flags = TASK_SHARES | (task_is_in(task, func) ? TASK_NESTED : 0);
	else if (stat)
		task->active = active;
	*at = place | flags;
	return frame;
}

/**
 * task_find_frame - the frame of a call that returns
 * @pool: the session's
 * @task: the current task's state
 * @func: the function
 * @depth: the core's depth of its frame
 *
 * Context: a return handler.
 * Return: the frame, or NULL if the call is not the session's.
 */
struct task_frame *task_find_frame(struct task_pool *pool, struct duration_task *task,
				   unsigned long func, int depth)
{
	long place = task_place(depth);
	struct task_frame *frame;

	if ((u32)depth >= TASK_FRAMES)
		return NULL;
	task_drop(pool, task, place + sizeof(*frame));
	frame = task_frame(task, place);
	return (READ_ONCE(task->top) & ~TASK_FLAGS) == place && frame->func == func ? frame : NULL;
}

/**
 * task_root_func - the function of the outermost call that the task is in
 * @task: the current task's state
 *
 * Where that call has a frame, it is not noted when it begins: an interrupt could come between the
 * note and the frame, and have a root of its own.
 *
 * Context: a handler.
 * Return: the function, or 0 if the task is in no call.
 */
unsigned long task_root_func(struct duration_task *task)
{
	const struct task_frame *frame;
	unsigned long func = 0;
	long place;

	if (READ_ONCE(task->root) != TASK_NO_ROOT)
		return READ_ONCE(task->root_func);
	for (place = READ_ONCE(task->top); place >= 0; place = frame->outer) {
		frame = task_frame(task, place);
		func = frame->func;
	}
	return func;
}

#ifdef DURATION_KUNIT
#include "tests/kunit/task_test.c"
#endif

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The state of a task: the calls of a session that it is in. trace_duration_task.c
 * describes it, and has the functions that are not inline.
 */
#ifndef _TRACE_DURATION_TASK_H
#define _TRACE_DURATION_TASK_H

#include <linux/atomic.h>
#include <linux/sched.h>

#include <asm/local.h>

#include <compat/fgraph.h>
#include <compat/trace.h>

/* A call that has not returned */
struct task_frame {
	unsigned long	func;
	u64		calltime;	/* 0: the core has it */
	u64		callees;	/* what the calls in it took */
	u64		place;		/* the core's depth, and flags: see task_place() */
};

/* Flags of a frame's place, above the depth */
#define FRAME_SHARES	BIT_ULL(32)	/* the bit in active is an outer frame's */
#define FRAME_NESTED	BIT_ULL(33)	/* an outer frame is of the same function */

/* More than fit into a shadow stack, where a frame takes 4 of less than 512 words */
#define TASK_FRAMES	125

struct duration_task {
	struct task_frame	*top;	/* the innermost call, or frames[0] */
	u64			active;	/* bits of functions that frames may have */
	unsigned long		graph;	/* the state of graph_entry() */
	local_t			held;	/* the calls that are held, see trace_duration_whole.h */
	local_t			cut;	/* how many found no room to be held */
	unsigned long		unused[3];
	struct task_frame	frames[TASK_FRAMES + 1];	/* 0 is no call */
};

/* A power of two, so that two instructions find a state by its index. */
static_assert(sizeof(struct duration_task) == 4096);

#define TASK_INDEX_BITS	20

/* Not a NULL pointer, so that the compiler leaves out tests for NULL. */
#define assume_pointer(pointer) ({					\
	typeof(pointer) __pointer = (pointer);				\
	if (!__pointer)							\
		__builtin_unreachable();				\
	__pointer;							\
})

/* The arguments of a task's calls */
struct task_args {
	unsigned long	of[TASK_FRAMES + 1][FGRAPH_ARGS];
};

struct irq_time;
struct task_away;

struct task_pool {
	unsigned long		tag;	/* of task variables; the low bits are the index */
	unsigned long		nr;
	long			var;	/* where it is in the shadow stack, in words */
	struct duration_task	*tasks;
	struct task_away	*away;	/* only with duration-sleep or duration-irq */
	struct irq_time __percpu *irqs;	/* only with duration-irq */
	struct task_args	*args;	/* only with duration-args */
	unsigned long		*used;	/* a bit for each of them */
	unsigned int		hint;	/* the word of it where the last one was found */
	atomic_t		free;
	bool			probed;
};

int task_pool_init(struct task_pool *pool, unsigned long spare, unsigned int details);
int task_pool_open(struct task_pool *pool, struct fgraph_ops *gops);
void task_pool_close(struct task_pool *pool);
void task_pool_exit(struct task_pool *pool);
struct duration_task *task_claim(struct task_pool *pool);
struct task_frame *task_push_slow(struct duration_task *task, unsigned long func, int depth,
				  bool stat);
struct task_frame *task_find_frame(struct duration_task *task, unsigned long func, int depth);

/* The place of a frame that has its bit in active for itself */
static __always_inline u64 task_place(int depth)
{
	return (u32)depth;
}

static __always_inline int task_depth(const struct task_frame *frame)
{
	return (int)READ_ONCE(frame->place);
}

/* Functions of the same bit take a slower path when they call each other. */
static __always_inline u64 task_function_bit(unsigned long func)
{
	return BIT_ULL(func >> 4 & 63);
}

/**
 * task_index - which state a task has
 * @pool: the session's
 * @stack: the task's shadow stack
 *
 * Return: an index; pool->nr or more if the task has none.
 */
static __always_inline unsigned long task_index(const struct task_pool *pool,
						const unsigned long *stack)
{
	return READ_ONCE(stack[pool->var]) ^ pool->tag;
}

/**
 * task_find - the current task's state
 * @pool: the session's
 *
 * Context: a handler of an open session.
 * Return: the state, or NULL if the task has none.
 */
static __always_inline struct duration_task *task_find(const struct task_pool *pool)
{
	unsigned long index = task_index(pool, current->ret_stack);

	if (unlikely(index >= pool->nr))
		return NULL;
	return assume_pointer(pool->tasks + index);
}

/**
 * task_push - a call begins
 * @task: the current task's state
 * @func: the function
 * @depth: the core's depth of its frame
 * @stat: whether the times of callees are needed, and recursion is to be recognised
 *
 * An interrupt uses the places above the top, and leaves the top as it was. So the place
 * is claimed first and filled then. Until the depth is written the second time, it may be
 * that of an interrupt; then a second interrupt would drop the frame, and this call would
 * not be counted.
 *
 * Context: an entry handler.
 * Return: the frame, whose call time is to be set; NULL where task_push_slow() has to
 * look.
 */
static __always_inline struct task_frame *task_push(struct duration_task *task,
						    unsigned long func, int depth, bool stat)
{
	struct task_frame *frame = READ_ONCE(task->top);
	u64 bit = stat ? task_function_bit(func) : 0, active = task->active;

	if (unlikely(task_depth(frame) >= depth || (active & bit) ||
		     frame >= task->frames + TASK_FRAMES))
		return NULL;
	frame = assume_pointer(frame + 1);
	WRITE_ONCE(frame->place, task_place(depth));
	barrier();
	WRITE_ONCE(task->top, frame);
	barrier();
	WRITE_ONCE(frame->place, task_place(depth));
	if (stat)
		task->active = active | bit;
	frame->func = func;
	return frame;
}

/**
 * task_args_of - where the arguments of a call are
 * @pool: the session's, with duration-args
 * @task: the current task's state
 * @frame: the call's
 *
 * Context: a handler.
 * Return: FGRAPH_ARGS words.
 */
static __always_inline unsigned long *task_args_of(const struct task_pool *pool,
						   const struct duration_task *task,
						   const struct task_frame *frame)
{
	return pool->args[task - pool->tasks].of[frame - task->frames];
}

/**
 * task_top - the frame of a call that returns
 * @task: the current task's state
 * @func: the function
 * @depth: the core's depth of its frame
 *
 * Context: a return handler.
 * Return: the frame; NULL where task_find_frame() has to look.
 */
static __always_inline struct task_frame *task_top(struct duration_task *task,
						   unsigned long func, int depth)
{
	struct task_frame *frame = READ_ONCE(task->top);

	if (unlikely(frame->place != task_place(depth) || frame->func != func))
		return NULL;
	return assume_pointer(frame);
}

/**
 * task_pop - a call has ended
 * @task: the current task's state
 * @frame: its frame, the top
 * @duration: what the call took, for the self time of its caller
 * @stat: as for task_push()
 *
 * Context: a return handler.
 */
static __always_inline void task_pop(struct duration_task *task, struct task_frame *frame,
				     u64 duration, bool stat)
{
	if (stat)
		frame[-1].callees += duration;
	if (stat && likely(!(frame->place & FRAME_SHARES)))
		task->active &= ~task_function_bit(frame->func);
	barrier();
	WRITE_ONCE(task->top, frame - 1);
}

#endif /* _TRACE_DURATION_TASK_H */

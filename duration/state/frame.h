/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The state of a task in a session: frames of the calls that it is in, and the data of each. This
 * header finds them; task.h begins and ends calls. task.c describes the whole.
 */
#ifndef _DURATION_STATE_FRAME_H
#define _DURATION_STATE_FRAME_H

#include <linux/atomic.h>
#include <linux/sched.h>

#include <asm/local.h>

#include <compat/fgraph.h>
#include <compat/trace.h>

#include "duration/state/memory.h"

/* A call that has not returned */
struct task_frame {
	unsigned long	func;
	u64		calltime;	/* 0: the core has it */
	u64		callees;	/* what the calls in it took */
	u64		ended;		/* when the last of these ended, see task_call_time() */
	long		outer;		/* where the call is that it is in, as task->top */
};

/*
 * Where a call's frame is: see task_place(). The lowest bits of task->top, and of a frame's
 * outer, are flags of the frame that is there. TASK_NONE is less than all places, and the
 * place of frames[0], which is not that of a call.
 */
#define TASK_NONE	(-(long)sizeof(struct task_frame))
#define TASK_SHARES	1L	/* the bit in active is that of a call farther out */
#define TASK_NESTED	2L	/* a call farther out is of the same function */
#define TASK_FLAGS	3L

/* task->root of a task that is in no root, or in one with a frame; see duration/call/tree.c */
#define TASK_NO_ROOT	INT_MAX

/*
 * More than fit into a shadow stack, where a frame takes 4 of less than 512 words; a power of
 * two, see task_push()
 */
#define TASK_FRAMES	128

struct duration_task {
	long			top;	/* the place of the innermost call, or TASK_NONE */
	u64			active;	/* bits of functions that frames may have */
	unsigned long		graph;	/* the state of graph_entry() */
	local_t			held;	/* the calls that are held, see duration/call/tree.h */
	local_t			cut;	/* how many found no room to be held */
	unsigned long		root_func;	/* of a root without a frame */
	u64			thresh;	/* as it was when that began */
	int			root;	/* its depth, or TASK_NO_ROOT */
	struct task_frame	frames[TASK_FRAMES + 1];
};

/*
 * The state of a task in a session that only keeps call times: by the depth of a call,
 * of which the lowest bits are enough, as there are fewer frames.
 */
#define TASK_TIMES	128

struct task_times {
	u64	calltime[TASK_TIMES];	/* 0 before the first call of this depth */
};

/* The low bits of a task's word: where its state is, see task_offset() */
#define TASK_OFFSET_BITS	31

/* The arguments of a task's calls */
struct task_args {
	unsigned long	of[TASK_FRAMES + 1][FGRAPH_ARGS];
};

struct irq_time;
struct task_pool;

/* Callbacks of a pool's owner; not called with times. */
struct task_pool_ops {
	/* A task is in no root any more: in any context in which none of its calls is held. */
	void	(*forget)(struct task_pool *pool, struct duration_task *task);
	/* A CPU is about to start: under cpus_write_lock(). */
	void	(*cpu_comes)(struct task_pool *pool, unsigned int cpu);
};

struct task_pool {
	const struct task_pool_ops *ops;
	unsigned long		tag;	/* of task variables, see task_offset() */
	unsigned long		size;	/* of all states, in bytes */
	unsigned long		nr;
	long			var;	/* where it is in the shadow stack, in words */
	struct duration_task	*tasks;	/* these, or */
	struct task_times	*times;
	unsigned long		*graphs;	/* with times: as graph of the others */
	struct task_away	*away;	/* only with duration-sleep or duration-irq */
	struct irq_time __percpu *irqs;	/* only with duration-irq */
	struct task_args	*args;	/* only with duration-args */
	unsigned long		*used;	/* a bit for each of them */
	unsigned int		hint;	/* the word of it where the last one was found */
	atomic_t		free;
	struct hlist_node	hotplug;
	bool			probed;
};

/* A call's, with that of the calls in it; one for each frame */
struct away_frame {
	local_t		asleep;
	local_t		waiting;
	local_t		irq;
	unsigned long	level;	/* interrupt_context_level() when it began */
	unsigned long	unused;
};

static_assert(sizeof(struct away_frame) == sizeof(struct task_frame));

/* A task's, in addition to its struct duration_task */
struct task_away {
	u64			since;		/* when it was switched out; 0: it runs */
	u64			woken;		/* when it was woken after that; 0: not yet */
	bool			ready;		/* it was switched out without going to sleep */
	u64			unused[5];
	struct away_frame	at[TASK_FRAMES + 1];
};

/* So it is where the task's state is, from the first one on. */
static_assert(sizeof(struct task_away) == sizeof(struct duration_task));

/* The offset of the frame of a call, by the core's depth */
static __always_inline long task_place(int depth)
{
	return word_times((u32)depth, sizeof(struct task_frame));
}

/* The frame at a place, also if that has flags */
static __always_inline struct task_frame *task_frame(struct duration_task *task, long place)
{
	return (void *)task + offsetof(struct duration_task, frames[1]) + (place & ~TASK_FLAGS);
}

/*
 * The frame at a place without flags. The compiler does not keep its address in a register, since
 * it cannot know that the place stays the same: each member is found by the instruction that
 * uses it.
 */
static __always_inline struct task_frame *task_frame_at(struct duration_task *task, long *place)
{
	OPTIMIZER_HIDE_VAR(*place);
	return (void *)task + offsetof(struct duration_task, frames[1]) + *place;
}

/* A call that is in no other is a root. */
static __always_inline bool task_is_root(const struct task_frame *frame)
{
	return frame->outer == TASK_NONE;
}

/*
 * The bit of a function in task->active, of which the lowest six bits are used. Functions
 * of the same one take a slower path when they call each other.
 */
static __always_inline unsigned long task_function_bit(unsigned long func)
{
	return func >> 4;
}

/**
 * task_offset - where the state of a task is
 * @pool: the session's
 * @stack: the task's shadow stack
 *
 * Return: its offset in bytes from the first one; pool->size or more if the task has none.
 */
static __always_inline unsigned long task_offset(const struct task_pool *pool,
						 const unsigned long *stack)
{
	unsigned long word = in_place(stack[in_place(pool->var)]);

	/* From here on it is not read again. */
	OPTIMIZER_HIDE_VAR(word);
	return word ^ pool->tag;
}

/* The number of the state at an offset: not more than there are, whatever the offset is */
static inline unsigned long task_number(const struct task_pool *pool, unsigned long offset)
{
	return pool->tasks ? offset / sizeof(*pool->tasks) : offset / sizeof(*pool->times);
}

/* Returns: the number of the task's state; pool->nr if it has none. */
static inline unsigned long task_index(const struct task_pool *pool,
				       const unsigned long *stack)
{
	unsigned long offset = task_offset(pool, stack);

	return offset < pool->size ? task_number(pool, offset) : pool->nr;
}

/* The same of a state of task_find() */
static inline unsigned long task_index_of(const struct task_pool *pool,
					  const struct duration_task *task)
{
	return (unsigned long)((void *)task - (void *)pool->tasks) / sizeof(*task);
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
	unsigned long offset = task_offset(pool, current->ret_stack);

	if (unlikely(offset >= pool->size))
		return NULL;
	/* The same variable, so that GCC does not move it to another register. */
	offset += (unsigned long)pool->tasks;
	OPTIMIZER_HIDE_VAR(offset);
	return assume_pointer((struct duration_task *)offset);
}

/* As task_find(), of a pool that has times */
static __always_inline struct task_times *task_find_times(const struct task_pool *pool)
{
	unsigned long offset = task_offset(pool, current->ret_stack);

	if (unlikely(offset >= pool->size))
		return NULL;
	return assume_pointer((void *)pool->times + offset);
}

/* The state of graph_entry() of a task */
static inline unsigned long *task_graph(const struct task_pool *pool,
					const struct task_times *times)
{
	return pool->graphs + task_number(pool, (void *)times - (void *)pool->times);
}

/* Where a call's time is: interrupts use greater depths. */
static __always_inline u64 *task_calltime(struct task_times *times, int depth)
{
	return times->calltime + (depth & (TASK_TIMES - 1));
}

static __always_inline struct task_away *away_of(const struct task_pool *pool,
						 const struct duration_task *task)
{
	return (void *)pool->away + ((void *)task - (void *)pool->tasks);
}

/* The data of the frame at a place, also if that has flags */
static __always_inline struct away_frame *away_frame(struct task_away *away, long place)
{
	return (void *)away->at + (place & ~TASK_FLAGS) - TASK_NONE;
}

static __always_inline struct away_frame *away_beside(struct task_away *away,
						      const struct duration_task *task,
						      const struct task_frame *frame)
{
	return (void *)away->at + ((void *)frame - (void *)task->frames);
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
	return pool->args[task_index_of(pool, task)].of[frame - task->frames];
}

/**
 * task_note_end - something on top of a call has ended
 * @frame: the call's
 * @time: when
 *
 * Context: any; a later note of an interrupt stays.
 */
static inline void task_note_end(struct task_frame *frame, u64 time)
{
	u64 ended = READ_ONCE(frame->ended);

	while (time > ended && !try_cmpxchg_local(&frame->ended, &ended, time))
		;
}

#endif /* _DURATION_STATE_FRAME_H */

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
	u64		ended;		/* when the last of these ended, see task_call_time() */
	long		outer;		/* where the call is that it is in, as task->top */
};

/*
 * Where a call's frame is: see task_place(). The lowest bits of task->top, and of a frame's
 * outer, are flags of the frame that is there. TASK_NONE is less than all places, and the
 * place of frames[0], which is no call's.
 */
#define TASK_NONE	(-(long)sizeof(struct task_frame))
#define TASK_SHARES	1L	/* the bit in active is that of a call farther out */
#define TASK_NESTED	2L	/* a call farther out is of the same function */
#define TASK_FLAGS	3L

/* task->root of a task that is in no root, or in one with a frame; see trace_duration_whole.c */
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
	local_t			held;	/* the calls that are held, see trace_duration_whole.h */
	local_t			cut;	/* how many found no room to be held */
	unsigned long		root_func;	/* of a root without a frame */
	u64			thresh;	/* as it was when that began */
	int			root;	/* its depth, or TASK_NO_ROOT */
	struct task_frame	frames[TASK_FRAMES + 1];
};

/*
 * What a session needs of a task that only has to keep the call times: by the depth of a
 * call, of which the lowest bits are enough, as there are fewer frames.
 */
#define TASK_TIMES	128

struct task_times {
	u64	calltime[TASK_TIMES];	/* 0 before the first call of this depth */
};

/* The low bits of a task's word: where its state is, see task_offset() */
#define TASK_OFFSET_BITS	31

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
struct task_pool;

/* What the owner of a pool does for it; not with times. */
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

int task_hotplug_init(void);
void task_hotplug_exit(void);
unsigned long task_spare(void);
int task_pool_init(struct task_pool *pool, const struct task_pool_ops *ops, unsigned long spare,
		   unsigned int details);
int task_pool_init_times(struct task_pool *pool, unsigned long spare);
void task_pool_place(struct task_pool *pool, struct fgraph_ops *gops);
int task_pool_open(struct task_pool *pool, struct fgraph_ops *gops);
void task_pool_close(struct task_pool *pool);
void task_pool_exit(struct task_pool *pool);
struct duration_task *task_claim(struct task_pool *pool);
struct task_times *task_claim_times(struct task_pool *pool);
struct task_frame *task_push_slow(struct task_pool *pool, struct duration_task *task,
				  unsigned long func, int depth, bool stat, long *at);
struct task_frame *task_find_frame(struct task_pool *pool, struct duration_task *task,
				   unsigned long func, int depth);
void task_note_end(struct task_frame *frame, u64 time);
u64 task_late(struct duration_task *task, struct task_frame *frame, u64 rettime);
unsigned long task_root_func(struct duration_task *task);

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

/*
 * Times of a call and its frame
 *
 * An interrupt can come at any instruction of a handler, also between the reading of the clock
 * (which the core does itself until v6.14) and the change of task->top. Its calls add what they
 * took to the frame that is the top then, and note there when they ended. That decides where they
 * belong, and the times of the interrupted call follow: one that began before the last end that
 * was noted in the outer frame begins then (task_call_time()), and one that has a later end noted
 * in its own frame ends then (task_late()). So calls are in each other as their frames are, and no
 * time counts twice or not at all.
 *
 * A frame that nothing has ended in yet has a time of an earlier call of its depth.
 */

/**
 * task_push - a call begins
 * @task: the current task's state
 * @func: the function
 * @depth: the core's depth of its frame
 * @stat: whether the times of callees are needed, and recursion is to be recognised
 * @at: where the place of the frame is put, for task_push_end()
 *
 * Interrupts use places of greater depths, and leave the top as it was.
 *
 * Context: an entry handler.
 * Return: false where task_push_slow() has to look.
 */
static __always_inline bool task_push(struct duration_task *task, unsigned long func,
				      int depth, bool stat, long *at)
{
	/* For a greater depth, which there is not, there is a frame, too. */
	long place = task_place(depth & (TASK_FRAMES - 1)), top = READ_ONCE(task->top);
	u64 active = stat ? task->active : 0;

	if (unlikely(top >= place))
		return false;
	if (stat && unlikely(word_test_and_set(&active, task_function_bit(func))))
		return false;
	task_frame_at(task, &place)->func = func;
	task_frame_at(task, &place)->outer = top;
	if (stat) {
		task->active = active;
		task_frame_at(task, &place)->callees = 0;
	}
	*at = place;
	return true;
}

/**
 * task_push_end - the frame of a call that begins is filled
 * @task: the current task's state
 * @place: of task_push() or task_push_slow()
 *
 * From here on interrupts add to its callees.
 *
 * Context: an entry handler, after its clock was read.
 */
static __always_inline void task_push_end(struct duration_task *task, long place)
{
	barrier();
	WRITE_ONCE(task->top, place);
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
 * task_is_at - whether a call that returns is the innermost one, and has no flags
 * @task: the current task's state
 * @place: of its frame
 *
 * Context: a return handler of a user whose index is not 0: what returns began as a call
 * of it. See session_open().
 * Return: false where task_find_frame() has to look.
 */
static __always_inline bool task_is_at(const struct duration_task *task, long place)
{
	return in_place(task->top) == place;
}

/**
 * task_began_late - whether a call began later than its call time
 * @task: the current task's state
 * @outer: the place of the frame that it is in
 * @calltime: as the clock was read
 *
 * Context: a return handler, before task_pop().
 * Return: true where task_call_time() has to look.
 */
static __always_inline bool task_began_late(struct duration_task *task, long outer, u64 calltime)
{
	return in_place(task_frame(task, outer)->ended) > calltime;
}

/**
 * task_call_time - when a call began
 * @task: the current task's state
 * @frame: the call's
 * @calltime: as the clock was read
 * @rettime: as it was read at the end; a later note is that of another CPU's clock
 *
 * Context: a return handler, before task_pop().
 * Return: the call time.
 */
static __always_inline u64 task_call_time(struct duration_task *task,
					  const struct task_frame *frame, u64 calltime,
					  u64 rettime)
{
	if (unlikely(task_began_late(task, frame->outer, calltime))) {
		u64 ended = READ_ONCE(task_frame(task, frame->outer)->ended);

		return ended <= rettime ? ended : calltime;
	}
	return calltime;
}

/* As task_pop(), of a frame whose members were read */
static __always_inline void task_pop_of(struct duration_task *task, unsigned long func,
					long outer, u64 duration, u64 rettime, bool stat,
					long flags)
{
	u64 active;

	if (stat) {
		task_frame(task, outer)->callees += duration;
		WRITE_ONCE(task_frame(task, outer)->ended, rettime);
	}
	barrier();
	WRITE_ONCE(task->top, outer);
	barrier();
	/* While the frame is there, a call of its function in an interrupt is in a recursion. */
	if (stat && likely(!(flags & TASK_SHARES))) {
		active = task->active;
		word_clear(&active, task_function_bit(func));
		task->active = active;
	}
}

/**
 * task_pop - a call has ended
 * @task: the current task's state
 * @frame: its frame, at the top
 * @duration: what the call took, for the self time of its caller
 * @rettime: when it ended
 * @stat: as for task_push()
 * @flags: the frame's
 *
 * Nothing changes the frame from here on.
 *
 * Context: a return handler.
 */
static __always_inline void task_pop(struct duration_task *task, struct task_frame *frame,
				     u64 duration, u64 rettime, bool stat, long flags)
{
	task_pop_of(task, frame->func, frame->outer, duration, rettime, stat, flags);
}

/**
 * task_ends_late - whether a call has ended later than its return time
 * @frame: the call's, after task_pop()
 * @rettime: as the clock was read
 *
 * Context: a return handler.
 * Return: true where task_late() has to look.
 */
static __always_inline bool task_ends_late(const struct task_frame *frame, u64 rettime)
{
	return in_place(frame->ended) > rettime;
}

#endif /* _TRACE_DURATION_TASK_H */

/* SPDX-License-Identifier: GPL-2.0 */
/* The begin and the end of a task's calls, and the pool of the states of tasks. */
#ifndef _DURATION_STATE_TASK_H
#define _DURATION_STATE_TASK_H

#include <compat/fgraph.h>

#include "duration/state/frame.h"

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
u64 task_late(struct duration_task *task, struct task_frame *frame, u64 rettime);
unsigned long task_root_func(struct duration_task *task);

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

#endif /* _DURATION_STATE_TASK_H */

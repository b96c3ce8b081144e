/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whole slow calls: the calls in a root are held until it returns. duration/call/tree.c
 * describes it, and has the functions that are not inline.
 */
#ifndef _DURATION_CALL_TREE_H
#define _DURATION_CALL_TREE_H

#include "duration/call/record.h"
#include "duration/session.h"
#include "duration/state/task.h"

/* Calls, at an address that is a multiple of this size */
#define TREE_CHUNK_SIZE	8192UL
#define TREE_CHUNK_CALLS	248

/* At its beginning there are no calls; see tree_place_fast(). */
#define TREE_GUARD		256UL

struct tree_chunk {
	struct tree_chunk	*prev;	/* of the same root, full */
	u64			start;	/* the call time of the root's first held call */
	unsigned long		nr;	/* the chunk's number in its root, from 1 */
	unsigned long		written;	/* how many of its calls are written already */
	unsigned long		unused[28];
	struct duration_call	calls[TREE_CHUNK_CALLS];
};

static_assert(sizeof(struct tree_chunk) == TREE_CHUNK_SIZE);
static_assert(offsetof(struct tree_chunk, calls) == TREE_GUARD);

/*
 * A task's word "held": where the next call is written, and in the low bits how
 * many calls have a place that is not written yet: those of contexts that are interrupted.
 * If the place is in no chunk's calls, but at the beginning of a chunk's size, the chunk that ends
 * there is full, or it is one of these. Then the excess over a multiple of that size was added by
 * contexts that are interrupted in tree_place_fast().
 */
#define TREE_UNWRITTEN		(sizeof(struct duration_call) - 1)
#define TREE_OFFSET		(TREE_CHUNK_SIZE - TREE_GUARD)

enum {
	TREE_NONE	= 0 * TREE_CHUNK_SIZE,	/* nothing is held */
	TREE_CUT	= 1 * TREE_CHUNK_SIZE,	/* nothing, and calls were cut */
	TREE_BUSY	= 2 * TREE_CHUNK_SIZE,	/* the chunks are being changed */
	TREE_DIRECT	= 3 * TREE_CHUNK_SIZE,	/* the root is slow: calls are written directly */
	TREE_CLOSED	= 4 * TREE_CHUNK_SIZE,	/* the root is about to end */
};

int tree_init(struct duration_session *session);
void tree_exit(struct duration_session *session);
void tree_hold_call(struct duration_session *session, struct duration_task *task,
		    const struct duration_call *call);
void tree_hold_slow(struct duration_session *session, struct duration_task *task,
		    const struct ftrace_graph_ret *trace, u64 calltime, u64 duration);
void tree_leave_root(struct duration_session *session, struct duration_task *task);
void tree_root_ended(struct duration_session *session, unsigned long held, unsigned long cut,
		     const struct duration_call *call);
void tree_root_held(struct duration_session *session, struct duration_task *task,
		    const struct ftrace_graph_ret *trace, u64 calltime, u64 duration);
void tree_root_changed(struct duration_session *session, struct duration_task *task,
		       const struct ftrace_graph_ret *trace, u64 calltime, u64 duration);
void tree_forget_slow(struct task_pool *pool, struct duration_task *task);

/**
 * tree_forget - drop the calls held for a root that does not return
 * @pool: a session's
 * @task: whose root it was
 *
 * Context: any in which no call of the task can be held meanwhile, except those of
 * interrupts.
 */
static __always_inline void tree_forget(struct task_pool *pool, struct duration_task *task)
{
	if (unlikely(local_read(&task->held)))
		tree_forget_slow(pool, task);
}

/* The threshold of the root that the task is in */
static __always_inline u64 tree_root_thresh(const struct duration_session *session,
					    struct duration_task *task, bool own)
{
	if (!own || !has_own_thresh(session))
		return session_thresh(session);
	return duration_thresh_of(session, task_root_func(task));
}

/* held, without the additions of interrupted contexts */
static __always_inline unsigned long held_place(unsigned long held)
{
	return held & ~(held & TREE_OFFSET ? TREE_UNWRITTEN : TREE_GUARD - 1);
}

static __always_inline bool tree_is_direct(const struct duration_task *task)
{
	return held_place(local_read(&task->held)) == TREE_DIRECT;
}

/* Returns: a place for a call of this size, or NULL where tree_hold_slow() has to look. */
static __always_inline struct duration_call *tree_place(struct duration_task *task,
							unsigned long size)
{
	long held = local_read(&task->held);

	do {
		if (unlikely(!(held & TREE_OFFSET)))
			return NULL;
	} while (!local_try_cmpxchg(&task->held, &held,
				    held + size + 1));
	return assume_pointer((struct duration_call *)(held & ~TREE_UNWRITTEN));
}

/*
 * The same for a call without details, in fewer instructions: the word is changed before it is
 * known whether there is a place, and is changed back. In between, interrupts find no place either:
 * there are at most a few of them in each other, which together do not add more than TREE_GUARD.
 */
static __always_inline struct duration_call *tree_place_fast(struct duration_task *task)
{
	const long add = sizeof(struct duration_call) + 1;
	long held = local_add_return(add, &task->held) - add;

	if (unlikely(!(held & TREE_OFFSET))) {
		local_sub(add, &task->held);
		return NULL;
	}
	return assume_pointer((struct duration_call *)(held & ~TREE_UNWRITTEN));
}

/* Until all places are written, no interrupt moves calls or gives chunks away. */
static __always_inline void tree_filled(struct duration_task *task)
{
	barrier();
	local_dec(&task->held);
}

/**
 * tree_hold - a call in a root has ended
 * @task: the current task's state
 * @trace: the call
 * @depth: as @trace has it
 * @calltime: when it began
 * @duration: how long it took
 * @thresh: the root's threshold; a call that is not shorter is slow
 *
 * Most held calls are dropped. So the context is held as it was read: see held_call_end().
 *
 * Context: a return handler.
 * Return: false, with nothing held, where tree_hold_slow() has to look.
 */
static __always_inline bool tree_hold(struct duration_task *task,
				      const struct ftrace_graph_ret *trace, int depth,
				       u64 calltime, u64 duration, u64 thresh)
{
	struct duration_call *place;
	u32 count;

	if (unlikely(duration >= thresh || is_set(trace->overrun) || !fgraph_plain_count(&count)))
		return false;
	place = tree_place_fast(task);
	if (unlikely(!place))
		return false;
	place->func = trace->func;
	place->calltime = calltime;
	place->duration = duration;
	place->count = count;
	place->irq_flags = fgraph_irq_flags();
	place->depth = depth;
	tree_filled(task);
	return true;
}

/*
 * While the root's frame is still there, the calls of interrupts are not roots. They find
 * that it is closed, and are not held.
 */
static __always_inline unsigned long tree_close(struct duration_task *task)
{
	long held = TREE_NONE;

	while (!local_try_cmpxchg(&task->held, &held, TREE_CLOSED))
		;
	return held;
}

/* The same where nothing is held. Returns: false, with nothing changed, if something is. */
static __always_inline bool tree_close_empty(struct duration_task *task)
{
	long held = TREE_NONE;

	return local_try_cmpxchg(&task->held, &held, TREE_CLOSED);
}

/*
 * The root's frame is gone. Interrupts since then are balanced.
 *
 * Returns: false if an interrupt has changed the word. Then something may be left there: the
 * core may have skipped the return of its root.
 */
static __always_inline bool tree_open(struct duration_task *task)
{
	barrier();
	if (unlikely(local_read(&task->held) != TREE_CLOSED))
		return false;
	local_set(&task->held, TREE_NONE);
	return true;
}

/* The end of a root without a frame */
static __always_inline void tree_pop(struct duration_task *task)
{
	barrier();
	WRITE_ONCE(task->root, TASK_NO_ROOT);
}

/**
 * tree_root - a root without a frame has ended
 * @session: whose call it is
 * @task: the current task's state
 * @trace: the call
 * @calltime: when it began
 * @duration: how long it took
 *
 * Context: a return handler.
 */
static __always_inline void tree_root(struct duration_session *session,
				      struct duration_task *task,
				       const struct ftrace_graph_ret *trace,
				       u64 calltime, u64 duration)
{
	if (unlikely(!tree_close_empty(task))) {
		tree_root_held(session, task, trace, calltime, duration);
		return;
	}
	tree_pop(task);
	if (unlikely(!tree_open(task)))
		tree_root_changed(session, task, trace, calltime, duration);
	else if (likely(!call_is_slow(session, trace->func, duration,
				      has_own_thresh(session))))
		this_cpu_inc(session->counts->below);
	else
		duration_record_return(trace, session, calltime, duration);
}

#endif /* _DURATION_CALL_TREE_H */

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Whole slow calls: the calls in a root are held until it returns. trace_duration_whole.c
 * describes it, and has the functions that are not inline.
 */
#ifndef _TRACE_DURATION_WHOLE_H
#define _TRACE_DURATION_WHOLE_H

/* A page of calls, at an address that is a multiple of its size */
#define WHOLE_CHUNK_SIZE	4096UL
#define WHOLE_CHUNK_CALLS	127

struct whole_chunk {
	struct whole_chunk	*prev;	/* of the same root, full */
	u64			start;	/* the call time of the root's first held call */
	unsigned long		nr;	/* the chunk's number in its root, from 1 */
	unsigned long		unused;
	struct duration_call	calls[WHOLE_CHUNK_CALLS];
};

static_assert(sizeof(struct whole_chunk) == WHOLE_CHUNK_SIZE);

/*
 * What a task's word "held" is: where the next call is written, and in the low bits how
 * many calls have a place that is not written yet: those of contexts that are interrupted.
 * If the place is a multiple of a chunk's size, the chunk that ends there is full, or it
 * is one of these:
 */
#define WHOLE_UNWRITTEN		(sizeof(struct duration_call) - 1)
#define WHOLE_OFFSET		(WHOLE_CHUNK_SIZE - 1 - WHOLE_UNWRITTEN)

enum {
	WHOLE_NONE	= 0 * WHOLE_CHUNK_SIZE,	/* nothing is held */
	WHOLE_CUT	= 1 * WHOLE_CHUNK_SIZE,	/* nothing, and calls were cut */
	WHOLE_BUSY	= 2 * WHOLE_CHUNK_SIZE,	/* the chunks are being changed */
	WHOLE_DIRECT	= 3 * WHOLE_CHUNK_SIZE,	/* the root is slow: calls are written at once */
	WHOLE_CLOSED	= 4 * WHOLE_CHUNK_SIZE,	/* the root is about to end */
};

int whole_session_init(struct duration_session *session);
void whole_session_exit(struct duration_session *session);
void whole_hold_call(struct duration_session *session, struct duration_task *task,
		     const struct duration_call *call);
void whole_hold_slow(struct duration_session *session, struct duration_task *task,
		     const struct ftrace_graph_ret *trace, u64 calltime, u64 duration);
void whole_root_call(struct duration_session *session, struct duration_task *task,
		     struct task_frame *frame, unsigned long held,
		     const struct duration_call *call);
void whole_root_held(struct duration_session *session, struct duration_task *task,
		     struct task_frame *frame, const struct ftrace_graph_ret *trace,
		     u64 calltime, u64 duration);
void whole_root_changed(struct duration_session *session, struct duration_task *task,
			const struct ftrace_graph_ret *trace, u64 calltime, u64 duration);
void whole_forget_slow(struct task_pool *pool, struct duration_task *task);

/**
 * whole_forget - drop what is held for a root that does not return
 * @pool: a session's
 * @task: whose root it was
 *
 * Context: any in which no call of the task can be held meanwhile, except those of
 * interrupts.
 */
static __always_inline void whole_forget(struct task_pool *pool, struct duration_task *task)
{
	if (unlikely(local_read(&task->held)))
		whole_forget_slow(pool, task);
}

/**
 * whole_thresh - the threshold of a root
 * @session: whose call it is
 * @func: the root
 * @own: whether functions may have thresholds of their own
 *
 * Context: a return handler.
 * Return: nanoseconds.
 */
static __always_inline u64 whole_thresh(const struct duration_session *session,
					unsigned long func, bool own)
{
	if (!own || !test_bit(CARE_THRESH, &session->care))
		return READ_ONCE(tracing_thresh);
	return duration_thresh_of(session, func);
}

/* The threshold of the root that the task is in */
static __always_inline u64 whole_root_thresh(const struct duration_session *session,
					     struct duration_task *task, bool own)
{
	if (!own || !test_bit(CARE_THRESH, &session->care))
		return READ_ONCE(tracing_thresh);
	return duration_thresh_of(session, task_root_func(task));
}

/* Returns: a place for a call of this size, or NULL where whole_hold_slow() has to look. */
static __always_inline struct duration_call *whole_place(struct duration_task *task,
							 unsigned long size)
{
	long held = local_read(&task->held);

	do {
		if (unlikely(!(held & WHOLE_OFFSET)))
			return NULL;
	} while (!local_try_cmpxchg(&task->held, &held,
				    held + size + 1));
	return assume_pointer((struct duration_call *)(held & ~WHOLE_UNWRITTEN));
}

/* Until all places are written, no interrupt moves calls or gives chunks away. */
static __always_inline void whole_filled(struct duration_task *task)
{
	barrier();
	local_dec(&task->held);
}

/**
 * whole_hold - a call in a root has ended
 * @session: whose call it is
 * @task: the current task's state
 * @trace: the call
 * @calltime: when it began
 * @duration: how long it took; if that is not below the root's threshold, that is slow
 * @own: as for whole_thresh()
 *
 * Context: a return handler.
 */
static __always_inline void whole_hold(struct duration_session *session,
				       struct duration_task *task,
				       const struct ftrace_graph_ret *trace,
				       u64 calltime, u64 duration, bool own)
{
	u64 thresh = whole_root_thresh(session, task, own);
	struct duration_call *place = NULL;
	unsigned int trace_ctx;

	if (likely(duration < thresh && fgraph_plain_trace_ctx(&trace_ctx)))
		place = whole_place(task, sizeof(*place));
	if (unlikely(!place)) {
		whole_hold_slow(session, task, trace, calltime, duration);
		return;
	}
	*place = duration_call_in(trace, calltime, duration, trace_ctx);
	whole_filled(task);
}

/*
 * While the root's frame is still there, the calls of interrupts are not roots. They find
 * that it is closed, and are not held.
 */
static __always_inline unsigned long whole_close(struct duration_task *task)
{
	long held = WHOLE_NONE;

	while (!local_try_cmpxchg(&task->held, &held, WHOLE_CLOSED))
		;
	return held;
}

/*
 * The root's frame is gone. What interrupts of now hold, they have also dropped.
 *
 * Returns: false if an interrupt has changed the word. Then something may be left there: the
 * core may have skipped the return of its root.
 */
static __always_inline bool whole_open(struct duration_task *task)
{
	barrier();
	if (unlikely(local_read(&task->held) != WHOLE_CLOSED))
		return false;
	local_set(&task->held, WHOLE_NONE);
	return true;
}

/**
 * whole_root - a root has ended
 * @session: whose call it is
 * @task: the current task's state
 * @frame: the root's, the only one; it is popped
 * @trace: the call
 * @calltime: when it began
 * @duration: how long it took
 * @stat: as for task_pop()
 * @own: as for whole_thresh()
 *
 * Context: a return handler.
 */
static __always_inline void whole_root(struct duration_session *session,
				       struct duration_task *task,
				       struct task_frame *frame,
				       const struct ftrace_graph_ret *trace,
				       u64 calltime, u64 duration, bool stat, bool own)
{
	long held = WHOLE_NONE;

	if (unlikely(!local_try_cmpxchg(&task->held, &held, WHOLE_CLOSED))) {
		whole_root_held(session, task, frame, trace, calltime, duration);
		return;
	}
	task_pop_of(task, frame->func, TASK_NONE, duration, stat, 0);
	if (unlikely(!whole_open(task)))
		whole_root_changed(session, task, trace, calltime, duration);
	else if (likely(duration < whole_thresh(session, trace->func, own)))
		this_cpu_inc(session->counts->below);
	else
		duration_record_return(session, trace, calltime, duration);
}

#endif /* _TRACE_DURATION_WHOLE_H */

// SPDX-License-Identifier: GPL-2.0
/*
 * The handlers of a session with modes: duration-stat, duration-tree, and options that record
 * details, each alone or together.
 *
 * They are not those of other sessions, so that an option costs nothing where it is not set. They
 * are made from the same functions, with the modes as a constant; those of sessions that record
 * details are one pair for all modes. Call times and the time of callees are in the state of the
 * task (duration/state/task.c), not in the frames of the shadow stack: at a call's return, the
 * self time is the duration minus the time of the callees. An interrupt may come at any
 * instruction of a handler: duration/state/task.h says what follows from that.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpu.h>
#include <linux/ftrace.h>
#include <linux/overflow.h>
#include <linux/percpu.h>

#include "duration/call/detail.h"
#include "duration/call/graph.h"
#include "duration/call/modes.h"
#include "duration/call/record.h"
#include "duration/call/tree.h"
#include "duration/session.h"
#include "duration/state/away.h"
#include "duration/state/stat.h"
#include "duration/state/task.h"

/*
 * Counting
 */

static struct stat_cpu __percpu *stat_cpus(const struct duration_session *session)
{
	return READ_ONCE(session->cpus);
}

static struct stat_cpu *stat_this_cpu(const struct duration_session *session)
{
	return this_cpu_ptr(stat_cpus(session));
}

static bool stat_has(const struct stat_cpu *table, const struct stat_entry *entry)
{
	return (void *)entry - (void *)table->entries < table->size * sizeof(*entry);
}

/*
 * A bucket of this CPU has wrapped. It is not noted if the session has got other tables since the
 * call was counted: the old ones are not read any more. Enables preemption. The session is the
 * second argument, as in stat_count_slow(), so that no register has to be moved before a call is
 * counted.
 */
static noinline void stat_wrapped(struct stat_entry *entry,
				  const struct duration_session *session,
				  unsigned long bucket)
{
	struct stat_cpu *table = stat_this_cpu(session);

	if (stat_has(table, entry))
		stat_note_wrap(table->wraps, entry->buckets + bucket);
	fgraph_preempt_enable();
}

/* As stat_count(), in all cases */
static noinline void stat_count_slow(unsigned long func, struct duration_session *session,
				     u64 duration, bool nested, u64 self)
{
	struct stat_entry *entry;
	struct stat_cpu *table;

	fgraph_preempt_disable();
	table = stat_this_cpu(session);
	entry = stat_probe(table, func, table->keys ? current_cgroup_id() : 0);
	if (entry) {
		if (!stat_entry_count(entry, duration, self))
			stat_note_wrap(table->wraps, entry->buckets + stat_bucket(duration));
		/* After the sum, which is not less: row_add() reads them in the other order. */
		smp_wmb();
		if (nested)
			local_add(duration, &entry->nested);
	} else {
		local_inc(&table->no_room);
	}
	fgraph_preempt_enable();
}

/* Returns: false, with nothing counted, where stat_count_slow() has to. */
static __always_inline bool stat_count_fast(struct duration_session *session,
					    unsigned long func, u64 duration, u64 self)
{
	struct stat_entry *entry;
	unsigned long bucket;

	fgraph_preempt_disable();
	entry = stat_find(stat_cpus(session), func);
	if (unlikely(!entry || duration < in_place(entry->min) ||
		     duration > in_place(entry->fast))) {
		fgraph_preempt_enable();
		return false;
	}
	bucket = stat_bucket_of_short(duration);
	OPTIMIZER_HIDE_VAR(bucket);	/* its place is found by the instruction that adds */
	if (unlikely(!stat_entry_add(entry, bucket, duration, self))) {
		OPTIMIZER_HIDE_VAR(bucket);
		stat_wrapped(entry, session, bucket);
		return true;
	}
	fgraph_preempt_enable();
	return true;
}

static __always_inline void stat_count(struct duration_session *session,
				       unsigned long func, u64 duration, u64 self,
				       bool nested)
{
	if (unlikely(nested || !stat_count_fast(session, func, duration, self)))
		stat_count_slow(func, session, duration, nested, self);
}

/* As stat_count(), also where it is counted for each cgroup */
static __always_inline void mode_count(struct duration_session *session, unsigned int modes,
				       unsigned long func, u64 duration, u64 self, bool nested)
{
	if (modes & DURATION_CGROUP)
		stat_count_slow(func, session, duration, nested, self);
	else
		stat_count(session, func, duration, self, nested);
}

/*
 * Handlers
 */

/* The modes in which the frames of a task have the time of callees */
#define MODES_CALLEES	(SESSION_STAT | SESSION_DETAILS)

static unsigned int session_modes(const struct duration_session *session)
{
	return (READ_ONCE(session->cpus) ? SESSION_STAT : 0) | (session->tree ? SESSION_TREE : 0) |
	       session->details;
}

/* Without a state the call cannot be timed: it is not entered. */
static noinline void mode_no_task(struct duration_session *session)
{
	this_cpu_inc(session->counts->no_room);
	if (!READ_ONCE(session->cpus))
		return;
	preempt_disable_notrace();
	local_inc(&stat_this_cpu(session)->no_task);
	preempt_enable_notrace();
}

static __always_inline int mode_begin(struct duration_session *session,
				      struct duration_task *task, long place, long flags,
				      bool own_time, bool in_root)
{
	u64 now;

	/* Those in a root are counted when they are not held any more. */
	if (!in_root)
		this_cpu_inc(session->counts->entered);
	if (own_time) {
		now = fgraph_clock();
		task_frame_at(task, &place)->calltime = now;
	}
	task_push_end(task, place | flags);
	return 1;
}

/*
 * The core's times are used if they can be trusted now; see also mode_call_time(). The
 * arguments are in the order of those of the handlers, so that they need not be moved.
 */
static noinline int mode_entry_careful(const struct ftrace_graph_ent *trace,
				       struct duration_session *session,
				       struct ftrace_regs *regs)
{
	unsigned int modes = session_modes(session);
	struct duration_task *task;
	struct task_frame *frame;
	long place;

	if (test_bit(CARE_CLOSED, &session->care))
		return 0;
	if (test_bit(CARE_CGROUP, &session->care) && !session_wants_task(session))
		return 0;
	task = task_find(&session->tasks) ?: task_claim(&session->tasks);
	if (!task) {
		mode_no_task(session);
		return 0;
	}
	/* The return of a root was skipped. */
	if (READ_ONCE(task->root) != TASK_NO_ROOT)
		tree_leave_root(session, task);
	if (graph_filters_set(session)) {
		enum graph_verdict verdict = graph_entry(session, &task->graph, trace);

		if (verdict != GRAPH_TRACE)
			return verdict == GRAPH_FRAME;
	}
	session_note_moved_times(session);
	frame = task_push_slow(&session->tasks, task, trace->func, trace->depth,
			       modes & MODES_CALLEES, &place);
	if (!frame) {
		mode_no_task(session);
		return 0;
	}
	/* A new root: the return of the last one was skipped. */
	if (task_is_root(frame))
		tree_forget(&session->tasks, task);
	detail_begin(&session->tasks, task, place, regs);
	return mode_begin(session, task, place & ~TASK_FLAGS, place & TASK_FLAGS,
			  !FGRAPH_KEEPS_TIMES || test_bit(CARE_WORDS, &session->care),
			  session->tree && !task_is_root(frame));
}

/*
 * Handlers are made from these, with the session's modes as a constant. Each tests that it
 * is called for a session of its own: see session_is_of().
 */
static __always_inline int mode_entry_of(const struct ftrace_graph_ent *trace,
					 struct fgraph_ops *gops, unsigned int modes,
					 struct ftrace_regs *regs)
{
	struct duration_session *session = session_of(gops);
	struct duration_task *task;
	bool in_root;
	long place;

	if (unlikely(session_cares_at_entry(session) || fgraph_times_move()))
		return mode_entry_careful(trace, session, regs);
	task = task_find(&session->tasks);
	if (unlikely(!task))
		return mode_entry_careful(trace, session, regs);
	/* A filter that is set while a task is in a root applies from the next root on. */
	in_root = (modes & SESSION_TREE) && in_place(task->top) != TASK_NONE;
	if (!in_root && unlikely(graph_filters_set(session)))
		return mode_entry_careful(trace, session, regs);
	if (unlikely(!task_push(task, trace->func, trace->depth, modes & MODES_CALLEES, &place)))
		return mode_entry_careful(trace, session, regs);
	if (modes & SESSION_DETAILS)
		detail_begin(&session->tasks, task, place, regs);
	return mode_begin(session, task, place, 0, !FGRAPH_KEEPS_TIMES, in_root);
}

/*
 * The call time of a frame that was found carefully. Where the core keeps times, a frame has
 * one of its own only if it was entered with CARE_WORDS.
 *
 * Returns: 0 if the core's time cannot be trusted any more, see fgraph_times_move().
 */
static u64 mode_call_time(const struct duration_session *session,
			  const struct task_frame *frame, const struct ftrace_graph_ret *trace)
{
	if (!FGRAPH_KEEPS_TIMES || frame->calltime)
		return frame->calltime;
	return test_bit(CARE_WORDS, &session->care) ? 0 : fgraph_call_time(trace);
}

/* As mode_write(), with details */
static noinline void mode_write_detail(struct duration_session *session,
				       struct duration_task *task, struct task_frame *frame,
				       const struct ftrace_graph_ret *trace, u64 calltime,
				       u64 duration, unsigned long retval)
{
	struct duration_detail detail;

	if (!session->tree &&
	    !call_is_slow(session, trace->func, duration, has_own_thresh(session))) {
		this_cpu_inc(session->counts->below);
		return;
	}
	detail.call = duration_call(trace, calltime, duration);
	detail_fill(&detail, session, task, frame, retval);
	if (session->tree)
		tree_hold_call(session, task, &detail.call);
	else
		duration_record(session, &detail.call);
}

static __always_inline void mode_hold(struct duration_session *session,
				      struct duration_task *task,
				      const struct ftrace_graph_ret *trace, u64 calltime,
				      u64 duration, bool own_thresh)
{
	if (unlikely(!tree_hold(task, trace, trace->depth, calltime, duration,
				tree_root_thresh(session, task, own_thresh))))
		tree_hold_slow(session, task, trace, calltime, duration);
}

/* Each call for itself, or a call in a root */
static __always_inline void mode_write(struct duration_session *session,
				       struct duration_task *task,
				       const struct ftrace_graph_ret *trace, u64 calltime,
				       u64 duration, unsigned int modes, bool own_thresh)
{
	if (modes & SESSION_TREE)
		mode_hold(session, task, trace, calltime, duration, own_thresh);
	else if (!call_is_slow(session, trace->func, duration, own_thresh))
		this_cpu_inc(session->counts->below);
	else
		duration_record_return(trace, session, calltime, duration);
}

static noinline void stat_count_and_record(const struct ftrace_graph_ret *trace,
					   struct duration_session *session, u64 duration,
					   u64 rettime, u64 self)
{
	stat_count(session, trace->func, duration, self, false);
	duration_record_return(trace, session, rettime - duration, duration);
}

/* If it returns on another cpu, whose clock is behind, the duration is 0. */
static __always_inline u64 mode_duration(u64 *calltime, u64 rettime)
{
	u64 duration = rettime - *calltime;

	/* OPTIMIZER_HIDE_VAR(): one branch, instead of two instructions without one. */
	if (unlikely((s64)duration < 0)) {
		duration = 0;
		OPTIMIZER_HIDE_VAR(duration);
		*calltime = rettime;
	}
	return duration;
}

static __always_inline u64 stat_self(u64 duration, u64 callees)
{
	u64 self;

	if (unlikely(check_sub_overflow(duration, callees, &self))) {
		self = 0;
		OPTIMIZER_HIDE_VAR(self);
	}
	return self;
}

/* As stat_end_plain(), of a call that has ended late; it is popped. */
static noinline void stat_end_late(const struct ftrace_graph_ret *trace,
				   struct duration_session *session, u64 duration, u64 rettime)
{
	struct duration_task *task = task_find(&session->tasks);
	struct task_frame *frame = task_frame(task, task_place(trace->depth));
	u64 late = task_late(task, frame, rettime), self;

	duration += late;
	self = stat_self(duration, READ_ONCE(frame->callees));
	if (call_is_slow(session, trace->func, duration, false)) {
		stat_count_and_record(trace, session, duration, rettime + late, self);
		return;
	}
	this_cpu_inc(session->counts->below);
	stat_count(session, trace->func, duration, self, false);
}

static noinline void mode_return_careful(const struct ftrace_graph_ret *trace,
					 struct duration_session *session,
					 unsigned long retval);

/*
 * Statistics alone, of a call that needs no care. Nothing that is called here returns here:
 * so no register has to be saved for it. For the same reason the return time is read again
 * where the core keeps it.
 */
static __always_inline void stat_end_plain(struct duration_session *session,
					   struct duration_task *task, long place,
					   const struct ftrace_graph_ret *trace, u64 rettime)
{
	u64 calltime = FGRAPH_KEEPS_TIMES ? fgraph_call_time(trace) :
					    task_frame_at(task, &place)->calltime;
	long outer = task_frame_at(task, &place)->outer;
	unsigned long func;
	u64 duration, self;

	if (unlikely(task_began_late(task, outer, calltime))) {
		mode_return_careful(trace, session, 0);
		return;
	}
	duration = mode_duration(&calltime, rettime);
	func = task_frame_at(task, &place)->func;
	task_pop_of(task, func, outer, duration, rettime, true, 0);
	if (unlikely(task_ends_late(task_frame_at(task, &place), rettime))) {
		stat_end_late(trace, session, duration, rettime);
		return;
	}
	self = stat_self(duration, in_place(task_frame_at(task, &place)->callees));
	if (unlikely(call_is_slow(session, func, duration, false))) {
		stat_count_and_record(trace, session, duration,
				      FGRAPH_KEEPS_TIMES ? fgraph_return_time(trace) : rettime,
				      self);
		return;
	}
	this_cpu_inc(session->counts->below);
	stat_count(session, func, duration, self, false);
}

/* The call is not recorded, nor is what it held if it is a root. */
static void mode_end_untimed(struct duration_session *session, struct duration_task *task,
			     struct task_frame *frame, u64 rettime, long flags)
{
	bool root = task_is_root(frame);

	task_pop(task, frame, READ_ONCE(frame->callees), rettime, true, flags);
	away_pop(&session->tasks, task, frame);
	if (root)
		tree_forget(&session->tasks, task);
}

/* Returns: the duration of the call, which has ended. */
static __always_inline u64 mode_pop(struct duration_session *session,
				    struct duration_task *task, struct task_frame *frame,
				    u64 *calltime, u64 rettime, long flags, unsigned int modes)
{
	u64 duration;

	*calltime = task_call_time(task, frame, *calltime, rettime);
	duration = mode_duration(calltime, rettime);
	task_pop(task, frame, duration, rettime, modes & MODES_CALLEES, flags);
	if (unlikely(task_ends_late(frame, rettime)))
		duration += task_late(task, frame, rettime);
	if (modes & SESSION_DETAILS)
		away_pop(&session->tasks, task, frame);
	return duration;
}

/* A root with a frame. Interrupts have noted in it what they held before it was closed. */
static noinline void mode_end_root(struct duration_session *session, struct duration_task *task,
				   struct task_frame *frame, const struct ftrace_graph_ret *trace,
				   u64 calltime, u64 rettime, unsigned long retval)
{
	unsigned int modes = session_modes(session);
	unsigned long held = tree_close(task), cut = local_xchg(&task->cut, 0);
	/* One of an interrupt may share its bit with a root that is about to begin. */
	const long flags = READ_ONCE(task->top) & TASK_FLAGS;
	struct duration_detail detail;
	u64 duration;

	duration = mode_pop(session, task, frame, &calltime, rettime, flags, modes);
	if (!tree_open(task))
		tree_forget_slow(&session->tasks, task);
	if (modes & SESSION_STAT)
		mode_count(session, modes, trace->func, duration,
			   stat_self(duration, READ_ONCE(frame->callees)), false);
	detail.call = duration_call(trace, calltime, duration);
	if (modes & SESSION_DETAILS)
		detail_fill(&detail, session, task, frame, retval);
	tree_root_ended(session, held, cut, &detail.call);
}

static __always_inline void mode_end(struct duration_session *session,
				     struct duration_task *task, struct task_frame *frame,
				     const struct ftrace_graph_ret *trace, u64 calltime,
				     u64 rettime, long flags, unsigned int modes,
				     bool own_thresh, unsigned long retval)
{
	u64 duration;

	if ((modes & SESSION_TREE) && unlikely(task_is_root(frame))) {
		mode_end_root(session, task, frame, trace, calltime, rettime, retval);
		return;
	}
	duration = mode_pop(session, task, frame, &calltime, rettime, flags, modes);
	if (modes & SESSION_STAT)
		mode_count(session, modes, trace->func, duration,
			   stat_self(duration, READ_ONCE(frame->callees)), flags & TASK_NESTED);
	if (modes & SESSION_DETAILS)
		mode_write_detail(session, task, frame, trace, calltime, duration, retval);
	else
		mode_write(session, task, trace, calltime, duration, modes, own_thresh);
}

static noinline void mode_return_careful(const struct ftrace_graph_ret *trace,
					 struct duration_session *session,
					 unsigned long retval)
{
	u64 rettime = fgraph_return_time(trace), calltime;
	struct duration_task *task;
	struct task_frame *frame;
	long flags;

	if (test_bit(CARE_CLOSED, &session->care))
		return;
	task = task_find(&session->tasks);
	if (!task)
		return;
	/* The return of a root was skipped. */
	if (READ_ONCE(task->root) != TASK_NO_ROOT)
		tree_leave_root(session, task);
	session_note_moved_times(session);
	frame = task_find_frame(&session->tasks, task, trace->func, trace->depth);
	/* It may have found that the return of a root was skipped. */
	if (!frame && READ_ONCE(task->top) == TASK_NONE)
		tree_forget(&session->tasks, task);
	if (test_bit(CARE_GRAPH, &session->care) &&
	    !graph_return(session, &task->graph, trace->depth, frame))
		return;
	if (!frame)
		return;
	flags = READ_ONCE(task->top) & TASK_FLAGS;
	calltime = mode_call_time(session, frame, trace);
	if (FGRAPH_KEEPS_TIMES && !calltime)
		mode_end_untimed(session, task, frame, rettime, flags);
	else
		mode_end(session, task, frame, trace, calltime, rettime, flags,
			 session_modes(session), true, retval);
}

static __always_inline void mode_return_of(const struct ftrace_graph_ret *trace,
					   struct fgraph_ops *gops, unsigned int modes,
					   unsigned long retval)
{
	struct duration_session *session = session_of(gops);
	u64 rettime = fgraph_return_time(trace);
	struct duration_task *task;
	struct task_frame *frame;
	long place;

	if (unlikely(session_cares(session) || fgraph_times_move())) {
		mode_return_careful(trace, session, retval);
		return;
	}
	task = task_find(&session->tasks);
	place = task_place(trace->depth);
	if (unlikely(!task || !task_is_at(task, place))) {
		mode_return_careful(trace, session, retval);
		return;
	}
	if (modes == SESSION_STAT) {
		stat_end_plain(session, task, place, trace, rettime);
		return;
	}
	frame = assume_pointer(task_frame(task, place));
	mode_end(session, task, frame, trace,
		 FGRAPH_KEEPS_TIMES ? fgraph_call_time(trace) : frame->calltime, rettime, 0,
		 modes, false, retval);
}

static void stat_return(FGRAPH_RETURN_ARGS);
static void tree_return(FGRAPH_RETURN_ARGS);
static void stat_tree_return(FGRAPH_RETURN_ARGS);
static void detail_return(FGRAPH_RETURN_ARGS);

static void stat_return(FGRAPH_RETURN_ARGS)
{
	if (likely(gops->retfunc == stat_return))
		mode_return_of(trace, gops, SESSION_STAT, 0);
}

static int stat_entry(FGRAPH_ENTRY_ARGS)
{
	if (unlikely(gops->retfunc != stat_return))
		return 0;
	return mode_entry_of(trace, gops, SESSION_STAT, NULL);
}

/*
 * With duration-tree alone, the calls in a root have no frames: they are those whose depth is
 * greater than that of the root. Nor has the root one, if nothing needs care when it begins.
 * Conditions that need care later are checked when a call cannot be held immediately, and when
 * the root ends. The threshold of task->thresh only decides which calls are looked at more
 * closely.
 */

/* The time is that of a frame that is not used otherwise. */
static __always_inline u64 *tree_time_of(struct duration_task *task, int depth)
{
	return &task_frame(task, task_place(depth & (TASK_FRAMES - 1)))->calltime;
}

static __always_inline u64 tree_call_time(struct duration_task *task,
					  const struct ftrace_graph_ret *trace)
{
	return FGRAPH_KEEPS_TIMES ? fgraph_call_time(trace) : *tree_time_of(task, trace->depth);
}

static __always_inline int tree_begin(struct duration_task *task, int depth)
{
	if (!FGRAPH_KEEPS_TIMES)
		*tree_time_of(task, depth) = fgraph_clock();
	return 1;
}

/* Interrupts may have roots of their own until this one is known, and are in it then. */
static __always_inline int tree_begin_root(const struct ftrace_graph_ent *trace,
					   struct duration_session *session,
					   struct duration_task *task)
{
	if (unlikely(in_place(task->root) != TASK_NO_ROOT || in_place(task->top) != TASK_NONE ||
		     session_cares_at_entry(session) || graph_filters_set(session) ||
		     fgraph_times_move()))
		return mode_entry_careful(trace, session, NULL);
	WRITE_ONCE(task->root, trace->depth);
	WRITE_ONCE(task->root_func, trace->func);
	WRITE_ONCE(task->thresh, session_thresh(session));
	this_cpu_inc(session->counts->entered);
	return tree_begin(task, trace->depth);
}

/* The first call of a task */
static noinline int tree_entry_first(const struct ftrace_graph_ent *trace,
				     struct duration_session *session)
{
	struct duration_task *task = NULL;

	if (!session_cares_at_entry(session))
		task = task_claim(&session->tasks);
	return task ? tree_begin_root(trace, session, task) :
		      mode_entry_careful(trace, session, NULL);
}

/* Something other than a threshold has changed since the root began. */
static bool tree_root_cares(struct duration_session *session)
{
	session_note_moved_times(session);
	return session_cares(session) && !cares_for_thresh_alone(session);
}

/* Where the core keeps the return time, it is read where it is needed: no register keeps it. */
static __always_inline u64 tree_return_time(const struct ftrace_graph_ret *trace, u64 rettime)
{
	return FGRAPH_KEEPS_TIMES ? fgraph_return_time(trace) : rettime;
}

static u64 tree_duration(struct duration_task *task, const struct ftrace_graph_ret *trace,
			 u64 *calltime, u64 rettime)
{
	*calltime = tree_call_time(task, trace);
	return mode_duration(calltime, tree_return_time(trace, rettime));
}

/*
 * True if settings changed since the root began. Only where the task itself returns: in an
 * interrupt, it may be just holding a call.
 */
static bool tree_root_is_over(struct duration_session *session)
{
	return !interrupt_context_level() &&
	       (tree_root_cares(session) || graph_filters_set(session));
}

/* A root that is over is left here: it may be one that does not return. */
static noinline void tree_end_call_slow(const struct ftrace_graph_ret *trace,
					struct duration_session *session, u64 rettime)
{
	struct duration_task *task = task_find(&session->tasks);
	u64 calltime, duration = tree_duration(task, trace, &calltime, rettime);

	if (unlikely(tree_root_is_over(session))) {
		tree_leave_root(session, task);
		this_cpu_inc(session->counts->entered);
		this_cpu_add(session->counts->unfinished, 2);
	} else if (tree_is_direct(task)) {
		this_cpu_inc(session->counts->entered);
		duration_record_return(trace, session, calltime, duration);
	} else {
		tree_hold_slow(session, task, trace, calltime, duration);
	}
}

/* A duration of less than 0 is not less than the threshold here. */
static __always_inline void tree_end_call(const struct ftrace_graph_ret *trace,
					  struct duration_session *session,
				      struct duration_task *task, int depth, u64 rettime)
{
	u64 calltime = tree_call_time(task, trace);
	u64 duration = tree_return_time(trace, rettime) - calltime;

	if (unlikely(!tree_hold(task, trace, depth, calltime, duration, in_place(task->thresh))))
		tree_end_call_slow(trace, session, rettime);
}

static noinline void tree_end_root_slow(const struct ftrace_graph_ret *trace,
					struct duration_session *session, u64 rettime)
{
	struct duration_task *task = task_find(&session->tasks);
	u64 calltime, duration = tree_duration(task, trace, &calltime, rettime);

	if (FGRAPH_KEEPS_TIMES && tree_root_cares(session) &&
	    test_bit(CARE_WORDS, &session->care)) {
		tree_leave_root(session, task);
		this_cpu_inc(session->counts->unfinished);
		return;
	}
	tree_root(session, task, trace, calltime, duration);
}

/* An interrupt has changed the task's word meanwhile. */
static noinline void tree_end_root_changed(const struct ftrace_graph_ret *trace,
					   struct duration_session *session)
{
	tree_forget(&session->tasks, task_find(&session->tasks));
	this_cpu_inc(session->counts->below);
}

/* Here, for a root that is short and holds no calls */
static __always_inline void tree_end_root(const struct ftrace_graph_ret *trace,
					  struct duration_session *session,
					  struct duration_task *task, u64 rettime)
{
	u64 duration = tree_return_time(trace, rettime) - tree_call_time(task, trace);

	if (unlikely(session_cares(session) || fgraph_times_move() ||
		     call_is_slow(session, trace->func, duration, false) ||
		     !tree_close_empty(task))) {
		tree_end_root_slow(trace, session, rettime);
		return;
	}
	tree_pop(task);
	if (unlikely(!tree_open(task)))
		tree_end_root_changed(trace, session);
	else
		this_cpu_inc(session->counts->below);
}

static __always_inline void tree_return_of(const struct ftrace_graph_ret *trace,
					   struct fgraph_ops *gops)
{
	struct duration_session *session = session_of(gops);
	u64 rettime = FGRAPH_KEEPS_TIMES ? 0 : fgraph_return_time(trace);
	struct duration_task *task;
	int depth;

	task = task_find(&session->tasks);
	if (unlikely(!task)) {
		mode_return_careful(trace, session, 0);
		return;
	}
	depth = trace->depth;
	if (likely(depth > in_place(task->root)))
		tree_end_call(trace, session, task, depth, rettime);
	else if (likely(depth == in_place(task->root)))
		tree_end_root(trace, session, task, rettime);
	else
		mode_return_careful(trace, session, 0);
}

static void tree_return(FGRAPH_RETURN_ARGS)
{
	if (likely(gops->retfunc == tree_return))
		tree_return_of(trace, gops);
}

static int tree_entry(FGRAPH_ENTRY_ARGS)
{
	struct duration_session *session = session_of(gops);
	struct duration_task *task;

	if (unlikely(gops->retfunc != tree_return))
		return 0;
	task = task_find(&session->tasks);
	if (unlikely(!task))
		return tree_entry_first(trace, session);
	if (likely(trace->depth > in_place(task->root)))
		return tree_begin(task, trace->depth);
	return tree_begin_root(trace, session, task);
}

static void stat_tree_return(FGRAPH_RETURN_ARGS)
{
	if (likely(gops->retfunc == stat_tree_return))
		mode_return_of(trace, gops, SESSION_STAT | SESSION_TREE, 0);
}

static int stat_tree_entry(FGRAPH_ENTRY_ARGS)
{
	if (unlikely(gops->retfunc != stat_tree_return))
		return 0;
	return mode_entry_of(trace, gops, SESSION_STAT | SESSION_TREE, NULL);
}

/* Any modes, with details */
static void detail_return(FGRAPH_RETURN_ARGS)
{
	const struct duration_session *session = session_of(gops);

	if (likely(gops->retfunc == detail_return))
		mode_return_of(trace, gops, session_modes(session), fgraph_retval());
}

static int detail_entry(FGRAPH_ENTRY_ARGS)
{
	const struct duration_session *session = session_of(gops);

	if (unlikely(gops->retfunc != detail_return))
		return 0;
	return mode_entry_of(trace, gops, session_modes(session), fgraph_regs());
}

static void set_handlers(struct fgraph_ops *gops, unsigned int modes)
{
	if (modes & SESSION_DETAILS) {
		gops->entryfunc = detail_entry;
		gops->retfunc = detail_return;
		return;
	}
	switch (modes) {
	case SESSION_STAT:
		gops->entryfunc = stat_entry;
		gops->retfunc = stat_return;
		break;
	case SESSION_TREE:
		gops->entryfunc = tree_entry;
		gops->retfunc = tree_return;
		break;
	default:
		gops->entryfunc = stat_tree_entry;
		gops->retfunc = stat_tree_return;
	}
}

/*
 * Sessions
 */

static int modes_init_tables(struct duration_session *session)
{
	struct stat_tables *tables;

	cpus_read_lock();
	tables = stat_tables_alloc(stat_room(), session->tasks.nr,
				   session->details & DURATION_CGROUP);
	cpus_read_unlock();
	if (tables) {
		session_set_tables(session, tables);
		return 0;
	}
	pr_err("cannot trace: no memory for the statistics of duration-stat; set the module parameter stat_functions to less\n");
	return -ENOMEM;
}

static int modes_init_tree(struct duration_session *session)
{
	int ret = tree_init(session);

	if (ret)
		pr_err("cannot trace: no memory for the calls that duration-tree holds; set the module parameter tree_calls to less\n");
	return ret;
}

static void modes_cpu_comes(struct task_pool *pool, unsigned int cpu)
{
	struct duration_session *session = container_of(pool, struct duration_session, tasks);

	if (session->tables)
		stat_cpu_comes(session->tables, cpu, array_name(session->tr));
}

static const struct task_pool_ops modes_pool_ops = {
	.forget		= tree_forget_slow,
	.cpu_comes	= modes_cpu_comes,
};

/**
 * modes_init - make a session count every call, hold calls, or record details
 * @session: before it is registered
 * @modes: of SESSION_STAT, SESSION_TREE and SESSION_DETAILS, at least one
 *
 * It is closed (CARE_CLOSED): its handlers do nothing before session_open().
 *
 * Context: process context.
 * Return: 0, or -ENOMEM. The caller calls modes_exit() in both cases.
 */
int modes_init(struct duration_session *session, unsigned int modes)
{
	int ret;

	set_handlers(&session->gops, modes);
	session->details = modes & SESSION_DETAILS;
	ret = task_pool_init(&session->tasks, &modes_pool_ops, task_spare(),
			     modes & SESSION_DETAILS);
	if (ret)
		pr_err("cannot trace: no memory for the calls of tasks; set the module parameter stat_tasks to less\n");
	/* Until the session is open, the handlers may look at the variable of another index. */
	task_pool_place(&session->tasks, &session->gops);
	if (!ret && (modes & SESSION_STAT))
		ret = modes_init_tables(session);
	if (!ret && (modes & SESSION_TREE))
		ret = modes_init_tree(session);
	return ret;
}

/**
 * modes_open - what is needed to count and to hold
 * @session: from modes_init(), registered
 *
 * Context: process context.
 * Return: 0, or an error, after which the caller unregisters the session.
 */
int modes_open(struct duration_session *session)
{
	int ret = task_pool_open(&session->tasks, &session->gops);

	if (ret)
		return ret;
	if (session->tables) {
		/* A CPU may have come before the pool is registered for them. */
		cpus_read_lock();
		ret = stat_tables_fill(session->tables);
		cpus_read_unlock();
		if (ret)
			return ret;
		/* Without a directory they could not be read. */
		if (!session->dir)
			return -ENOMEM;
	}
	return 0;
}

/**
 * modes_exit - undo modes_init() and modes_open()
 * @session: none of its handlers runs any more
 *
 * The tables of a session that was opened can still be read.
 *
 * Context: process context.
 */
void modes_exit(struct duration_session *session)
{
	task_pool_close(&session->tasks);
	tree_exit(session);
	task_pool_exit(&session->tasks);
	if (session->tables && !session->tables_are_shown)
		stat_tables_free(session->tables);
	session->tables = NULL;
}

#ifdef DURATION_KUNIT
#include "tests/kunit/modes_test.c"
#endif

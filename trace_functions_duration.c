// SPDX-License-Identifier: GPL-2.0
/*
 * Function duration tracer.
 *
 * After the tracer of that name by Tim Bird (2009), and after
 * trace_functions_graph.c.
 */

/**
 * DOC: function_duration
 *
 * The record. One event, ftrace:func_duration, for each call of a traced
 * function, written when the call returns and only if it lasted tracing_thresh,
 * or the function's own threshold (duration/state/thresh.c), or longer. Nothing
 * is written when a function is entered.
 *
 * Sessions. While the tracer is selected in an array, the array has a session: one
 * fgraph_ops that shares the array's filters. A session is made anew each time, never
 * reused, and freed only when no handler can still be running in it.
 *
 * The event. Enabling it starts nothing and changes nothing: the tracer writes its records
 * whether it is enabled or not. Its filter, its triggers and the listeners on the tracepoint
 * apply while the tracer runs.
 *
 * Handlers. duration_entry() and duration_return() run at every call of every
 * traced function, in any context: task, softirq, hardirq, NMI, idle. They
 * take no lock, allocate nothing and touch no user memory. The whole tracer is
 * built without tracing of itself, so all of it is notrace. A session that was
 * started with duration-stat, duration-tree or an option for details has handlers of
 * its own, to which the same applies (duration/call/modes.c).
 *
 * Ownership. The core calls duration_return() also for frames of other users:
 * the user with index 0 sees all frames, and an index is used again after 16
 * registrations, while tasks may still sleep in earlier calls. With another index
 * than 0, a frame is ours if it has a call time after the start of the session: one
 * that the core keeps, or one of the session's own array for the task (struct
 * task_times), where a frame is found by its depth. With index 0, and for tasks without
 * an array, a frame is ours only if it has the word that our entry reserved: a call
 * time after the start of the session, changed by the session's tag.
 *
 * Locking. duration_mutex protects the list of sessions. It is taken under
 * trace_types_lock (selecting a tracer) and outside of ftrace_lock (registering). It is
 * also taken under the lock of module notifiers. Under it, counters_mutex and
 * duration_dir_mutex protect what our files show and set. Each session, each open trace
 * file and each enabled event holds a reference on the module.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/atomic.h>
#include <linux/delay.h>
#include <linux/ftrace.h>
#include <linux/interrupt.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/notifier.h>
#include <linux/percpu.h>
#include <linux/rcupdate.h>
#include <linux/security.h>
#include <linux/slab.h>
#include <linux/smp.h>

#include <compat/fgraph.h>
#include <compat/ftrace_hash.h>
#include <compat/register.h>
#include <compat/trace.h>

#include "duration/call/detail.h"
#include "duration/call/graph.h"
#include "duration/call/modes.h"
#include "duration/call/record.h"
#include "duration/files/blocked.h"
#include "duration/files/boot.h"
#include "duration/files/cgroup.h"
#include "duration/files/counters.h"
#include "duration/files/dir.h"
#include "duration/files/numbers.h"
#include "duration/files/open.h"
#include "duration/files/open_log.h"
#include "duration/files/stat.h"
#include "duration/files/thresh.h"
#include "duration/session.h"
#include "duration/state/options.h"
#include "duration/state/task.h"
#include "trace_duration_output.h"

static int duration_event_reg(struct trace_event_call *call, enum trace_reg type,
			      void *data);

/*
 * The event's class has our own reg from the start: enabling the event must not put a probe
 * on the tracepoint, which would write the calls of all arrays a second time.
 */
#define trace_event_reg duration_event_reg
#define CREATE_TRACE_POINTS
#include <trace/events/duration.h>
#undef trace_event_reg

static DEFINE_MUTEX(duration_mutex);
static LIST_HEAD(duration_sessions);

#ifdef MODULE
/*
 * References on the module that a forced unload need not wait for: of arrays in which the event
 * is enabled, and of open trace files. Both then lead to nothing in the module.
 */
static atomic_t light_references;
#endif

/*
 * The frame's word: the call time, with the high byte XORed with the session's tag. Read
 * with another tag it is a time far in the future or before the session.
 */
#define FRAME_TIME_BITS	56

static u64 frame_tag(void)
{
	static u8 generation;

	generation++;
	return (u64)generation << FRAME_TIME_BITS;
}

static int frame_begin_word(struct duration_session *session)
{
	u64 *word = fgraph_reserve_data(session->gops.idx, sizeof(*word));

	if (unlikely(!word)) {
		this_cpu_inc(session->counts->no_room);
		return 0;
	}
	this_cpu_inc(session->counts->entered);
	*word = fgraph_clock() ^ session->tag;
	return 1;
}

static __always_inline int frame_begin_time(struct duration_session *session,
					    struct task_times *times, int depth)
{
	this_cpu_inc(session->counts->entered);
	*task_calltime(times, depth) = fgraph_clock();
	return 1;
}

/* The first call of a task, or one of a task for which there is no array of times */
static noinline int frame_begin_slow(struct duration_session *session, int depth)
{
	struct task_times *times = task_claim_times(&session->tasks);

	return times ? frame_begin_time(session, times, depth) : frame_begin_word(session);
}

/* Where the core does not keep the call time: in the array of the task */
static __always_inline int frame_begin(struct duration_session *session,
				       const struct ftrace_graph_ent *trace)
{
	struct task_times *times;

	if (FGRAPH_KEEPS_TIMES) {
		this_cpu_inc(session->counts->entered);
		return 1;
	}
	times = task_find_times(&session->tasks);
	if (unlikely(!times))
		return frame_begin_slow(session, trace->depth);
	return frame_begin_time(session, times, trace->depth);
}

/* Returns: 0 if the frame has no word; frame_is_ours() checks the time. */
static u64 frame_word_time(const struct duration_session *session)
{
	const u64 *word = fgraph_retrieve_data(session->gops.idx, NULL);

	return likely(word) ? *word ^ session->tag : 0;
}

static __always_inline u64 frame_call_time(const struct duration_session *session,
					   const struct ftrace_graph_ret *trace)
{
	struct task_times *times;
	u64 calltime;

	if (FGRAPH_KEEPS_TIMES)
		return fgraph_call_time(trace);
	times = task_find_times(&session->tasks);
	calltime = likely(times) ? *task_calltime(times, trace->depth) : 0;
	return likely(calltime) ? calltime : frame_word_time(session);
}

/*
 * Where the core keeps times, a frame without a word was entered before CARE_WORDS was
 * set. Its time can be used only if the core did not move it (fgraph_times_move()), and
 * not with index 0, where the frame may be another user's.
 */
static u64 frame_call_time_careful(struct duration_session *session,
				   const struct ftrace_graph_ret *trace)
{
	u64 calltime = frame_word_time(session);

	session_note_moved_times(session);
	if (!calltime && !test_bit(CARE_WORDS, &session->care))
		return frame_call_time(session, trace);
	return calltime;
}

/*
 * A call of ours began and ended within the session. If it returned on another cpu whose
 * clock is behind, its duration is taken as 0.
 */
static __always_inline bool frame_is_ours(const struct duration_session *session,
					  u64 *calltime, u64 rettime)
{
	if (likely((s64)((*calltime - session->start) | (rettime - *calltime)) >= 0))
		return true;
	if (*calltime < session->start ||
	    (*calltime - rettime) >> (FRAME_TIME_BITS - 1))
		return false;
	*calltime = rettime;
	return true;
}

/* Where the state of the current task for graph_entry() is */
static unsigned long *graph_where(struct duration_session *session)
{
	struct task_times *times = NULL;

	if (session->tasks.times)
		times = task_find_times(&session->tasks);
	return times ? task_graph(&session->tasks, times) :
		       fgraph_get_task_var(&session->gops);
}

/*
 * This frame has no time. That of an earlier call of its depth must not be taken for its own, nor
 * may a reader of open calls take the core's time: a word says so.
 */
static void frame_clear_time(struct duration_session *session, int depth)
{
	struct task_times *times = NULL;
	u64 *word;

	if (FGRAPH_KEEPS_TIMES) {
		word = fgraph_reserve_data(session->gops.idx, sizeof(*word));
		if (word)
			*word = session->tag;
	}
	if (session->tasks.times)
		times = task_find_times(&session->tasks);
	if (times)
		*task_calltime(times, depth) = 0;
}

static noinline int entry_careful(const struct ftrace_graph_ent *trace,
				  struct duration_session *session)
{
	if (test_bit(CARE_CLOSED, &session->care))
		return 0;
	if (test_bit(CARE_CGROUP, &session->care) && !session_wants_task(session))
		return 0;

	if (graph_filters_set(session)) {
		enum graph_verdict verdict = graph_entry(session, graph_where(session), trace);

		if (verdict == GRAPH_FRAME)
			frame_clear_time(session, trace->depth);
		if (verdict != GRAPH_TRACE)
			return verdict == GRAPH_FRAME;
	}

	session_note_moved_times(session);
	if (test_bit(CARE_WORDS, &session->care))
		return frame_begin_word(session);
	return frame_begin(session, trace);
}

static void duration_return(FGRAPH_RETURN_ARGS);

/*
 * With a single user the core calls its callback directly. ftrace_graph_enable_direct()
 * and ftrace_graph_disable_direct() (fgraph.c) do not change the user and the call at
 * once, so our callback may be called with fgraph_stub, or with another tracer's fgraph_ops.
 */
static __always_inline bool session_is_of(const struct fgraph_ops *gops)
{
	return gops->retfunc == duration_return;
}

static int duration_entry(FGRAPH_ENTRY_ARGS)
{
	struct duration_session *session = session_of(gops);

	if (unlikely(!session_is_of(gops)))
		return 0;

	if (unlikely(session_cares_at_entry(session) || graph_filters_set(session) ||
		     fgraph_times_move()))
		return entry_careful(trace, session);
	return frame_begin(session, trace);
}

/* The record has the layout of the event's format file, without its padding. */
static_assert(sizeof(struct func_duration_entry) ==
	      offsetof(struct trace_event_raw_func_duration, __data));
static_assert(offsetof(struct func_duration_entry, duration) ==
	      offsetof(struct trace_event_raw_func_duration, duration));
static_assert(offsetof(struct func_duration_entry, overrun) ==
	      offsetof(struct trace_event_raw_func_duration, overrun));

/* Inline, since most calls are too short to be recorded and end here. */
static __always_inline void frame_end(struct duration_session *session,
				      const struct ftrace_graph_ret *trace, u64 calltime,
				      u64 rettime, bool own_thresh)
{
	u64 duration;

	if (unlikely(!frame_is_ours(session, &calltime, rettime)))
		return;

	duration = rettime - calltime;
	if (!call_is_slow(session, trace->func, duration, own_thresh))
		this_cpu_inc(session->counts->below);
	else
		duration_record_return(trace, session, calltime, duration);
}

static noinline void return_careful(const struct ftrace_graph_ret *trace,
				    struct duration_session *session)
{
	u64 rettime = fgraph_return_time(trace), calltime;
	bool ours;

	if (likely(cares_for_thresh_alone(session))) {
		frame_end(session, trace, frame_call_time(session, trace), rettime, true);
		return;
	}
	calltime = frame_call_time_careful(session, trace);
	ours = calltime >= session->start;
	if (test_bit(CARE_GRAPH, &session->care) &&
	    !graph_return(session, graph_where(session), trace->depth, ours))
		return;
	frame_end(session, trace, calltime, rettime, true);
}

/* The clock is read first: few registers have to be saved for that, and none later. */
static void duration_return(FGRAPH_RETURN_ARGS)
{
	struct duration_session *session = session_of(gops);
	u64 rettime;

	if (unlikely(!session_is_of(gops)))
		return;

	rettime = fgraph_return_time(trace);
	if (unlikely(session_cares(session) || fgraph_times_move()))
		return_careful(trace, session);
	else
		frame_end(session, trace, frame_call_time(session, trace), rettime, false);
}

/*
 * Sessions
 */

static struct duration_session *session_find(const struct trace_array *tr)
{
	struct duration_session *session;

	list_for_each_entry(session, &duration_sessions, list) {
		if (session->tr == tr)
			return session;
	}
	return NULL;
}

/* The list of events changes under event_mutex and trace_types_lock: either is enough. */
static struct trace_event_file *session_event_file(const struct trace_array *tr)
{
	struct trace_event_file *file;

	list_for_each_entry(file, &tr->events, list) {
		if (file->event_call == &event_func_duration)
			return file;
	}
	return NULL;
}

static void take_earlier_clock(void *earliest)
{
	u64 now = trace_clock_local(), seen = READ_ONCE(*(u64 *)earliest);

	while (now < seen && !try_cmpxchg((u64 *)earliest, &seen, now))
		;
}

/*
 * A time that every cpu's clock has passed. The clocks may differ, and calls with a time
 * before the session's start are not recognised as the session's.
 */
static u64 earliest_clock(void)
{
	u64 earliest = U64_MAX;

	on_each_cpu(take_earlier_clock, &earliest, true);
	return earliest;
}

static struct duration_session *session_alloc(struct trace_array *tr,
					      struct trace_event_file *file)
{
	struct duration_session *session = kzalloc(sizeof(*session), GFP_KERNEL);

	if (!session)
		return NULL;
	session->counters = counters_alloc(tr);
	if (!session->counters) {
		kfree(session);
		return NULL;
	}
	session->counts = session->counters->counts;
	session->tr = tr;
	session->file = file;
	session->tag = frame_tag();
	session->start = earliest_clock();
	session->stack_thresh = U64_MAX;
	session_init_limits(session);
	session->gops.entryfunc = duration_entry;
	session->gops.retfunc = duration_return;
	fgraph_init_ops(&session->gops.ops, tr->ops);
	session->gops.ops.private = NULL;	/* until session_use_pids() */
	return session;
}

static void module_stays(void)
{
	pr_err("ftrace failed to unregister its user: the module stays loaded\n");
	__module_get(THIS_MODULE);
}

/*
 * unregister_ftrace_graph() waits for nothing. The first wait is for handlers
 * that run with preemption off, the second for those that were preempted.
 */
static void wait_for_handlers(void)
{
	synchronize_rcu_tasks_rude();
	synchronize_rcu_tasks();
}

/* Shorter, where it is enough: wait for entry callbacks. */
static void wait_for_entries(void)
{
	if (fgraph_protects_entry())
		duration_handlers_wait();
	else
		wait_for_handlers();
}

/*
 * The core applies set_ftrace_pid and set_ftrace_notrace_pid to a user that has their array
 * (ftrace_pids_enabled()), also when they are written later: fgraph_pid_func() becomes its
 * entry callback, and calls saved_func. This is done without a test in direct mode, where the
 * core may still pass the user before this one, and unregister_ftrace_graph() clears saved_func
 * and waits for nothing (fgraph.c, 6.12 line 1375, 7.3 line 1463). So that no CPU calls NULL,
 * the session has the array only from session_use_pids() to session_leave_pids(), and no CPU
 * is in a callback that began before the one or before the end of the other.
 */
static void session_set_pids(struct duration_session *session, struct trace_array *tr)
{
	struct fgraph_ops *gops = &session->gops;
	bool filters;

	mutex_lock(&ftrace_lock);
	gops->ops.private = tr;
	filters = gops->entryfunc != gops->saved_func;
	if (ftrace_pids_enabled(&gops->ops) != filters)
		fgraph_update_pid_func();
	mutex_unlock(&ftrace_lock);
}

/* The session is closed: until the pids are used, the calls of all tasks get to its handlers. */
static void session_use_pids(struct duration_session *session)
{
	struct trace_array *tr = session->tr;

	if (ftrace_pids_enabled(tr->ops))
		wait_for_entries();
	session_set_pids(session, tr);
}

/*
 * The wait does not depend on whether there are pids now: a CPU may be in fgraph_pid_func()
 * that read the callback before the pids were removed.
 */
static void session_leave_pids(struct duration_session *session)
{
	set_bit(CARE_CLOSED, &session->care);
	session_set_pids(session, NULL);
	wait_for_entries();
}

/* Of a session that is left to the core: with it, all handlers return immediately. */
static void abandoned_return(FGRAPH_RETURN_ARGS)
{
}

/*
 * The core may still use a session that it failed to register or to unregister: the
 * session is not freed, and the module cannot be unloaded. The array may be removed, so
 * neither the core nor a handler may reach it through the session.
 */
static void session_abandon(struct duration_session *session)
{
	WRITE_ONCE(session->gops.retfunc, abandoned_return);
	mutex_lock(&ftrace_lock);
	session->gops.ops.func_hash = &session->gops.ops.local_hash;
	/* So that fgraph_update_pid_func() does not install saved_func, which is NULL now */
	session->gops.ops.flags &= ~FTRACE_OPS_FL_PID;
	mutex_unlock(&ftrace_lock);
	wait_for_handlers();
	duration_dir_detach(session);
	module_stays();
}

static void session_free(struct duration_session *session)
{
	wait_for_handlers();
	modes_exit(session);
	duration_dir_end(session);
	duration_dir_detach(session);
	counters_end(session->counters);
	kfree(session);
}

/* Undo register_ftrace_graph() and all before it. */
static void session_unregister(struct duration_session *session)
{
	open_log_remove(session);
	duration_dir_close(session);
	session_leave_pids(session);
	unregister_ftrace_graph(&session->gops);
	if (session->gops.ops.flags & FTRACE_OPS_FL_ENABLED)
		session_abandon(session);
	else
		session_free(session);
}

/*
 * Prepare the handlers before the session is registered. Until its index is known, it
 * may be 0. Without memory for arrays of times, times are kept in words.
 */
static int session_prepare(struct duration_session *session, unsigned int modes)
{
	set_bit(CARE_WORDS, &session->care);
	set_bit(CARE_CLOSED, &session->care);
	if (modes)
		return modes_init(session, modes);
	if (!FGRAPH_KEEPS_TIMES && task_pool_init_times(&session->tasks, task_spare()))
		pr_warn("no memory for the call times of tasks: they are kept in the shadow stacks, which takes longer\n");
	return 0;
}

/*
 * Prepare the handlers of the registered session. With another index than 0 the core calls the
 * return handler only for frames for which the entry handler has returned 1.
 */
static int session_open(struct duration_session *session)
{
	int ret = 0;

	if (session->tasks.tasks)
		ret = modes_open(session) ?: duration_dir_begin(session);
	else if (!FGRAPH_KEEPS_TIMES && session->tasks.times)
		ret = task_pool_open(&session->tasks, &session->gops);
	if (ret) {
		pr_err("cannot trace: preparing the per-task call stacks failed (%d)\n", ret);
		return ret;
	}
	session_use_pids(session);
	/* Pairs with session_cares(). */
	smp_mb__before_atomic();
	if (session->gops.idx && (FGRAPH_KEEPS_TIMES || session->tasks.nr))
		clear_bit(CARE_WORDS, &session->care);
	clear_bit(CARE_CLOSED, &session->care);
	return 0;
}

/* The listeners get each call once, from the oldest session. */
static void choose_tracepoint_source(void)
{
	WRITE_ONCE(tracepoint_source,
		   list_first_entry_or_null(&duration_sessions, struct duration_session, list));
}

static int session_start(struct trace_array *tr, struct trace_event_file *file,
			 unsigned int modes)
{
	struct duration_session *session = session_alloc(tr, file);
	int ret;

	if (!session)
		return -ENOMEM;
	ret = duration_dir_attach(session) ?: session_prepare(session, modes);
	if (ret) {
		session_free(session);
		return ret;
	}

	/* Unloading has to clear every buffer that may hold our records. */
	set_bit(EVENT_FILE_FL_WAS_ENABLED_BIT, &file->flags);

	if (fgraph_prepare(list_empty(&duration_sessions)))
		module_stays();
	ret = fgraph_review();
	if (ret) {
		session_free(session);
		return ret;
	}
	/* A handler that sees the session in the core's array sees all of it. */
	smp_wmb();
	ret = register_ftrace_graph(&session->gops);
	if (ret == -ENOSPC) {
		pr_err("cannot trace: all of the kernel's function graph users are taken (function_graph, fprobe, other instances)\n");
		session_free(session);
		return ret;
	}
	if (ret) {
		pr_err("cannot trace: registering with ftrace failed (%d)\n", ret);
		fgraph_undo_failed();
		session_abandon(session);
		return ret;
	}
	ret = session_open(session);
	if (ret) {
		session_unregister(session);
		return ret;
	}
	list_add_tail(&session->list, &duration_sessions);
	counters_begin(session->counters);
	choose_tracepoint_source();
	duration_dir_open(session);
	open_log_add(session);
	return 0;
}

static void session_stop(struct duration_session *session)
{
	list_del(&session->list);
	choose_tracepoint_source();
	session_unregister(session);
}

#ifdef MODULE
/*
 * When a module goes, or the memory of its init, the kernel clears its functions in the arrays'
 * filters (kernel/trace/ftrace.c, 6.12 lines 7375 and 7765, 7.3 lines 7907 and 8300), and leaves
 * them in the union of the filters of all users of the core. With a single user the core looks
 * at that union alone, so a function of another module that is loaded to their address would
 * be traced. Any change of a filter makes the union anew, also one that changes nothing.
 *
 * Called with duration_mutex held.
 */
static void filters_drop_gone(const struct module *coming)
{
	struct duration_session *session;
	int ret;

	list_for_each_entry(session, &duration_sessions, list) {
		if (!ftrace_filter_has_gone(&session->gops.ops))
			continue;
		ret = ftrace_set_filter(&session->gops.ops, NULL, 0, 0);
		if (ret)
			pr_warn("functions of %s outside of the filter may be traced: changing filters failed (%d)\n",
				coming->name, ret);
		return;
	}
}

/* Before its init: no function of the module has been called yet. */
static int filters_module_notify(struct notifier_block *nb, unsigned long state, void *module)
{
	if (state != MODULE_STATE_COMING)
		return NOTIFY_DONE;
	mutex_lock(&duration_mutex);
	filters_drop_gone(module);
	mutex_unlock(&duration_mutex);
	return NOTIFY_OK;
}

static struct notifier_block filters_module_nb = {
	.notifier_call = filters_module_notify,
};
#endif /* MODULE */

/*
 * The event's own switch, events/ftrace/func_duration/enable
 */

#ifdef MODULE
/* References of enabled events on the module; under event_mutex. */
static unsigned int event_references;

/*
 * An enabled event, also one that a trigger has enabled, keeps the module from being
 * unloaded. The kernel removes the event of a module, but not its triggers: the lists of
 * histograms and of their variables would still point to freed memory
 * (remove_event_file_dir(), kernel/trace/trace_events.c). Where the reference cannot be
 * taken, the module is being unloaded, and the event is removed next.
 */
static void event_hold_module(void)
{
	if (!try_module_get(THIS_MODULE))
		return;
	event_references++;
	atomic_inc(&light_references);
}

static void event_release_module(void)
{
	if (!event_references)
		return;
	event_references--;
	atomic_dec(&light_references);
	module_put(THIS_MODULE);
}
#else
static inline void event_hold_module(void)
{
}

static inline void event_release_module(void)
{
}
#endif /* MODULE */

/*
 * Enabling it starts nothing, and never fails: after an error register_trigger() unlinks the
 * trigger, but leaves tm_ref, sm_ref and TRIGGER_MODE as they were for it
 * (trace_events_trigger.c, 6.12 line 613, 7.3 line 696).
 */
static int duration_event_reg(struct trace_event_call *call, enum trace_reg type,
			      void *data)
{
	switch (type) {
	case TRACE_REG_REGISTER:
		event_hold_module();
		return 0;
	case TRACE_REG_UNREGISTER:
		event_release_module();
		return 0;
	default:
		return trace_event_reg(call, type, data);
	}
}

/*
 * The tracer
 */

/* Changing these options takes effect when the tracer is selected: see DURATION_STAT. */
static unsigned int session_modes_wanted(struct trace_array *tr)
{
	u32 options = tracer_option_values(tr);
	unsigned int modes = options & (SESSION_STAT | SESSION_TREE);

	if (thresh_wants_stat(tr))
		modes |= SESSION_STAT;
	return modes | detail_supported(options & SESSION_DETAILS);
}

static int duration_trace_init(struct trace_array *tr)
{
	struct trace_event_file *file = session_event_file(tr);
	int ret;

	if (!file) {
		pr_err("cannot trace: the instance has no event ftrace:func_duration\n");
		return -ENODEV;
	}
	if (!try_module_get(THIS_MODULE))
		return -ENODEV;
	mutex_lock(&duration_mutex);
	ret = session_start(tr, file, session_modes_wanted(tr));
	mutex_unlock(&duration_mutex);
	if (ret) {
		module_put(THIS_MODULE);
		return ret;
	}
	tracing_start_cmdline_record();
	return 0;
}

static void duration_trace_reset(struct trace_array *tr)
{
	tracing_stop_cmdline_record();
	mutex_lock(&duration_mutex);
	session_stop(session_find(tr));
	mutex_unlock(&duration_mutex);
	module_put(THIS_MODULE);
}

#ifdef MODULE
/* ftrace_dump() opens in atomic context and never closes. */
static void duration_trace_open(struct trace_iterator *iter)
{
	iter->private = NULL;
	if (in_atomic() || irqs_disabled())
		return;
	__module_get(THIS_MODULE);
	atomic_inc(&light_references);
	iter->private = THIS_MODULE;
}

static void duration_trace_close(struct trace_iterator *iter)
{
	if (!iter->private)
		return;
	iter->private = NULL;
	atomic_dec(&light_references);
	module_put(THIS_MODULE);
}
#endif /* MODULE */

/*
 * The files of each array's directory function_duration, in the order in which a session attaches
 * and begins: thresholds that functions find for themselves need what "stat" counts.
 */
static const struct duration_file *const duration_files[] = {
	&stat_file,
	&stat_hist_file,
	&numbers_files[OWN_THRESH],
	&numbers_files[OWN_DEPTH],
	&numbers_files[STACK_THRESH],
	&numbers_files[OPEN_THRESH],
	&numbers_files[OPEN_IDLE],
	&open_file,
	&blocked_file,
	&cgroup_file,
	&thresh_file,
	NULL
};

static_assert(ARRAY_SIZE(duration_files) <= DURATION_FILES + 1);

#define DETAIL_OPT(name, bit, option)	{ TRACER_OPT(option, bit) },

static const struct tracer_template_opt duration_opts[] = {
	/* Display overruns? (for self-debug purpose) */
	{ TRACER_OPT(duration-overrun, DURATION_PRINT_OVERRUN) },
	/* Display CPU? */
	{ TRACER_OPT(duration-cpu, DURATION_PRINT_CPU) },
	/* Display the overhead mark? */
	{ TRACER_OPT(duration-overhead, DURATION_PRINT_OVERHEAD) },
	/* Display proc name/pid? */
	{ TRACER_OPT(duration-proc, DURATION_PRINT_PROC) },
	/* Display absolute time of the return? */
	{ TRACER_OPT(duration-abstime, DURATION_PRINT_ABS_TIME) },
	/* Count every call? (when the tracer is selected) */
	{ TRACER_OPT(duration-stat, DURATION_STAT) },
	/* Record the callees of slow calls only, but all of them? (when it is selected) */
	{ TRACER_OPT(duration-tree, DURATION_TREE) },
	/* Record details of each call, and show them? (recorded if set when it is selected) */
	DURATION_DETAIL_OPTIONS(DETAIL_OPT)
	{ }
};

#ifdef MODULE
static_assert(ARRAY_SIZE(duration_opts) <= TRACER_MAX_OPTS + 1);

static const struct tracer_template duration_tracer = {
	.name		= "function_duration",
	.init		= duration_trace_init,
	.reset		= duration_trace_reset,
	.open		= duration_trace_open,
	.close		= duration_trace_close,
	.print_header	= duration_print_header,
	.print_line	= duration_print_line,
	.opts		= duration_opts,
	.opts_val	= DURATION_PRINT_CPU | DURATION_PRINT_OVERHEAD,
};

/* The event of a probe, with a name of ours? */
static bool __init takes_our_name(struct trace_event_call *call)
{
	const char *name = trace_event_name(call);

	return call->flags & TRACE_EVENT_FL_DYNAMIC && !strcmp(call->class->system, "ftrace") &&
	       (!strcmp(name, "func_duration") || !strcmp(name, "func_duration_detail"));
}

/* The kernel would give both events one directory. */
static int __init duration_check_names(void)
{
	struct trace_event_file *file;
	int ret = 0;

	mutex_lock(&trace_types_lock);
	list_for_each_entry(file, &top_trace_array()->events, list) {
		if (!takes_our_name(file->event_call))
			continue;
		pr_err("cannot load: there is an event ftrace/%s already; remove it from dynamic_events\n",
		       trace_event_name(file->event_call));
		ret = -EBUSY;
		break;
	}
	mutex_unlock(&trace_types_lock);
	return ret;
}

/* Each check that fails logs one line. */
static int __init duration_check_kernel(void)
{
	int ret;

	ret = security_locked_down(LOCKDOWN_TRACEFS);
	if (ret) {
		pr_err("cannot load: the kernel is locked down (tracefs)\n");
		return ret;
	}
	ret = kernel_symbols_resolve();
	if (ret)
		return ret;
	ret = kernel_layout_check();
	if (ret)
		return ret;
	if (tracing_disabled) {
		pr_err("cannot load: tracing has disabled itself after an error\n");
		return -ENODEV;
	}
	if (ftrace_is_dead()) {
		pr_err("cannot load: function tracing has disabled itself after an error\n");
		return -ENODEV;
	}
	/* A module with a bad taint (forced, proprietary) gets no events. */
	if (!event_func_duration.event.type) {
		pr_err("cannot load: the kernel created no event for this module, because of its taint (forced load?)\n");
		return -EINVAL;
	}
	ret = kernel_review_check();
	if (!ret)
		ret = duration_check_names();
	if (ret)
		return ret;
	return duration_boot_check();
}

static int __init duration_init(void)
{
	int ret;

	ret = duration_check_kernel();
	if (ret)
		return ret;
	duration_print_init(event_func_duration.event.type);
	duration_record_init(event_func_duration.event.type);
	ret = fgraph_prepare_init();
	if (ret) {
		pr_err("cannot load: setting a function filter failed (%d)\n", ret);
		return ret;
	}
	ret = task_hotplug_init();
	if (ret) {
		pr_err("cannot load: registering the CPU hotplug callbacks failed (%d)\n", ret);
		goto no_hotplug;
	}
	ret = duration_files_init(duration_files);
	if (ret) {
		pr_err("cannot load: registering a module notifier for files failed (%d)\n", ret);
		goto no_files;
	}
	ret = register_module_notifier(&filters_module_nb);
	if (ret) {
		pr_err("cannot load: registering a notifier for filters failed (%d)\n", ret);
		goto no_filters;
	}
	ret = open_log_init();
	if (ret) {
		pr_err("cannot load: registering for panics and hung tasks failed (%d)\n", ret);
		goto no_log;
	}
	ret = tracer_register(&duration_tracer);
	if (ret)
		goto no_tracer;
	duration_dirs_init();
	counters_init();
	duration_boot_start();
	return 0;

no_tracer:
	open_log_exit();
no_log:
	unregister_module_notifier(&filters_module_nb);
no_filters:
	duration_files_exit();
no_files:
	task_hotplug_exit();
no_hotplug:
	fgraph_prepare_exit();
	return ret;
}

static void __exit deselect_everywhere(void)
{
	struct trace_array *tr;

	mutex_lock(&trace_types_lock);
	list_for_each_entry(tr, &ftrace_trace_arrays, list) {
		if (tracer_deselect(tr))
			duration_trace_reset(tr);
	}
	mutex_unlock(&trace_types_lock);
}

static void __exit stop_all_sessions(void)
{
	struct duration_session *session, *next;

	mutex_lock(&duration_mutex);
	list_for_each_entry_safe(session, next, &duration_sessions, list)
		session_stop(session);
	mutex_unlock(&duration_mutex);
}

static int __exit references_left(void)
{
#ifdef CONFIG_MODULE_UNLOAD
	return module_refcount(THIS_MODULE) - atomic_read(&light_references);
#else
	return 0;
#endif
}

/*
 * A forced unload: end what can be ended, and wait for the rest, which may be perf, a BPF
 * program, a trigger of another event that enables ours, an open file of our own, or a session that
 * ftrace could not unregister. No new user gets a reference. The kernel then removes the event,
 * with its filters and triggers, from all arrays.
 */
static void __exit end_users(void)
{
	pr_warn("unloaded by force while it is in use\n");
	deselect_everywhere();
	stop_all_sessions();
	if (references_left() > 0)
		pr_warn("unloading waits for %d users that cannot be ended: files that are open, perf, BPF programs, triggers enable_event\n",
			references_left());
	while (references_left() > 0)
		msleep(100);
}

/* If it is not forced there is no user left, since each holds a reference. */
static void __exit duration_exit(void)
{
	if (unload_is_forced())
		end_users();
	event_records_clear(&event_func_duration);
	open_log_exit();
	unregister_module_notifier(&filters_module_nb);
	duration_files_exit();
	counters_exit();
	duration_dirs_exit();
	/* ftrace_dump() holds no reference, but runs with interrupts off. */
	synchronize_rcu();
	tracer_unregister();
	task_hotplug_exit();
	fgraph_prepare_exit();
}

module_init(duration_init);
module_exit(duration_exit);

MODULE_DESCRIPTION("Function duration tracer for ftrace");
MODULE_AUTHOR("the function_duration developers");
MODULE_LICENSE("GPL");
MODULE_VERSION(DURATION_VERSION);
#endif /* MODULE */

#ifdef DURATION_KUNIT
#include "tests/kunit/tracer_test.c"
#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* A session: the tracer, while it is selected in an array. */
#ifndef _DURATION_SESSION_H
#define _DURATION_SESSION_H

#include <linux/list.h>
#include <linux/percpu-defs.h>

#include <compat/fgraph.h>
#include <compat/trace.h>

#include "duration/state/cgroup.h"
#include "duration/state/frame.h"
#include "duration/state/memory.h"
#include "duration/state/options.h"
#include "duration/state/stat.h"
#include "duration/state/thresh.h"

struct duration_counters;
struct duration_dir;
struct tree_pool;

/* Counters of a session's calls, per cpu */
struct duration_counts {
	unsigned long	entered;	/* calls that got a frame */
	unsigned long	recorded;	/* written to the ring buffer */
	unsigned long	below;		/* shorter than tracing_thresh */
	unsigned long	filtered;	/* dropped by the event's filter */
	unsigned long	off;		/* tracing_on was 0, or the cpu not traced */
	unsigned long	lost;		/* recording was on, but no record was reserved */
	unsigned long	nested;		/* made by a trigger or a listener of ours */
	unsigned long	no_room;	/* not entered: no room for its call time */
	unsigned long	cut;		/* in a recorded tree, but there was no room to hold it */
	unsigned long	unfinished;	/* held, and the call that it was held for never returned */
	unsigned int	slow_contexts;	/* contexts that are in record_slow() */
	u64		snapshot_time;	/* of the CPU's last snapshot, or 0: it has gone on since */
};

static inline const char *array_name(const struct trace_array *tr)
{
	return tr->name ? tr->name : "top";
}

struct duration_session {
	struct fgraph_ops		gops;
	struct trace_array		*tr;
	struct trace_event_file		*file;
	u64				start;
	u64				tag;
	unsigned long			care;
	struct duration_counts __percpu	*counts;
	struct duration_counters	*counters;
	struct list_head		list;
	struct duration_dir		*dir;
	struct thresh_table		*thresh;	/* see duration_thresh_of() */
	struct cgroup_rules		*cgroups;	/* see session_wants_task() */
	const unsigned long		*thresh_ns;	/* of calls without one of their own */
	const unsigned int		*max_depth;	/* 0: no limit */
	unsigned long			own_thresh;
	unsigned int			own_depth;
	u64				stack_thresh;	/* ns; U64_MAX: no stacks */

	struct task_pool		tasks;

	/* Only with a mode, see modes_init() */
	struct stat_tables		*tables;
	struct stat_cpu __percpu	*cpus;		/* of the tables */
	bool				tables_are_shown;	/* and belong to the directory */
	struct tree_pool		*tree;
	unsigned int			details;	/* of SESSION_DETAILS */
};

/*
 * The session of a handler's fgraph_ops, if these are of a session: the handler checks that
 * before it uses the session that is returned here.
 */
static __always_inline struct duration_session *session_of(struct fgraph_ops *gops)
{
	return container_of(gops, struct duration_session, gops);
}

/*
 * Bits of session->care. They are rarely set and tested together; if one is set, the
 * handlers take the slow path. Entry handlers test only the lower half.
 */
enum {
	CARE_GRAPH,		/* tasks may have a state, see graph_entry() */
	CARE_WORDS,		/* the core's index is 0, or its times cannot be used */
	CARE_CGROUP,		/* some tasks are not traced, see session_wants_task() */
	CARE_CLOSED,		/* no call begins: not all is there yet, or the session ends */
	CARE_THRESH = 32,	/* functions have thresholds of their own */
};

/* Pairs with session_open(). */
static __always_inline bool session_cares(const struct duration_session *session)
{
	return is_set_acquire(session->care);
}

static __always_inline bool session_cares_at_entry(const struct duration_session *session)
{
	const u32 *halves = (const u32 *)&session->care;

#ifdef __BIG_ENDIAN
	halves++;
#endif
	return is_set_acquire(*halves);
}

static __always_inline bool cares_for_thresh_alone(const struct duration_session *session)
{
	return READ_ONCE(session->care) == BIT(CARE_THRESH) && !fgraph_times_move();
}

/* For the rest of the session: see fgraph_times_move(). */
static inline void session_note_moved_times(struct duration_session *session)
{
	if (fgraph_times_move() && !test_bit(CARE_WORDS, &session->care))
		set_bit(CARE_WORDS, &session->care);
}

/* Those of the top directory apply, until numbers_attach(). */
static inline void session_init_limits(struct duration_session *session)
{
	session->thresh_ns = &tracing_thresh;
	session->max_depth = &fgraph_max_depth;
}

static __always_inline unsigned long session_thresh(const struct duration_session *session)
{
	return READ_ONCE(*READ_ONCE(session->thresh_ns));
}

/**
 * duration_thresh_of - the threshold for the calls of a function
 * @session: whose calls they are
 * @func: the function
 *
 * With CARE_THRESH clear it is session_thresh(), and this need not be called.
 *
 * Context: a return handler.
 * Return: the shortest duration that is recorded, in nanoseconds.
 */
static __always_inline u64 duration_thresh_of(const struct duration_session *session,
					      unsigned long func)
{
	const struct thresh_table *table;
	u64 ns;

	/* Until it is enabled, the table is not freed: see duration_handlers_wait(). */
	fgraph_preempt_disable();
	table = READ_ONCE(session->thresh);
	ns = table ? thresh_table_find(table, func, session->thresh_ns) : session_thresh(session);
	fgraph_preempt_enable();
	return ns;
}

/**
 * session_wants_task - whether the current task is traced
 * @session: where it would be
 *
 * With CARE_CGROUP clear it is, and this need not be called.
 *
 * Context: an entry handler.
 * Return: what the lines of the file cgroup say.
 */
static inline bool session_wants_task(const struct duration_session *session)
{
	const struct cgroup_rules *rules;
	bool wants;

	/* Until it is enabled, the rules are not freed: see duration_handlers_wait(). */
	preempt_disable_notrace();
	rules = READ_ONCE(session->cgroups);
	wants = !rules || cgroup_rules_pass(rules);
	preempt_enable_notrace();
	return wants;
}

static __always_inline bool has_own_thresh(const struct duration_session *session)
{
	return test_bit(CARE_THRESH, &session->care);
}

/**
 * call_is_slow - whether a call lasted as long as its threshold
 * @session: whose call it is
 * @func: the function
 * @duration: how long it took, in nanoseconds
 * @own: false if CARE_THRESH was seen clear, see has_own_thresh()
 *
 * Context: a return handler.
 * Return: true if it is to be recorded.
 */
static __always_inline bool call_is_slow(const struct duration_session *session,
					 unsigned long func, u64 duration, bool own)
{
	if (own)
		return duration >= duration_thresh_of(session, func);
	return duration >= in_place(*READ_ONCE(session->thresh_ns));
}

/**
 * session_set_tables - let a session count in other tables
 * @session: with duration-stat
 * @tables: of stat_tables_alloc()
 *
 * Context: process context. The old ones may be in use until duration_handlers_wait().
 */
static inline void session_set_tables(struct duration_session *session, struct stat_tables *tables)
{
	session->tables = tables;
	/* The handlers' READ_ONCE() and what depends on it see filled tables. */
	smp_store_release(&session->cpus, tables->cpus);
}

#endif /* _DURATION_SESSION_H */

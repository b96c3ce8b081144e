/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by trace_functions_duration.c and trace_duration_*.c. */
#ifndef _TRACE_DURATION_H
#define _TRACE_DURATION_H

#include <linux/list.h>
#include <linux/mm.h>
#include <linux/percpu-defs.h>
#include <linux/rcupdate.h>

#include <compat/fgraph.h>
#include <compat/trace.h>

#include "trace_duration_away.h"
#include "trace_duration_dir.h"
#include "trace_duration_stat.h"
#include "trace_duration_task.h"
#include "trace_duration_thresh.h"

/* The record; include/trace/events/duration.h describes its fields. */
struct func_duration_entry {
	struct trace_entry	ent;
	unsigned long		func;
	u64			calltime;
	u64			duration;
	u16			depth;
	u16			overrun;
} __packed __aligned(4);

/* The same, with what is only recorded if it is asked for; see trace_duration_detail.c */
struct func_duration_detail_entry {
	struct func_duration_entry	common;
	u32				has;
	u64				self;
	u64				asleep;
	u64				waiting;
	u64				irq;
	unsigned long			caller;
	unsigned long			retval;
	u32				args;	/* where they are, and their length */
} __packed __aligned(4);

/* A call that has returned, on its way into the buffer */
struct duration_call {
	unsigned long	func;
	u64		calltime;
	u64		duration;
	union {
		unsigned int	trace_ctx;
		struct {		/* of a held call, see held_call_end() */
			u16	count;
			u16	irq_flags;
		};
	};
	u32		depth;		/* and, in its upper half, the overrun */
};

static __always_inline struct duration_call
duration_call(const struct ftrace_graph_ret *trace, u64 calltime, u64 duration)
{
	return (struct duration_call){
		.func = trace->func,
		.calltime = calltime,
		.duration = duration,
		.trace_ctx = fgraph_trace_ctx(),
		.depth = trace->depth | min_t(u32, trace->overrun, U16_MAX) << 16,
	};
}

/* A held call has its trace_ctx already: neither it nor a plain count has these bits. */
#define HELD_TRACE_CTX	(BIT(31) | BIT(15))

/* Before a held call is written; see whole_hold(). */
static __always_inline void held_call_end(struct duration_call *call)
{
	if (likely(!(call->count & BIT(15))))
		call->trace_ctx = fgraph_plain_trace_ctx(call->count, call->irq_flags);
	else
		call->trace_ctx &= ~HELD_TRACE_CTX;
}

/*
 * Options of the tracer: bits of tracer_flags(). The two lowest are left alone:
 * the nop tracer, whose set_flag() ours shares, gives them a meaning.
 */
#define DURATION_PRINT_OVERRUN	0x10
#define DURATION_PRINT_CPU	0x20
#define DURATION_PRINT_OVERHEAD	0x40
#define DURATION_PRINT_PROC	0x80
#define DURATION_PRINT_ABS_TIME	0x100

/*
 * Whether every call is counted; the other options are about the output. It takes effect
 * when the tracer is selected.
 */
#define DURATION_STAT		0x200

/* Whether calls are held until the outermost one has ended; read as DURATION_STAT is. */
#define DURATION_TREE		0x400

/* What a record has beside the duration, and columns for it; read as DURATION_STAT is. */
#define DURATION_SELF		0x800
#define DURATION_SLEEP		0x1000
#define DURATION_CALLER		0x2000
#define DURATION_RETVAL		0x4000
#define DURATION_IRQ		0x8000
#define DURATION_ARGS		0x10000
#define DURATION_DETAILS	(DURATION_SELF | DURATION_SLEEP | DURATION_CALLER | \
				 DURATION_RETVAL | DURATION_IRQ | DURATION_ARGS)

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

/* The counts of a session and its array; trace_duration_stats.c */
struct duration_stats {
	struct duration_counts __percpu	*counts;
	struct list_head		list;
	struct dentry			*dir;	/* of the instance; NULL at the top */
	bool				active;	/* the session has not ended */
	char				name[];
};

struct duration_stats *duration_stats_alloc(const struct trace_array *tr);
void duration_stats_begin(struct duration_stats *stats);
void duration_stats_end(struct duration_stats *stats);
void duration_stats_init(void);
void duration_stats_exit(void);

/* The modes of a session: the tracer's options when it was selected */
#define SESSION_STAT	DURATION_STAT
#define SESSION_TREE	DURATION_TREE
#define SESSION_DETAILS	DURATION_DETAILS

struct duration_session {
	struct fgraph_ops		gops;
	struct trace_array		*tr;
	struct trace_event_file		*file;
	u64				start;
	u64				tag;
	unsigned long			care;
	struct duration_counts __percpu	*counts;
	struct duration_stats		*stats;
	struct list_head		list;
	struct duration_dir		*dir;
	struct thresh_table		*thresh;	/* see duration_thresh_of() */
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
	struct whole_pool		*whole;
	unsigned int			details;	/* of SESSION_DETAILS */
};

/*
 * The session of a handler's fgraph_ops, if these are of a session: the handler asks that before
 * it uses what is returned here.
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

static __always_inline bool is_below_threshold(const struct duration_session *session,
					       u64 duration)
{
	return duration < in_place(*READ_ONCE(session->thresh_ns));
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

/*
 * Wait for handlers that have read a pointer, before what it pointed to is freed. They
 * do so with preemption disabled. synchronize_rcu() waits for that, except where RCU is
 * not watching. synchronize_rcu_tasks_rude() waits there; it is empty only in kernels
 * where functions cannot be traced in such places.
 */
static inline void duration_handlers_wait(void)
{
	synchronize_rcu();
	synchronize_rcu_tasks_rude();
}

/*
 * What is allocated for a session with a number that a parameter sets is asked for first, as for
 * the trace buffer: see __rb_allocate_pages(). Otherwise the kernel would look for so much memory
 * that other programs have none meanwhile, and are killed.
 */
static inline bool duration_has_memory(u64 bytes)
{
	return (bytes >> PAGE_SHIFT) < si_mem_available();
}

/* trace_duration_modes.c */
int modes_init(struct duration_session *session, unsigned int modes);
int modes_open(struct duration_session *session);
void modes_exit(struct duration_session *session);

/* trace_duration_record.c */
extern struct duration_session *tracepoint_source;
void duration_record_init(int type);
void duration_record_return(const struct ftrace_graph_ret *trace,
			    struct duration_session *session, u64 calltime, u64 duration);
void duration_record(struct duration_session *session, const struct duration_call *call);
unsigned long duration_record_held(struct duration_session *session,
				   struct duration_call *calls, unsigned long n,
				   unsigned long size, u64 deadline);
bool duration_recording_is_off(const struct duration_session *session);

/*
 * The frame's word: the call time, with the high byte XORed with the session's tag. Read
 * with another tag it is a time far in the future or before the session.
 */
#define FRAME_TIME_BITS	56

/*
 * trace_duration_graph.c: set_graph_function, set_graph_notrace, max_graph_depth
 */

enum graph_verdict {
	GRAPH_SKIP,		/* not traced */
	GRAPH_FRAME,		/* not traced, but the return handler is called */
	GRAPH_TRACE,
};

/*
 * Without filters both hashes are EMPTY_HASH; any other belongs to one of them alone. May
 * return true without filters: an empty hash is not always EMPTY_HASH.
 */
static __always_inline bool graph_filters_set(const struct duration_session *session)
{
	return is_set(*READ_ONCE(session->max_depth)) ||
	       in_place(ftrace_graph_hash) != in_place(ftrace_graph_notrace_hash);
}

enum graph_verdict graph_entry(struct duration_session *session, unsigned long *where,
			       const struct ftrace_graph_ent *trace);
bool graph_return(struct duration_session *session, unsigned long *where, int depth,
		  bool ours);

#ifdef MODULE
int duration_boot_check(void);
void duration_boot_start(void);
#endif

/* trace_duration_numbers.c */
extern const struct duration_file numbers_files[];
#ifdef MODULE
int numbers_set(const struct trace_array *tr, enum duration_number number, u64 value);
#endif

/* trace_duration_stack.c */
void stack_write(struct duration_session *session, unsigned long func, unsigned int trace_ctx);

void duration_print_init(int type);
void duration_print_header(struct seq_file *s);
enum print_line_t duration_print_line(struct trace_iterator *iter);

#include "trace_duration_detail.h"
#include "trace_duration_whole.h"

#endif /* _TRACE_DURATION_H */

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a trace holds of the time of some calls, collected while it is read: the calls within
 * them, the interrupts on top of them, all events of the scheduler during that time, and the
 * calls of other tasks that were open when these woke a task or left the CPU.
 */
#ifndef FDD_WINDOW_H
#define FDD_WINDOW_H

#include "model/model.h"

#define FDD_WINDOW_ITEMS	(1u << 20)	/* of each kind, of all windows together */

struct fdd_window_call {
	uint64_t	start, end;
	uint64_t	asleep, waiting; /* if it was recorded with them, else 0 */
	uint64_t	key;		/* calls of the same key nest: fdd_window_key() */
	uint32_t	parent;		/* number of the call around it + 1; 0: none */
	uint32_t	func;
	uint32_t	jump;		/* as parent, but of one further out; see link_parents() */
	uint32_t	level;		/* number of calls around it */
	uint64_t	latest;		/* end of it and of those around it below jump */
	int32_t		pid;
	uint16_t	cpu, depth;
	uint8_t		context;	/* enum fdd_context */
};

/* Events begin with it; those of one time stay in the order of the trace. */
struct fdd_window_time {
	uint64_t	time;
	uint32_t	seq;
};

struct fdd_window_switch {
	struct fdd_window_time at;
	int32_t		prev, next;
	uint32_t	slack;
	uint16_t	cpu;
	bool		runnable;
	char		state;		/* of @prev; 0: unknown */
	char		left;		/* the state in which @next left; 'R': runnable */
};

struct fdd_window_wake {
	struct fdd_window_time at;
	int32_t		waker, woken;
	int32_t		to_cpu;		/* -1: unknown */
	int32_t		runner;		/* the task that ran there; -1: unknown */
	uint32_t	slack;
	uint16_t	cpu;
	uint8_t		context;
	bool		of_waker;	/* sched_waking */
	bool		moved;		/* sched_migrate_task, to @to_cpu */
};

struct fdd_window_work {
	struct fdd_window_time at;
	uint32_t	name;		/* in the names of the windows */
	int32_t		pid;
	uint16_t	cpu;
	uint8_t		kind;		/* enum fdd_work */
	bool		ends;
};

/* Events of a CPU were lost. */
struct fdd_window_gap {
	uint64_t	from, to;
	uint64_t	count;		/* 0: unknown */
	uint16_t	cpu;
};

struct fdd_window {
	struct fdd_call		call;
	uint64_t		from, to;
	uint64_t		first;		/* time of the first record of its CPU */
	bool			found;		/* the call itself was read again */
	uint32_t		args;		/* in model->args; 0: not recorded */
	bool			measured;	/* it was recorded with these two times */
	uint64_t		asleep, waiting;

	struct fdd_window_call	*calls;		/* by key and start, in the end */
	uint32_t		nr_calls, cap_calls;
	struct fdd_window_switch *switches;	/* by time */
	uint32_t		nr_switches, cap_switches;
	struct fdd_window_wake	*wakes;
	uint32_t		nr_wakes, cap_wakes;
	struct fdd_window_work	*work;
	uint32_t		nr_work, cap_work;
	struct fdd_window_gap	*gaps;
	uint32_t		nr_gaps, cap_gaps;

	struct fdd_map		earlier;	/* work that began before -> number + 1 */
	struct fdd_window_work	*begun;		/* open ones have a time */
	uint32_t		nr_begun, cap_begun;
	uint64_t		shortest;	/* shorter calls are not kept */
	uint64_t		cut;		/* later events are not kept; 0: all are */
	struct fdd_map		recent;		/* key -> last wake or switch of a task + 1 */
};

struct fdd_windows {
	struct fdd_sink		sink;
	struct fdd_model	*m;
	struct fdd_window	*list;		/* in the order of the calls given */
	uint32_t		nr;
	uint32_t		most;		/* items of a window, of each kind */
	bool			own;		/* only what the calls' own tasks need */
	uint32_t		*order;		/* numbers of the windows by begin */
	uint32_t		next;		/* of these, not yet open */
	uint32_t		*open;		/* numbers of those that are open */
	uint32_t		nr_open;
	struct fdd_names	names;
	struct fdd_map		comms;		/* task -> number of its name */
	struct fdd_map		cpus;		/* CPU -> time of its last record */
	struct fdd_map		firsts;		/* CPU -> time of its first record + 1 */
	struct fdd_map		losing;		/* CPU -> events lost before its next record + 1 */
	struct fdd_map		running;	/* CPU -> task that it runs + 1 */
	struct fdd_map		left;		/* task -> the state in which it left */
	bool			work_seen;	/* any event of an interrupt */
};

/* The calls that nest: those of a task, or of all interrupts of a CPU. */
uint64_t fdd_window_key(enum fdd_context context, int32_t pid, uint16_t cpu);

/* Collect what the calls need, from a model that is about to read the trace again. */
void fdd_windows_begin(struct fdd_windows *ws, struct fdd_model *m,
		       const struct fdd_call *calls, uint32_t nr);
/* The same without wakers, for many calls: only what their own tasks need. */
void fdd_windows_begin_own(struct fdd_windows *ws, struct fdd_model *m,
			   const struct fdd_call *calls, uint32_t nr);
/* After reading. */
void fdd_windows_finish(struct fdd_windows *ws);
void fdd_windows_free(struct fdd_windows *ws);

/* The innermost call of that key at a time, or NULL; and the call around a call, or NULL. */
const struct fdd_window_call *fdd_window_at(const struct fdd_window *w, uint64_t key,
					    uint64_t time);
static inline const struct fdd_window_call *
fdd_window_parent(const struct fdd_window *w, const struct fdd_window_call *call)
{
	return call->parent ? &w->calls[call->parent - 1] : NULL;
}

/* The first switch after a time. */
uint32_t fdd_window_switch_after(const struct fdd_window *w, uint64_t time);

/* The task that a CPU runs after what was read; -1: unknown. */
int32_t fdd_windows_runner(const struct fdd_windows *ws, uint16_t source, int32_t cpu);

/* The name of a task: "dd", or "" if no record names it. */
const char *fdd_windows_comm(const struct fdd_windows *ws, uint16_t source, int32_t pid);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the time of a call went: parts that add up to its duration. A part in which the task
 * slept names its waker and the time of the waker during that sleep, and so on.
 */
#ifndef FDD_WHY_H
#define FDD_WHY_H

#include "model/window.h"

#define FDD_WHY_CHAIN	12	/* calls of a chain */
#define FDD_WHY_LEVELS	8	/* wakers of wakers */
#define FDD_WHY_GROUPS	64	/* parts of one kind; the others are one part */
#define FDD_WHY_SPANS	1000	/* of a timeline: shorter ones than that part are joined */

enum fdd_why_kind {
	FDD_WHY_RUNNING,
	FDD_WHY_ASLEEP,
	FDD_WHY_WAITING,	/* for a CPU */
	FDD_WHY_INTERRUPTS,	/* on top of it */
	FDD_WHY_UNKNOWN,
	FDD_WHY_KINDS,
};

/* Functions by self time, tasks that ran on the CPU, interrupts: the longest first. */
struct fdd_why_share {
	char		*name;
	uint64_t	ns;
	uint64_t	times;
};

/* Nested calls, the innermost first. */
struct fdd_why_chain {
	uint32_t	funcs[FDD_WHY_CHAIN];
	unsigned int	nr;
	bool		more;
};

struct fdd_why_parts;

enum fdd_waker_kind {
	FDD_WAKER_UNKNOWN,
	FDD_WAKER_TASK,
	FDD_WAKER_INTERRUPT,	/* on top of the task */
};

/* The task or interrupt that ended a sleep. */
struct fdd_why_waker {
	enum fdd_waker_kind	kind;
	int32_t			pid;
	uint16_t		cpu;
	char			*task;		/* "dd-173" */
	char			*work;		/* "irq 24 nvme0q1", or of a worker; or NULL */
	struct fdd_why_chain	chain;		/* its open calls */
	struct fdd_why_parts	*meanwhile;	/* its time during that sleep; or NULL */
	bool			cycle;		/* a task of the chain before */
	bool			cut;		/* more wakers than the limit */
};

struct fdd_why_part {
	enum fdd_why_kind	kind;
	uint64_t		ns, times;
	uint64_t		longest;	/* time of the longest one, which has the waker */
	struct fdd_why_share	*shares;
	uint32_t		nr_shares;
	struct fdd_why_chain	chain;		/* in which it slept */
	struct fdd_why_waker	waker;
	uint16_t		cpu;		/* where it waited; FDD_NO_QUEUE: not known */
	bool			preempted;	/* it waited without having slept */
	char			state;		/* in which it slept; 0: unknown */
	char			*reason;	/* why it is not known */
	bool			others;		/* all parts beyond the limit */
};

/* One after the other, without gaps; one of many short ones has the kind of the longest. */
struct fdd_why_span {
	uint64_t		from, to;
	enum fdd_why_kind	kind;
	uint64_t		longest;
};

struct fdd_why_parts {
	char			*task;
	uint64_t		ns;
	struct fdd_why_part	*list;		/* by kind, the longest first */
	uint32_t		nr, cap;
	struct fdd_why_span	*spans;		/* by time */
	uint32_t		nr_spans, cap_spans;
};

/* Returns the parts of the time of a window's call; fdd_why_free() frees them. */
struct fdd_why_parts *fdd_why(const struct fdd_windows *ws, const struct fdd_window *w);
void fdd_why_free(struct fdd_why_parts *parts);

/* Is a task among the wakers of the parts, and of theirs? */
bool fdd_why_names(const struct fdd_why_parts *parts, int32_t pid);

/* The sum of the parts of a kind. */
uint64_t fdd_why_sum(const struct fdd_why_parts *parts, enum fdd_why_kind kind);

#endif

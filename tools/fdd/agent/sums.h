/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sums of the counts, for a bounded number of series. They only grow: from each reading of the
 * kernel's table the one before is subtracted.
 *
 * A function has a series of its own, or is one of the others, which are one series. Which
 * functions have one is reviewed from time to time; a series that ends takes nothing out of that
 * of the others.
 */
#ifndef FDD_AGENT_SUMS_H
#define FDD_AGENT_SUMS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/stats.h"

/* Classic buckets: up to 2^8 ns, 2^9 ns, ..., 2^34 ns (17 s), and longer */
#define AGENT_CLASSIC_FIRST	8
#define AGENT_CLASSIC		27
/*
 * Native buckets of schema 2: number n ends at 2^(n / 4) seconds. From below 1 ns to above 68 s.
 */
#define AGENT_NATIVE_SCHEMA	2
#define AGENT_NATIVE_FIRST	(-120)
#define AGENT_NATIVE		148

/* A call that a trace shows */
struct agent_exemplar {
	char		trace[33];		/* the id; "": there is none */
	uint64_t	ns;
	double		at;			/* since 1970; 0: not known */
};

/* Of slow calls that were recorded, with the calls in them */
struct agent_slow_sum {
	uint64_t	calls;
	uint64_t	time, asleep, waiting, irqs;	/* ns */
};

struct agent_sum {
	uint64_t	calls;			/* of the histograms */
	uint64_t	time;			/* ns, recursion counted once */
	uint64_t	self;			/* ns */
	uint64_t	durations;		/* ns, of all calls */
	uint64_t	classic[AGENT_CLASSIC + 1];	/* the last one: longer */
	uint64_t	native[AGENT_NATIVE];
	struct agent_exemplar exemplar;		/* the last one */
	struct agent_slow_sum slow;
};

struct agent_function {
	struct agent_sum *sum;		/* NULL: one of the others */
	uint64_t	recent;		/* ns since the last review */
	double		calls, durations;	/* agent/limits.c makes them fade */
	uint64_t	max;		/* ns, of all calls since the last reset */
	bool		left_out;	/* it costs too much, or its cgroup was removed */
};

struct agent_sums {
	uint32_t		top;		/* series of functions, at most */
	struct fdd_stats	*last;		/* as of the last reading; NULL: none */
	struct fdd_names	names;		/* of all functions that were ever called */
	struct agent_function	*functions;	/* by the number of the name */
	uint32_t		nr_functions;
	uint32_t		nr_own;		/* that have a series */
	uint64_t		reviewed;	/* fdd_now() */
	uint64_t		ended;		/* series, by reviews */
	struct agent_sum	others;
};

#define AGENT_MOST_NAMES	(2 * FDD_MAX_STATS)	/* modules and cgroups come and go */

void agent_sums_init(struct agent_sums *s, uint32_t top);
void agent_sums_free(struct agent_sums *s);

/* Add the new counts of a reading, which it takes over. Returns true if the table was reset. */
bool agent_sums_add(struct agent_sums *s, struct fdd_stats *now);

/* Its series ends, and it gets none until it is back. */
void agent_sums_leave_out(struct agent_sums *s, const char *name, bool out);

bool agent_sums_is_left_out(const struct agent_sums *s, const char *name, size_t len);

/* Forget the names of those without a series. */
void agent_sums_forget(struct agent_sums *s);

/* Slow calls of this function were recorded. */
void agent_sums_add_slow(struct agent_sums *s, const char *name, const struct agent_slow_sum *more);

/* A trace shows a call of this function. */
void agent_sums_exemplify(struct agent_sums *s, const char *name, const struct agent_exemplar *e);

#endif

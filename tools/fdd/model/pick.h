/* SPDX-License-Identifier: GPL-2.0 */
/* Picks the calls to explain: the slowest ones, or those that stand out most. */
#ifndef FDD_PICK_H
#define FDD_PICK_H

#include "model/table.h"

struct fdd_pick {
	struct fdd_sink		sink;
	struct fdd_model	*m;
	bool			by_function;	/* the slowest of each function */
	uint64_t		at;		/* only calls that were open then; 0: all */
	bool			last;		/* the one that returned last */
	uint32_t		most;		/* the slowest ones; at most this many */
	struct fdd_call		*list;		/* the slowest first; or by function */
	uint32_t		nr;
	struct fdd_call		*sample;	/* of all calls, each with the same chance */
	uint32_t		most_sample, nr_sample;
	uint64_t		seen, random;
	uint64_t		no_times;	/* calls that have no call time */
};

/* Attach it to a model, before reading. */
void fdd_pick_begin(struct fdd_pick *p, struct fdd_model *m);
/*
 * After reading, by function: keep those that took longest beyond the median of their
 * function, at most @most, one for each stretch of time of a task.
 */
void fdd_pick_outstanding(struct fdd_pick *p, struct fdd_table *t);
/*
 * After reading: the slowest ones that last at least @ns, and behind them those of the sample
 * that do not. Returns the number of the former; @nr is that of all.
 */
uint32_t fdd_pick_both(struct fdd_pick *p, uint64_t ns);
void fdd_pick_free(struct fdd_pick *p);

#endif

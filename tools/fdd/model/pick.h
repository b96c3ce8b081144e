/* SPDX-License-Identifier: GPL-2.0 */
/* Picks the calls to explain: the slowest ones, or those that stand out most. */
#ifndef FDD_PICK_H
#define FDD_PICK_H

#include "model/duty.h"
#include "model/table.h"

#define FDD_FINDINGS	3	/* that are shown, and calls that are looked at for them */
#define FDD_CANDIDATES	6

/* With by_function: the call of a function and a task that takes most. */
struct fdd_picked {
	struct fdd_call	call;
	uint64_t	takes;		/* ns; of a requested sleep: its delay */
};

/* Calls that are long although nothing is slow. */
struct fdd_apart {
	uint64_t	calls;
	uint64_t	longest;	/* ns */
	uint32_t	func;		/* of that one */
};

struct fdd_pick {
	struct fdd_sink		sink;
	struct fdd_model	*m;
	bool			by_function;	/* the slowest of each function and task */
	bool			outermost;	/* the slowest, less those within others */
	uint64_t		at;		/* only calls that were open then; 0: all */
	bool			last;		/* the one that returned last */
	uint32_t		most;		/* the slowest ones; at most this many */
	struct fdd_call		*list;		/* the slowest first */
	uint32_t		nr, room;
	struct fdd_picked	*picked;	/* by_function */
	uint32_t		nr_picked, cap_picked;
	struct fdd_map		keys;		/* function and task -> number of these + 1 */
	struct fdd_duties	duties;
	struct fdd_apart	apart[FDD_DUTIES];
	uint64_t		shortest;	/* of all calls */
	struct fdd_call		*sample;	/* of all calls, each with the same chance */
	uint32_t		most_sample, nr_sample;
	uint64_t		seen, random;
	uint64_t		no_times;	/* calls that have no call time */
};

/* Attach it to a model, before reading. */
void fdd_pick_begin(struct fdd_pick *p, struct fdd_model *m);
/*
 * After reading, by function: keep those that took longest beyond the median of their
 * function, at most @most, one for each stretch of time of a task. Medians are those of the
 * statistics next to the trace. Without these a trace that was recorded with a threshold has no
 * ordinary calls: then keep those that took longest.
 */
void fdd_pick_outstanding(struct fdd_pick *p, struct fdd_table *t);
/*
 * The median of all calls of a function, and their number: of the statistics, or else of its
 * recorded calls, then @recorded. Returns 0 if it is not known.
 */
uint64_t fdd_pick_median(const struct fdd_pick *p, const struct fdd_row *row, uint64_t *calls,
			 bool *recorded);
/* After reading, not by function: at most @most. */
void fdd_pick_trim(struct fdd_pick *p);
/*
 * After reading: the slowest ones that last at least @ns, and behind them those of the sample
 * that do not. Returns the number of the former; @nr is that of all.
 */
uint32_t fdd_pick_both(struct fdd_pick *p, uint64_t ns);
void fdd_pick_free(struct fdd_pick *p);

#endif

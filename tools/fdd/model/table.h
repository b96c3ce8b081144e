/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The table: one row per function, or per task, CPU, module, caller, label, host or place, with
 * the sums over its calls.
 */
#ifndef FDD_TABLE_H
#define FDD_TABLE_H

#include "model/histogram.h"
#include "model/model.h"
#include "model/on_top.h"
#include "model/outermost.h"

enum fdd_key {
	FDD_BY_FUNCTION,
	FDD_BY_TASK,
	FDD_BY_CPU,
	FDD_BY_MODULE,
	FDD_BY_CALLER,
	FDD_BY_SOURCE,
	FDD_BY_HOST,
	FDD_BY_WHERE,		/* the place in the program */
	FDD_BY_CGROUP,		/* of the task, where it was recorded */
};

/* Optional parts of a table, in addition to calls, sums and self times. Each needs time. */
enum fdd_table_part {
	FDD_TABLE_TOTALS	= 1 << 0,	/* recursion counted once, and its sleep */
	FDD_TABLE_PERCENTILES	= 1 << 1,	/* and histograms */
	FDD_TABLE_EDGES		= 1 << 2,	/* calls per caller and callee */
	FDD_TABLE_DETAILS	= 1 << 3,	/* self times of single calls, time in all calls */
};

struct fdd_row {
	uint64_t		calls;
	uint64_t		total;		/* recursion counted once */
	uint64_t		sum;		/* of all durations */
	uint64_t		self;		/* that of interrupts on top counted once */
	uint64_t		min, max;
	unsigned __int128	squares;	/* of the durations */
	/* end of the first cache lines */
	uint32_t		key;
	struct fdd_histogram	hist;
	char			*name;
	struct fdd_row_self	*selves;	/* with details; NULL: not counted */
	struct fdd_off_call	*off;		/* NULL: unknown */
	const struct fdd_stat	*stat;		/* the row is of statistics; NULL: of calls */
};

/* The self times of single calls. */
struct fdd_row_self {
	uint64_t		min, max;
	struct fdd_histogram	hist;
};

/* Calls of one function by another. */
struct fdd_edge {
	uint32_t	parent;		/* row of the caller, or of a placeholder */
	uint32_t	child;
	bool		direct;		/* no filtered function in between */
	enum fdd_caller_kind kind;
	uint64_t	calls;		/* if the callee passed the filters */
	uint64_t	time;
	uint64_t	parent_calls;	/* if the caller passed the filters */
	uint64_t	parent_time;
};

struct fdd_table {
	struct fdd_sink		sink;
	struct fdd_model	*model;
	enum fdd_key		by;
	unsigned int		parts;		/* enum fdd_table_part */
	struct fdd_row		**rows;		/* by number */
	uint32_t		nr;
	uint32_t		cap;
	struct fdd_map		keys;		/* key -> row */
	struct fdd_names	places;		/* of programs; the first one is none */
	struct fdd_map		place_of;	/* by source and stack */
	struct fdd_row		**by_func;	/* NULL: no row yet */
	uint32_t		nr_by_func;
	struct fdd_outermost	outermost;
	struct fdd_on_top	on_top;
	struct fdd_map		edge_keys;
	struct fdd_edge		*edges;
	uint32_t		nr_edges, cap_edges;
	struct fdd_edge		**callers, **callees, **joined;	/* sorted, at the end */
	struct fdd_edge		*merged[2];		/* allocated for these lists */
	uint32_t		nr_callers, nr_callees, nr_joined, nr_merged[2];
	uint64_t		root_total;	/* time of the outermost calls */
	struct fdd_row		*other;		/* row of all keys beyond the limit */
	uint64_t		more_edges;	/* calls of edges beyond the limit */

	/* Details */
	struct fdd_sink		details;
	struct fdd_outermost	outermost_any;
	uint64_t		any_total;	/* time in any selected call, on each stack */

	struct fdd_outermost	outermost_off[3];	/* of each time in struct fdd_off */
	bool			has_off;	/* a row has them */
};

/* Call it before reading; @parts: bits of enum fdd_table_part. */
struct fdd_table *fdd_table_new(struct fdd_model *m, enum fdd_key by, unsigned int parts);
void fdd_table_free(struct fdd_table *t);
/* After reading: free what only calls need. */
void fdd_table_forget_tasks(struct fdd_table *t);
/* The row with the largest total, or with the most calls. The table has rows. */
const struct fdd_row *fdd_table_largest(const struct fdd_table *t, bool by_calls);
/* Free all rows but these two. */
void fdd_table_forget_rows(struct fdd_table *t);
/* Add a row that was counted by the tracer; the table must not get calls. */
void fdd_table_add_stat(struct fdd_table *t, uint32_t func, const struct fdd_stat *stat);
/* Warn if a limit was reached. */
void fdd_table_warn(const struct fdd_table *t);

/*
 * Edges of a function as callee (its callers) or as caller, sorted by time, the largest
 * first. Only after reading. A callee may be in two edges, one of them with a gap; the
 * joined edges have it once.
 */
struct fdd_edge **fdd_table_callers(struct fdd_table *t, uint32_t func,
				    uint32_t *nr);
struct fdd_edge **fdd_table_callees(struct fdd_table *t, uint32_t func,
				    uint32_t *nr);
struct fdd_edge **fdd_table_joined_callees(struct fdd_table *t, uint32_t func,
					   uint32_t *nr);
/* Sums over all rows. */
uint64_t fdd_table_calls(const struct fdd_table *t);
uint64_t fdd_table_self(const struct fdd_table *t);
/* The row of a function in a table by function, or NULL. */
struct fdd_row *fdd_table_row(struct fdd_table *t, uint32_t func);

/*
 * Count a call in a row, but not in its histogram; @total is its duration without recursion
 * counted before.
 */
static inline void fdd_row_add(struct fdd_row *row, uint64_t duration, uint64_t self,
			       uint64_t total)
{
	row->calls++;
	row->sum += duration;
	row->total += total;
	row->self += self;
	row->squares += (unsigned __int128)duration * duration;
	if (duration < row->min)
		row->min = duration;
	if (duration > row->max)
		row->max = duration;
}

static inline void fdd_row_sums(struct fdd_row *row, const struct fdd_frame *frame,
				uint64_t total)
{
	fdd_row_add(row, frame->call.duration, frame->self, total);
}

/* The same with the histogram. */
static inline void fdd_row_count(struct fdd_row *row, const struct fdd_frame *frame,
				 uint64_t total)
{
	fdd_row_sums(row, frame, total);
	fdd_histogram_add(&row->hist, frame->call.duration);
}

uint64_t fdd_row_percentile(const struct fdd_row *row, unsigned int per_million);
/* The same for self times. */
uint64_t fdd_row_self_percentile(const struct fdd_row *row, unsigned int per_million);
double fdd_row_avg(const struct fdd_row *row);
/* Total and self minus the time asleep and waiting for a CPU. */
uint64_t fdd_row_awake(const struct fdd_row *row);
uint64_t fdd_row_self_awake(const struct fdd_row *row);
double fdd_row_stdv(const struct fdd_row *row);

/* The number of the placeholder for a caller without a name. */
uint32_t fdd_special_func(enum fdd_caller_kind kind);

#endif

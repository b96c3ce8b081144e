/* SPDX-License-Identifier: GPL-2.0 */
/* Which calls, and which rows, the user wants: the same for every view. */
#ifndef FDD_FILTER_H
#define FDD_FILTER_H

#include "lib/patterns.h"
#include "model/expr.h"
#include "model/marker_writes.h"
#include "model/regions.h"

struct fdd_range {
	uint64_t	from, to;
	bool		from_start;	/* counted from the first call */
	bool		to_start;
};

struct fdd_filter {
	struct fdd_patterns	funcs, not_funcs;
	struct fdd_patterns	comms;
	struct fdd_patterns	modules;
	struct fdd_patterns	interrupts;
	struct fdd_patterns	regions;
	struct fdd_numbers	pids, cpus;
	unsigned int		max_depth;	/* levels shown; 0 is all */
	uint64_t		min_duration, max_duration;
	bool			has_range;
	struct fdd_range	range;
	const char		*between_start, *between_end;
	struct fdd_expr		**exprs;
	unsigned int		nr_exprs, cap_exprs;

	/* Of the table's rows. */
	uint64_t		min_total;
	bool			has_min_total;
	uint64_t		min_calls, max_calls;

	/* While reading. */
	struct fdd_model	*model;
	struct fdd_sink		sink;
	uint8_t			*func_known;	/* by function: 1 no, 2 yes */
	uint32_t		nr_func_known;
	uint8_t			*comm_known;
	uint32_t		nr_comm_known;
	struct fdd_window	*windows;	/* between markers */
	unsigned int		nr_windows, cap_windows;
	struct fdd_regions	followed;	/* with patterns of regions */
	struct fdd_marker_writes *marker_writes;	/* the same */
};

void fdd_filter_init(struct fdd_filter *f);
void fdd_filter_free(struct fdd_filter *f);
/* "from~to", each may be missing; with a unit it counts from the start. */
bool fdd_range_parse(const char *text, struct fdd_range *range);

/* Make a model ask this filter; before anything is read. */
void fdd_filter_attach(struct fdd_filter *f, struct fdd_model *m);

/* Does a region pass what is said of calls, but for their functions? */
bool fdd_filter_region(const struct fdd_filter *f, const struct fdd_region *region);

bool fdd_filter_row(const struct fdd_filter *f, const struct fdd_row *row);
/* Does the row of a function in a table by function pass? */
bool fdd_filter_func(const struct fdd_filter *f, struct fdd_table *t, uint32_t func);
bool fdd_filter_has_row_part(const struct fdd_filter *f);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* The parts of a filter, for the files that test with them and that explain them. */
#ifndef FDD_FILTER_PARTS_H
#define FDD_FILTER_PARTS_H

#include "lib/cgroup.h"
#include "lib/names.h"
#include "lib/patterns.h"
#include "model/expr.h"
#include "model/marker_writes.h"
#include "model/regions.h"
#include "model/table.h"
#include "model/wish.h"
#include "model/within.h"

struct fdd_filter;

/* The functions of a filter. Tests return true if it passes. */
typedef bool call_part(struct fdd_filter *f, const struct fdd_frame *frame);
typedef bool row_part(const struct fdd_filter *f, const struct fdd_row *row);
typedef bool region_part(const struct fdd_filter *f, const struct fdd_region *region);
/* Print why nothing passes, with similar names. Returns false if something passes. */
typedef bool explainer(const struct fdd_filter *f, const struct fdd_given *g);

#define MAX_PARTS	32
#define MAX_SEEN	8

/* A filter: its option, how its argument is taken, its tests, and why nothing passes */
struct filter {
	struct fdd_opt	opt;
	enum fdd_taken	(*take)(const struct fdd_given *g, void *filter);
	call_part	*call;
	row_part	*row;
	region_part	*region;
	explainer	*explain;
};

/* A few of the numbers in the trace, for messages. */
struct seen {
	int64_t		list[MAX_SEEN];
	unsigned int	nr;
	bool		more;
};

struct range {
	uint64_t	from, to;
	bool		from_start;	/* counted from the first call */
	bool		to_start;
	bool		wished;
};

/* The time between two markers. */
struct window {
	uint64_t	from, to;	/* to is UINT64_MAX until the second marker */
};

/* Those of a source, by time. */
struct windows {
	struct window	*list;
	unsigned int	nr, cap;
};

struct fdd_filter {
	/* The filters in use, each option once */
	call_part		*calls[MAX_PARTS];
	row_part		*rows[MAX_PARTS];
	region_part		*of_regions[MAX_PARTS];
	unsigned int		nr_calls, nr_rows, nr_of_regions;

	/* The wishes */
	struct fdd_patterns	funcs, not_funcs, modules, comms, regions;
	struct fdd_within	under, called_by, interrupts;
	struct fdd_numbers	pids, cpus;
	struct fdd_cgroup_list	cgroups;
	uint64_t		max_depth;	/* levels shown */
	struct range		range;
	const char		*between_start, *between_end;
	uint64_t		min_duration, max_duration;
	uint64_t		min_total, min_calls, max_calls;
	struct fdd_expr		**exprs;
	unsigned int		nr_exprs, cap_exprs;

	/* For fdd_filter_explain(), counted until the first call passes */
	const struct fdd_wish	*wish;
	bool			any;
	uint64_t		passed[MAX_PARTS];	/* calls that passed each filter */
	struct seen		seen_pids, seen_cpus;
	uint64_t		longest, shortest;

	/* While reading */
	struct fdd_model	*model;
	bool			looked_ahead;
	bool			of_stats;	/* it tests statistics, not calls */
	uint64_t		unknown_levels;	/* calls of interrupts whose level is not known */
	struct fdd_sink		sink;
	uint8_t			*func_known;	/* by function: 1: no match, 2: match */
	uint32_t		nr_func_known;
	uint8_t			*comm_known;
	uint32_t		nr_comm_known;
	uint8_t			*cgroup_known;
	uint32_t		nr_cgroup_known;
	struct fdd_names	cgroup_names;	/* those that were seen */
	struct windows		*windows;	/* of --between, by source */
	uint32_t		nr_windows;
	unsigned int		all_windows;
	uint64_t		more_windows;	/* beyond the limit */
	struct fdd_regions	followed;	/* of --region */
	struct fdd_marker_writes *marker_writes;	/* of --region */
};

#endif

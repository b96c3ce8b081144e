/* SPDX-License-Identifier: GPL-2.0 */
/* The figures of fdd top: a row for each function, or task, ... */
#ifndef FDD_TOP_DATA_H
#define FDD_TOP_DATA_H

#include "model/model.h"
#include "model/on_top.h"
#include "model/outermost.h"
#include "model/table.h"
#include "top/who.h"

/*
 * Per row, since the start and for the last seconds. The last seconds are the sum of
 * some slices; the oldest slice is emptied to become the newest.
 */
#define TOP_SLICES	5

struct top_func {
	struct fdd_row	live;			/* all since the start */
	struct fdd_row	slices[TOP_SLICES];
	struct fdd_row	all, recent;		/* as of the last snapshot */
	bool		hidden;
	bool		sleeps;
};

struct top_data {
	struct fdd_sink		sink;
	struct fdd_model	*model;
	struct fdd_outermost	outermost;
	struct fdd_on_top	on_top;
	struct top_who		who;
	struct top_func		**funcs;	/* by function of the model, or number in who */
	uint32_t		nr_funcs;
	unsigned int		slice;		/* the newest one */
	uint64_t		calls;
};

enum top_sort {
	TOP_BY_TOTAL,
	TOP_BY_SELF,
	TOP_BY_CALLS,
	TOP_BY_AVG,
	TOP_BY_P99,
	TOP_BY_MAX,
	TOP_BY_NAME,
};

/* What is shown of the figures */
struct top_choice {
	enum top_sort	sort;
	bool		recent;		/* the last seconds, not all */
	bool		no_sleepers;	/* leave out functions that only wait */
	char		filter[64];	/* a glob, or part of a name; "" is none */
};

/* Some rows, sorted; they change with the next snapshot only. */
struct top_rows {
	struct fdd_row	**rows;
	uint32_t	nr, cap;
	uint32_t	hidden;		/* functions that the filter would show */
	uint32_t	sleepers;	/* the same, left out as sleepers */
	uint64_t	calls;		/* of all functions, shown or not */
};

struct top_data *top_data_new(struct fdd_model *m, enum top_by by);
void top_data_free(struct top_data *d);
/* Calls that the tracer counted; the buckets of the histogram have their middle. */
void top_data_add(struct top_data *d, const struct fdd_stat *stat);
void top_data_next_slice(struct top_data *d);
void top_data_reset(struct top_data *d);
/* Take the figures as they are; what is chosen and sorted are these. */
void top_data_snapshot(struct top_data *d);
void top_data_rows(struct top_data *d, const struct top_choice *choice,
		   struct top_rows *rows);
/* Leave a function out from now on; or none of them. */
void top_data_hide(struct top_data *d, const struct fdd_row *row);
void top_data_hide_none(struct top_data *d);
/* "total", "self", ... */
const char *top_sort_name(enum top_sort sort);

#endif

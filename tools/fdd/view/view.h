/* SPDX-License-Identifier: GPL-2.0 */
/* What fdd shows of a trace. */
#ifndef FDD_VIEW_H
#define FDD_VIEW_H

#include "lib/output.h"
#include "model/filter.h"
#include "view/columns.h"

struct fdd_options {
	enum fdd_format		format;
	struct fdd_column_list	columns;
	bool			columns_given;
	const struct fdd_column	*sort;
	uint64_t		limit;		/* rows; 0 is all */
	enum fdd_key		by;
	bool			linear;		/* histograms */
	uint64_t		slowest;
	bool			warnings;
	bool			hosts;		/* label traces by them */
	struct fdd_filter	filter;
};

/* As they are when the user says nothing. */
void fdd_options_init(struct fdd_options *o);
void fdd_options_free(struct fdd_options *o);

struct fdd_view;

/*
 * A view is told of what it asked for while the traces are read, and prints
 * when they have been. The table is by function unless the view is the table.
 * Only print() has to be there.
 */
struct fdd_view_ops {
	const char	*name;
	size_t		size;		/* of what begins with its struct fdd_view */
	void		(*begin)(struct fdd_view *view);
	void		(*print)(struct fdd_view *view, struct fdd_table *t);
	void		(*end)(struct fdd_view *view);
	bool		edges;		/* needs the table's edges */
};

struct fdd_view {
	const struct fdd_view_ops *ops;
	struct fdd_model	*m;
	struct fdd_options	*o;
};

struct fdd_view *fdd_view_new(const struct fdd_view_ops *ops, struct fdd_model *m,
			      struct fdd_options *o);
void fdd_view_free(struct fdd_view *view);

extern const struct fdd_view_ops fdd_view_table;
extern const struct fdd_view_ops fdd_view_calls;
extern const struct fdd_view_ops fdd_view_tree;
extern const struct fdd_view_ops fdd_view_hist;
extern const struct fdd_view_ops fdd_view_slowest;
extern const struct fdd_view_ops fdd_view_info;
extern const struct fdd_view_ops fdd_view_nanos;
extern const struct fdd_view_ops fdd_view_regions;

extern const struct fdd_view_ops fdd_view_folded;
extern const struct fdd_view_ops fdd_view_chrome;
extern const struct fdd_view_ops fdd_view_speedscope;
extern const struct fdd_view_ops fdd_view_page;

#endif

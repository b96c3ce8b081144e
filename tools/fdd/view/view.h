/* SPDX-License-Identifier: GPL-2.0 */
/* What fdd shows of a trace. */
#ifndef FDD_VIEW_H
#define FDD_VIEW_H

#include "lib/output.h"
#include "model/filter.h"
#include "model/table.h"
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

struct fdd_view;

/*
 * A view is told of what it asked for while the traces are read, and prints
 * when they have been. @table is by function unless the view is the table.
 */
struct fdd_view_ops {
	const char	*name;
	struct fdd_view	*(*begin)(struct fdd_model *m, struct fdd_options *o);
	void		(*print)(struct fdd_view *v, struct fdd_table *t);
	void		(*end)(struct fdd_view *v);
	bool		edges;		/* needs the table's edges */
};

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

/* What the page shows, of a view that is fdd_view_page's. */
json_object *fdd_page_data(struct fdd_view *page, struct fdd_table *t);

/* A row with all its numbers, and the trees of the tree view, as JSON. */
json_object *fdd_row_json(struct fdd_table *t, const struct fdd_row *row);
void fdd_tree_add_json(struct fdd_view *tree, struct fdd_table *t, json_object *o);

/* The rows that pass the filters, sorted; *nr of them. Free the list. */
struct fdd_row **fdd_select_rows(struct fdd_table *t, const struct fdd_options *o,
				 uint32_t *nr);
/* Does a function's row pass the filters of rows? For views of calls. */
bool fdd_row_wanted(struct fdd_table *t, const struct fdd_options *o,
		    uint32_t func);

/* "fdd diff A B" */
int fdd_diff(int argc, char **argv);

/* Say on stderr what is wrong with the data, if anything. */
void fdd_warn_sources(struct fdd_model *m, bool all);

#endif

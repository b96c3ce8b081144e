/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which calls, and which rows, the user wants: the same for every view.
 *
 * A wish is a filter as the user says it: words. A filter is made of a wish for one
 * model, whose names and sources it learns.
 */
#ifndef FDD_FILTER_H
#define FDD_FILTER_H

#include "lib/opts.h"
#include "model/regions.h"
#include "model/table.h"

struct fdd_wish {
	struct fdd_given	*list;		/* of fdd_filter_opts */
	unsigned int		nr, cap;
};

/* As if --@name=@word was given. Words are not copied. */
void fdd_wish_add(struct fdd_wish *wish, const char *name, const char *word);
void fdd_wish_free(struct fdd_wish *wish);

/* What a filter may be about, and a view may show; bits of an option's scope. */
enum fdd_filter_scope {
	FDD_OF_CALLS	= 1 << 0,
	FDD_OF_ROWS	= 1 << 1,
	FDD_OF_REGIONS	= 1 << 2,
	FDD_OF_NEXT	= 1 << 3,	/* the first bit that is free for others */
};

/* The options, which fill a struct fdd_wish. */
extern const struct fdd_opts fdd_filter_opts;

struct fdd_filter;

/* NULL after having said what is wrong with the wish. */
struct fdd_filter *fdd_filter_new(const struct fdd_wish *wish);
void fdd_filter_free(struct fdd_filter *f);

/*
 * Does it use what is around a call? Then the trace is read twice: first into a
 * model of its own, which fdd_filter_attach_ahead() prepares. fdd_filter_end_ahead() says
 * what was too much. Some filters do without where a trace cannot be read twice, and warn.
 */
bool fdd_filter_looks_ahead(const struct fdd_filter *f);
bool fdd_filter_must_look_ahead(const struct fdd_filter *f);
void fdd_filter_attach_ahead(struct fdd_filter *f, struct fdd_model *m);
void fdd_filter_end_ahead(struct fdd_filter *f);

/* Make a model ask this filter; before anything is read. */
void fdd_filter_attach(struct fdd_filter *f, struct fdd_model *m);

/* Does a region pass what is said of calls, but for their functions? */
bool fdd_filter_region(const struct fdd_filter *f, const struct fdd_region *region);

/* Was it in the range of time that is wanted? */
bool fdd_filter_time(const struct fdd_filter *f, uint16_t source, uint64_t time);

/* Which regions are wanted; none is all. */
const struct fdd_patterns *fdd_filter_regions(const struct fdd_filter *f);
/* When all is read: say so if regions were wanted and there are none. */
void fdd_filter_warn(const struct fdd_filter *f);

/* When nothing passed: say which of the filters nothing passes, and what is near it. */
void fdd_filter_explain(const struct fdd_filter *f, struct fdd_table *t);

bool fdd_filter_row(const struct fdd_filter *f, const struct fdd_row *row);
bool fdd_filter_has_row_part(const struct fdd_filter *f);
/* Does the row of a function in a table by function pass? */
bool fdd_filter_func(const struct fdd_filter *f, struct fdd_table *t, uint32_t func);

#endif

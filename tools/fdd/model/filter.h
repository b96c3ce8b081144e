/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The filters of calls and rows, for all views.
 *
 * A wish holds filters as strings, in the user's words. A filter is made from a wish for
 * one model and holds state about the names and sources of that model.
 */
#ifndef FDD_FILTER_H
#define FDD_FILTER_H

#include "lib/opts.h"
#include "model/regions.h"
#include "model/table.h"
#include "model/wish.h"

/* Add a filter, like the option --@name=@word. The word is not copied. */
void fdd_wish_add(struct fdd_wish *wish, const char *name, const char *word);
void fdd_wish_free(struct fdd_wish *wish);

/* What a filter can test and what a view can show: bits of an option's scope. */
enum fdd_filter_scope {
	FDD_OF_CALLS	= 1 << 0,
	FDD_OF_ROWS	= 1 << 1,
	FDD_OF_REGIONS	= 1 << 2,
	FDD_OF_STATS	= 1 << 3,	/* statistics of all calls, without the calls */
	FDD_OF_NEXT	= 1 << 4,	/* the first free bit */
};

/* The filter options; they fill a struct fdd_wish. */
extern const struct fdd_opts fdd_filter_opts;

struct fdd_filter;

/* Returns NULL after an error message. */
struct fdd_filter *fdd_filter_new(const struct fdd_wish *wish);
void fdd_filter_free(struct fdd_filter *f);

/*
 * Does the filter depend on the callers of a call? Then the trace is read twice: first into
 * another model, prepared by fdd_filter_attach_ahead(). fdd_filter_end_ahead() ends the first
 * reading and warns if a limit was reached. If the trace cannot be read twice, some filters
 * work without the first reading, with a warning.
 */
bool fdd_filter_looks_ahead(const struct fdd_filter *f);
bool fdd_filter_must_look_ahead(const struct fdd_filter *f);
void fdd_filter_attach_ahead(struct fdd_filter *f, struct fdd_model *m);
void fdd_filter_end_ahead(struct fdd_filter *f);

/* Attach the filter to a model, before reading. */
void fdd_filter_attach(struct fdd_filter *f, struct fdd_model *m);

/* Does a region pass the filters of calls, except those of functions? */
bool fdd_filter_region(const struct fdd_filter *f, const struct fdd_region *region);

/* Is the time within --range and --between? */
bool fdd_filter_time(const struct fdd_filter *f, uint16_t source, uint64_t time);

/* The patterns of --region; none: all regions. */
const struct fdd_patterns *fdd_filter_regions(const struct fdd_filter *f);
/* After reading: does a region of the trace match --region? Without --region: no. */
bool fdd_filter_has_region(const struct fdd_filter *f);
/* After reading: print warnings about calls that may be in the result, or may lack in it. */
void fdd_filter_warn(const struct fdd_filter *f);

bool fdd_filter_row(const struct fdd_filter *f, const struct fdd_row *row);
bool fdd_filter_has_row_part(const struct fdd_filter *f);
/* Does a function pass the filters of functions? They are all that statistics need. */
bool fdd_filter_name(struct fdd_filter *f, uint32_t func);
/* Is it a function that -N excludes, also as a caller? */
bool fdd_filter_excludes(const struct fdd_filter *f, uint32_t func);
/*
 * Can all of it be tested with statistics, of which expressions may use fields of rows
 * only? Otherwise prints an error.
 */
bool fdd_filter_check_stats(const struct fdd_filter *f);
/* Does the row of a function pass, in a table by function? */
bool fdd_filter_func(const struct fdd_filter *f, struct fdd_table *t, uint32_t func);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Views: the outputs of fdd.
 *
 * A view is a file in this folder and a line in list.h. It names the option, command or
 * export that selects it, and the other options that it uses.
 */
#ifndef FDD_VIEW_H
#define FDD_VIEW_H

#include "lib/opts.h"
#include "lib/output.h"
#include "model/filter.h"
#include "view/columns.h"

/* The options of a view. */
struct fdd_options {
	enum fdd_format		format;
	struct fdd_column_list	columns;
	bool			columns_given;
	const char		*sort;		/* names of columns; NULL: the view's default */
	enum fdd_units		units;
	bool			no_pager;
	uint64_t		limit;		/* rows; 0: all */
	enum fdd_key		by;
	struct fdd_wish		wish;		/* the filters */
};

/* The defaults. */
void fdd_options_init(struct fdd_options *o);
void fdd_options_free(struct fdd_options *o);

/* -n, -s, -f ...; --format, --color: both fill a struct fdd_options. */
extern const struct fdd_opts fdd_row_opts, fdd_output_opts;

/*
 * The options that a view uses, besides the filters of calls, rows or regions: bits of the
 * scope of options.
 */
enum fdd_view_scope {
	FDD_TAKES_LIMIT		= FDD_OF_NEXT,
	FDD_TAKES_SORT		= FDD_OF_NEXT << 1,
	FDD_TAKES_COLUMNS	= FDD_OF_NEXT << 2,
	FDD_TAKES_KEY		= FDD_OF_NEXT << 3,
	FDD_TAKES_FORMAT	= FDD_OF_NEXT << 4,
	FDD_TAKES_UNITS		= FDD_OF_NEXT << 5,
	FDD_TAKES_STACKS	= FDD_OF_NEXT << 6,	/* of programs */
};

struct fdd_view;

struct fdd_view_ops {
	const char	*name;		/* in messages: "--tree" */
	struct fdd_opt	option;		/* selects it, and fills the view */
	const char	*command;	/* "fdd COMMAND" selects it too; or NULL */
	const char	*about;		/* help line of the command */
	const char	*operand;	/* operand before the traces of the command, or NULL */
	void		(*take_operand)(struct fdd_view *view, const char *operand);
	const char	*export;	/* "fdd export --to=EXPORT" selects it; or NULL */
	const char	*export_help;
	enum fdd_format	export_format;
	bool		only_export;	/* it is an export only */
	bool		binary;		/* not for a terminal */
	const char	*packed;	/* it is always compressed, as a file of this name */
	const struct fdd_opts *opts;	/* options of this view only, which fill it; or NULL */
	unsigned int	scope;
	unsigned int	formats;	/* bits of the enum fdd_format it can print */
	unsigned int	parts;		/* needed parts of the table: enum fdd_table_part */
	bool		without_calls;	/* useful for a trace without calls */
	bool		stacks;		/* shows those of programs, if there are any */

	/*
	 * Only print() is required. A view gets calls and notes from its sink while the traces are
	 * read, and prints afterwards.
	 */
	size_t		size;		/* of its struct, which begins with a struct fdd_view */
	bool		(*check)(struct fdd_view *view);	/* checks the options */
	void		(*begin)(struct fdd_view *view);
	/* Before a second reading, into another model that stays until end(); is one needed? */
	bool		(*begin_again)(struct fdd_view *view, struct fdd_model *m);
	/*
	 * Before print(), if a call passed the filters or the view is without_calls: is there
	 * something to print? Otherwise prints the reason.
	 */
	bool		(*found)(struct fdd_view *view);
	void		(*print)(struct fdd_view *view);
	void		(*end)(struct fdd_view *view);
};

#define FDD_FORMATS	(1 << FDD_TEXT | 1 << FDD_CSV | 1 << FDD_JSON)

struct fdd_view {
	const struct fdd_view_ops *ops;
	struct fdd_options	*o;
	struct fdd_view		*outer;		/* the view whose table it uses, or NULL */
	unsigned int		parts;		/* requested: enum fdd_table_part */
	bool			irqs;		/* requested, besides sleep */

	/* Set by fdd_view_begin() */
	struct fdd_model	*m;
	struct fdd_filter	*filter;
	struct fdd_table	*t;

	/* The table is filled from statistics of all calls; NULL: from calls */
	const struct fdd_stats	*stats;
};

struct fdd_view *fdd_view_new(const struct fdd_view_ops *ops, struct fdd_options *o);
/* After its options are parsed. Returns false after an error message. */
bool fdd_view_check(struct fdd_view *view);
/* Before reading. */
void fdd_view_begin(struct fdd_view *view, struct fdd_model *m, struct fdd_filter *filter);
/* The same for a part of another view, after fdd_view_begin() of that. */
void fdd_view_begin_within(struct fdd_view *view, struct fdd_view *outer);
/*
 * Prepare a second reading into another model, which has to stay as long as the view. Returns
 * false if the view needs none. A view prints less without it.
 */
bool fdd_view_begin_again(struct fdd_view *view, struct fdd_model *m);
/* After reading. Returns false after an error message. */
bool fdd_view_found(struct fdd_view *view);
void fdd_view_print(struct fdd_view *view);
void fdd_view_free(struct fdd_view *view);

#define VIEW(name)	extern const struct fdd_view_ops fdd_view_##name;
#include "view/list.h"
#undef VIEW

enum {
#define VIEW(name)	FDD_VIEW_NR_##name,
#include "view/list.h"
#undef VIEW
	FDD_NR_VIEWS
};

/* All views, and NULL. */
extern const struct fdd_view_ops *const fdd_views[FDD_NR_VIEWS + 1];

#endif

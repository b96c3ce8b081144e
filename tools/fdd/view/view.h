/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What fdd shows of a trace.
 *
 * A view is a file here and a line in list.h. It says by which option, command or
 * export it is asked for, and which other options mean something to it.
 */
#ifndef FDD_VIEW_H
#define FDD_VIEW_H

#include "lib/opts.h"
#include "lib/output.h"
#include "model/filter.h"
#include "view/columns.h"

/* What the user wants of a view. */
struct fdd_options {
	enum fdd_format		format;
	struct fdd_column_list	columns;
	bool			columns_given;
	const char		*sort;		/* names of columns; NULL is the view's own */
	enum fdd_units		units;
	bool			no_pager;
	uint64_t		limit;		/* rows; 0 is all */
	enum fdd_key		by;
	struct fdd_wish		wish;		/* the filters */
};

/* As they are when the user says nothing. */
void fdd_options_init(struct fdd_options *o);
void fdd_options_free(struct fdd_options *o);

/* -n, -s, -f ...; --format, --color: both fill a struct fdd_options. */
extern const struct fdd_opts fdd_row_opts, fdd_output_opts;

/*
 * What a view makes use of, beside the filters of calls, rows or regions; bits of the
 * scope of options.
 */
enum fdd_view_scope {
	FDD_TAKES_LIMIT		= FDD_OF_NEXT,
	FDD_TAKES_SORT		= FDD_OF_NEXT << 1,
	FDD_TAKES_COLUMNS	= FDD_OF_NEXT << 2,
	FDD_TAKES_KEY		= FDD_OF_NEXT << 3,
	FDD_TAKES_FORMAT	= FDD_OF_NEXT << 4,
	FDD_TAKES_UNITS		= FDD_OF_NEXT << 5,
};

struct fdd_view;

struct fdd_view_ops {
	const char	*name;		/* in messages: "--tree" */
	struct fdd_opt	option;		/* that asks for it, and fills the view */
	const char	*command;	/* "fdd COMMAND" asks for it, too; NULL is none */
	const char	*about;		/* what that shows */
	const char	*operand;	/* that comes before the traces of the command, or NULL */
	void		(*take_operand)(struct fdd_view *view, const char *operand);
	const char	*export;	/* "fdd export --to=EXPORT" does; NULL is none */
	const char	*export_help;
	enum fdd_format	export_format;
	bool		only_export;	/* nothing else asks for it */
	const struct fdd_opts *opts;	/* of its own, which fill the view; or NULL */
	unsigned int	scope;
	unsigned int	formats;	/* a bit for each enum fdd_format it has */
	unsigned int	parts;		/* of the table that it needs: enum fdd_table_part */
	bool		without_calls;	/* says something of a trace that has none */

	/*
	 * Only print() is required. While the traces are read a view gets the calls and
	 * notes that it asked for; it prints after that.
	 */
	size_t		size;		/* of what begins with its struct fdd_view */
	bool		(*check)(struct fdd_view *view);	/* the options */
	void		(*begin)(struct fdd_view *view);
	void		(*print)(struct fdd_view *view);
	void		(*end)(struct fdd_view *view);
};

#define FDD_FORMATS	(1 << FDD_TEXT | 1 << FDD_CSV | 1 << FDD_JSON)

struct fdd_view {
	const struct fdd_view_ops *ops;
	struct fdd_options	*o;
	struct fdd_view		*outer;		/* whose table it uses; NULL: its own */
	unsigned int		parts;		/* wanted of the table: enum fdd_table_part */
	bool			irqs;		/* wanted beside sleep */

	/* From fdd_view_begin() on */
	struct fdd_model	*m;
	struct fdd_filter	*filter;
	struct fdd_table	*t;
};

struct fdd_view *fdd_view_new(const struct fdd_view_ops *ops, struct fdd_options *o);
/* When its options are taken: false after having said what is wrong with them. */
bool fdd_view_check(struct fdd_view *view);
/* Before anything is read. */
void fdd_view_begin(struct fdd_view *view, struct fdd_model *m, struct fdd_filter *filter);
/* The same for a part of another view, which began. */
void fdd_view_begin_within(struct fdd_view *view, struct fdd_view *outer);
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

/* SPDX-License-Identifier: GPL-2.0 */
/* The columns of the table: their letters, names and values. */
#ifndef FDD_COLUMNS_H
#define FDD_COLUMNS_H

#include "lib/output.h"
#include "model/table.h"

enum fdd_column_kind {
	FDD_COLUMN_NAME,	/* text, on the left */
	FDD_COLUMN_COUNT,	/* a number */
	FDD_COLUMN_TIME,	/* ns, printed as the units say */
	FDD_COLUMN_PERCENT,
	FDD_COLUMN_RANGE,	/* "(min-max)" */
	FDD_COLUMN_LIST,	/* text of any length, last on the line */
};

/* Can statistics of all calls fill it? */
enum fdd_column_stats {
	FDD_STATS_NO,
	FDD_STATS_YES,
	FDD_STATS_BUCKETS,	/* with histograms only */
};

struct fdd_column {
	char			letter;		/* '\0': none */
	const char		*name;		/* long name */
	const char		*old;		/* its old name, or "" */
	const char		*title;		/* without its unit */
	const char		*key;		/* in CSV and JSON */
	int			width;		/* the least width */
	enum fdd_column_kind	kind;
	unsigned int		parts;		/* of the table: enum fdd_table_part */
	bool			off;		/* time asleep, waiting or in interrupts */
	enum fdd_column_stats	stats;
	/* NAN if it is not known */
	double			(*value)(struct fdd_table *t, const struct fdd_row *row);
	char			*(*text)(struct fdd_table *t, const struct fdd_row *row);
	const char		*help;
};

extern const struct fdd_column fdd_columns[];
extern const size_t fdd_nr_columns;

#define FDD_MAX_COLUMNS	64

struct fdd_column_list {
	const struct fdd_column	*list[FDD_MAX_COLUMNS];
	unsigned int		nr;
};

/* Letters ("fctal") or long names ("function,calls,p99"). */
bool fdd_columns_parse(const char *text, struct fdd_column_list *columns);
/* The columns of -s: letters or names; with a comma always names. */
bool fdd_columns_parse_sort(const char *text, struct fdd_column_list *columns);
/* One column by letter or long name, or NULL. */
const struct fdd_column *fdd_column_named(const char *name);
#define FDD_MAX_TITLE	32

/* The title with its unit: "Total(us)". That of the first column is @name. */
const char *fdd_column_title(const struct fdd_column *c, const char *name,
			     enum fdd_units units, char buf[FDD_MAX_TITLE]);
/* The cell of a row as text. The caller frees it. */
char *fdd_column_cell(const struct fdd_column *c, struct fdd_table *t,
		      const struct fdd_row *row, enum fdd_units units);
/* The parts of the table that they need: enum fdd_table_part. */
unsigned int fdd_columns_parts(const struct fdd_column_list *columns);
bool fdd_columns_need_off(const struct fdd_column_list *columns);
/* Can statistics, with histograms or without, fill the column? */
bool fdd_column_is_of_stats(const struct fdd_column *c, bool buckets);
/* The same of all columns of @option. Otherwise prints an error. */
bool fdd_columns_check_stats(const struct fdd_column_list *columns, const char *option,
			     bool buckets);
void fdd_columns_help(void);

/* The name of a row: "vfs_read [module]". */
const char *fdd_edge_name(struct fdd_table *t, const struct fdd_edge *e,
			  bool caller);
/* Are there filtered functions between caller and callee? */
bool fdd_edge_has_gap(const struct fdd_edge *e);

#endif

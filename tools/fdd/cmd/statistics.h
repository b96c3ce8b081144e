/* SPDX-License-Identifier: GPL-2.0 */
/* Statistics of all calls, for the commands that show them. */
#ifndef FDD_STATISTICS_H
#define FDD_STATISTICS_H

#include "view/view.h"

/* Read a file, "-" is stdin. Returns NULL after an error message. */
struct fdd_stats *statistics_read(const char *path);
struct fdd_stats *statistics_read_by(const char *path, enum fdd_stat_by by);
/* The same from the text of a file. */
struct fdd_stats *statistics_parse(const char *text, enum fdd_stat_by by);
/* Is a file with this path a copy of statistics? "-", which is read once, is not. */
bool statistics_are_in(const char *path);

/* Can the columns of -f and -s be filled? Otherwise prints an error. */
bool statistics_check_columns(const struct fdd_options *o, bool buckets);

/* Make them the source of a model, which owns them then; @label: NULL: from the path. */
void statistics_to_model(struct fdd_model *m, struct fdd_stats *s, const char *path,
			 const char *label);
/* Fill a table with the statistics of the model's source. */
void statistics_to_table(struct fdd_model *m, struct fdd_table *t, struct fdd_filter *filter);

#endif

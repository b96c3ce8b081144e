// SPDX-License-Identifier: GPL-2.0
/* Statistics of all calls, for the commands that show them. */
#include <string.h>
#include <sys/stat.h>

#include "cmd/statistics.h"
#include "lib/util.h"
#include "model/stat_table.h"
#include "read/read.h"

static struct fdd_stats *read_and_close(struct fdd_input *in, const char *path,
					enum fdd_stat_by by)
{
	struct fdd_stats *s = NULL;

	if (!in)
		return NULL;
	if (fdd_input_kind(in) == FDD_INPUT_STAT)
		s = fdd_read_stats_by(in, path, by);
	else
		fdd_error("%s: is not a copy of function_duration/stat or stat_hist", path);
	fdd_input_close(in);
	return s;
}

struct fdd_stats *statistics_read_by(const char *path, enum fdd_stat_by by)
{
	return read_and_close(fdd_input_open(path), strcmp(path, "-") ? path : "(stdin)", by);
}

struct fdd_stats *statistics_read(const char *path)
{
	return statistics_read_by(path, FDD_STAT_BY_FUNCTION);
}

struct fdd_stats *statistics_parse(const char *text, enum fdd_stat_by by)
{
	return read_and_close(fdd_input_memory(text, strlen(text)), "function_duration/stat_hist",
			      by);
}

bool statistics_are_in(const char *path)
{
	struct fdd_input *in;
	struct stat st;
	bool are;

	/* What is not a file may give its data only once. */
	if (!strcmp(path, "-") || stat(path, &st) || !S_ISREG(st.st_mode))
		return false;
	in = fdd_input_open(path);
	are = in && fdd_input_kind(in) == FDD_INPUT_STAT;
	fdd_input_close(in);
	return are;
}

bool statistics_check_columns(const struct fdd_options *o, bool buckets)
{
	struct fdd_column_list sort;

	if (o->columns_given && !fdd_columns_check_stats(&o->columns, "-f, -l", buckets))
		return false;
	return !o->sort || (fdd_columns_parse_sort(o->sort, &sort) &&
			    fdd_columns_check_stats(&sort, "-s", buckets));
}

static const char *base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash && slash[1] ? slash + 1 : path;
}

void statistics_to_model(struct fdd_model *m, struct fdd_stats *s, const char *path,
			 const char *label)
{
	struct fdd_source *src;

	fdd_model_add_source(m, path, label ? label : base_name(path));
	src = &m->sources[m->nr_sources - 1];
	src->format = "statistics";
	src->stats = s;
}

void statistics_to_table(struct fdd_model *m, struct fdd_table *t, struct fdd_filter *filter)
{
	fdd_stat_table_fill(t, m->sources[m->nr_sources - 1].stats, filter);
}

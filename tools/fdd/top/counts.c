// SPDX-License-Identifier: GPL-2.0
/*
 * Reads the statistics of a running instance.
 *
 * The tracer's counts only grow, so that the difference of two readings is exact and no call
 * is left out between them.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "read/read.h"
#include "top/counts.h"
#include "tracing/stat.h"
#include "tracing/tracing.h"

struct top_counts {
	char			*path;
	struct fdd_stats	*last;		/* as of the last reading */
};

static struct fdd_stats *read_now(const char *path)
{
	struct fdd_input *in = fdd_input_open(path);
	struct fdd_stats *s = NULL;

	if (in && fdd_input_kind(in) == FDD_INPUT_STAT)
		s = fdd_read_stats(in, path);
	else if (in)
		fdd_error("%s: has no statistics", path);
	fdd_input_close(in);
	return s;
}

struct top_counts *top_counts_open(const char *instance)
{
	struct top_counts *c = xcalloc(1, sizeof(*c));

	c->path = tracing_path(instance, STAT_HIST_FILE);
	c->last = read_now(c->path);
	if (c->last)
		return c;
	top_counts_close(c);
	return NULL;
}

void top_counts_close(struct top_counts *c)
{
	if (!c)
		return;
	fdd_stats_free(c->last);
	free(c->path);
	free(c);
}

bool top_counts_read(struct top_counts *c, struct top_data *d)
{
	struct fdd_stats *now = read_now(c->path);

	if (!now)
		return false;
	for (uint32_t i = 0; i < now->nr; i++) {
		const struct fdd_stat *f = &now->list[i];
		struct fdd_stat since = fdd_stat_since(f, fdd_stats_find(c->last, f->name));

		if (since.calls)
			top_data_add(d, &since);
		free(since.buckets);
	}
	fdd_stats_free(c->last);
	c->last = now;
	return true;
}

uint64_t top_counts_missed(const struct top_counts *c)
{
	return c->last->no_room + c->last->no_task;
}

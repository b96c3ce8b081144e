// SPDX-License-Identifier: GPL-2.0
/* Readings of the kernel's counts. */
#include <stdlib.h>
#include <string.h>

#include "agent/state.h"
#include "lib/util.h"
#include "read/read.h"
#include "tracing/stat.h"
#include "tracing/tracing.h"

#define EMPTY_NS	(60 * NSEC_PER_SEC)	/* so often, at most */

struct fdd_stats *agent_read_table(const char *path, enum fdd_stat_by by)
{
	struct fdd_input *in = fdd_input_open(path);
	struct fdd_stats *s = NULL;

	if (in && fdd_input_kind(in) == FDD_INPUT_STAT)
		s = fdd_read_stats_by(in, path, by);
	else if (in)
		fdd_error("%s: has no statistics", path);
	fdd_input_close(in);
	return s;
}

static struct fdd_stats *read_histograms(const struct agent *a)
{
	struct fdd_stats *s = agent_read_table(a->path, a->by_cgroup ? FDD_STAT_BY_BOTH :
								       FDD_STAT_BY_FUNCTION);

	if (!s || s->dropped || s->has_buckets)
		return s;
	fdd_error("%s: has no histograms", a->path);
	fdd_stats_free(s);
	return NULL;
}

/* An old module has fewer lines, or no such file. */
static void read_losses(struct agent *a)
{
	char *text = tracing_read(NULL, TRACER "_stats");

	if (text)
		agent_losses_add_lines(&a->losses, text, agent_place(a));
	free(text);
}

/* The rows of a function's cgroups, added up: their names are "function<TAB>cgroup". */
static struct fdd_stats *of_functions(const struct fdd_stats *pairs)
{
	struct fdd_stats *s = fdd_stats_new();

	s->counting = pairs->counting;
	s->has_buckets = pairs->has_buckets;
	s->dropped = pairs->dropped;
	s->interval = pairs->interval;
	s->calls = pairs->calls;
	s->left_out = pairs->left_out;
	for (uint32_t i = 0; i < pairs->nr; i++)
		fdd_stats_add(s, pairs->list[i].name, strcspn(pairs->list[i].name, "\t"),
			      &pairs->list[i]);
	return s;
}

/*
 * In the kernel's table a cgroup that was removed keeps its place. If others find none, the table
 * is emptied, which loses the calls of a moment.
 */
static void make_room(struct agent *a)
{
	uint64_t lack = a->pairs.last->no_room;

	if (!a->watched && a->cgroups.nr_gone && lack > a->lack &&
	    fdd_now() - a->emptied >= EMPTY_NS) {
		stat_reset(a->instance);
		a->emptied = fdd_now();
		a->cgroups.nr_gone = 0;
	}
	a->lack = lack;
}

static void add_table(struct agent *a, struct fdd_stats *now)
{
	struct fdd_stats *functions = a->by_cgroup ? of_functions(now) : now;

	a->counting = now->counting;
	agent_losses_add(&a->losses, now);
	if (agent_sums_add(&a->sums, functions))
		a->resets++;
	if (!a->by_cgroup)
		return;
	agent_cgroups_see(&a->cgroups, &a->pairs, &a->sums, now);
	agent_sums_add(&a->pairs, now);
	make_room(a);
}

void agent_drop_kept(struct agent *a)
{
	for (int i = 0; i < EXPOSE_FORMATS; i++) {
		if (a->kept[i])
			serve_data_put(a->kept[i]);
		a->kept[i] = NULL;
	}
}

bool agent_read(struct agent *a)
{
	uint64_t from = fdd_now();
	struct fdd_stats *now;

	/* Once it runs, what is wrong is a number in the metrics, not a line at each reading. */
	fdd_silent = a->readings;
	now = read_histograms(a);
	fdd_silent = false;
	if (now) {
		add_table(a, now);
		read_losses(a);
	} else {
		a->counting = false;
		a->failed++;
	}
	agent_drop_kept(a);
	a->readings++;
	a->read_at = fdd_now();
	a->reading_ns += a->read_at - from;
	return now;
}

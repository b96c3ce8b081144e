// SPDX-License-Identifier: GPL-2.0
/* Readings of the kernel's counts. */
#include <stdlib.h>

#include "agent/state.h"
#include "lib/util.h"
#include "read/read.h"
#include "tracing/tracing.h"

struct fdd_stats *agent_read_table(const struct agent *a)
{
	struct fdd_input *in = fdd_input_open(a->path);
	struct fdd_stats *s = NULL;

	if (in && fdd_input_kind(in) == FDD_INPUT_STAT)
		s = fdd_read_stats(in, a->path);
	else if (in)
		fdd_error("%s: has no statistics", a->path);
	fdd_input_close(in);
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

static void add_table(struct agent *a, struct fdd_stats *now)
{
	a->counting = now->counting;
	agent_losses_add(&a->losses, now);
	if (agent_sums_add(&a->sums, now))
		a->resets++;
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
	now = agent_read_table(a);
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

// SPDX-License-Identifier: GPL-2.0
/* Thresholds of slow calls, and higher ones. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "agent/thresholds.h"
#include "lib/util.h"
#include "tracing/tracing.h"

#define THRESH_FILE	TRACER "/thresh"
#define TIMES		4
#define TIME_LEVELS	3
#define MOST_PER_MILLE	999u	/* the tracer knows tenths of a percent */
#define MOST_NS		(UINT64_MAX >> 8)
#define MOST_NAME	127	/* of the tracer */

unsigned int thresholds_levels(const struct slow_threshold *t)
{
	unsigned int level = 0;

	if (t->ns)
		return TIME_LEVELS;
	if (!t->per_mille)
		return 0;
	while (thresholds_at(t, level).per_mille < MOST_PER_MILLE)
		level++;
	return level;
}

struct slow_threshold thresholds_at(const struct slow_threshold *t, unsigned int level)
{
	struct slow_threshold at = *t;

	for (; level; level--) {
		at.ns *= at.ns < MOST_NS ? TIMES : 1;
		at.per_mille = 1000 - (1000 - at.per_mille) / 10;
		if (at.per_mille > MOST_PER_MILLE)
			at.per_mille = MOST_PER_MILLE;
	}
	return at;
}

static void put_line(FILE *f, const char *function, const struct slow_threshold *t)
{
	if (t->ns)
		fprintf(f, "%s %lluns\n", function, (unsigned long long)t->ns);
	else
		fprintf(f, "%s auto:p%u.%u\n", function, t->per_mille / 10, t->per_mille % 10);
}

/* "ext4_sync_file [ext4]" is of any module of that name there: the line is the function's. */
static void put_slowest(FILE *f, const struct agent *a, uint32_t id, uint64_t max)
{
	const struct slow_threshold own = { .ns = max - max / 8 };
	const char *name = fdd_name(&a->sums.names, id);
	size_t len = strcspn(name, " ");
	char function[MOST_NAME + 1];

	if (!len || len > MOST_NAME)
		return;
	snprintf(function, sizeof(function), "%.*s", (int)len, name);
	put_line(f, function, &own);
}

/* The functions whose slow calls all are below the raised threshold */
static void put_functions(FILE *f, const struct agent *a, uint64_t from, uint64_t to)
{
	const struct agent_sums *s = &a->sums;
	unsigned int nr = 0;

	for (uint32_t i = 0; i < s->nr_functions && nr < AGENT_MOST_TOP; i++) {
		const struct agent_function *function = &s->functions[i];

		if (function->max < from || function->max >= to || i == s->names.other)
			continue;
		put_slowest(f, a, i, function->max);
		nr++;
	}
}

static char *lines_of(struct agent *a, unsigned int level)
{
	const struct slow_threshold at = thresholds_at(&a->slow.threshold, level);
	const struct words *globs = &a->wish.functions;
	char *lines = NULL;
	size_t size;
	FILE *f = open_memstream(&lines, &size);

	for (size_t i = 0; i < globs->nr; i++)
		put_line(f, globs->words[i], &at);
	if (level && at.ns) {
		pthread_mutex_lock(&a->lock);
		put_functions(f, a, a->slow.threshold.ns, at.ns);
		pthread_mutex_unlock(&a->lock);
	}
	fclose(f);
	return lines;
}

int thresholds_write(struct agent *a, unsigned int level)
{
	char *lines = lines_of(a, level);
	int ret = tracing_set(a->instance, THRESH_FILE, lines);

	free(lines);
	return ret;
}

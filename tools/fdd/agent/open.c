// SPDX-License-Identifier: GPL-2.0
/*
 * Calls of the instance that have not returned, as gauges: how many of a function and a cgroup are
 * open, by how long.
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/open.h"
#include "lib/util.h"
#include "tracing/open.h"
#include "tracing/tracing.h"

#define OPEN_THRESH	TRACER "/open_thresh"
#define OTHER		"other"
#define MOST_ROWS	1000
#define AGES		4

static const struct age {
	uint64_t	ns;
	const char	*label;
} ages[AGES] = {
	{ NSEC_PER_SEC, "1" }, { 10 * NSEC_PER_SEC, "10" }, { 60 * NSEC_PER_SEC, "60" },
	{ 600 * NSEC_PER_SEC, "600" },
};

struct row {
	const char	*function, *cgroup;
	uint64_t	calls[AGES];
};

int agent_open_prepare(const struct agent *a)
{
	char *path = tracing_path(a->instance, OPEN_THRESH);
	bool there = !access(path, F_OK);

	free(path);
	return there ? tracing_set(a->instance, OPEN_THRESH, "1000000000ns") : 0;
}

static int by_names(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	int order = strcmp(x->function, y->function);

	return order ? order : strcmp(x->cgroup, y->cgroup);
}

static int by_calls(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->calls[0] != y->calls[0])
		return x->calls[0] < y->calls[0] ? 1 : -1;
	return by_names(a, b);
}

static void add(struct row *to, const struct row *from)
{
	for (int i = 0; i < AGES; i++)
		to->calls[i] += from->calls[i];
}

/* A row for each call. */
static uint32_t take_calls(struct row *rows, const struct open_calls *calls, uint64_t *oldest)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < calls->nr; i++) {
		const struct open_call *call = &calls->calls[i];

		if (call->for_ns < ages[0].ns)
			continue;
		if (call->for_ns > *oldest)
			*oldest = call->for_ns;
		rows[nr] = (struct row){ call->function, call->cgroup ? call->cgroup : "", { 0 } };
		for (int age = 0; age < AGES; age++)
			rows[nr].calls[age] = call->for_ns >= ages[age].ns;
		nr++;
	}
	return nr;
}

/* One for each function and cgroup, and in the end one for what is too much. */
static uint32_t merge(struct row *rows, uint32_t nr)
{
	uint32_t merged = 0;

	qsort(rows, nr, sizeof(*rows), by_names);
	for (uint32_t i = 0; i < nr; i++) {
		if (merged && !by_names(&rows[merged - 1], &rows[i]))
			add(&rows[merged - 1], &rows[i]);
		else
			rows[merged++] = rows[i];
	}
	qsort(rows, merged, sizeof(*rows), by_calls);
	if (merged <= MOST_ROWS)
		return merged;
	for (uint32_t i = MOST_ROWS + 1; i < merged; i++)
		add(&rows[MOST_ROWS], &rows[i]);
	rows[MOST_ROWS].function = rows[MOST_ROWS].cgroup = OTHER;
	return MOST_ROWS + 1;
}

static void put_row(struct expose *e, const struct row *row)
{
	for (int age = 0; age < AGES; age++) {
		e->more[0] = (struct expose_label){ "cgroup", row->cgroup };
		e->more[1] = (struct expose_label){ "older_than", ages[age].label };
		expose_count(e, row->function, row->calls[age]);
	}
}

static void put(struct expose *e, const struct open_calls *calls)
{
	struct row *rows = xcalloc(calls->nr + 1, sizeof(*rows));
	uint64_t oldest = 0;
	uint32_t nr = take_calls(rows, calls, &oldest);

	nr = merge(rows, nr);
	expose_begin(e, EXPOSE_GAUGE, "fdd_open_calls", "function",
		     "Calls that have not returned for so many seconds or longer.");
	for (uint32_t i = 0; i < nr; i++)
		put_row(e, &rows[i]);
	expose_end(e);
	expose_begin(e, EXPOSE_GAUGE, "fdd_oldest_open_call_seconds", NULL,
		     "Since when the oldest call has not returned; below a second 0.");
	expose_time(e, NULL, oldest);
	expose_end(e);
	free(rows);
}

void agent_open_put(struct expose *e, const struct agent *a)
{
	struct open_calls calls = { 0 };

	if (open_calls_read_of(&calls, agent_place(a)))
		put(e, &calls);
	open_calls_free(&calls);
}

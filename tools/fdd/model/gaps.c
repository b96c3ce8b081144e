// SPDX-License-Identifier: GPL-2.0
/* Times of which a CPU lost records. */
#include <stdlib.h>

#include "lib/util.h"
#include "model/call.h"
#include "model/gaps.h"

#define MAX_GAPS	(1u << 16)	/* the last one takes all that are later */

struct fdd_gap_cpu {
	uint64_t	last;		/* time of a record; 0: there was none */
	bool		lost;		/* records are missing behind it */
};

static struct fdd_gap_cpu *cpu_of(struct fdd_gaps *g, uint16_t cpu)
{
	if (!g->cpus)
		g->cpus = xcalloc(FDD_MAX_CPUS, sizeof(*g->cpus));
	return &g->cpus[cpu < FDD_MAX_CPUS ? cpu : 0];
}

static void add(struct fdd_gaps *g, uint64_t from, uint64_t to)
{
	if (g->nr == MAX_GAPS) {
		g->list[g->nr - 1].to = UINT64_MAX;
		return;
	}
	GROW(g->list, g->nr, g->cap);
	g->list[g->nr++] = (struct fdd_gap){ from, to };
}

void fdd_gaps_see(struct fdd_gaps *g, uint16_t cpu, uint64_t time)
{
	struct fdd_gap_cpu *c = cpu_of(g, cpu);

	if (!c->last || c->lost)
		add(g, c->last, time);
	c->last = time > c->last ? time : c->last;
	c->lost = false;
}

void fdd_gaps_lose(struct fdd_gaps *g, uint16_t cpu)
{
	cpu_of(g, cpu)->lost = true;
}

static int by_time(const void *a, const void *b)
{
	const struct fdd_gap *x = a, *y = b;

	return (x->from > y->from) - (x->from < y->from);
}

static void join(struct fdd_gaps *g)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < g->nr; i++) {
		struct fdd_gap *last = nr ? &g->list[nr - 1] : NULL, *next = &g->list[i];

		if (!last || next->from > last->to)
			g->list[nr++] = *next;
		else if (next->to > last->to)
			last->to = next->to;
	}
	g->nr = nr;
}

void fdd_gaps_finish(struct fdd_gaps *g, bool overwritten)
{
	uint32_t nr = 0;

	/* what was lost behind the last record */
	for (unsigned int cpu = 0; g->cpus && cpu < FDD_MAX_CPUS; cpu++)
		if (g->cpus[cpu].lost)
			add(g, g->cpus[cpu].last, UINT64_MAX);
	for (uint32_t i = 0; i < g->nr; i++)
		if (g->list[i].from || overwritten)
			g->list[nr++] = g->list[i];
	g->nr = nr;
	if (nr)
		qsort(g->list, nr, sizeof(*g->list), by_time);
	join(g);
}

const struct fdd_gap *fdd_gaps_last(const struct fdd_gaps *g, uint64_t from, uint64_t to)
{
	uint32_t low = FIRST_NOT(g->nr, i, g->list[i].from < to);

	return low && g->list[low - 1].to > from ? &g->list[low - 1] : NULL;
}

void fdd_gaps_free(struct fdd_gaps *g)
{
	free(g->cpus);
	free(g->list);
}

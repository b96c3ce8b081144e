// SPDX-License-Identifier: GPL-2.0
/*
 * What recording costs the tasks that are recorded, and the limit of that.
 *
 * A process of fdd calls getppid() before tracing, while calls are recorded, and while they are
 * below the threshold: the differences are what a call costs on this machine. The kernel counts
 * for each CPU what was recorded, and how many calls there were. Their product on the busiest CPU
 * is the cost.
 *
 * The first second is recorded whole. If the cost is above the budget later, short calls are not
 * recorded any more, and functions that are called most are not traced any more, if their calls are
 * short: waits are long, so they stay, and so do the events.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/map.h"
#include "lib/util.h"
#include "model/partly.h"
#include "model/stats.h"
#include "read/read.h"
#include "record/budget.h"
#include "record/probe.h"
#include "tracing/filter.h"
#include "tracing/module.h"
#include "tracing/stat.h"
#include "tracing/tracing.h"

#define WHOLE_MS	1000
#define LOOK_MS		500
#define MOST_CPUS	4096
#define MOST_DROPPED	(FDD_PARTLY_ITEMS - 1)	/* all are named, and a threshold */
#define LONG_NS		NSEC_PER_MSEC
#define MEASURED	"getppid"	/* by the probe */

static const unsigned int thresholds_us[] = { 10, 100, 1000 };

struct cpu_count {
	uint64_t	written;	/* records of any kind */
	uint64_t	entered, recorded;	/* calls */
};

struct budget {
	struct probe		probe;
	double			plain_ns;	/* of a call, not traced */
	double			record_ns;	/* a record more */
	double			below_ns;	/* a call more that is not recorded; 0: not known */
	struct cpu_count	*before;
	uint32_t		nr_cpus;
	long long		looked_ms;
	unsigned int		nr_thresholds;	/* that were set */
	struct fdd_stats	*stats;		/* at the last look, or NULL */
	char			*dropped[MOST_DROPPED];	/* functions that are not traced any more */
	unsigned int		nr_dropped;
	struct filtered		filter;		/* from the first of them on */
	double			most, last;	/* parts of the busiest CPU's time */
};

static long long now_ms(void)
{
	return fdd_now() / NSEC_PER_MSEC;
}

static double measure_more(const struct budget *b)
{
	double ns = probe_ns(&b->probe) - b->plain_ns;

	return ns > 1 ? ns : 1;
}

void budget_begin(struct record *r)
{
	struct budget *b;

	if (!r->percent)
		return;
	b = xcalloc(1, sizeof(*b));
	r->budget = b;
	probe_start(&b->probe);
	b->plain_ns = probe_ns(&b->probe);
}

/* Counts of the kernel */

static const char *place_of(const struct record *r)
{
	return session_place(&r->wish, r->instance);
}

static void add_cpu(void *to, unsigned int cpu, const struct session_counts *counts)
{
	struct budget *b = to;

	if (cpu >= MOST_CPUS)
		return;
	while (b->nr_cpus <= cpu) {
		b->before = xrealloc(b->before, (b->nr_cpus + 1) * sizeof(*b->before));
		b->before[b->nr_cpus++] = (struct cpu_count){ 0 };
	}
	b->before[cpu].written += counts->written;
	b->before[cpu].entered += counts->entered;
	b->before[cpu].recorded += counts->recorded;
}

/* ns that were taken on a CPU since the last look */
static double cost_of(const struct budget *b, const struct cpu_count *now,
		      const struct cpu_count *before, double *below)
{
	uint64_t entered = now->entered - before->entered;
	uint64_t recorded = now->recorded - before->recorded;

	*below = entered > recorded ? (entered - recorded) * b->below_ns : 0;
	return (now->written - before->written) * b->record_ns + *below;
}

/* Part of the time of the busiest CPU since the last look. @below: by calls not recorded */
static double look_at_cpus(struct budget *b, const struct record *r, double *below)
{
	struct cpu_count *before = b->before;
	uint32_t nr = b->nr_cpus;
	long long now = now_ms();
	double most = 0, ns = (now - b->looked_ms) * 1e6;

	b->before = NULL;
	b->nr_cpus = 0;
	session_counts_of_cpus(place_of(r), add_cpu, b);
	*below = 0;
	for (uint32_t i = 0; before && i < nr && i < b->nr_cpus; i++) {
		double unrecorded, cost = cost_of(b, &b->before[i], &before[i], &unrecorded);

		if (cost <= most)
			continue;
		most = cost;
		*below = unrecorded / ns;
	}
	free(before);
	b->looked_ms = now;
	return ns > 0 ? most / ns : 0;
}

void budget_measure(struct record *r)
{
	struct budget *b = r->budget;
	double none;

	if (!b || !b->probe.pid)
		return;
	b->record_ns = measure_more(b);
	look_at_cpus(b, r, &none);
}

/* Less is recorded */

/* So that those who read the trace know it. */
static void mark(const struct record *r, const char *what)
{
	char *text;

	if (asprintf(&text, FDD_PARTLY_MARK "%s", what) < 0)
		return;
	tracing_write(place_of(r), "trace_marker", text);
	free(text);
}

static void raise_threshold(struct budget *b, struct record *r)
{
	char text[32];
	unsigned int us;

	if (b->nr_thresholds == ARRAY_SIZE(thresholds_us) || r->wish.tracer)
		return;
	us = thresholds_us[b->nr_thresholds];
	snprintf(text, sizeof(text), "%u", us);
	if (tracing_write(r->instance, OWN_THRESH_FILE, text))
		return;
	b->nr_thresholds++;
	snprintf(text, sizeof(text), "calls under %u us", us);
	mark(r, text);
	b->below_ns = measure_more(b);
}

/* NULL without the module */
static struct fdd_stats *read_stats(const struct record *r)
{
	char *text = r->wish.tracer ? NULL : stat_read(r->instance);
	struct fdd_input *in = text ? fdd_input_memory(text, strlen(text)) : NULL;
	struct fdd_stats *stats = in ? fdd_read_stats(in, STAT_HIST_FILE) : NULL;

	fdd_input_close(in);
	free(text);
	return stats;
}

static uint64_t calls_before(const struct fdd_stats *stats, const char *name)
{
	const struct fdd_stat *f = stats ? fdd_stats_find(stats, name) : NULL;

	return f ? f->calls : 0;
}

static uint64_t long_time(const struct fdd_stat *f)
{
	uint64_t ns = 0;

	for (uint32_t i = 0; i < f->nr_buckets; i++)
		if (f->buckets[i].low >= LONG_NS)
			ns += f->buckets[i].low * f->buckets[i].calls;
	return ns;
}

/* Is much of its time, or of all, spent in long calls? They are waits. */
static bool waits(const struct fdd_stats *stats, const struct fdd_stat *f)
{
	uint64_t ns = long_time(f);

	return ns > f->sum / 2 || ns > stats->interval / 5;
}

/* Functions that tell something stay; those that were left out are not left out again. */
static bool is_needed(const struct budget *b, const struct fdd_stats *stats,
		      const struct fdd_stat *f)
{
	for (unsigned int i = 0; i < b->nr_dropped; i++)
		if (!strcmp(b->dropped[i], f->name))
			return true;
	return strstr(f->name, MEASURED) || waits(stats, f);
}

/* Those from @first on, at once: each change of what is traced takes long. */
static void drop(struct budget *b, const struct record *r, unsigned int first)
{
	char *names = NULL;
	size_t size;
	FILE *to = open_memstream(&names, &size);
	bool ok;

	for (unsigned int i = first; i < b->nr_dropped; i++)
		fprintf(to, "%s\n", b->dropped[i]);
	fclose(to);
	/* the one that is measured stays */
	ok = (b->filter.instance || !filter_start(&b->filter, r->instance, true)) &&
	     !filter_change(&b->filter, names, true, false);
	free(names);
	for (unsigned int i = first; ok && i < b->nr_dropped; i++) {
		char *text;

		if (asprintf(&text, "calls of %s", b->dropped[i]) < 0)
			break;
		mark(r, text);
		free(text);
	}
	while (!ok && b->nr_dropped > first)
		free(b->dropped[--b->nr_dropped]);
}

/*
 * Functions whose short calls take much of the budget are not traced any more, those that were
 * called most since the last look first.
 */
static void drop_hottest(struct budget *b, const struct record *r, const struct fdd_stats *stats,
			 uint64_t ns)
{
	double much = r->percent / 100.0 * ns / 10 / b->below_ns;
	unsigned int first = b->nr_dropped;

	for (;;) {
		const struct fdd_stat *hottest = NULL;
		uint64_t most = 0;

		for (uint32_t i = 0; i < stats->nr; i++) {
			const struct fdd_stat *f = &stats->list[i];
			uint64_t before = calls_before(b->stats, f->name);

			if (f->calls <= before || f->calls - before <= most ||
			    is_needed(b, stats, f))
				continue;
			hottest = f;
			most = f->calls - before;
		}
		if (most < much || !hottest || b->nr_dropped == MOST_DROPPED)
			break;
		b->dropped[b->nr_dropped++] = xstrdup(hottest->name);
	}
	if (b->nr_dropped > first)
		drop(b, r, first);
}

/* @ns: since the last look */
static void be_cheaper(struct budget *b, struct record *r, double below, uint64_t ns)
{
	double limit = r->percent / 100.0;
	struct fdd_stats *stats;

	/* what is recorded first: a call below the threshold costs less, and is counted */
	if (b->last - below > limit / 2)
		raise_threshold(b, r);
	stats = read_stats(r);
	if (stats && below > limit / 2)
		drop_hottest(b, r, stats, ns);
	fdd_stats_free(b->stats);
	b->stats = stats;
}

int budget_look(struct record *r)
{
	struct budget *b = r->budget;
	long long now = now_ms(), before;
	double below;

	if (!b || !b->probe.pid)
		return -1;
	if (now - r->began_ms < WHOLE_MS)
		return WHOLE_MS - (now - r->began_ms);
	if (now - b->looked_ms < LOOK_MS)
		return LOOK_MS - (now - b->looked_ms);
	before = b->looked_ms;
	b->last = look_at_cpus(b, r, &below);
	b->most = b->last > b->most ? b->last : b->most;
	if (b->last * 100 > r->percent)
		be_cheaper(b, r, below, (b->looked_ms - before) * NSEC_PER_MSEC);
	return LOOK_MS;
}

/* The end */

void budget_end(struct record *r)
{
	struct budget *b = r->budget;
	double none;

	if (!b || !b->probe.pid)
		return;
	if (now_ms() - b->looked_ms >= LOOK_MS / 4)
		b->last = look_at_cpus(b, r, &none);
	b->most = b->last > b->most ? b->last : b->most;
	probe_stop(&b->probe);
}

void budget_tell(const struct record *r)
{
	const struct budget *b = r->budget;

	if (!b)
		return;
	if (!b->plain_ns) {
		fdd_warning("what recording costs could not be measured");
		return;
	}
	fdd_tell("recording took at most %.1f %% of the time of a CPU, %.1f %% at the end (%.0f ns a record; --budget %u %%)",
		 100 * b->most, 100 * b->last, b->record_ns, r->percent);
	if (b->nr_thresholds)
		fdd_tell("so calls under %u us were not recorded after the first second",
			 thresholds_us[b->nr_thresholds - 1]);
	for (unsigned int i = 0; i < b->nr_dropped; i++)
		fdd_tell("nor were calls of %s", b->dropped[i]);
	if (100 * b->last > r->percent)
		fdd_tell("it stayed above the budget: what remains are events, and functions that had long calls");
}

void budget_free(struct record *r)
{
	struct budget *b = r->budget;

	if (!b)
		return;
	/* if recording has not begun */
	probe_stop(&b->probe);
	free(b->before);
	fdd_stats_free(b->stats);
	for (unsigned int i = 0; i < b->nr_dropped; i++)
		free(b->dropped[i]);
	filter_free(&b->filter);
	free(b);
	r->budget = NULL;
}

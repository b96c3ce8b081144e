// SPDX-License-Identifier: GPL-2.0
/* Statistics of all calls. */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "model/stats.h"

/* What all statistics have together: several files may be read, but by one thread. */
static struct {
	uint32_t	buckets;
	size_t		text;	/* bytes of their functions' names */
} all;

struct fdd_stats *fdd_stats_new(void)
{
	return xcalloc(1, sizeof(struct fdd_stats));
}

void fdd_stats_drop_buckets(struct fdd_stats *s)
{
	for (uint32_t i = 0; i < s->nr; i++) {
		free(s->list[i].buckets);
		s->list[i].buckets = NULL;
		s->list[i].nr_buckets = 0;
	}
	all.buckets -= s->nr_buckets;
	s->nr_buckets = 0;
}

void fdd_stats_free(struct fdd_stats *s)
{
	if (!s)
		return;
	fdd_stats_drop_buckets(s);
	free(s->list);
	all.text -= s->names.text;
	fdd_names_free(&s->names);
	free(s);
}

/*
 * Both lists are in order, and their buckets have the same limits: those of the tracer. A
 * NULL list has no buckets.
 */
static struct fdd_stat_bucket *add_buckets(const struct fdd_stat *a, const struct fdd_stat *b,
					   uint32_t *nr)
{
	struct fdd_stat_bucket *sum = xmalloc((a->nr_buckets + b->nr_buckets + 1) * sizeof(*sum));
	uint32_t i = 0, j = 0;

	*nr = 0;
	while (i < a->nr_buckets || j < b->nr_buckets) {
		bool first = j == b->nr_buckets ||
			     (i < a->nr_buckets && a->buckets[i].low <= b->buckets[j].low);
		bool both = first && i < a->nr_buckets && j < b->nr_buckets &&
			    a->buckets[i].low == b->buckets[j].low;

		sum[*nr] = first ? a->buckets[i] : b->buckets[j];
		if (both)
			sum[*nr].calls += b->buckets[j].calls;
		i += first;
		j += !first || both;
		++*nr;
	}
	return sum;
}

static void add_to(struct fdd_stats *s, struct fdd_stat *to, const struct fdd_stat *f)
{
	uint32_t nr;
	struct fdd_stat_bucket *sum = add_buckets(to, f, &nr);

	s->nr_buckets += nr - to->nr_buckets;
	all.buckets += nr - to->nr_buckets;
	free(to->buckets);
	to->buckets = sum;
	to->nr_buckets = nr;
	to->has_percentiles = false;
	to->calls += f->calls;
	to->total += f->total;
	to->self += f->self;
	to->sum += f->sum;
	if (f->min < to->min)
		to->min = f->min;
	if (f->max > to->max)
		to->max = f->max;
}

static void add_new(struct fdd_stats *s, const char *name, size_t len, const struct fdd_stat *f)
{
	static const struct fdd_stat none;
	struct fdd_stat *to;

	GROW(s->list, s->nr, s->cap);
	to = &s->list[s->nr++];
	*to = *f;
	to->name = fdd_name(&s->names, fdd_names_get(&s->names, name, len));
	if (f->buckets)
		to->buckets = add_buckets(f, &none, &to->nr_buckets);
	s->nr_buckets += to->nr_buckets;
	all.buckets += to->nr_buckets;
	all.text += len + 1;
}

static bool has_room(const struct fdd_stats *s, size_t len)
{
	return s->nr < FDD_MAX_STATS && all.text + len < FDD_MAX_STAT_TEXT;
}

void fdd_stats_add(struct fdd_stats *s, const char *name, size_t len, const struct fdd_stat *f)
{
	uint32_t id;
	bool known = fdd_names_find(&s->names, name, len, &id);

	if (all.buckets + f->nr_buckets > FDD_MAX_STAT_BUCKETS || (!known && !has_room(s, len)))
		s->left_out++;
	else if (known)
		add_to(s, &s->list[id], f);
	else
		add_new(s, name, len, f);
}

const struct fdd_stat *fdd_stats_find(const struct fdd_stats *s, const char *name)
{
	uint32_t id;

	return fdd_names_find(&s->names, name, strlen(name), &id) ? &s->list[id] : NULL;
}

/* Counts do not get less, except in a reset, after which nothing was before. */
static uint64_t less(uint64_t now, uint64_t before)
{
	return now > before ? now - before : 0;
}

static uint64_t calls_of(const struct fdd_stat *f, uint64_t low)
{
	for (uint32_t i = 0; i < f->nr_buckets; i++)
		if (f->buckets[i].low == low)
			return f->buckets[i].calls;
	return 0;
}

uint64_t fdd_stat_middle(const struct fdd_stat *f, const struct fdd_stat_bucket *b)
{
	uint64_t value = b->high == UINT64_MAX ? f->max : b->low + (b->high - b->low) / 2;

	if (value < f->min)
		return f->min;
	return value > f->max ? f->max : value;
}

struct fdd_stat fdd_stat_since(const struct fdd_stat *now, const struct fdd_stat *before)
{
	struct fdd_stat f = *now;

	f.buckets = xmalloc((now->nr_buckets + 1) * sizeof(*f.buckets));
	f.nr_buckets = 0;
	for (uint32_t i = 0; i < now->nr_buckets; i++) {
		struct fdd_stat_bucket b = now->buckets[i];

		b.calls = less(b.calls, before ? calls_of(before, b.low) : 0);
		if (b.calls)
			f.buckets[f.nr_buckets++] = b;
	}
	if (!before)
		return f;
	f.calls = less(now->calls, before->calls);
	f.total = less(now->total, before->total);
	f.self = less(now->self, before->self);
	f.sum = less(now->sum, before->sum);
	if (now->min == before->min && f.nr_buckets)
		f.min = fdd_stat_middle(now, &f.buckets[0]);
	if (now->max == before->max && f.nr_buckets)
		f.max = fdd_stat_middle(now, &f.buckets[f.nr_buckets - 1]);
	return f;
}

static const unsigned int per_millions[FDD_STAT_PERCENTILES] = {
	[FDD_STAT_P50] = 500000,
	[FDD_STAT_P90] = 900000,
	[FDD_STAT_P99] = 990000,
	[FDD_STAT_P999] = 999000,
};

/* Its index in fdd_stat->percentiles, or -1. */
static int percentile_index(unsigned int per_million)
{
	for (int i = 0; i < FDD_STAT_PERCENTILES; i++)
		if (per_millions[i] == per_million)
			return i;
	return -1;
}

bool fdd_stat_knows(const struct fdd_stat *f, unsigned int per_million)
{
	return f->nr_buckets || (f->has_percentiles && percentile_index(per_million) >= 0);
}

/* As in the tracer, of the calls in the buckets: a reader does not stop the counting. */
static uint64_t of_buckets(const struct fdd_stat *f, unsigned int per_million)
{
	uint64_t calls = 0, seen = 0, rank;

	for (uint32_t i = 0; i < f->nr_buckets; i++)
		calls += f->buckets[i].calls;
	rank = ((unsigned __int128)calls * per_million + 999999) / 1000000;
	for (uint32_t i = 0; i < f->nr_buckets; i++) {
		seen += f->buckets[i].calls;
		if (seen && seen >= rank)
			return fdd_stat_middle(f, &f->buckets[i]);
	}
	return f->max;
}

uint64_t fdd_stat_percentile(const struct fdd_stat *f, unsigned int per_million)
{
	if (f->nr_buckets)
		return of_buckets(f, per_million);
	return fdd_stat_knows(f, per_million) ?
		f->percentiles[percentile_index(per_million)] : 0;
}

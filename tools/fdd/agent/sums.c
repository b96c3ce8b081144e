// SPDX-License-Identifier: GPL-2.0
/* Sums of the counts, for a bounded number of series. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "agent/sums.h"
#include "lib/util.h"

#define REVIEW_NS	(600 * NSEC_PER_SEC)
#define FACTOR		2	/* as much time as one that has a series, to get its place */

static void init_names(struct agent_sums *s)
{
	s->names = (struct fdd_names){ .most = AGENT_MOST_NAMES, .most_text = FDD_MAX_STAT_TEXT };
	/* A function without a number is one of the others. */
	s->names.other = fdd_names_get(&s->names, "", 0);
}

void agent_sums_init(struct agent_sums *s, uint32_t top)
{
	*s = (struct agent_sums){ .top = top, .reviewed = fdd_now() };
	init_names(s);
}

void agent_sums_free(struct agent_sums *s)
{
	for (uint32_t i = 0; i < s->nr_functions; i++)
		free(s->functions[i].sum);
	free(s->functions);
	fdd_names_free(&s->names);
	fdd_stats_free(s->last);
	*s = (struct agent_sums){ 0 };
}

/*
 * Buckets
 */

/*
 * The number of the native bucket of a duration, from 0 on. As Prometheus finds it, histogram.go
 * of client_golang: by the fraction, and the exponent.
 */
static unsigned int native_bucket(uint64_t ns)
{
	static const double ends[1 << AGENT_NATIVE_SCHEMA] = {
		0.5, 0.5946035575013605, 0.7071067811865475, 0.8408964152537144,
	};
	int exponent, n = 0;
	double fraction = frexp(ns / 1e9, &exponent);

	while (n < (int)ARRAY_SIZE(ends) && ends[n] < fraction)
		n++;
	n += (exponent - 1) * (int)ARRAY_SIZE(ends) - AGENT_NATIVE_FIRST;
	if (!ns || n < 0)
		return 0;
	return n < AGENT_NATIVE ? n : AGENT_NATIVE - 1;
}

static unsigned int classic_bucket(uint64_t high)
{
	unsigned int n = 0;

	while (n < AGENT_CLASSIC && high > 1ull << (AGENT_CLASSIC_FIRST + n))
		n++;
	return n;
}

/*
 * The middle, so that a call is at most one bucket off: those of the kernel are an eighth of a
 * power of two. Not within the shortest and longest call, which change: calls would move.
 */
static uint64_t middle(const struct fdd_stat_bucket *b)
{
	return b->high == UINT64_MAX ? b->low : b->low + (b->high - b->low) / 2;
}

static void add_to(struct agent_sum *sum, const struct fdd_stat *f)
{
	sum->time += f->total;
	sum->self += f->self;
	sum->durations += f->sum;
	for (uint32_t i = 0; i < f->nr_buckets; i++) {
		const struct fdd_stat_bucket *b = &f->buckets[i];

		sum->calls += b->calls;
		sum->classic[classic_bucket(b->high)] += b->calls;
		sum->native[native_bucket(middle(b))] += b->calls;
	}
}

/* Functions with a series */

static struct agent_function *function_of(struct agent_sums *s, const char *name)
{
	uint32_t id = fdd_names_get(&s->names, name, strlen(name));

	GROW_TO(s->functions, s->nr_functions, id);
	return &s->functions[id];
}

static bool may_have_own(const struct agent_sums *s, const struct agent_function *f)
{
	return f != &s->functions[s->names.other] && !f->left_out && s->nr_own < s->top;
}

static void give_own(struct agent_sums *s, struct agent_function *f)
{
	f->sum = xcalloc(1, sizeof(*f->sum));
	s->nr_own++;
}

static struct agent_function *most_recent(struct agent_sums *s, bool own)
{
	struct agent_function *found = NULL;

	for (uint32_t i = 0; i < s->nr_functions; i++) {
		struct agent_function *f = &s->functions[i];

		if (i == s->names.other || f->left_out || !f->sum != !own)
			continue;
		if (!found || (own ? f->recent < found->recent : f->recent > found->recent))
			found = f;
	}
	return found;
}

static void end_series(struct agent_sums *s, struct agent_function *f)
{
	free(f->sum);
	f->sum = NULL;
	s->nr_own--;
	s->ended++;
}

/* The series of the one that takes least time ends, if one of the others takes much more. */
static bool replace_one(struct agent_sums *s)
{
	struct agent_function *least = most_recent(s, true), *other = most_recent(s, false);

	if (!least || !other || other->recent / FACTOR <= least->recent)
		return false;
	end_series(s, least);
	give_own(s, other);
	return true;
}

static void review(struct agent_sums *s)
{
	/* Each search is of all functions: not too many at a time. */
	for (uint32_t i = 0; i < s->top && i < 16; i++)
		if (!replace_one(s))
			break;
	for (uint32_t i = 0; i < s->nr_functions; i++)
		s->functions[i].recent = 0;
	s->reviewed = fdd_now();
}

/*
 * Readings
 */

/* The interval is the time since the last reset, or since the tracer was selected. */
static bool was_reset(const struct fdd_stats *last, const struct fdd_stats *now)
{
	return last && (now->dropped || now->interval < last->interval ||
			now->calls < last->calls);
}

static void add_function(struct agent_sums *s, const struct fdd_stat *f,
			 const struct fdd_stats *last)
{
	const struct fdd_stat *before = last ? fdd_stats_find(last, f->name) : NULL;
	struct agent_function *to;
	struct fdd_stat since;

	/* It may have been counted before the one that left it out. */
	if (!before && last && last->left_out)
		return;
	since = fdd_stat_since(f, before);
	to = function_of(s, f->name);
	to->recent += since.total;
	to->calls += since.calls;
	to->durations += since.sum;
	to->max = f->max;
	if (since.calls && !to->sum && may_have_own(s, to))
		give_own(s, to);
	add_to(to->sum ? to->sum : &s->others, &since);
	free(since.buckets);
}

/* The functions of a reading are in the order of their time: the first get a series. */
bool agent_sums_add(struct agent_sums *s, struct fdd_stats *now)
{
	bool reset = was_reset(s->last, now);

	for (uint32_t i = 0; i < now->nr; i++)
		add_function(s, &now->list[i], reset ? NULL : s->last);
	fdd_stats_free(s->last);
	s->last = now;
	if (fdd_now() - s->reviewed > REVIEW_NS)
		review(s);
	return reset;
}

void agent_sums_leave_out(struct agent_sums *s, const char *name, bool out)
{
	struct agent_function *f = function_of(s, name);

	if (f == &s->functions[s->names.other] || f->left_out == out)
		return;
	f->left_out = out;
	f->calls = f->durations = 0;
	if (out && f->sum)
		end_series(s, f);
}

bool agent_sums_is_left_out(const struct agent_sums *s, const char *name, size_t len)
{
	uint32_t id;

	return fdd_names_find(&s->names, name, len, &id) && id < s->nr_functions &&
	       s->functions[id].left_out;
}

void agent_sums_forget(struct agent_sums *s)
{
	struct agent_function *functions = s->functions;
	uint32_t nr = s->nr_functions;
	struct fdd_names names = s->names;

	init_names(s);
	s->functions = NULL;
	s->nr_functions = 0;
	for (uint32_t i = 0; i < nr; i++)
		if (functions[i].sum)
			*function_of(s, fdd_name(&names, i)) = functions[i];
	free(functions);
	fdd_names_free(&names);
}

void agent_sums_add_slow(struct agent_sums *s, const char *name, const struct agent_slow_sum *more)
{
	struct agent_function *f = function_of(s, name);
	struct agent_slow_sum *sum = &(f->sum ? f->sum : &s->others)->slow;

	sum->calls += more->calls;
	sum->time += more->time;
	sum->asleep += more->asleep;
	sum->waiting += more->waiting;
	sum->irqs += more->irqs;
}

void agent_sums_exemplify(struct agent_sums *s, const char *name, const struct agent_exemplar *e)
{
	struct agent_function *f = function_of(s, name);

	(f->sum ? f->sum : &s->others)->exemplar = *e;
}

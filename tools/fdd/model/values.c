// SPDX-License-Identifier: GPL-2.0
/* Arguments and return values that slow calls have more often than ordinary ones. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "model/values.h"

#define LEAST_CALLS	4	/* of each side: fewer have something in common by chance */
#define LEAST_MORE	0.6	/* part of the slow calls less that of the ordinary ones */
#define MOST_VALUE	(INT64_C(1) << 40)	/* more is an address, which says nothing */

static void add(struct fdd_value_list *l, int64_t value, enum fdd_contrast_side side)
{
	GROW(l->of[side], l->nr[side], l->cap[side]);
	l->of[side][l->nr[side]++] = value;
}

/* "count=4096", "4096", "at=(struct path)[0x1:0x2]". Returns false if it is not a plain number. */
static bool scan_arg(const char *p, size_t len, int64_t *value)
{
	const char *equal = memchr(p, '=', len);
	char *end;

	p = equal ? equal + 1 : p;
	p += strspn(p, " ?");
	errno = 0;
	*value = strtoll(p, &end, 0);
	return end > p && !errno && *value < MOST_VALUE && *value > -MOST_VALUE;
}

static void add_args(struct fdd_values *v, const char *args, enum fdd_contrast_side side)
{
	for (unsigned int i = 0; i < FDD_VALUE_ARGS && *args; i++) {
		struct fdd_value_list *l = &v->lists[i];
		size_t len, name;
		int64_t value;

		args += strspn(args, " ");
		len = strcspn(args, ",");
		name = strcspn(args, "=");
		if (!l->name && name < len)
			l->name = xstrndup(args, name);
		if (scan_arg(args, len, &value))
			add(l, value, side);
		args += len + (args[len] == ',');
	}
}

void fdd_values_add(struct fdd_values *v, const char *args, const struct fdd_call *call,
		    enum fdd_contrast_side side)
{
	add_args(v, args, side);
	if (call->flags & FDD_CALL_RETVAL && !fdd_is_pointer(call->retval) &&
	    call->retval < MOST_VALUE)
		add(&v->lists[FDD_VALUE_ARGS], call->retval, side);
}

static int by_value(const void *a, const void *b)
{
	int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;

	return (x > y) - (x < y);
}

/* Part of the sorted values that are at least, or at most, a limit */
static double part_of(const struct fdd_value_list *l, enum fdd_contrast_side side, int64_t limit,
		      bool at_most)
{
	const int64_t *values = l->of[side];
	uint32_t below;

	if (at_most)
		below = FIRST_NOT(l->nr[side], i, values[i] <= limit);
	else
		below = FIRST_NOT(l->nr[side], i, values[i] < limit);
	return (double)(at_most ? below : l->nr[side] - below) / l->nr[side];
}

static void try_limit(const struct fdd_value_list *l, int64_t limit, bool at_most,
		      struct fdd_value_rule *best)
{
	double slow = part_of(l, FDD_SLOW, limit, at_most);
	double ordinary = part_of(l, FDD_ORDINARY, limit, at_most);

	if (slow - ordinary <= best->part[FDD_SLOW] - best->part[FDD_ORDINARY])
		return;
	best->at_most = at_most;
	best->limit = limit;
	best->part[FDD_SLOW] = slow;
	best->part[FDD_ORDINARY] = ordinary;
}

static void find_rule(struct fdd_values *v, unsigned int nr)
{
	struct fdd_value_list *l = &v->lists[nr];
	struct fdd_value_rule best = { .nr = nr };

	if (l->nr[FDD_SLOW] < LEAST_CALLS || l->nr[FDD_ORDINARY] < LEAST_CALLS)
		return;
	for (int side = 0; side < 2; side++)
		qsort(l->of[side], l->nr[side], sizeof(*l->of[side]), by_value);
	/* each value of a slow call may be the limit */
	for (uint32_t i = 0; i < l->nr[FDD_SLOW]; i++) {
		try_limit(l, l->of[FDD_SLOW][i], false, &best);
		try_limit(l, l->of[FDD_SLOW][i], true, &best);
	}
	if (best.part[FDD_SLOW] - best.part[FDD_ORDINARY] >= LEAST_MORE)
		v->rules[v->nr_rules++] = best;
}

static int best_first(const void *a, const void *b)
{
	const struct fdd_value_rule *x = a, *y = b;
	double more_x = x->part[FDD_SLOW] - x->part[FDD_ORDINARY];
	double more_y = y->part[FDD_SLOW] - y->part[FDD_ORDINARY];

	if (more_x != more_y)
		return more_x > more_y ? -1 : 1;
	return (x->nr > y->nr) - (x->nr < y->nr);
}

void fdd_values_finish(struct fdd_values *v)
{
	for (unsigned int i = 0; i <= FDD_VALUE_ARGS; i++)
		find_rule(v, i);
	if (v->nr_rules)
		qsort(v->rules, v->nr_rules, sizeof(*v->rules), best_first);
}

void fdd_values_free(struct fdd_values *v)
{
	for (unsigned int i = 0; i <= FDD_VALUE_ARGS; i++) {
		free(v->lists[i].name);
		free(v->lists[i].of[0]);
		free(v->lists[i].of[1]);
	}
}

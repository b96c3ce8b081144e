// SPDX-License-Identifier: GPL-2.0
/* The slow calls of a trace, by function, and where their time went. */
#include <stdlib.h>

#include "lib/util.h"
#include "model/duty.h"
#include "model/slow.h"

static uint64_t duration(const struct fdd_life_call *c)
{
	return c->end - c->start;
}

static int by_function(const void *a, const void *b, void *lives)
{
	const struct fdd_life_call *calls = ((const struct fdd_lives *)lives)->calls;
	const struct fdd_life_call *x = &calls[*(const uint32_t *)a];
	const struct fdd_life_call *y = &calls[*(const uint32_t *)b];

	if (x->func != y->func)
		return x->func < y->func ? -1 : 1;
	if (duration(x) != duration(y))
		return duration(x) > duration(y) ? -1 : 1;
	return (x->start > y->start) - (x->start < y->start);
}

static int by_time(const void *a, const void *b)
{
	const struct fdd_slow_func *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns > y->ns ? -1 : 1;
	return (x->func > y->func) - (x->func < y->func);
}

static const struct fdd_life_call *call_at(const struct fdd_slow *s, uint32_t i)
{
	return &s->l->calls[s->calls[i]];
}

/* Without a threshold, of a hundred calls one is slow, and the longest in any case. */
static uint32_t slow_calls(const struct fdd_slow *s, uint32_t first, uint32_t nr)
{
	uint32_t slow = 0;

	if (!s->threshold)
		slow = nr / 100 ? nr / 100 : 1;
	else
		while (slow < nr && duration(call_at(s, first + slow)) >= s->threshold)
			slow++;
	return slow < FDD_SLOW_CALLS ? slow : FDD_SLOW_CALLS;
}

static void add_function(struct fdd_slow *s, uint32_t first, uint32_t nr)
{
	struct fdd_slow_func f = {
		.func = call_at(s, first)->func, .first = first, .nr_calls = nr,
		.nr_slow = slow_calls(s, first, nr),
	};

	if (!f.nr_slow || fdd_duty_of(fdd_name(&s->l->m->funcs, f.func)) != FDD_DUTY_NONE)
		return;
	f.least = duration(call_at(s, first + f.nr_slow - 1));
	for (uint32_t i = 0; i < f.nr_slow; i++)
		f.ns += duration(call_at(s, first + i));
	GROW(s->funcs, s->nr, s->cap);
	s->funcs[s->nr++] = f;
}

void fdd_slow_begin(struct fdd_slow *s, const struct fdd_lives *l, uint64_t threshold)
{
	*s = (struct fdd_slow){ .l = l, .threshold = threshold };
	s->calls = xcalloc(l->nr_calls + 1, sizeof(*s->calls));
	for (uint32_t i = 0; i < l->nr_calls; i++)
		if (!l->calls[i].around)
			s->calls[s->nr_calls++] = i;
	if (s->nr_calls)
		qsort_r(s->calls, s->nr_calls, sizeof(*s->calls), by_function, (void *)l);
	for (uint32_t i = 0, first = 0; i < s->nr_calls; first = i) {
		while (i < s->nr_calls && call_at(s, i)->func == call_at(s, first)->func)
			i++;
		add_function(s, first, i - first);
	}
	if (s->nr)
		qsort(s->funcs, s->nr, sizeof(*s->funcs), by_time);
}

void fdd_slow_explain(const struct fdd_slow *s, const struct fdd_slow_func *func,
		      struct fdd_path *path)
{
	fdd_path_begin(path, s->l);
	path->any_task = true;
	for (uint32_t i = 0; i < func->nr_slow; i++) {
		const struct fdd_life_call *c = call_at(s, func->first + i);

		fdd_path_add_time(path, c->pid, c->start, c->end);
	}
	fdd_path_finish(path);
}

void fdd_slow_free(struct fdd_slow *s)
{
	free(s->calls);
	free(s->funcs);
}

// SPDX-License-Identifier: GPL-2.0
/* Picks the calls to explain. */
#include <stdlib.h>
#include <string.h>

#include "model/pick.h"

#define MEDIAN	500000

static void keep_slowest(struct fdd_pick *p, const struct fdd_call *call)
{
	uint32_t i = p->nr;

	if (i == p->most && p->list[i - 1].duration >= call->duration)
		return;
	while (i && p->list[i - 1].duration < call->duration)
		i--;
	if (p->nr < p->most)
		p->nr++;
	memmove(&p->list[i + 1], &p->list[i], (p->nr - 1 - i) * sizeof(*p->list));
	p->list[i] = *call;
}

static void keep_last(struct fdd_pick *p, const struct fdd_call *call)
{
	if (!p->nr || p->list->calltime + p->list->duration <= call->calltime + call->duration)
		*p->list = *call;
	p->nr = 1;
}

/* The same calls in each run: the generator always begins with the same number. */
static uint64_t any_below(struct fdd_pick *p, uint64_t n)
{
	p->random = p->random * 6364136223846793005ull + 1442695040888963407ull;
	return (p->random >> 20) % n;
}

static void keep_sample(struct fdd_pick *p, const struct fdd_call *call)
{
	uint64_t i = p->nr_sample;

	p->seen++;
	if (p->nr_sample == p->most_sample)
		i = any_below(p, p->seen);
	else
		p->nr_sample++;
	if (i < p->most_sample)
		p->sample[i] = *call;
}

static void keep_of_function(struct fdd_pick *p, const struct fdd_call *call)
{
	GROW_TO(p->list, p->nr, call->func);
	if (call->duration > p->list[call->func].duration)
		p->list[call->func] = *call;
}

static void on_call(struct fdd_sink *sink, struct fdd_stack *stack, struct fdd_frame *frame)
{
	struct fdd_pick *p = container_of(sink, struct fdd_pick, sink);
	const struct fdd_call *call = &frame->call;

	(void)stack;
	if (!frame->selected)
		return;
	if (call->flags & FDD_CALL_NO_TIME) {
		p->no_times++;
		return;
	}
	if (p->at && (call->calltime > p->at || call->calltime + call->duration <= p->at))
		return;
	if (p->by_function)
		keep_of_function(p, call);
	else if (p->last)
		keep_last(p, call);
	else
		keep_slowest(p, call);
	if (p->most_sample)
		keep_sample(p, call);
}

void fdd_pick_begin(struct fdd_pick *p, struct fdd_model *m)
{
	p->m = m;
	if (!p->by_function)
		p->list = xcalloc(p->most, sizeof(*p->list));
	if (p->most_sample)
		p->sample = xcalloc(p->most_sample, sizeof(*p->sample));
	p->sink.call = on_call;
	fdd_model_add_sink(m, &p->sink);
}

/* What stands out */

static uint64_t beyond_median(struct fdd_table *t, const struct fdd_call *call)
{
	const struct fdd_row *row = fdd_table_row(t, call->func);
	uint64_t median;

	/* functions that only sleep are within those that wait for something */
	if (!row || (call->func >= FDD_FUNC_IDLE && call->func < FDD_FUNC_FIRST))
		return 0;
	median = fdd_row_percentile(row, MEDIAN);
	return call->duration > median ? call->duration - median : 0;
}

static bool at_the_same_time(const struct fdd_call *a, const struct fdd_call *b)
{
	return a->source == b->source && a->pid == b->pid &&
	       (a->pid > 0 || a->cpu == b->cpu) &&
	       a->calltime < b->calltime + b->duration && b->calltime < a->calltime + a->duration;
}

static bool is_told(const struct fdd_call *told, uint32_t nr, const struct fdd_call *call)
{
	for (uint32_t i = 0; i < nr; i++)
		if (at_the_same_time(&told[i], call))
			return true;
	return false;
}

static const struct fdd_call *next_outstanding(const struct fdd_pick *p, struct fdd_table *t,
					       const struct fdd_call *told, uint32_t nr)
{
	const struct fdd_call *best = NULL;
	uint64_t most = 0;

	for (uint32_t i = 0; i < p->nr; i++) {
		uint64_t beyond = p->list[i].duration ? beyond_median(t, &p->list[i]) : 0;

		if (beyond <= most || is_told(told, nr, &p->list[i]))
			continue;
		most = beyond;
		best = &p->list[i];
	}
	return best;
}

/* If no function was called often enough to have slow calls: the slowest of all. */
static const struct fdd_call *slowest(const struct fdd_pick *p)
{
	const struct fdd_call *best = NULL;

	for (uint32_t i = 0; i < p->nr; i++)
		if (p->list[i].duration && (!best || p->list[i].duration > best->duration))
			best = &p->list[i];
	return best;
}

void fdd_pick_outstanding(struct fdd_pick *p, struct fdd_table *t)
{
	struct fdd_call *told = xcalloc(p->most, sizeof(*told));
	const struct fdd_call *call;
	uint32_t nr = 0;

	while (nr < p->most && (call = next_outstanding(p, t, told, nr)))
		told[nr++] = *call;
	call = nr ? NULL : slowest(p);
	if (call)
		told[nr++] = *call;
	free(p->list);
	p->list = told;
	p->nr = nr;
}

uint32_t fdd_pick_both(struct fdd_pick *p, uint64_t ns)
{
	uint32_t slow = 0;

	while (slow < p->nr && p->list[slow].duration >= ns)
		slow++;
	p->list = xrealloc(p->list, (slow + p->nr_sample + 1) * sizeof(*p->list));
	p->nr = slow;
	for (uint32_t i = 0; i < p->nr_sample; i++)
		if (p->sample[i].duration < ns)
			p->list[p->nr++] = p->sample[i];
	return slow;
}

void fdd_pick_free(struct fdd_pick *p)
{
	free(p->sample);
	free(p->list);
}

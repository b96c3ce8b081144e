// SPDX-License-Identifier: GPL-2.0
/* Picks the calls to explain. */
#include <stdlib.h>
#include <string.h>

#include "model/pick.h"

#define MEDIAN	500000

static bool at_the_same_time(const struct fdd_call *a, const struct fdd_call *b)
{
	return a->source == b->source && a->pid == b->pid &&
	       (a->pid > 0 || a->cpu == b->cpu) &&
	       a->calltime < b->calltime + b->duration && b->calltime < a->calltime + a->duration;
}

/* The call around those of the list comes later, and is longer. */
static void drop_within(struct fdd_pick *p, const struct fdd_call *call)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < p->nr; i++)
		if (p->list[i].context != call->context || !at_the_same_time(&p->list[i], call))
			p->list[nr++] = p->list[i];
	p->nr = nr;
}

static void keep_slowest(struct fdd_pick *p, const struct fdd_call *call)
{
	uint32_t i;

	if (p->nr == p->room && p->list[p->nr - 1].duration >= call->duration)
		return;
	if (p->outermost)
		drop_within(p, call);
	i = p->nr;
	while (i && p->list[i - 1].duration < call->duration)
		i--;
	if (p->nr < p->room)
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

#define MAX_PICKED	(1u << 16)	/* functions and tasks; then functions alone */

static enum fdd_duty duty_of(struct fdd_pick *p, uint32_t func)
{
	return fdd_duties_get(&p->duties, &p->m->funcs, func);
}

static void count_apart(struct fdd_pick *p, enum fdd_duty duty, const struct fdd_call *call)
{
	struct fdd_apart *a = &p->apart[duty];

	a->calls++;
	if (call->duration <= a->longest)
		return;
	a->longest = call->duration;
	a->func = call->func;
}

#define LEAST_LATE	NSEC_PER_MSEC

/* The time of a call that may be too long. */
static uint64_t time_taken(struct fdd_pick *p, const struct fdd_frame *frame)
{
	const struct fdd_call *call = &frame->call;
	enum fdd_duty duty = duty_of(p, call->func);
	const struct fdd_off_call *off = p->m->off;
	uint64_t late;

	/* functions that only sleep are within those that wait for something */
	if (call->func >= FDD_FUNC_IDLE && call->func < FDD_FUNC_FIRST)
		return 0;
	if (duty == FDD_DUTY_NONE)
		return call->duration;
	if (duty == FDD_DUTY_DISPATCH)
		return frame->self < call->duration / 10 ? 0 : call->duration;
	/* it asked for the sleep, but not for waiting until a CPU runs it */
	late = off && off->all.asleep < call->duration ? call->duration - off->all.asleep : 0;
	if (duty == FDD_DUTY_REQUEST && off && off->all.asleep && late >= LEAST_LATE)
		return late;
	count_apart(p, duty, call);
	return 0;
}

static void keep_of_function(struct fdd_pick *p, const struct fdd_frame *frame)
{
	const struct fdd_call *call = &frame->call;
	uint64_t takes = time_taken(p, frame), key = call->func, *number;
	struct fdd_picked *picked;

	if (!takes)
		return;
	if (p->nr_picked < MAX_PICKED)
		key |= fdd_hash64(fdd_thread_key(call->source, call->pid, call->cpu)) << 32;
	number = fdd_map_get(&p->keys, key);
	if (!*number) {
		GROW(p->picked, p->nr_picked, p->cap_picked);
		p->picked[p->nr_picked] = (struct fdd_picked){ 0 };
		*number = ++p->nr_picked;
	}
	picked = &p->picked[*number - 1];
	if (takes > picked->takes)
		*picked = (struct fdd_picked){ *call, takes };
}

/* Its callee is the one to explain. */
static bool only_dispatches(struct fdd_pick *p, const struct fdd_frame *frame)
{
	return p->outermost && duty_of(p, frame->call.func) == FDD_DUTY_DISPATCH &&
	       frame->self < frame->call.duration / 10;
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
	if (call->duration < p->shortest)
		p->shortest = call->duration;
	if (p->by_function)
		keep_of_function(p, frame);
	else if (p->last)
		keep_last(p, call);
	else if (!only_dispatches(p, frame))
		keep_slowest(p, call);
	if (p->most_sample)
		keep_sample(p, call);
}

void fdd_pick_begin(struct fdd_pick *p, struct fdd_model *m)
{
	p->m = m;
	p->shortest = UINT64_MAX;
	/* calls around those of the list may take their places */
	p->room = p->outermost ? 4 * p->most : p->most;
	if (!p->by_function)
		p->list = xcalloc(p->room, sizeof(*p->list));
	if (p->most_sample)
		p->sample = xcalloc(p->most_sample, sizeof(*p->sample));
	p->sink.call = on_call;
	fdd_model_add_sink(m, &p->sink);
}

/* What stands out */

/* A trace without any shorter call was recorded with a threshold. */
#define LEAST_THRESHOLD	(10 * NSEC_PER_USEC)

static uint64_t counted_median(const struct fdd_pick *p, const char *name, uint64_t *calls)
{
	for (unsigned int i = 0; i < p->m->nr_sources; i++) {
		const struct fdd_stats *s = p->m->sources[i].stats;
		const struct fdd_stat *f = s ? fdd_stats_find(s, name) : NULL;

		if (!f || !fdd_stat_knows(f, MEDIAN))
			continue;
		*calls = f->calls;
		return fdd_stat_percentile(f, MEDIAN);
	}
	return 0;
}

uint64_t fdd_pick_median(const struct fdd_pick *p, const struct fdd_row *row, uint64_t *calls,
			 bool *recorded)
{
	uint64_t median = counted_median(p, row->name, calls);

	*recorded = !median;
	if (median)
		return median;
	*calls = row->calls;
	return fdd_row_percentile(row, MEDIAN);
}

static uint64_t beyond_median(const struct fdd_pick *p, struct fdd_table *t,
			      const struct fdd_picked *picked)
{
	const struct fdd_row *row = fdd_table_row(t, picked->call.func);
	uint64_t median, calls;
	bool recorded;

	if (!row)
		return 0;
	median = fdd_pick_median(p, row, &calls, &recorded);
	/* a median is one of whole calls */
	if ((recorded && p->shortest >= LEAST_THRESHOLD) || picked->takes < picked->call.duration)
		return picked->takes;
	return picked->takes > median ? picked->takes - median : 0;
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

	for (uint32_t i = 0; i < p->nr_picked; i++) {
		const struct fdd_picked *picked = &p->picked[i];
		uint64_t beyond = beyond_median(p, t, picked);

		/* of calls within each other that take the same time, the outermost */
		if (beyond < most || !beyond || (beyond == most && best &&
						 picked->call.depth >= best->depth) ||
		    is_told(told, nr, &picked->call))
			continue;
		most = beyond;
		best = &picked->call;
	}
	return best;
}

/* If no function was called often enough to have slow calls: the slowest of all. */
static const struct fdd_call *slowest(const struct fdd_pick *p)
{
	const struct fdd_picked *best = NULL;

	for (uint32_t i = 0; i < p->nr_picked; i++)
		if (!best || p->picked[i].takes > best->takes)
			best = &p->picked[i];
	return best ? &best->call : NULL;
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
	p->list = told;
	p->nr = nr;
}

void fdd_pick_trim(struct fdd_pick *p)
{
	p->nr = p->nr < p->most ? p->nr : p->most;
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
	free(p->picked);
	fdd_duties_free(&p->duties);
	fdd_map_free(&p->keys);
	free(p->list);
}

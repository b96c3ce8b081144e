// SPDX-License-Identifier: GPL-2.0
/* What to give up so that tracing stays within a budget, and when to take it back. */
#include <math.h>
#include <stdlib.h>

#include "agent/budget.h"
#include "lib/util.h"

#define AIM		0.85	/* parts of the budget: where a change leads to */
#define CALM		0.8	/* below this, steps may be taken back */
#define WORTH_RAISING	0.1	/* what recording costs at least */
#define WORTH_DROPPING	0.001	/* what a function costs at least */
#define RAISED_PART	0.75	/* what a higher threshold saves, about */

#define RECENT_S	1
#define CALM_S		5
#define EXPORTS_S	60	/* they come in bursts */
#define DEBT_S		1.5	/* whose budget may be spent at once */
#define TRIAL_S		0.1	/* the same, by a step that was taken back */
#define TRIAL_NS	(10 * NSEC_PER_MSEC)	/* to the first look, twice that to the next */
#define RAISE_NS	(30 * NSEC_PER_SEC)	/* from one level to the next one */
#define CALM_NS		(60 * NSEC_PER_SEC)
#define HALF_NS		(600 * NSEC_PER_SEC)	/* in which an expectation is halved */
#define FORGET_NS	(3600 * NSEC_PER_SEC)
#define MOST_TRIES	6

/*
 * Measuring
 */

double agent_budget_fade(uint64_t elapsed)
{
	return exp(-(double)elapsed / NSEC_PER_SEC / RECENT_S);
}

static void average(double *value, double now, double seconds, double of_seconds)
{
	*value += (now - *value) * (1 - exp(-seconds / of_seconds));
}

/* The debt is of what was just spent: what is recent still has what was before. */
static void owe(struct agent_budget *b, double cost, double seconds)
{
	b->debt += (cost - b->limit) * seconds;
	if (b->debt < 0)
		b->debt = 0;
}

static void measure(struct agent_budget *b, const struct budget_look *l)
{
	double seconds = (double)l->elapsed / NSEC_PER_SEC, calls = 0;
	double counting = l->calls * b->call_ns / seconds, more;

	for (uint32_t i = 0; i < l->nr; i++)
		calls += l->list[i].calls;
	b->counting = calls ? calls * b->call_ns / l->span * NSEC_PER_SEC : 0;
	average(&b->recording, l->records * b->record_ns / seconds, seconds, RECENT_S);
	average(&b->exporting, l->export_ns / seconds, seconds, EXPORTS_S);
	average(&b->own, l->own_ns / seconds, seconds, EXPORTS_S);
	more = b->recording + b->exporting + b->own;
	b->cost = b->counting + more;
	average(&b->calm_counting, counting, seconds, CALM_S);
	average(&b->calm_cost, counting + more, seconds, CALM_S);
	owe(b, counting + more, seconds);
}

/*
 * Giving up
 */

static struct budget_step *push(struct agent_budget *b, enum budget_kind kind, double saved)
{
	GROW(b->steps, b->nr, b->cap);
	b->steps[b->nr] = (struct budget_step){ .kind = kind, .saved = saved };
	return &b->steps[b->nr++];
}

/* Returns what it is expected to save. */
static double raise_thresholds(struct agent_budget *b, const struct budget_look *l)
{
	double cost = b->recording + b->exporting;

	if (b->level == b->levels || (!l->disk_is_short && cost < WORTH_RAISING * b->limit) ||
	    (b->raised_at && l->now - b->raised_at < RAISE_NS))
		return 0;
	b->level++;
	b->raised_at = l->now;
	b->recording *= 1 - RAISED_PART;
	push(b, BUDGET_RAISE, RAISED_PART * cost)->kept = b->counting;
	return RAISED_PART * cost;
}

struct candidate {
	uint32_t	id;
	bool		slow;
	double		cost, score;
};

static int compare(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	if (x->slow != y->slow)
		return x->slow ? 1 : -1;
	return x->score < y->score ? 1 : x->score > y->score ? -1 : 0;
}

/* The cost, by its part of the time that the calls take with it: of long calls it is little. */
static struct candidate candidate_of(const struct agent_budget *b, const struct budget_look *l,
				     const struct budget_function *f)
{
	double cost = f->calls * b->call_ns;

	return (struct candidate){
		.id = f->id, .slow = f->slow, .cost = cost / l->span * NSEC_PER_SEC,
		.score = cost ? cost * cost / (cost + f->time) : 0,
	};
}

/*
 * The counts are those of a second, in most of which a load that has just grown was less: all
 * functions are taken to have grown with it, since each change of what is traced costs much.
 */
static double growth(const struct agent_budget *b, const struct budget_look *l)
{
	double now = l->rate * b->call_ns;

	return b->counting > 0 && now > b->counting ? now / b->counting : 1;
}

static void leave_out(struct agent_budget *b, const struct budget_look *l, double cost)
{
	struct candidate *list = xcalloc(l->nr + 1, sizeof(*list));
	double factor = growth(b, l), kept = b->counting * factor;
	double excess = cost + kept - b->counting - AIM * b->limit;

	for (uint32_t i = 0; i < l->nr; i++) {
		list[i] = candidate_of(b, l, &l->list[i]);
		list[i].cost *= factor;
	}
	qsort(list, l->nr, sizeof(*list), compare);
	for (uint32_t i = 0; i < l->nr && excess > 0; i++) {
		struct budget_step *step;

		if (list[i].cost < WORTH_DROPPING * b->limit)
			continue;
		step = push(b, BUDGET_LEAVE_OUT, list[i].cost);
		excess -= list[i].cost;
		kept -= list[i].cost;
		step->id = list[i].id;
		step->kept = kept;
	}
	free(list);
}

/* Did the last ones come back too soon? */
static void learn(struct agent_budget *b, uint64_t now)
{
	if (!b->took_back_at)
		return;
	if (now - b->took_back_at > FORGET_NS)
		b->tries = 0;
	else if (b->tries < MOST_TRIES)
		b->tries++;
	b->took_back_at = 0;
}

static int give_up(struct agent_budget *b, const struct budget_look *l)
{
	uint32_t before = b->nr;
	double cost = b->cost - raise_thresholds(b, l);

	if (b->limit && cost > b->limit)
		leave_out(b, l, cost);
	if (b->nr > before)
		learn(b, l->now);
	return b->nr - before;
}

/*
 * Taking back
 */

/*
 * A function that is left out is not counted. Its load is expected to be what it was, as the other
 * functions' is, and the less certain the longer it was calm.
 */
static double expected(const struct agent_budget *b, const struct budget_step *step, uint64_t calm)
{
	double others = step->kept > 0 ? b->calm_counting / step->kept : 1;

	return step->saved * (others < 1 ? others : 1) *
	       exp2(-(double)calm / (HALF_NS << b->tries));
}

/* How many of the last steps can be taken back? */
static uint32_t fitting(const struct agent_budget *b, uint64_t calm)
{
	double cost = b->calm_cost;
	uint32_t nr = 0;

	for (; nr < b->nr; nr++) {
		cost += expected(b, &b->steps[b->nr - 1 - nr], calm);
		if (b->limit && cost > AIM * b->limit)
			break;
	}
	return nr;
}

/* Calls may be much more than before: the first looks are soon. */
static void try_out(struct agent_budget *b)
{
	const double debt = (DEBT_S - TRIAL_S) * b->limit;

	if (b->debt < debt)
		b->debt = debt;
	b->pause = TRIAL_NS;
}

static int take_back(struct agent_budget *b, uint64_t now)
{
	uint32_t nr;

	if (!b->calm_since)
		b->calm_since = now;
	nr = fitting(b, now - b->calm_since);
	if (!nr)
		b->fits_since = 0;
	else if (!b->fits_since)
		b->fits_since = now;
	if (!nr || now - b->fits_since < CALM_NS << b->tries)
		return 0;
	for (uint32_t i = 0; i < nr; i++)
		b->level -= b->steps[--b->nr].kind == BUDGET_RAISE;
	b->calm_since = b->took_back_at = now;
	b->fits_since = 0;
	try_out(b);
	return -(int)nr;
}

int agent_budget_decide(struct agent_budget *b, const struct budget_look *l)
{
	bool above;

	if (!l->elapsed) {
		try_out(b);
		return 0;
	}
	b->pause = 2 * b->pause < AGENT_BUDGET_LOOK_NS ?
		   2 * b->pause : AGENT_BUDGET_LOOK_NS;
	measure(b, l);
	above = b->limit && b->debt > DEBT_S * b->limit;
	if (!above && !l->disk_is_short && (!b->limit || b->calm_cost < CALM * b->limit))
		return take_back(b, l->now);
	/* What follows if that did not suffice need not wait. */
	if (above)
		b->debt = DEBT_S * b->limit;
	b->calm_since = b->fits_since = 0;
	return above || l->disk_is_short ? give_up(b, l) : 0;
}

bool agent_budget_overspends(const struct agent_budget *b, double calls, uint64_t elapsed)
{
	double more = b->recording + b->exporting + b->own - b->limit;
	double spent = calls * b->call_ns + more * elapsed / NSEC_PER_SEC;

	return b->limit && b->debt + spent > DEBT_S * b->limit;
}

void agent_budget_free(struct agent_budget *b)
{
	free(b->steps);
	b->steps = NULL;
	b->nr = b->cap = 0;
}

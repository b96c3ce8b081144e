/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What to give up so that tracing stays within a budget, and when to take it back. Nothing is read
 * or written here, and there is no clock: each look has what was measured since the one before.
 *
 * Time spent above the budget is a debt. If it is more than the budget of a moment, thresholds of
 * slow calls are raised, then functions are left out: first those that cost most for what they
 * report, short and frequent ones without a slow call. So a burst gives nothing up if the budget of
 * some seconds pays for it, and a load that grows much is seen in the next look. After a while
 * below 0.8 of the budget, steps are taken back, the last one first, if they are expected to fit.
 * A step that did not fit makes the next ones wait twice as long, so that a load that stays, or
 * comes and ends, does not make the list of functions change all the time.
 */
#ifndef FDD_AGENT_BUDGET_H
#define FDD_AGENT_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

#define AGENT_BUDGET_LOOK_NS	(NSEC_PER_SEC / 4)	/* between two looks, mostly */

/*
 * Calls are those of the last second or so: at each look, those that were counted before it count
 * this part of what they did.
 */
double agent_budget_fade(uint64_t elapsed);

/* A function that is traced */
struct budget_function {
	uint32_t	id;
	double		calls;
	double		time;		/* ns in these calls */
	bool		slow;		/* it had a slow call at any time */
};

struct budget_look {
	uint64_t	now;		/* ns */
	uint64_t	elapsed;	/* ns since the last look */
	double		calls;		/* of all functions since then */
	double		rate;		/* calls a second, of the last moment; 0: as those above */
	double		records;	/* that were written to the ring buffer since then */
	double		span;		/* ns of the counts of the list, which fade as well */
	const struct budget_function *list;
	uint32_t	nr;
	uint64_t	own_ns;		/* CPU time of the agent since the last look */
	uint64_t	export_ns;	/* and of its processes, for slow calls */
	bool		disk_is_short;	/* recordings wait */
};

enum budget_kind { BUDGET_RAISE, BUDGET_LEAVE_OUT };

struct budget_step {
	enum budget_kind kind;
	uint32_t	id;		/* of the function */
	double		saved;		/* ns a second, when it was taken */
	double		kept;		/* the counts of all other functions then */
};

struct agent_budget {
	/* Settings */
	double		limit;		/* ns of CPU time a second; 0: none */
	double		call_ns;	/* of a counted call */
	double		record_ns;	/* of a record more */
	unsigned int	levels;		/* to which thresholds can be raised */

	/* As of the last look, in ns a second */
	double		cost;		/* all of the following */
	double		counting, recording, exporting, own;
	double		debt;		/* ns that were spent above the budget */
	uint64_t	pause;		/* ns to the next look */
	double		calm_cost, calm_counting;	/* of the last seconds */

	struct budget_step *steps;	/* the last one is taken back first */
	uint32_t	nr, cap;
	unsigned int	level;		/* of the thresholds */
	uint64_t	raised_at, took_back_at;	/* 0: never, or not lately */
	uint64_t	calm_since;	/* 0: it is not */
	uint64_t	fits_since;	/* the last step, as far as is known; 0: it does not */
	unsigned int	tries;		/* that failed lately */
};

/*
 * Returns how many steps are new: the last ones of ->nr. A negative number of steps was taken back:
 * they still are behind ->nr, and the counts of all functions begin anew.
 */
int agent_budget_decide(struct agent_budget *b, const struct budget_look *l);
/* Would it give something up now, after so many calls since the last look? */
bool agent_budget_overspends(const struct agent_budget *b, double calls, uint64_t elapsed);
void agent_budget_free(struct agent_budget *b);

/* The number of functions that are left out */
static inline uint32_t agent_budget_left_out(const struct agent_budget *b)
{
	return b->nr - b->level;
}

#endif

// SPDX-License-Identifier: GPL-2.0
/* A rate that is kept, and pauses that grow. */
#include "agent/tokens.h"
#include "lib/util.h"

#define DAY_NS		(86400 * NSEC_PER_SEC)
#define PART_OF_DAY	24	/* that much of the rate at a time */
#define LEAST		10
#define LONGEST_PAUSE	(300 * NSEC_PER_SEC)
#define LONGEST_ASKED	(3600 * NSEC_PER_SEC)

void agent_tokens_init(struct agent_tokens *t, uint64_t rate, uint64_t now)
{
	uint64_t most = rate / PART_OF_DAY;

	if (most < LEAST)
		most = rate < LEAST ? rate : LEAST;
	*t = (struct agent_tokens){ .rate = rate, .most = most, .at = now, .left = most };
}

static void fill(struct agent_tokens *t, uint64_t now)
{
	t->left += (double)(now - t->at) / DAY_NS * t->rate;
	if (t->left > t->most)
		t->left = t->most;
	t->at = now;
}

uint64_t agent_tokens_take(struct agent_tokens *t, uint64_t wanted, uint64_t now)
{
	uint64_t taken;

	fill(t, now);
	taken = t->left < wanted ? (uint64_t)t->left : wanted;
	t->left -= taken;
	return taken;
}

bool agent_tokens_are_left(struct agent_tokens *t, uint64_t now)
{
	fill(t, now);
	return t->left > 0;
}

void agent_tokens_spend(struct agent_tokens *t, uint64_t spent)
{
	t->left -= spent;
}

uint64_t agent_pause(unsigned int failures, uint64_t asked, uint32_t random)
{
	uint64_t ns = failures > 9 ? LONGEST_PAUSE : NSEC_PER_SEC << (failures - !!failures);

	if (ns > LONGEST_PAUSE)
		ns = LONGEST_PAUSE;
	ns = ns / 4 * 3 + (uint64_t)(ns / 2 * (random / (UINT32_MAX + 1.0)));
	if (asked > LONGEST_ASKED)
		asked = LONGEST_ASKED;
	return ns > asked ? ns : asked;
}

/* SPDX-License-Identifier: GPL-2.0 */
/* A rate that is kept, and pauses that grow: without a clock of their own. */
#ifndef FDD_AGENT_TOKENS_H
#define FDD_AGENT_TOKENS_H

#include <stdbool.h>
#include <stdint.h>

/* A token bucket, which is full at first. */
struct agent_tokens {
	uint64_t	rate;		/* a day */
	uint64_t	most;		/* at a time */
	uint64_t	at;		/* ns: when it was looked at last */
	double		left;
};

void agent_tokens_init(struct agent_tokens *t, uint64_t rate, uint64_t now);
/* Take at most @wanted. Returns how many there were. */
uint64_t agent_tokens_take(struct agent_tokens *t, uint64_t wanted, uint64_t now);

/*
 * Where it is known only later how many are needed: are there any, and take as many, which may be
 * more than there are. Then it takes longer until there are some again.
 */
bool agent_tokens_are_left(struct agent_tokens *t, uint64_t now);
void agent_tokens_spend(struct agent_tokens *t, uint64_t spent);

/*
 * The pause before the next attempt in ns, after @failures in a row: 1 s, then twice as long each
 * time up to 300 s, and a quarter more or less by @random, so that hosts do not come back at one
 * time. At least @asked of the server, at most an hour.
 */
uint64_t agent_pause(unsigned int failures, uint64_t asked, uint32_t random);

#endif

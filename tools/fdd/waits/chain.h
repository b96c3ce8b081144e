/* SPDX-License-Identifier: GPL-2.0 */
/* Which task waits for which, from task to task. */
#ifndef FDD_WAITS_CHAIN_H
#define FDD_WAITS_CHAIN_H

#include "waits/clock.h"
#include "waits/wait.h"

struct waits_node {
	struct waits_task	task;
	struct waits_wait	wait;
	struct waits_age	age;
	bool			moved;		/* it ran while it was looked at */
	bool			gone;		/* it ended meanwhile, or we do not see it */
	bool			listed;		/* it was looked up itself, not only as a holder */
	struct waits_node	*next;		/* the holder of what it waits for, or NULL */
	pid_t			circle;		/* the least number of a task of its circle */
	uint32_t		walk;		/* the last walk that came here */
};

struct waits {
	struct waits_sources	sources;
	struct waits_clock	clock;
	struct waits_node	**nodes;	/* in the order of the look-ups */
	uint32_t		nr, cap;
	uint32_t		*slots;		/* by task: index + 1; 0: free */
	uint32_t		nr_slots;	/* a power of two */
	uint64_t		seen_ns;	/* how long the tasks were watched */
};

/** waits_of - what a task waits for; read at the first use */
struct waits_node *waits_of(struct waits *w, pid_t task);

/** waits_follow - read the holders, and their holders; then see which have run meanwhile */
void waits_follow(struct waits *w);

/** waits_is_blocked - does it wait for something that a user should look at? */
bool waits_is_blocked(const struct waits_node *n);

void waits_free(struct waits *w);

#endif

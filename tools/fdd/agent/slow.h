/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Slow calls: recorded in the agent's instance, saved into a ring of files, explained, and sent as
 * spans to a collector.
 */
#ifndef FDD_AGENT_SLOW_H
#define FDD_AGENT_SLOW_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "agent/post.h"
#include "agent/ring.h"
#include "agent/tokens.h"

/* What became of the traces of slow calls */
enum slow_result {
	SLOW_SENT,
	SLOW_REFUSED,		/* by the collector */
	SLOW_NO_TOKEN,		/* more than --traces allows */
	SLOW_NO_ROOM,		/* removed before they were sent */
	SLOW_RESULTS
};

extern const char *const slow_results[SLOW_RESULTS];

struct slow_counts {
	uint64_t	calls;			/* roots that were saved */
	uint64_t	saved, failed, removed;	/* recordings */
	uint64_t	results[SLOW_RESULTS];
	uint64_t	attempts;		/* that failed, of sending */
};

struct agent;

struct agent_slow {
	/* Options */
	const char		*threshold;	/* "10ms", "auto:p99.9"; NULL: records nothing */
	struct agent_ring	ring;
	struct post_target	collector;	/* .text is NULL: none */
	uint64_t		traces;		/* a day */
	bool			tree, no_sched;

	/* The threads */
	bool			runs;
	pthread_t		saver, sender;
	pthread_mutex_t		lock;		/* of ->stops */
	pthread_cond_t		stop;
	bool			stops;
	struct agent_tokens	tokens;
	uint64_t		recorded;	/* of the instance, at the last look */
	uint64_t		waits_since;	/* calls that are not saved; 0: none */

	struct slow_counts	counts;		/* with the lock of the agent */
};

/* Are there recordings to take care of? */
static inline bool slow_is_on(const struct agent_slow *s)
{
	return s->ring.dir;
}

/*
 * Before the instance is made; before the tracer is selected in it; after that. Each returns 0, or
 * -1 after an error message.
 */
int slow_check(struct agent *a);
int slow_prepare(const struct agent *a);
int slow_start(struct agent *a);
void slow_stop(struct agent *a);

/* send.c: send what is in the ring until slow_wait() returns false. */
void *slow_send(void *agent);

/* Wait this long. Returns false if the agent ends. */
bool slow_wait(struct agent_slow *s, uint64_t ns);
void slow_count(struct agent *a, uint64_t *counter, uint64_t more);

#endif

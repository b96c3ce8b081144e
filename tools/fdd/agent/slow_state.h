/* SPDX-License-Identifier: GPL-2.0 */
/* The data of recordings of slow calls. */
#ifndef FDD_AGENT_SLOW_STATE_H
#define FDD_AGENT_SLOW_STATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "agent/post.h"
#include "agent/ring.h"
#include "agent/slow_look.h"
#include "agent/tokens.h"

/* What became of the traces of slow calls */
enum slow_result {
	SLOW_SENT,
	SLOW_REFUSED,		/* by the collector */
	SLOW_NO_TOKEN,		/* more than --traces allows */
	SLOW_NO_ROOM,		/* removed before they were sent */
	SLOW_RESULTS
};

struct slow_counts {
	uint64_t	calls;			/* roots that were saved */
	uint64_t	saved, failed, removed;	/* recordings */
	uint64_t	results[SLOW_RESULTS];
	uint64_t	written;		/* bytes */
	uint64_t	attempts;		/* that failed, of sending */
};

/* Of each function; both 0: nothing is recorded */
struct slow_threshold {
	uint64_t	ns;
	unsigned int	per_mille;	/* the percentile of its calls */
};

struct agent_slow {
	/* Options */
	struct slow_threshold	threshold;
	struct agent_ring	ring;
	struct post_target	collector;	/* .text is NULL: none */
	uint64_t		traces;		/* a day */
	uint64_t		disk;		/* bytes a day; 0: no limit */
	bool			tree, no_sched;

	/* The threads */
	bool			runs;
	pthread_t		threads[3];	/* to save, export, send */
	unsigned int		nr_threads;
	pthread_mutex_t		removing;	/* files of the ring, by one thread at a time */
	pthread_mutex_t		lock;		/* of ->stops */
	pthread_cond_t		stop;
	bool			stops;
	int			stop_fd;	/* readable then, for poll() */
	struct agent_tokens	tokens, disk_tokens;
	uint64_t		export_at;	/* not before; fdd_now() */
	bool			disk_is_short;	/* with the lock of the agent */
	bool			snapshots;	/* the kernel has them */
	struct slow_look	look;
	uint64_t		looked, next_ns;	/* when, and how long until the next one */
	uint64_t		recorded;	/* of the instance, at the last look */
	uint64_t		waits_since;	/* calls that are not saved; 0: none */

	struct slow_counts	counts;		/* with the lock of the agent */
};

static inline bool slow_records(const struct agent_slow *s)
{
	return s->threshold.ns || s->threshold.per_mille;
}

/* Are there recordings to take care of? */
static inline bool slow_is_on(const struct agent_slow *s)
{
	return s->ring.dir;
}

#endif

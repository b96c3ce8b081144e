/* SPDX-License-Identifier: GPL-2.0 */
/* An agent and its parts: the shared data, and the functions of each part. */
#ifndef FDD_AGENT_STATE_H
#define FDD_AGENT_STATE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "agent/budget.h"
#include "agent/cgroups.h"
#include "agent/expose.h"
#include "agent/losses.h"
#include "agent/slow_state.h"
#include "agent/sums.h"
#include "serve/state.h"
#include "tracing/filter.h"
#include "tracing/session.h"

#define AGENT_MOST_TOP	1000

struct agent_limits {
	double			percent;	/* of the time of all CPUs; 0: no limit */
	unsigned int		cpus;
	struct agent_budget	budget;
	char			*path;		/* of the instance's stat */
	struct agent_sums	seen;		/* of functions; no series */
	double			span;		/* ns of their calls, which fade */
	struct filtered		filter;
	uint64_t		looked_at;	/* fdd_now(); 0: never */
	uint64_t		pause;		/* ns, from then to the next look */
	uint64_t		entered;	/* calls of all functions until then */
	uint64_t		glanced_at, glanced;	/* the same, between looks */
	double			rate;		/* calls a second, of the last glance, or 0 */
	uint64_t		own_ns, export_ns, records;	/* until then */
};

struct agent {
	struct serve		serve;
	struct session_wish	wish;
	const char		*watched;	/* an instance of others; NULL: one of its own */
	bool			by_cgroup;
	uint64_t		top;		/* functions, or pairs, with their own names */
	uint64_t		interval;	/* ns between readings, at most */
	struct agent_slow	slow;
	struct agent_limits	limits;

	char			instance[32];	/* its own */
	char			*path;		/* of its stat_hist */
	struct timespec		started;	/* CLOCK_REALTIME */

	pthread_mutex_t		lock;		/* of what follows */
	struct agent_sums	sums;		/* of functions */
	struct agent_sums	pairs;		/* with by_cgroup: of functions in cgroups */
	struct agent_cgroups	cgroups;	/* the same: their paths */
	struct agent_losses	losses;
	bool			counting;	/* when it was read last */
	uint64_t		read_at;	/* fdd_now(); 0: never */
	uint64_t		readings, failed;
	uint64_t		reading_ns;	/* time for all readings */
	uint64_t		resets;		/* of the kernel's table: others, make_room() */
	uint64_t		lack, emptied;	/* by cgroup: see make_room() */
	struct serve_data	*kept[EXPOSE_FORMATS];	/* of the last reading */
};

/* The instance that is read. */
static inline const char *agent_place(const struct agent *a)
{
	return a->watched ? a->watched : a->instance;
}

/* reading.c: add the counts since the last time. With the lock. False: it failed. */
bool agent_read(struct agent *a);
/* The counts of stat or stat_hist as they are now; NULL after an error message. */
struct fdd_stats *agent_read_table(const char *path, enum fdd_stat_by by);
/* Forget the answers that were made of the last reading. With the lock, or alone. */
void agent_drop_kept(struct agent *a);

/*
 * metrics.c: all metrics in a format, of a reading at most a second old. The caller has a
 * reference; NULL sets errno.
 */
struct serve_data *agent_metrics(struct agent *a, enum expose_format format);

#endif

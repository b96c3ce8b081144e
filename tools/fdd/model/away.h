/* SPDX-License-Identifier: GPL-2.0 */
/* The times during a window in which a task was not on a CPU. */
#ifndef FDD_AWAY_H
#define FDD_AWAY_H

#include "model/window.h"

struct fdd_away {
	uint64_t	left, woken, came;	/* asleep from left to woken, then waiting */
	const struct fdd_window_wake *wake;	/* NULL: it was preempted, or not recorded */
	uint16_t	left_cpu, came_cpu;
	bool		preempted;		/* it was runnable all the time */
	char		state;			/* in which it left; 0: unknown */
	bool		lost;			/* an event in between is missing */
	uint32_t	queue, nr_queues;	/* where it waited: the first of these */
};

/* A task waited in the queue of a CPU, up to the next one or until it came. */
struct fdd_queue {
	uint64_t	from;
	uint16_t	cpu;			/* FDD_NO_QUEUE: not known */
	int32_t		runner;			/* that ran there at first; -1: unknown */
};

#define FDD_NO_QUEUE	UINT16_MAX

struct fdd_aways {
	struct fdd_away	*list;
	uint32_t	nr, cap;
	struct fdd_queue *queues;		/* of all of them, by time */
	uint32_t	nr_queues, cap_queues;
};

/* @own: it is the window's task, which was running at the begin and at the end. */
/* @moves: the trace has sched_migrate_task. */
void fdd_aways_find(struct fdd_aways *a, const struct fdd_window *w, int32_t pid, bool own,
		    bool moves);
/* The queue of a task that waits at a time, and when it left it. */
const struct fdd_queue *fdd_away_queue(const struct fdd_aways *a, const struct fdd_away *away,
				       uint64_t time, uint64_t *until);
void fdd_aways_free(struct fdd_aways *a);

#endif

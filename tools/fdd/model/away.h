/* SPDX-License-Identifier: GPL-2.0 */
/* The times during a window in which a task was not on a CPU. */
#ifndef FDD_AWAY_H
#define FDD_AWAY_H

#include "model/window.h"

struct fdd_away {
	uint64_t	left, woken, came;	/* asleep from left to woken, then waiting */
	const struct fdd_window_wake *wake;	/* NULL: it was preempted, or not recorded */
	uint16_t	left_cpu, came_cpu;
	uint16_t	wait_cpu;		/* in whose queue it waited */
	int32_t		runner;			/* that ran there at first; -1: unknown */
	bool		lost;			/* an event in between is missing */
};

struct fdd_aways {
	struct fdd_away	*list;
	uint32_t	nr, cap;
};

/* @own: it is the window's task, which was running at the begin and at the end. */
void fdd_aways_find(struct fdd_aways *a, const struct fdd_window *w, int32_t pid, bool own);
void fdd_aways_free(struct fdd_aways *a);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Since when a task has not run. /proc/TASK/sched has the time until which it ran, but by the
 * clock of its CPU (rq_clock_task()), which leaves out interrupts and the time stolen by a
 * hypervisor. No file has the present time of that clock; the latest time of all tasks of that
 * CPU is before it.
 */
#ifndef FDD_WAITS_CLOCK_H
#define FDD_WAITS_CLOCK_H

#include "waits/task.h"

struct waits_clock {
	uint64_t	*last;		/* of each CPU, the latest time of a task; 0: none */
	uint64_t	*first_last;	/* the same at the end of the first look */
	uint32_t	nr, first_nr;
};

/** waits_clock_note - a task that was read */
void waits_clock_note(struct waits_clock *c, const struct waits_task *t);

/** waits_clock_first - the first look has ended */
void waits_clock_first(struct waits_clock *c);

struct waits_age {
	uint64_t	ns;
	bool		at_least;	/* it may be longer */
};

/**
 * waits_clock_age - how long a task has not run
 * @c: the times of all tasks that were read
 * @t: the task
 * @seen_ns: the time that it was watched and did not run
 * @age: is set
 */
void waits_clock_age(const struct waits_clock *c, const struct waits_task *t, uint64_t seen_ns,
		     struct waits_age *age);

/** waits_age_text - "41 s", "at least 1.2 s", "3 min" */
const char *waits_age_text(const struct waits_age *age, char text[32]);

void waits_clock_free(struct waits_clock *c);

#endif

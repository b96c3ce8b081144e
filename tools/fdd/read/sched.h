/* SPDX-License-Identifier: GPL-2.0 */
/* The scheduler's events as text. */
#ifndef FDD_SCHED_H
#define FDD_SCHED_H

#include "model/call.h"

/* Of a prev_state as a number: R, also of a task that was preempted, is none of the low bits. */
static inline bool fdd_state_is_runnable(uint64_t state)
{
	return !(state & 0xff);
}

/* If the text of a note is one of them, fill in what it says. */
void fdd_sched_scan(struct fdd_note *note);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Two clocks in one trace.
 *
 * A call time is always of the kernel's local clock. The time of a marker is of the
 * clock of the buffer, trace_clock, which may be another: a kernel whose TSC turns out
 * to be unstable switches it to "global" by itself. A call with times of both clocks
 * gives their distance. (The global clock never
 * goes back, so it may also stand still until the others have caught up.)
 */
#ifndef FDD_CLOCKS_H
#define FDD_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/call.h"

struct fdd_clock {
	int64_t		skew;		/* to take off the buffer's time */
	int64_t		least, before;	/* of these calls, and of those before */
	unsigned int	nr;
	bool		has_before;
	uint64_t	stamp, end;	/* the first call with the latest stamp */
	bool		stuck;		/* the buffer's clock does not go on */
	struct fdd_note	*held;		/* came before the first call */
	unsigned int	nr_held, cap_held;
};

/* A call that returned at @end by its own clock was written at @stamp. */
void fdd_clock_learn(struct fdd_clock *c, uint64_t stamp, uint64_t end);

/* The time of a note, by the clock of the calls. */
void fdd_clock_correct(const struct fdd_clock *c, struct fdd_note *note);

/* Keep a copy of a note for later; false when there are enough. */
bool fdd_clock_hold(struct fdd_clock *c, const struct fdd_note *note);
void fdd_clock_free(struct fdd_clock *c);

#endif

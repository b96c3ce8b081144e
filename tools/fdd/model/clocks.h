/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Two clocks in one trace.
 *
 * Call times are by the local trace clock. The times of markers are by the clock of the
 * buffer, trace_clock, which may be another one: a kernel that finds its TSC unstable
 * switches trace_clock to "global". Calls with times of both clocks give the difference.
 * (The global clock never goes back, so on one CPU it may stop until the others catch up.)
 */
#ifndef FDD_CLOCKS_H
#define FDD_CLOCKS_H

#include <stdbool.h>
#include <stdint.h>

#include "model/call.h"

struct fdd_clock {
	int64_t		skew;		/* to subtract from times of the buffer's clock */
	int64_t		least, before;	/* of the current batch of calls, and of the one before */
	unsigned int	nr;
	uint64_t	first;		/* stamp of the current batch's first call */
	bool		has_before;
	uint64_t	stamp, end;	/* of the first call with the latest stamp */
	bool		stuck;		/* the buffer's clock stands still */
	struct fdd_note	*held;		/* notes before the first call */
	unsigned int	nr_held, cap_held;
	size_t		held_text;	/* bytes of their texts */
};

/* Before the first call: both are the same clock, as far as is known. */
void fdd_clock_begin_same(struct fdd_clock *c);

/* Use a call that returned at @end by its clock and was written at @stamp. */
void fdd_clock_learn(struct fdd_clock *c, uint64_t stamp, uint64_t end);

/* The time of a note, by the clock of the calls. */
void fdd_clock_correct(const struct fdd_clock *c, struct fdd_note *note);

/* Keep a copy of a note until the first call; false if too many are held. */
bool fdd_clock_hold(struct fdd_clock *c, const struct fdd_note *note);
void fdd_clock_free(struct fdd_clock *c);

#endif

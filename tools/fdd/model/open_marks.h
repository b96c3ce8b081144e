/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The calls that were open when "fdd record" ended: function_duration has no record of a call that
 * has not returned. They are markers of the trace, and a text of the trace has them, too:
 *
 *	fdd-open: at=12.000000345 tasks=2 left-out=0
 *	fdd-open: pid=101 from=0 cpu=1 state=D comm=cat calls=vfs_read@10.1,ksys_read@10.000000021
 *
 * A task has one, or several if its calls have no room in one: @from counts those before. The
 * innermost call comes first, with the time of its entry, which is by the clock of the calls.
 */
#ifndef FDD_OPEN_MARKS_H
#define FDD_OPEN_MARKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "model/call.h"

#define FDD_OPEN_MARK		"fdd-open: "
#define FDD_OPEN_MARK_MAX	960	/* bytes: TRACE_BUF_SIZE of kernel/trace/trace.c is 1024 */
#define FDD_OPEN_MARK_TASKS	1024	/* that have one: those that run or are in D first */

/* Texts of the last ones; they are parsed when the trace has ended. */
struct fdd_open_marks {
	char		*text;		/* each with a newline behind it */
	size_t		size, cap;
	uint64_t	left_out;	/* tasks that had no marker */
};

/** fdd_open_marks_is - is a note one of these markers? Then it is none of the user's. */
bool fdd_open_marks_is(const struct fdd_note *note);

/** fdd_open_marks_take - keep it */
void fdd_open_marks_take(struct fdd_open_marks *o, const struct fdd_note *note);

void fdd_open_marks_free(struct fdd_open_marks *o);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* Time asleep, waiting for a CPU and in interrupts, of each call that returns. */
#ifndef FDD_OFF_CALLS_H
#define FDD_OFF_CALLS_H

#include "model/interrupts.h"
#include "model/stacks.h"

/* A note of the scheduler. */
void fdd_take_sched(struct fdd_model *m, const struct fdd_note *note);
/* Set m->off of a call that may have such time. */
void fdd_take_off(struct fdd_model *m, struct fdd_stack *s,
		  const struct fdd_frame *frame);
/* A call that was recorded with details: they replace what its callees and switches say. */
void fdd_take_detail(struct fdd_model *m, struct fdd_stack *s,
		     struct fdd_frame *frame);

/* A fast path: most calls have no such time. */
static __always_inline void fdd_find_off(struct fdd_model *m, struct fdd_stack *s,
					 const struct fdd_frame *frame, bool plain)
{
	m->off = NULL;
	if (s->off_asked != m->offs.nr || frame->call.func < FDD_FUNC_FIRST ||
	    (!plain && m->is_interrupt))
		fdd_take_off(m, s, frame);
}

#endif

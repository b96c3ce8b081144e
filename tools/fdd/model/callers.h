/* SPDX-License-Identifier: GPL-2.0 */
/* Reports the callers of calls to the sinks, also of calls whose caller is not recorded. */
#ifndef FDD_CALLERS_H
#define FDD_CALLERS_H

#include "model/stacks.h"

/* Call the callback of that name of all sinks in a list. */
#define FDD_TELL(sinks, callback, ...)						\
	do {									\
		for (struct fdd_sink **s_ = (sinks)->list; *s_; s_++)		\
			(*s_)->callback(*s_, __VA_ARGS__);			\
	} while (0)

/* @parent is the caller of @nr callees. */
void fdd_tell_callees(struct fdd_model *m, struct fdd_stack *s,
		      struct fdd_frame *callees, unsigned int nr,
		      struct fdd_frame *parent);
/* A call has no recorded caller. */
void fdd_tell_orphan(struct fdd_model *m, struct fdd_stack *s,
		     struct fdd_frame *frame, enum fdd_caller_kind kind);
/* The waiting calls of a stack from number @from to before @to have no recorded caller. */
void fdd_tell_orphans(struct fdd_model *m, struct fdd_stack *s,
		      unsigned int from, unsigned int to);
/* None of the waiting calls of a stack has a recorded caller; the stack gives its body. */
void fdd_flush_stack(struct fdd_model *m, struct fdd_stack *s);

/* The outermost call of a task: no earlier call can get a caller any more. */
static __always_inline void fdd_end_of_task_stack(struct fdd_model *m, struct fdd_stack *s,
						  struct fdd_frame *frame)
{
	if (!s->per_task) {
		/* Other tasks of this CPU may have open calls. */
		fdd_tell_orphan(m, s, frame, FDD_CALLER_NONE);
		s->body->epoch++;
		return;
	}
	fdd_tell_orphans(m, s, 0, s->body->nr);
	fdd_tell_orphan(m, s, frame, FDD_CALLER_NONE);
	fdd_body_give(m, s);
}

#endif

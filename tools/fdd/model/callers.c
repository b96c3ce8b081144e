// SPDX-License-Identifier: GPL-2.0
/* Reports the callers of calls to the sinks, also of calls whose caller is not recorded. */
#include "model/callers.h"

static enum fdd_caller_kind callee_kind(struct fdd_model *m,
					const struct fdd_frame *callee,
					const struct fdd_call *call)
{
	if (callee->call.depth == call->depth + 1)
		return FDD_CALLER_DIRECT;
	return callee->seq <= m->lost_seq ? FDD_CALLER_UNKNOWN :
					    FDD_CALLER_FILTERED;
}

void fdd_tell_callees(struct fdd_model *m, struct fdd_stack *s,
		      struct fdd_frame *callees, unsigned int nr,
		      struct fdd_frame *parent)
{
	for (unsigned int i = 0; i < nr; i++)
		FDD_TELL(&m->to_caller, caller, s, &callees[i], parent,
			 callee_kind(m, &callees[i], &parent->call));
}

void fdd_tell_orphan(struct fdd_model *m, struct fdd_stack *s,
		     struct fdd_frame *frame, enum fdd_caller_kind kind)
{
	FDD_TELL(&m->to_caller, caller, s, frame, NULL, kind);
	FDD_TELL(&m->to_orphan, orphan, frame);
}

/*
 * A call without a recorded caller. If a less deep call returned after it on the same
 * stack, its caller has returned too and was filtered. Otherwise the caller has not
 * returned, or was lost.
 */
static enum fdd_caller_kind orphan_kind(struct fdd_model *m, struct fdd_stack *s,
					const struct fdd_frame *frame)
{
	if (s->context != FDD_CTX_TASK)
		return FDD_CALLER_INTERRUPT;
	if (frame->call.depth == 0)
		return FDD_CALLER_NONE;
	if (frame->seq <= m->lost_seq)
		return FDD_CALLER_UNKNOWN;
	if (fdd_body_went_below(s->body, frame->call.depth, frame->seq))
		return FDD_CALLER_FILTERED;
	return FDD_CALLER_UNKNOWN;
}

void fdd_tell_orphans(struct fdd_model *m, struct fdd_stack *s,
		      unsigned int from, unsigned int to)
{
	struct fdd_frame *frames = s->body->frames;

	for (unsigned int i = from; i < to; i++)
		fdd_tell_orphan(m, s, &frames[i], orphan_kind(m, s, &frames[i]));
}

void fdd_flush_stack(struct fdd_model *m, struct fdd_stack *s)
{
	if (!s->body)
		return;
	fdd_tell_orphans(m, s, 0, s->body->nr);
	fdd_body_give(m, s);
}

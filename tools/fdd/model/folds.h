/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The limits of stacks: old calls are folded into blocks that remember only the time, and the
 * stacks that were not used for long are emptied.
 */
#ifndef FDD_FOLDS_H
#define FDD_FOLDS_H

#include "model/stacks.h"

/* Fold the older half of the waiting calls of a stack. */
void fdd_fold_oldest(struct fdd_model *m, struct fdd_stack *s);
/* Make room for a call on a full stack. */
void fdd_grow_frames(struct fdd_model *m, struct fdd_stack *s);
/* The folded time within the call; an upper limit if the call begins within a block. */
uint64_t fdd_unfold(struct fdd_model *m, struct fdd_body *b, const struct fdd_call *call);
/* A body for a stack without one */
struct fdd_body *fdd_body_new(struct fdd_model *m, struct fdd_stack *s);

/* The body of a stack, which has one from now on. */
static __always_inline struct fdd_body *fdd_body_take(struct fdd_model *m, struct fdd_stack *s)
{
	return s->body ? s->body : fdd_body_new(m, s);
}

#endif

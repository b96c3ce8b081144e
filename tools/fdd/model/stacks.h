/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The stacks of calls.
 *
 * A call is recorded at its return, after its callees. A stack holds the calls that have
 * returned and whose caller has not: when a call arrives that is less deep and began
 * earlier, the calls on top of the stack that began within it are its callees. This needs
 * no entry records, and is exact if no record is missing.
 *
 * Records may be missing: the caller was below the threshold or was filtered (the depths
 * have a gap), or it was lost, or it had not returned when the trace ended. Such a call has
 * a filtered or unknown caller; its time is subtracted from the self time of the nearest
 * recorded call around it.
 *
 * There is one stack per task, for all CPUs; one per CPU for the idle tasks, which all have
 * pid 0, and for tasks that the trace does not name; and one per CPU and kind of interrupt.
 */
#ifndef FDD_STACKS_H
#define FDD_STACKS_H

#include "model/model.h"

/*
 * A stack may hold this many calls, in case their caller never comes: a kernel thread's main loop
 * does not return. Then the older half is folded into blocks that remember only the time.
 */
#define FDD_MAX_FRAMES	(1u << 16)
#define FDD_GUARDS	2	/* frames in front of those of a stack, see calm.c */

/* Calls that do not wait for their caller any longer, though it may still arrive. */
struct fdd_fold {
	uint64_t	start;		/* of the first call */
	uint64_t	end;		/* of the last call */
	uint64_t	duration;	/* sum */
	uint16_t	depth;		/* the least depth */
};

/* A call of a depth returned. */
struct fdd_last_return {
	uint64_t	seq;
	unsigned int	depth;
};

/* The state that only a stack with waiting calls needs; then another stack may reuse it. */
struct fdd_body {
	struct fdd_body		*next;
	uint64_t		id;
	uint64_t		epoch;		/* outermost calls so far */
	bool			shared;		/* by tasks that the trace does not name */
	struct fdd_frame	*frames;
	unsigned int		nr, cap;
	unsigned int		waiting;	/* number of them, while sinks get a call */
	struct fdd_fold		*folds;
	unsigned int		nr_folds, cap_folds;
	/*
	 * The last returns, each one deeper than the one before: a return hides earlier ones that
	 * are as deep or deeper. Not an array by depth, which the depth in a trace could make
	 * large for each task.
	 */
	struct fdd_last_return	*returns;
	unsigned int		nr_returns, cap_returns;
};

#define FDD_ASK_OFF	UINT32_MAX	/* look up sleep for each call */

struct fdd_stack {
	uint16_t		source;
	uint8_t			context;
	bool			per_task;	/* of one task, not shared by tasks of a CPU */
	struct fdd_body		*body;
	struct fdd_off_task	*off;		/* of the task; NULL: unknown */
	uint32_t		off_asked;	/* number of known tasks at the last look-up */
	uint16_t		irq_cpu;	/* 1 + the CPU with interrupts on top of it, or 0 */
};

void fdd_stacks_free(struct fdd_model *m);
/* Free what the stacks without waiting calls hold. */
void fdd_free_unused_frames(struct fdd_model *m);
/* The stack of a call that fdd_stack_of() did not find */
struct fdd_stack *fdd_stack_add(struct fdd_model *m, const struct fdd_call *call,
				uint32_t number);
/* The stack of the task that an interrupt is on top of. */
struct fdd_stack *fdd_stack_interrupted(struct fdd_model *m, const struct fdd_call *call);
/* No call of the stack waits any longer: another stack may have its body. */
void fdd_body_give(struct fdd_model *m, struct fdd_stack *s);
/* Has a call less deep than @depth returned after number @seq? */
bool fdd_body_went_below(const struct fdd_body *b, unsigned int depth, uint64_t seq);

/* The stack of a call, which has one from now on */
static __always_inline struct fdd_stack *fdd_stack_of(struct fdd_model *m,
						      const struct fdd_call *call)
{
	uint32_t number = fdd_stack_of_call(m, call);

	if (number < m->nr_stacks && m->stacks[number])
		return m->stacks[number];
	return fdd_stack_add(m, call, number);
}

/* A call of @depth returned. */
static __always_inline void fdd_body_note_return(struct fdd_body *b, unsigned int depth,
						 uint64_t seq)
{
	unsigned int nr = b->nr_returns;

	while (nr && b->returns[nr - 1].depth >= depth)
		nr--;
	GROW(b->returns, nr, b->cap_returns);
	b->returns[nr] = (struct fdd_last_return){ seq, depth };
	b->nr_returns = nr + 1;
}

/* Was @callee called within @call, which returned after it? */
static __always_inline bool fdd_call_within(const struct fdd_call *callee,
					    const struct fdd_call *call, bool no_time)
{
	if (callee->depth <= call->depth)
		return false;
	return no_time || callee->calltime + call->slack >= call->calltime;
}

/*
 * The time of the callees of a call, the frames below @first down to the new @first. Those deeper
 * than @behind are callees of a call that is missing.
 */
static __always_inline uint64_t fdd_take_callees(struct fdd_model *m, const struct fdd_body *b,
						 const struct fdd_call *call, bool no_time,
						 unsigned int behind, unsigned int *first)
{
	unsigned int i = *first;
	uint64_t sum = 0;

	while (i && fdd_call_within(&b->frames[i - 1].call, call, no_time)) {
		i--;
		sum += b->frames[i].call.duration;
		m->gaps += b->frames[i].call.depth > behind;
	}
	*first = i;
	return sum;
}

#endif

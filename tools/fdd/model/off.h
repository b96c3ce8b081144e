/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a task did not do itself while a call was under way: it slept, it waited for a CPU,
 * an interrupt took its time.
 */
#ifndef FDD_OFF_H
#define FDD_OFF_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/map.h"
#include "model/call.h"

struct fdd_off {
	uint64_t	asleep;
	uint64_t	waiting;	/* for a CPU */
	uint64_t	irqs;		/* interrupts on top */
};

/* The same of one call: with and without what it called. */
struct fdd_off_call {
	struct fdd_off	all, self;
};

struct fdd_off_span;

/* What is known of a task. */
struct fdd_off_task {
	struct fdd_off_span	*spans;	/* that calls to come may be around, by start */
	unsigned int		nr, cap;
	uint64_t		left;		/* the CPU, while it is away */
	uint64_t		woken;		/* or 0 */
	bool			away;
	bool			runnable;	/* when it left */
	uint64_t		since;		/* its switches are all in the trace; 0: none are */
	struct fdd_offs		*offs;		/* all of them */
};

struct fdd_offs {
	struct fdd_map		keys;		/* fdd_thread_key() -> number of the task + 1 */
	struct fdd_off_task	**tasks;
	uint32_t		nr, cap;
	uint64_t		nr_spans;	/* that there is room for */
	bool			cut;		/* there are more tasks than are kept */
	bool			joined;		/* spans, which may hide some time */
};

/* The task of a key, added if @add says so; NULL: nothing is known of it. */
struct fdd_off_task *fdd_offs_task(struct fdd_offs *o, uint64_t key, bool add);
void fdd_offs_free(struct fdd_offs *o);

/* The task left its CPU, was woken, came to a CPU. */
void fdd_off_leave(struct fdd_off_task *t, uint64_t time, bool runnable);
void fdd_off_wake(struct fdd_off_task *t, uint64_t time);
void fdd_off_come(struct fdd_off_task *t, uint64_t time);

/* How a call counts. */
enum fdd_off_kind {
	FDD_OFF_PLAIN,
	FDD_OFF_SLEEPS,		/* of a function that only sleeps */
	FDD_OFF_INTERRUPT,	/* it took the task's time */
};

/* A call returned, with that self time: what of its time was none of the task's own? */
struct fdd_off_call fdd_off_returned(struct fdd_off_task *t, const struct fdd_call *call,
				     uint64_t self, enum fdd_off_kind kind);
/* The outermost call returned: nothing before it is of interest. */
void fdd_off_forget(struct fdd_off_task *t);

/* Of special functions, by their numbers: those that only sleep, and of these the idle ones. */
extern const char *const fdd_off_funcs[FDD_FUNC_FIRST - FDD_FUNC_IDLE];

static inline void fdd_off_add(struct fdd_off *to, const struct fdd_off *from)
{
	to->asleep += from->asleep;
	to->waiting += from->waiting;
	to->irqs += from->irqs;
}

static inline bool fdd_off_any(const struct fdd_off *o)
{
	return o->asleep | o->waiting | o->irqs;
}

#endif

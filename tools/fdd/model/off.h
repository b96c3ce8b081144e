/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Time during a call in which its task did not run: it was asleep, it was waiting for a CPU,
 * or an interrupt was running.
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
	uint64_t	irqs;		/* in interrupts */
};

/* The times of one call, with and without its callees. */
struct fdd_off_call {
	struct fdd_off	all, self;
};

struct fdd_off_span;

/* State of a task. */
struct fdd_off_task {
	struct fdd_off_span	*spans;	/* that later callers may contain, by start */
	unsigned int		nr, cap;
	uint64_t		left;		/* time when it left the CPU, or 0 */
	uint64_t		woken;		/* or 0 */
	bool			away;
	bool			runnable;	/* when it left the CPU */
	uint64_t		since;		/* first known switch; 0: no switches */
	struct fdd_offs		*offs;		/* all of them */
};

struct fdd_offs {
	struct fdd_map		keys;		/* fdd_thread_key() -> number of the task + 1 */
	struct fdd_off_task	**tasks;
	uint32_t		nr, cap;
	uint64_t		nr_spans;	/* allocated for all tasks */
	bool			cut;		/* more tasks than the limit */
	uint64_t		missing;	/* calls that lack time: spans were joined */
};

/* The task of a key, or NULL; @add creates it. */
struct fdd_off_task *fdd_offs_task(struct fdd_offs *o, uint64_t key, bool add);
/* Their number and what the limits cut stay known. */
void fdd_offs_free(struct fdd_offs *o);

/* The task was switched out, woken, switched in. */
void fdd_off_leave(struct fdd_off_task *t, uint64_t time, bool runnable);
void fdd_off_wake(struct fdd_off_task *t, uint64_t time);
void fdd_off_come(struct fdd_off_task *t, uint64_t time);

/* The kind of a call's own time. */
enum fdd_off_kind {
	FDD_OFF_PLAIN,
	FDD_OFF_SLEEPS,		/* of a function that only sleeps */
	FDD_OFF_INTERRUPT,	/* it interrupted the task */
};

/* A call returned, with that self time: compute its time asleep, waiting and in interrupts. */
struct fdd_off_call fdd_off_returned(struct fdd_off_task *t, const struct fdd_call *call,
				     uint64_t self, enum fdd_off_kind kind);
/*
 * The same for a call whose sleep or interrupts were measured, those of its callees included. @t
 * may be NULL.
 */
struct fdd_off_call fdd_off_measured(struct fdd_off_task *t, const struct fdd_call *call,
				     uint64_t self, const struct fdd_detail *detail,
				     enum fdd_off_kind kind);
/* The outermost call returned: drop all spans before. */
void fdd_off_forget(struct fdd_off_task *t);

/* Names of the functions that only sleep, those of idle CPUs first, by func - FDD_FUNC_IDLE. */
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

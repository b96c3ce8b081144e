/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The calls that had not returned when a trace ended, and where their tasks stood then: on a CPU,
 * asleep, or ready for a CPU.
 *
 * The first reading finds the calls, the second one the states of those tasks.
 */
#ifndef FDD_UNRETURNED_H
#define FDD_UNRETURNED_H

#include "model/duty.h"
#include "model/locks.h"
#include "model/model.h"
#include "model/states.h"
#include "model/window.h"

#define FDD_UNRETURNED		256	/* tasks that are looked at: those that wait longest */
#define FDD_UNRETURNED_CHAIN	64	/* calls of one, the innermost ones */
#define FDD_UNRETURNED_IDLE	8	/* calls by name in which tasks wait by habit */

/* A task, and its call that says most: no dispatcher, no loop of a kernel thread. */
struct fdd_unreturned {
	uint64_t	since, ns;	/* of that call: from its entry to the end of the trace */
	uint64_t	end;
	uint64_t	inner;		/* entry of the innermost call */
	uint32_t	func;
	uint32_t	comm;
	int32_t		pid;
	uint16_t	source, cpu;
	uint32_t	chain[FDD_UNRETURNED_CHAIN];	/* the innermost first */
	uint32_t	nr_chain;
	bool		more;		/* there are others around these */
	bool		lost;		/* perhaps its return */
	bool		by_event;	/* the outermost one is a system call */
	bool		only_sleeps;	/* no call says what for */
	bool		marked;		/* by model/open_marks.h, in this state: */
	uint8_t		mark_state;	/* enum fdd_state */
	char		mark_letter;
	bool		returned;	/* between the marker and the end of the trace */
	/* State UNKNOWN: not known where it stood; .to is 0: not known since when */
	struct fdd_stretch last;
	int32_t		runner;		/* the task that ran where it waits; -1: unknown */
	uint8_t		lock;		/* enum fdd_lock, for which it contended */
};

struct fdd_idle {
	uint32_t	func;
	uint32_t	tasks;
};

struct fdd_unreturned_list {
	struct fdd_sink		sink, watch;
	struct fdd_model	*m;		/* of the first reading: its names */
	const struct fdd_windows *ws;		/* of the second one */
	struct fdd_unreturned	*list;		/* after the second reading the longest first */
	uint32_t		nr, cap;
	uint64_t		others;		/* tasks beyond FDD_UNRETURNED ... */
	uint64_t		others_ns;	/* ... and the longest time of one */
	uint64_t		nr_idle;	/* tasks that wait by habit */
	struct fdd_idle		idle[FDD_UNRETURNED_IDLE];
	uint32_t		nr_idle_calls;
	struct fdd_duties	duties;
	/* The name of a system call, for the machine of a source, or NULL */
	const char		*(*syscall)(const struct fdd_source *src, int32_t nr);
	struct fdd_map		keys;		/* task -> its number in the list + 1 */
	bool			known[256];	/* by the last bits of a pid: is it in the list? */
	struct fdd_states	states;
	struct fdd_locks	locks;
};

/* Attach it to a model that is about to read traces. */
void fdd_unreturned_begin(struct fdd_unreturned_list *u, struct fdd_model *m);
/* The same for the second reading, of the same traces in the same order; and after it. */
void fdd_unreturned_begin_again(struct fdd_unreturned_list *u, struct fdd_windows *ws);
void fdd_unreturned_finish(struct fdd_unreturned_list *u);
/* Tasks with open calls for which fdd record had no room */
uint64_t fdd_unreturned_left_out(const struct fdd_unreturned_list *u);
void fdd_unreturned_free(struct fdd_unreturned_list *u);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What all tasks did while a trace was recorded: they ran, slept or waited for a CPU, who woke
 * them, and in which calls that was.
 */
#ifndef FDD_LIVES_H
#define FDD_LIVES_H

#include "model/disks.h"
#include "model/gaps.h"
#include "model/locks.h"
#include "model/model.h"
#include "model/partly.h"
#include "model/states.h"
#include "model/tcp.h"

#define FDD_LIVES_ITEMS		(1u << 20)	/* of each kind */

struct fdd_life_stretch {
	uint64_t	from, to;
	uint32_t	wake;		/* number of what ended the sleep before it + 1; or 0 */
	int32_t		pid;
	uint16_t	cpu;
	uint8_t		state;		/* enum fdd_state */
	char		letter;		/* of a sleep */
};

struct fdd_life_call {
	uint64_t	start, end;
	uint32_t	func;
	int32_t		pid;
	uint32_t	around;		/* number of the call around it + 1; 0: none */
};

/* An interrupt on top of a task, or a work item in one. */
struct fdd_life_irq {
	uint64_t	from, to;
	uint32_t	name;		/* in the names of the lives */
	int32_t		pid;
};

struct fdd_life_wake {
	int32_t		waker;
	uint32_t	name;		/* of the interrupt or work item; 0: none */
	uint32_t	end;		/* of the TCP connection it received for, the other; or 0 */
	uint32_t	device;		/* of the disk whose request it completed; 0: none */
	uint64_t	issued;		/* the device had it from then on; 0: unknown */
	bool		interrupt;
};

struct fdd_life_birth {
	uint64_t	time;
	int32_t		parent, child;
};

/* A task before another one got its pid */
struct fdd_life_name {
	uint64_t	until;
	int32_t		pid;
	uint32_t	comm;
};

/* The task that a CPU ran from its first record on */
struct fdd_life_run {
	uint64_t	until;		/* its first switch; 0: there is none */
	int32_t		pid;		/* 0: not known, or the idle task */
	uint16_t	cpu;
};

/* A task got what it spun for. */
struct fdd_life_end {
	uint64_t	time;
	int32_t		pid, waker;
};

/* A group of tasks was taken from a CPU, by its cpu.max. */
struct fdd_life_throttle {
	uint64_t	time;
	uint16_t	cpu;
};

struct fdd_lives {
	struct fdd_sink		sink, open_calls;
	struct fdd_model	*m;
	struct fdd_states	states;
	struct fdd_life_stretch	*stretches;	/* after reading by task and time */
	uint32_t		nr_stretches, cap_stretches;
	struct fdd_life_run	*runs;
	uint32_t		nr_runs, cap_runs;
	struct fdd_map		run_of;		/* CPU -> number of its run + 1 */
	bool			switches;	/* there are any */
	uint32_t		*by_cpu;	/* numbers of those that ran, by CPU and time */
	uint32_t		nr_by_cpu;
	struct fdd_life_call	*calls;		/* after reading by task and time */
	uint32_t		nr_calls, cap_calls;
	struct fdd_life_irq	*irqs;		/* after reading by task and time */
	uint32_t		nr_irqs, cap_irqs;
	struct fdd_life_irq	*works;		/* work items of workers, likewise */
	uint32_t		nr_works, cap_works;
	struct fdd_life_wake	*wakes;
	uint32_t		nr_wakes, cap_wakes;
	struct fdd_names	names;
	struct fdd_map		comms;		/* task -> number of its name + 1 */
	struct fdd_map		switched;	/* the same, as events of the scheduler say */
	struct fdd_map		dead;		/* those of which no event is newer */
	struct fdd_life_name	*former;	/* by task and time */
	uint32_t		nr_former, cap_former;
	struct fdd_map		working;	/* CPU or worker -> what is open there */
	struct fdd_life_throttle *throttles;	/* by CPU and time */
	uint32_t		nr_throttles, cap_throttles;
	struct fdd_life_end	*ends;		/* of spins, by task and time */
	uint32_t		nr_ends, cap_ends;
	struct fdd_life_birth	*births;	/* by parent and time */
	struct fdd_map		born;		/* child -> time */
	struct fdd_map		parents;	/* child -> parent or creator */
	uint32_t		nr_births, cap_births;
	uint64_t		shortest;	/* shorter calls are not kept */
	uint64_t		cut;		/* what is later is not kept; 0: all is */
	uint64_t		first, last;	/* times of records */
	uint64_t		lost;		/* events that were lost, or places of it */
	struct fdd_gaps		gaps;
	struct fdd_disks	disks;
	struct fdd_locks	locks;
	struct fdd_tcp_ends	tcp;
	struct fdd_partly	partly;
};

/* Attach it to a model that is about to read a trace, of one source. */
void fdd_lives_begin(struct fdd_lives *l, struct fdd_model *m);
/* Then: calls that had not returned when the trace ended are calls up to its end. */
void fdd_lives_take_open_calls(struct fdd_lives *l);
/* After reading. */
void fdd_lives_finish(struct fdd_lives *l);
void fdd_lives_free(struct fdd_lives *l);

/*
 * The last name, in model->comms, of the task that had a pid at a time: a pid is used again. 0 if
 * no record names it.
 */
uint32_t fdd_lives_comm(const struct fdd_lives *l, int32_t pid, uint64_t time);
/* The first stretch of a task that ends after a time; the last one is that of another task. */
uint32_t fdd_lives_stretch(const struct fdd_lives *l, int32_t pid, uint64_t time);
/* Is there any switch or wakeup of a task? */
bool fdd_lives_knows(const struct fdd_lives *l, int32_t pid);
/* From when on it is in the trace, and until when: its birth and its end, if these are in it. */
uint64_t fdd_lives_begin_of(const struct fdd_lives *l, int32_t pid);
uint64_t fdd_lives_end_of(const struct fdd_lives *l, int32_t pid);
/*
 * The only child or thread of a task that has not ended at a time; 0: there is none, or others, or
 * many were born since.
 */
int32_t fdd_lives_only_child(const struct fdd_lives *l, int32_t parent, uint64_t time);
/* Of the children that live at @from, the one that runs longest until @to; 0: there is none. */
int32_t fdd_lives_busiest_child(const struct fdd_lives *l, int32_t parent, uint64_t from,
				uint64_t to);
/* Was a task, or a thread, begun by another one, or by one that this one began, and so on? */
bool fdd_lives_descends(const struct fdd_lives *l, int32_t pid, int32_t from);
/* How often it left a CPU. */
uint64_t fdd_lives_switches(const struct fdd_lives *l, int32_t pid);
/* The innermost call of a task at a time, or NULL. */
const struct fdd_life_call *fdd_lives_call(const struct fdd_lives *l, int32_t pid, uint64_t time);
/* The first interrupt on top of a task that ends after a time. */
uint32_t fdd_lives_irq(const struct fdd_lives *l, int32_t pid, uint64_t time);
/* The first work item of a worker that ends after a time, or NULL. */
const struct fdd_life_irq *fdd_lives_work(const struct fdd_lives *l, int32_t pid, uint64_t time);
/* The call around all calls of a task that are open at a time, or NULL; and the next call. */
const struct fdd_life_call *fdd_lives_outermost(const struct fdd_lives *l, int32_t pid,
						uint64_t time);
const struct fdd_life_call *fdd_lives_next_call(const struct fdd_lives *l, int32_t pid,
						uint64_t time);
/* The call around a call, or NULL. */
static inline const struct fdd_life_call *fdd_lives_around(const struct fdd_lives *l,
							   const struct fdd_life_call *c)
{
	return c->around ? &l->calls[c->around - 1] : NULL;
}

/* Was a group throttled on a CPU between two times? */
bool fdd_lives_throttled(const struct fdd_lives *l, uint16_t cpu, uint64_t from, uint64_t to);
/* Who woke a task last between two times although it did not sleep; 0: nobody */
int32_t fdd_lives_end_of_spin(const struct fdd_lives *l, int32_t pid, uint64_t from, uint64_t to);
/* The first entry of by_cpu that ends after a time. */
uint32_t fdd_lives_on_cpu(const struct fdd_lives *l, uint16_t cpu, uint64_t time);

#endif

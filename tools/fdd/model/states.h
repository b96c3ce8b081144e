/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The states of tasks over time, and interrupts and work items from begin to end, found from
 * events while a trace is read.
 */
#ifndef FDD_STATES_H
#define FDD_STATES_H

#include "lib/map.h"
#include "model/call.h"

enum fdd_state {
	FDD_STATE_UNKNOWN,
	FDD_STATE_RUNNING,
	FDD_STATE_ASLEEP,
	FDD_STATE_READY,	/* waiting for a CPU */
};

/* The letter of a task that has ended: nothing wakes it. */
static inline bool fdd_state_is_dead(char letter)
{
	return letter == 'X' || letter == 'Z';
}

/* ... of one that is stopped, by a signal or by its tracer */
static inline bool fdd_state_is_stopped(char letter)
{
	return letter == 'T' || letter == 't';
}

/* A task was in one state. */
struct fdd_stretch {
	uint64_t	from, to;
	uint64_t	wake;		/* what woke() returned; 0: it was not woken */
	uint32_t	comm;		/* in model->comms; 0: unknown */
	int32_t		pid;
	uint16_t	source, cpu;
	uint8_t		state;		/* enum fdd_state */
	char		letter;		/* of the kernel for a task that is asleep; 0: unknown */
};

/* An interrupt, or a work item of a worker. */
struct fdd_worked {
	uint64_t	from, to;
	char		*name;		/* fdd_work_name() */
	int32_t		pid;		/* on top of that task, or in that worker */
	uint16_t	source, cpu;
	uint8_t		work;		/* enum fdd_work */
};

/* Receives them. States and work in which events were lost are left out. */
struct fdd_state_watch {
	void		(*stretch)(void *arg, const struct fdd_stretch *s);
	/* A task or an interrupt woke another task; the return value is in later stretches. */
	uint64_t	(*woke)(void *arg, const struct fdd_note *note);
	void		(*worked)(void *arg, const struct fdd_worked *w);
	/* ... one that does not sleep: it spins for what it will get. May be NULL. */
	void		(*woke_awake)(void *arg, const struct fdd_note *note);
	void		*arg;
};

struct fdd_states {
	struct fdd_state_watch	watch;
	struct fdd_map		keys;		/* fdd_thread_key() -> number of the task + 1 */
	struct fdd_task_state	*tasks;
	uint32_t		nr, cap;
	struct fdd_map		losses;		/* CPU -> times that events were lost */
	struct fdd_map		open;		/* CPU or worker -> number of its open work + 1 */
	struct fdd_open_work	*works;
	uint32_t		nr_works, cap_works;
	bool			by_wakers;	/* the trace has sched_waking */
	struct fdd_map		lasts;		/* source -> time of the last record */
};

/* A record of any kind. */
void fdd_states_see(struct fdd_states *s, uint16_t source, uint64_t time);
void fdd_states_note(struct fdd_states *s, const struct fdd_note *note);
/* The state that a task is in after what was read; false if that is not known. */
bool fdd_states_last(struct fdd_states *s, uint16_t source, int32_t pid,
		     struct fdd_stretch *last);
/* After reading: the states that the tasks were in at the end. */
void fdd_states_finish(struct fdd_states *s);
void fdd_states_free(struct fdd_states *s);

#endif

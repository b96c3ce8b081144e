/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The calls that are open while a trace is read, from the records of their entries and returns:
 * those that are left when it ends had not returned.
 */
#ifndef FDD_OPEN_CALLS_H
#define FDD_OPEN_CALLS_H

#include "lib/map.h"
#include "model/model.h"

/* Of function_graph. The entry at a depth is at that place; one without a time is not known. */
struct fdd_entry {
	uint64_t	time;
	uint64_t	func;		/* what the reader knows of its function */
};

/* A system call, which has no depth. */
struct fdd_open_syscall {
	uint64_t	time;
	uint32_t	func;		/* what the reader knows of its name; 0: the number */
	int32_t		nr;
};

struct fdd_open_task {
	uint64_t	key;
	struct fdd_entry *calls;	/* up to the innermost open one */
	uint32_t	nr, cap;
	bool		in_syscall;
	struct fdd_open_syscall	syscall;
	int32_t		pid;
	uint32_t	comm;		/* in model->comms, where the reader sets it */
	uint16_t	source, cpu;	/* of its last record */
};

struct fdd_entries {
	struct fdd_map		keys;	/* fdd_thread_key() -> its task, as a pointer */
	struct fdd_open_task	**last;	/* by CPU */
	uint32_t		nr_last;
	uint32_t		nr_calls;	/* room for them, of all tasks */
	bool			full;	/* there is no room for other tasks */
	bool			left_out;	/* some of them, or of their calls */
};

struct fdd_open_task *fdd_entries_find(struct fdd_entries *e, uint16_t source, int32_t pid,
				       uint16_t cpu);
/* Make room for a depth; false if there is none. */
bool fdd_entries_grow(struct fdd_entries *e, struct fdd_open_task *t, unsigned int depth);

/* The task that a record of a CPU is of; NULL: that is not known, or there are too many. */
static inline struct fdd_open_task *fdd_entries_task(struct fdd_entries *e, uint16_t source,
						     int32_t pid, uint16_t cpu)
{
	struct fdd_open_task *t = cpu < e->nr_last ? e->last[cpu] : NULL;

	if (!t || t->pid != pid || t->source != source)
		t = fdd_entries_find(e, source, pid, cpu);
	if (t)
		t->cpu = cpu;
	return t;
}

static inline void fdd_enter(struct fdd_entries *e, struct fdd_open_task *t, unsigned int depth,
			     uint64_t time, uint64_t func)
{
	if (depth >= t->cap && !fdd_entries_grow(e, t, depth))
		return;
	while (t->nr < depth)
		t->calls[t->nr++] = (struct fdd_entry){ 0 };
	t->calls[depth] = (struct fdd_entry){ time, func };
	t->nr = depth + 1;
}

static inline void fdd_leave(struct fdd_open_task *t, unsigned int depth)
{
	if (t->nr > depth)
		t->nr = depth;
}

/* The end of a trace */
struct fdd_trace_end {
	uint64_t	time;
	uint64_t	lost;		/* events were lost then, the last time; 0: never */
	/* What the reader knows becomes a function, a system call, a name; NULL: it is one. */
	uint32_t	(*func)(void *arg, uint64_t func);
	uint32_t	(*syscall)(void *arg, uint32_t func);
	uint32_t	(*comm)(void *arg, int32_t pid);
	void		*arg;
};

/* Put the system call of a task first into its calls, and forget it. */
void fdd_entries_take_syscall(struct fdd_entries *e, struct fdd_open_calls *open);
/* What is open goes to the model, which has received all calls. Frees all. */
void fdd_entries_end(struct fdd_entries *e, struct fdd_model *m, const struct fdd_trace_end *end);
void fdd_entries_free(struct fdd_entries *e);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the time of a program went: a partition of its time, in which the time that it slept is
 * that of the task which woke it, and so on.
 */
#ifndef FDD_PATH_H
#define FDD_PATH_H

#include "model/lives.h"

#define FDD_PATH_HOPS	8

enum fdd_cause_kind {
	FDD_CAUSE_CODE,		/* the program's own code ran */
	FDD_CAUSE_KERNEL,	/* the kernel worked in a system call */
	FDD_CAUSE_FAULT,	/* ... for page faults */
	FDD_CAUSE_THREAD,	/* a thread of the kernel ran */
	FDD_CAUSE_INTERRUPTS,
	FDD_CAUSE_READY,	/* another task had its CPU */
	FDD_CAUSE_LATE,		/* its CPU was idle */
	FDD_CAUSE_THROTTLED,	/* cpu.max */
	FDD_CAUSE_SLEEP,
	FDD_CAUSE_ASKED,	/* it slept as long as it had asked */
	FDD_CAUSE_STOPPED,
	FDD_CAUSE_TRACED,
	FDD_CAUSE_EDGE,		/* start and end of the program */
	FDD_CAUSE_PARTLY,	/* its own code ran, or calls that were not recorded any more */
	FDD_CAUSE_UNKNOWN,
};

/* A task, and where it was: the last one is what the others waited for. */
struct fdd_hop {
	int32_t		pid;
	uint32_t	comm;		/* in model->comms */
	uint32_t	func;		/* that says what it waited for; 0: none */
	uint32_t	call;		/* the system call; 0: none */
	uint32_t	work;		/* without one, the work item, in path->names; 0: none */
};

/* Pieces of the time with the same reason. */
struct fdd_cause {
	enum fdd_cause_kind kind;
	struct fdd_hop	hops[FDD_PATH_HOPS];	/* of the longest piece */
	unsigned int	nr_hops;
	unsigned int	base;		/* the first hop that is more than a parent or creator */
	uint32_t	name;		/* in path->names: who ended it, or ran; 0: unknown */
	uint64_t	ns, longest, at;
	uint64_t	times;		/* number of waits, or of stretches that it ran */
	uint64_t	last;
	uint64_t	of_disk;	/* of waits for a disk of which it is known */
	uint64_t	in_disk;	/* ... how long it had the request */
	uint32_t	group;		/* causes of one finding */
	uint64_t	link;		/* key of those that begin in the same way */
};

struct fdd_cause_group {
	uint32_t	id;		/* the group of its causes */
	uint32_t	cause;		/* what it is named after */
	uint64_t	ns, times;
	uint64_t	link_ns;	/* of causes that begin as that one */
};

/* Time in its own code, or in calls of a kind that was not recorded later, of a task's name */
struct fdd_recorded {
	uint32_t	comm;
	uint32_t	call;		/* 0: its own code */
	enum fdd_cause_kind kind;
	uint64_t	ns;
};

/* A wait that was interrupted and begun again: stretches from @first to before @end */
struct fdd_again {
	uint32_t	first, end;
	bool		ended;		/* by a task */
};

struct fdd_path {
	const struct fdd_lives	*l;
	bool			any_task; /* causes do not differ by the task whose time it is */
	bool			turns;	/* of a server: who ends its idle waits is only named */
	struct fdd_cause	*causes;	/* after fdd_path_finish() the largest first */
	uint32_t		nr, cap;
	struct fdd_map		keys;
	struct fdd_func_facts	*facts;		/* by function */
	uint32_t		nr_facts;
	struct fdd_cause_group	*groups;	/* the same */
	uint32_t		nr_groups;
	struct fdd_names	names;
	struct fdd_map		begun;	/* task -> a call that began before the trace, + 1 */
	struct fdd_map		open;	/* task -> one that had not returned at its end, + 1 */
	/* the name of a disk, to be freed, or NULL: only the machine knows it */
	char			*(*disk_name)(uint32_t device);
	struct fdd_map		disks;	/* device -> its name in @names */
	struct fdd_path		*behind; /* of turns: what those did who ended idle waits */
	struct fdd_recorded	*recorded;	/* while all calls were */
	uint32_t		nr_recorded, cap_recorded;
	struct fdd_map		recorded_at;	/* name, kind and call -> number + 1 */
	uint64_t		ns;		/* all of it */
	uint64_t		wait;		/* number of the stretch of the program */
	uint32_t		nr_spins;	/* whose owner was looked for */
	uint32_t		nr_again;	/* sleeps that were not the end of a wait */
	struct fdd_hop		hops[FDD_PATH_HOPS];
	uint64_t		woken[FDD_PATH_HOPS];	/* when the one above was */
	struct fdd_again	again[FDD_PATH_HOPS];
	bool			own[FDD_PATH_HOPS];
	unsigned int		level;
	unsigned int		passed;		/* workers that are not in the chain */
};

void fdd_path_begin(struct fdd_path *p, const struct fdd_lives *l);
/* The system call that a task was in when recording began, or when it ended: "read". */
void fdd_path_note_call(struct fdd_path *p, int32_t pid, const char *call, bool at_end);
/* Add the time of a task from its exec, if it is in the trace, to its exit. */
bool fdd_path_add_command(struct fdd_path *p, int32_t pid);
/* Add the time of a task, as far as it lived while the trace was recorded. */
void fdd_path_add_task(struct fdd_path *p, int32_t pid);
/* Add the time of a task from one time to another, of a call. */
void fdd_path_add_time(struct fdd_path *p, int32_t pid, uint64_t from, uint64_t to);
/* Sort and group what was found. */
void fdd_path_finish(struct fdd_path *p);
void fdd_path_free(struct fdd_path *p);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* "fdd now": the tasks that are blocked at this moment, and whom they wait for. */
#ifndef FDD_NOW_H
#define FDD_NOW_H

#include "lib/cgroup.h"
#include "lib/patterns.h"
#include "tracing/open.h"
#include "waits/chain.h"

/* More than that many tasks would need too much memory. */
#define NOW_MOST_TASKS	131072

struct now_wish {
	uint64_t		least_ns;	/* blocked for at least that */
	uint64_t		watch_ns;	/* 0: once */
	uint64_t		limit;		/* of groups; 0: none */
	bool			all;		/* also tasks that wait by habit */
	bool			json;
	struct fdd_patterns	comms;
	struct fdd_cgroup_list	cgroups;
	struct fdd_numbers	pids;
};

/* A task at the first look. */
struct now_task {
	pid_t		tid;
	char		state;
	uint64_t	switches, sleeps, ran_ns, read_ns;
	uint64_t	user_ticks, kernel_ticks;
};

/* A task that did not sleep between the looks. */
struct now_runner {
	struct waits_task	task;
	unsigned int		percent;	/* of the time; the rest it waited for a CPU */
	bool			own;		/* mostly in its own code, not in the kernel */
};

/* Tasks that wait for the same thing. */
struct now_group {
	const struct waits_node	*first;		/* the one that waits longest */
	uint32_t		from, nr;	/* in ->members */
	int			rank;
};

struct now_idle {
	char		name[40];		/* of the system call */
	uint32_t	nr;
};

#define NOW_IDLE_CALLS	32

struct now {
	struct waits		waits;
	struct now_task		*tasks;
	uint32_t		nr_tasks, task_cap;
	struct now_runner	*runners;
	uint32_t		nr_runners, runner_cap;
	struct now_member {
		const struct waits_node	*node;
		char			*key;
	} *members;
	uint32_t		nr_members, member_cap;
	struct now_group	*groups;
	uint32_t		nr_groups, group_cap;
	struct now_idle		idles[NOW_IDLE_CALLS];
	uint32_t		nr_idles, nr_idle;	/* of kinds, of tasks */
	uint32_t		nr_ran;		/* asleep at both looks, but ran between them */
	uint32_t		nr_short;	/* blocked, but for less than the threshold */
	uint32_t		nr_hidden;	/* we may not see for what they wait */
	uint32_t		nr_blocked;
	struct open_calls	calls;		/* that are open, of traced functions */
	uint64_t		look_ns;
	bool			has_times;	/* the kernel says since when tasks sleep */
	bool			cut;		/* more than NOW_MOST_TASKS */
};

/** now_look - look twice at all tasks */
void now_look(struct now *now, const struct now_wish *wish);

/**
 * now_open - the open calls of a task that is blocked
 *
 * They were read after the task was: they count if it has not run since.
 *
 * Return: the inner ones first, and how many they are; NULL: none, or they are not known
 */
const struct open_call *now_open(const struct now *now, const struct waits_node *n, uint32_t *nr);

/** now_group - group what was found: the worst first */
void now_group(struct now *now, const struct now_wish *wish);

/** now_object - what the tasks of a group wait for, and whom; the caller frees it */
char *now_object(const struct now_group *g);

void now_print(const struct now *now, const struct now_wish *wish);
void now_print_json(const struct now *now, const struct now_wish *wish);

void now_free(struct now *now);

#endif

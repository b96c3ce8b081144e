/* SPDX-License-Identifier: GPL-2.0 */
/* The traced calls that have not returned: the files function_duration/open of all instances. */
#ifndef FDD_OPEN_H
#define FDD_OPEN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#define OPEN_CALLS	"function_duration/open"
#define OPEN_CGROUP	1024	/* bytes of a path; the module writes no longer one */

struct open_call {
	pid_t		tid;
	uint32_t	nr;		/* in the order of the files */
	uint64_t	for_ns, since_ns;
	int		cpu;
	char		state[12];
	const char	*instance;	/* NULL: the top directory */
	const char	*cgroup;	/* its path, or "id:4711"; NULL: none */
	char		*function;
	char		comm[64];
};

struct open_calls {
	struct open_call	*calls;		/* by task, then instance: the inner ones first */
	uint32_t	nr, cap;
	char		**instances;
	uint32_t	nr_instances, instance_cap;
	char		**cgroups;
	uint32_t	nr_cgroups, cgroup_cap;
};

#define BLOCKED_TASKS	"function_duration/blocked"	/* at the top */

/** open_numbers_are_ours - are the numbers of tasks in these files those of our PID namespace? */
bool open_numbers_are_ours(void);

/** open_calls_read - read the files of all instances; there are none without the module */
void open_calls_read(struct open_calls *calls);

/**
 * open_calls_read_of - read the file of one instance, whose name is kept
 * Return: false if it cannot be read; errno says why
 */
bool open_calls_read_of(struct open_calls *calls, const char *instance);

/** open_calls_sort - after the last line */
void open_calls_sort(struct open_calls *calls);

/**
 * open_calls_of - the calls of a task, whose name is as in /proc
 * Return: them, and how many they are; NULL: none, or of an earlier task with its number
 */
const struct open_call *open_calls_of(const struct open_calls *calls, pid_t tid, const char *comm,
				      uint32_t *nr);

/**
 * open_calls_cgroup - the cgroup of such a task, as /proc/PID/cgroup has it
 * Return: NULL: it has no calls, or its cgroup is not known
 */
const char *open_calls_cgroup(const struct open_calls *calls, pid_t tid, const char *comm);

void open_calls_free(struct open_calls *calls);

#endif

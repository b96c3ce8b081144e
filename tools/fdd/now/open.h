/* SPDX-License-Identifier: GPL-2.0 */
/* The traced calls that have not returned, from function_duration/open of all instances. */
#ifndef FDD_NOW_OPEN_H
#define FDD_NOW_OPEN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct now_call {
	pid_t		tid;
	uint32_t	nr;		/* in the order of the files */
	uint64_t	for_ns, since_ns;
	const char	*instance;	/* NULL: the top directory */
	char		*function;
	char		comm[64];
};

struct now_calls {
	struct now_call	*calls;		/* by task, then instance: the inner ones first */
	uint32_t	nr, cap;
	char		**instances;
	uint32_t	nr_instances, instance_cap;
};

/** now_calls_read - read the files of all instances; there are none without the module */
void now_calls_read(struct now_calls *calls);

/** now_calls_line - take a line of such a file. Return: false if it is not one of a call */
bool now_calls_line(struct now_calls *calls, const char *instance, char *line);

/** now_calls_sort - after the last line */
void now_calls_sort(struct now_calls *calls);

/** now_calls_of - Return: the calls of a task, and how many they are; NULL: none */
const struct now_call *now_calls_of(const struct now_calls *calls, pid_t tid, const char *comm,
				    uint32_t *nr);

void now_calls_free(struct now_calls *calls);

#endif

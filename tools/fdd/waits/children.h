/* SPDX-License-Identifier: GPL-2.0 */
/* The children of processes. */
#ifndef FDD_WAITS_CHILDREN_H
#define FDD_WAITS_CHILDREN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct waits_child {
	pid_t	parent, pid;
	pid_t	ns_pid;		/* in the innermost PID namespace */
};

struct waits_children {
	struct waits_child	*list;		/* by parent */
	uint32_t		nr, cap;
	bool			is_read;
};

/** waits_children_of - the children of a process. Return: their number */
uint32_t waits_children_of(struct waits_children *children, pid_t parent,
			   const struct waits_child **first);

void waits_children_free(struct waits_children *children);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* Locks of files, from /proc/locks. */
#ifndef FDD_WAITS_LOCKS_H
#define FDD_WAITS_LOCKS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

struct waits_locks {
	struct waits_lock {
		pid_t	waits, holds;	/* processes; @holds is -1 for an open file description */
		char	range[64];	/* "FLOCK ADVISORY WRITE" */
	} *list;			/* by @waits; of equal ones the first line is first */
	uint32_t	nr, cap;
	bool		is_read;
};

/** waits_locks_find - Return: the lock that a process waits for, or NULL */
const struct waits_lock *waits_locks_find(struct waits_locks *locks, pid_t process);

void waits_locks_free(struct waits_locks *locks);

#endif

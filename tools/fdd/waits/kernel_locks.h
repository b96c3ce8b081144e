/* SPDX-License-Identifier: GPL-2.0 */
/* Locks of the kernel that tasks wait for, as function_duration/blocked has them. */
#ifndef FDD_WAITS_KERNEL_LOCKS_H
#define FDD_WAITS_KERNEL_LOCKS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/types.h>

struct waits_kernel_lock {
	pid_t		tid, holder;	/* holder 0: not known */
	uint64_t	switches;	/* of the task, when that was so */
	uint64_t	number;		/* of the lock */
	char		lock[12];	/* "rwsem-read" */
	char		relation[12];	/* "held-by", "readers", "not-known" */
};

struct waits_kernel_locks {
	struct waits_kernel_lock *list;	/* by task */
	uint32_t		nr, cap;
};

/** waits_kernel_locks_read - read the file, whose tasks have the numbers of this namespace */
void waits_kernel_locks_read(struct waits_kernel_locks *l, FILE *f);

/**
 * waits_kernel_locks_find - the lock that a task waits for
 * @switches: of the task
 *
 * Return: NULL: that is not known, or the task has run since
 */
const struct waits_kernel_lock *waits_kernel_locks_find(const struct waits_kernel_locks *l,
							pid_t tid, uint64_t switches);

void waits_kernel_locks_free(struct waits_kernel_locks *l);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Functions in which a task waits, and what for, in plain words. They are called
 * only to wait, or once in a system call, so recording them costs little.
 */
#ifndef FDD_WAITS_H
#define FDD_WAITS_H

#include <stdbool.h>
#include <stddef.h>

struct fdd_wait {
	const char	*glob;
	const char	*words;		/* "%s" is the task that ended it; NULL: the kernel works */
};

/* The object that a function waits for, or NULL. */
const struct fdd_wait *fdd_wait_of(const char *func);

/* Before the kind of lock that a task contends for, where that stands for a function */
#define FDD_LOCK_PREFIX		"lock:"
bool fdd_is_lock(const char *func);

/* Does a task wait in a function for the other end of a pipe? */
bool fdd_waits_in_pipe(const char *func);

/*
 * What a task does that runs in a function, if that says more than its system call; or NULL. "%s"
 * is the task that has the lock it spins for.
 */
const char *fdd_busy_in(const char *func);

/* All of them, and the system calls and page faults around them: what "fdd why" records. */
extern const struct fdd_wait fdd_waits[];
extern const size_t fdd_nr_waits;
extern const char *const fdd_wait_callers[];	/* up to NULL */

/* Functions that say that a group of tasks is throttled. */
bool fdd_is_throttle(const char *func);

#endif

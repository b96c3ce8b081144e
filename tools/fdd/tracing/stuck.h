/* SPDX-License-Identifier: GPL-2.0 */
/* Where a task is now, from /proc: what it is in may have begun before it was traced. */
#ifndef FDD_STUCK_H
#define FDD_STUCK_H

#include <sys/types.h>

/*
 * "sort-812, state D, in futex_do_wait < __futex_wait", or NULL. The caller frees it. Of a lock of
 * a file and of a pipe also which one, and a process that has locked it or has the other end.
 */
char *stuck_in(pid_t task);

#endif

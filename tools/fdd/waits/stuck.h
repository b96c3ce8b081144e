/* SPDX-License-Identifier: GPL-2.0 */
/* Where a task is now, from /proc: what it is in may have begun before it was traced. */
#ifndef FDD_WAITS_STUCK_H
#define FDD_WAITS_STUCK_H

#include <stdint.h>
#include <sys/types.h>

/*
 * "sort-812, state S, in pipe_read < vfs_read, waits for data of pipe:[123], into which cat-811
 * can write; it is idle in nanosleep()", or NULL if it has ended. The caller frees it.
 */
char *stuck_in(pid_t task);

/* The same of several tasks, for which files of all processes are read once. */
void stuck_list(const int32_t *tasks, uint32_t nr, char **texts);

#endif

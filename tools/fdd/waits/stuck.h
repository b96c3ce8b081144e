/* SPDX-License-Identifier: GPL-2.0 */
/* Where a task is now, from /proc: what it is in may have begun before it was traced. */
#ifndef FDD_WAITS_STUCK_H
#define FDD_WAITS_STUCK_H

#include <stdbool.h>
#include <stdint.h>

/*
 * "sort-812, state S, in pipe_read < vfs_read, waits for data of pipe:[123], into which cat-811
 * can write; it is idle in nanosleep()", of each, or NULL if it has ended. The caller frees them.
 */
void stuck_list(const int32_t *tasks, uint32_t nr, char **texts);

struct stuck_look {
	char		call[32];	/* the system call that it is in; "" if it is in none */
	uint64_t	switches;	/* to other tasks, so far */
	bool		there;
};

void stuck_look(const int32_t *tasks, uint32_t nr, struct stuck_look *looks);

/*
 * The cgroup of a task, "/system.slice/nginx.service", if that is another one than ours: that
 * names its service or container. NULL if it is not, or @comm has ended. The caller frees it.
 */
char *stuck_cgroup(int32_t task, const char *comm);

#endif

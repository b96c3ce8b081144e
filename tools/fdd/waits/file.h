/* SPDX-License-Identifier: GPL-2.0 */
/* What a task waits for at a file: a pipe, a socket, a lock, a server, a disk. */
#ifndef FDD_WAITS_FILE_H
#define FDD_WAITS_FILE_H

#include "waits/kinds.h"

/** waits_text - as asprintf(), but does not fail, and leaves out the middle of a long text */
char *waits_text(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/** waits_on_lock - in flock(2), or in fcntl(2) for a lock */
void waits_on_lock(struct waits_sources *s, const struct waits_task *t, struct waits_wait *w);

/** waits_on_lease - in open(2) of a file of which another process has a lease */
void waits_on_lease(struct waits_sources *s, const struct waits_task *t, struct waits_wait *w);

/** waits_on_server - Return: false if it does not wait for a server of FUSE or NFS */
bool waits_on_server(struct waits_sources *s, const struct waits_task *t, struct waits_wait *w);

/** waits_on_file - in a system call whose first argument is a descriptor */
void waits_on_file(struct waits_sources *s, const struct waits_task *t, struct waits_wait *w);

/** waits_in_kernel - in state D: for a disk, or for what is not known */
void waits_in_kernel(struct waits_sources *s, const struct waits_task *t, struct waits_wait *w);

#endif

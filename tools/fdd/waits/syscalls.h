/* SPDX-License-Identifier: GPL-2.0 */
/* System calls by number. */
#ifndef FDD_WAITS_SYSCALLS_H
#define FDD_WAITS_SYSCALLS_H

#include "waits/task.h"

enum waits_call {
	WAITS_CALL_OTHER,
	WAITS_CALL_IDLE,	/* programs wait in it for what may never come */
	WAITS_CALL_FUTEX,
	WAITS_CALL_READ,	/* of a descriptor, the first argument; so are those below */
	WAITS_CALL_WRITE,
	WAITS_CALL_FILE,
	WAITS_CALL_FLOCK,
	WAITS_CALL_FCNTL,
	WAITS_CALL_WAIT4,
	WAITS_CALL_WAITID,
	WAITS_CALL_FORK,
	WAITS_CALL_SEMOP,	/* the first argument is a number of System V */
	WAITS_CALL_MSGSND,
	WAITS_CALL_MSGRCV,
};

enum waits_call waits_call_of(const struct waits_task *t);

/** waits_syscall_name - "read", "system call 999", "" outside of one; @name may be returned */
const char *waits_syscall_name(const struct waits_task *t, char name[32]);

static inline bool waits_call_has_file(enum waits_call call)
{
	return call >= WAITS_CALL_READ && call <= WAITS_CALL_FCNTL;
}

static inline bool waits_call_is_sysv(enum waits_call call)
{
	return call >= WAITS_CALL_SEMOP && call <= WAITS_CALL_MSGRCV;
}

#endif

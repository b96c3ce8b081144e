/* SPDX-License-Identifier: GPL-2.0 */
/* What tasks wait for: the kinds, and what is read to find them. */
#ifndef FDD_WAITS_KINDS_H
#define FDD_WAITS_KINDS_H

#include "waits/children.h"
#include "waits/ends.h"
#include "waits/futex.h"
#include "waits/kernel_locks.h"
#include "waits/locks.h"
#include "waits/memory.h"
#include "waits/mounts.h"
#include "waits/sockets.h"
#include "waits/task.h"

enum waits_kind {
	WAITS_UNKNOWN,		/* for what is not known */
	WAITS_HIDDEN,		/* we may not see for what */
	WAITS_RUNS,		/* for nothing: it runs, or waits for a CPU */
	WAITS_ENDED,
	WAITS_IDLE,		/* by habit: for what may never come */
	WAITS_FUTEX,
	WAITS_THREAD,
	WAITS_PIPE,
	WAITS_UNIX,
	WAITS_TCP,
	WAITS_LOCK,
	WAITS_SYSV,		/* a message queue or semaphore of System V */
	WAITS_CHILD,
	WAITS_FUSE,
	WAITS_NFS,
	WAITS_DISK,
	WAITS_KERNEL_LOCK,
	WAITS_KERNEL,		/* in state D, for something else */
	WAITS_TRACER,
	WAITS_STOPPED,
	WAITS_FROZEN,
	WAITS_KINDS,
};

extern const char *const waits_kind_names[WAITS_KINDS];

struct waits_wait {
	enum waits_kind	kind;
	char		*what;		/* "a lock on /tmp/x"; NULL: not known */
	const char	*how;		/* "which %s holds": %s is the holder */
	pid_t		holder;		/* a task, for a process its main thread; 0: not known */
	bool		of_process;	/* the process of the holder, not this task of it */
	uint32_t	others;		/* how many could be it apart from the holder */
	uint64_t	object;		/* a number of it: of a futex its address; 0: none */
	char		in[128];	/* the functions of the kernel that it is in */
};

/* What is read once for all tasks. */
struct waits_sources {
	struct waits_ends	ends;
	struct waits_sockets	sockets;
	struct waits_locks	locks;
	struct waits_children	children;
	struct waits_mounts	mounts;
	struct waits_memory	memory;
	struct waits_futexes	futexes;
	struct waits_kernel_locks kernel_locks;	/* the user reads them */
};

#endif

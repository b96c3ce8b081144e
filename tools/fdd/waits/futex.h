/* SPDX-License-Identifier: GPL-2.0 */
/* The owner of a futex that a task waits for, by the word in its memory. */
#ifndef FDD_WAITS_FUTEX_H
#define FDD_WAITS_FUTEX_H

#include "waits/memory.h"
#include "waits/task.h"

enum waits_futex_kind {
	WAITS_FUTEX_UNKNOWN,	/* a condition variable, Go, Java, ... */
	WAITS_FUTEX_LOCK,	/* a lock that @owner has */
	WAITS_FUTEX_THREAD,	/* the thread @owner, until it ends */
};

struct waits_futex {
	enum waits_futex_kind	kind;
	pid_t			owner;
};

/* A thread by its number in its own PID namespace. */
struct waits_ns_thread {
	pid_t	number, tid;
};

/* The last answer: often many tasks wait for one futex. */
struct waits_futexes {
	struct waits_memory	*memory;
	pid_t			process;
	uint64_t		word, value;
	uint32_t		op;
	struct waits_futex	last;
	pid_t			threads_of;	/* this process, that of the last look-up */
	struct waits_ns_thread	*threads;	/* by number */
	uint32_t		nr_threads, thread_cap;
};

/** waits_futex_find - what a task in futex(2) waits for */
void waits_futex_find(struct waits_futexes *f, const struct waits_task *t,
		      struct waits_futex *found);

void waits_futexes_free(struct waits_futexes *f);

#endif

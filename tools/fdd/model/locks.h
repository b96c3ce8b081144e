/* SPDX-License-Identifier: GPL-2.0 */
/* Times for which tasks contended for locks of the kernel, from events of a trace. */
#ifndef FDD_MODEL_LOCKS_H
#define FDD_MODEL_LOCKS_H

#include "lib/map.h"
#include "model/call.h"

#define FDD_NESTED_LOCKS	4	/* a mutex, and the spinlock in it */

struct fdd_contention {
	uint64_t	from;
	uint64_t	lock;		/* its number */
	uint8_t		kind;		/* enum fdd_lock */
};

struct fdd_contender {
	struct fdd_contention	list[FDD_NESTED_LOCKS];
	unsigned int		nr;
};

struct fdd_locks {
	struct fdd_map		keys;	/* task -> number + 1 */
	struct fdd_contender	*tasks;
	uint32_t		nr, cap;
};

/* Returns true if a task had contended until the note; @c is what for. */
bool fdd_locks_note(struct fdd_locks *l, const struct fdd_note *n, struct fdd_contention *c);
/* What a task contends for after the last note, the innermost; or NULL. */
const struct fdd_contention *fdd_locks_open(const struct fdd_locks *l, int32_t pid);
/* "lock:mutex": it stands for a function that the task was in */
const char *fdd_lock_name(enum fdd_lock kind);
void fdd_locks_free(struct fdd_locks *l);

#endif

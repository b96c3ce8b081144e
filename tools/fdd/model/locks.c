// SPDX-License-Identifier: GPL-2.0
/* Times for which tasks contended for locks of the kernel. */
#include <stdlib.h>

#include "lib/util.h"
#include "model/locks.h"
#include "model/waits.h"

#define MAX_TASKS	(1u << 16)

static struct fdd_contender *task_of(struct fdd_locks *l, int32_t pid)
{
	uint64_t *number = l->nr < MAX_TASKS ? fdd_map_get(&l->keys, pid) :
					       fdd_map_find(&l->keys, pid);

	if (!number)
		return NULL;
	if (!*number) {
		GROW(l->tasks, l->nr, l->cap);
		l->tasks[l->nr] = (struct fdd_contender){ 0 };
		*number = ++l->nr;
	}
	return &l->tasks[*number - 1];
}

static unsigned int find(const struct fdd_contender *t, uint64_t lock)
{
	unsigned int i = 0;

	while (i < t->nr && t->list[i].lock != lock)
		i++;
	return i;
}

/* A mutex begins twice: to spin, and then to sleep. */
static void begin(struct fdd_contender *t, const struct fdd_note *n)
{
	if (find(t, n->lock_number) < t->nr || t->nr == FDD_NESTED_LOCKS)
		return;
	t->list[t->nr++] = (struct fdd_contention){ n->time, n->lock_number, n->lock };
}

/* Those that are nested in it have ended as well: their events were lost. */
static bool end(struct fdd_contender *t, const struct fdd_note *n, struct fdd_contention *c)
{
	unsigned int i = find(t, n->lock_number);

	if (i == t->nr)
		return false;
	*c = t->list[i];
	t->nr = i;
	return true;
}

bool fdd_locks_note(struct fdd_locks *l, const struct fdd_note *n, struct fdd_contention *c)
{
	struct fdd_contender *t;

	if (!n->lock || n->no_time || n->context != FDD_CTX_TASK || n->pid <= 0)
		return false;
	t = task_of(l, n->pid);
	if (!t)
		return false;
	if (n->lock == FDD_LOCK_END)
		return end(t, n, c);
	begin(t, n);
	return false;
}

const struct fdd_contention *fdd_locks_open(const struct fdd_locks *l, int32_t pid)
{
	const uint64_t *number = fdd_map_find(&l->keys, pid);
	const struct fdd_contender *t = number ? &l->tasks[*number - 1] : NULL;

	return t && t->nr ? &t->list[t->nr - 1] : NULL;
}

const char *fdd_lock_name(enum fdd_lock kind)
{
	static const char *const names[] = {
		[FDD_LOCK_MUTEX] = FDD_LOCK_PREFIX "mutex",
		[FDD_LOCK_RWSEM] = FDD_LOCK_PREFIX "rwsem",
		[FDD_LOCK_PERCPU_RWSEM] = FDD_LOCK_PREFIX "percpu_rwsem",
		[FDD_LOCK_RT_MUTEX] = FDD_LOCK_PREFIX "rt_mutex",
		[FDD_LOCK_SEMAPHORE] = FDD_LOCK_PREFIX "semaphore",
		[FDD_LOCK_SPINLOCK] = FDD_LOCK_PREFIX "spinlock",
		[FDD_LOCK_RWLOCK] = FDD_LOCK_PREFIX "rwlock",
	};

	return names[kind];
}

void fdd_locks_free(struct fdd_locks *l)
{
	fdd_map_free(&l->keys);
	free(l->tasks);
}

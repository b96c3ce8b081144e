// SPDX-License-Identifier: GPL-2.0
/* Reads which locks of the kernel tasks wait for. */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "waits/kernel_locks.h"

/* "    101          12  mutex        00000000f3a1b2c4  held-by         100  cat  sh" */
static bool parse(const char *line, struct waits_kernel_lock *lock)
{
	unsigned long long switches, number;
	int tid, holder;

	if (sscanf(line, "%10d %20llu %11s %16llx %11s %10d", &tid, &switches, lock->lock, &number,
		   lock->relation, &holder) != 6 || tid <= 0 || holder < 0)
		return false;
	lock->tid = tid;
	lock->holder = holder;
	lock->switches = switches;
	lock->number = number;
	return true;
}

static int by_task(const void *a, const void *b)
{
	const struct waits_kernel_lock *x = a, *y = b;

	return (x->tid > y->tid) - (x->tid < y->tid);
}

void waits_kernel_locks_read(struct waits_kernel_locks *l, FILE *f)
{
	struct waits_kernel_lock lock;
	char *line = NULL;
	size_t size = 0;

	while (getline(&line, &size, f) > 0) {
		if (*line == '#' || !parse(line, &lock))
			continue;
		GROW(l->list, l->nr, l->cap);
		l->list[l->nr++] = lock;
	}
	free(line);
	if (l->nr)
		qsort(l->list, l->nr, sizeof(*l->list), by_task);
}

const struct waits_kernel_lock *waits_kernel_locks_find(const struct waits_kernel_locks *l,
							pid_t tid, uint64_t switches)
{
	const struct waits_kernel_lock key = { .tid = tid }, *lock;

	lock = l->nr ? bsearch(&key, l->list, l->nr, sizeof(key), by_task) : NULL;
	return lock && lock->switches == switches ? lock : NULL;
}

void waits_kernel_locks_free(struct waits_kernel_locks *l)
{
	free(l->list);
	*l = (struct waits_kernel_locks){ 0 };
}

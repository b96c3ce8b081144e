// SPDX-License-Identifier: GPL-2.0
/*
 * Locks of files:
 *
 *	1: FLOCK  ADVISORY  WRITE 1234 00:0c:5678 0 EOF
 *	1: -> FLOCK  ADVISORY  WRITE 1240 00:0c:5678 0 EOF
 *	2: LEASE  BREAKING  UNLCK 1234 00:0c:5679 0 EOF
 *	2: -> LEASE  BREAKER   WRITE 1241 <none>:0 0 EOF
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "waits/locks.h"

#define MOST_LOCKS	1000000

/* A waiter comes after the holder; one that waits for a waiter is further to the right. */
static void take_line(struct waits_locks *locks, const char *line, pid_t *holds)
{
	char kind[16], mode[16], access[16];
	int at = 0, pid;
	bool waits;

	if (sscanf(line, "%*u: %n", &at) == EOF || !at)
		return;
	waits = !strncmp(line + at, "->", 2);
	if (sscanf(line + at + 2 * waits, " %15s %15s %15s %d", kind, mode, access, &pid) != 4)
		return;
	if (!waits)
		*holds = pid;
	if (!waits || locks->nr == MOST_LOCKS)
		return;
	GROW(locks->list, locks->nr, locks->cap);
	locks->list[locks->nr].waits = pid;
	locks->list[locks->nr].holds = *holds;
	snprintf(locks->list[locks->nr++].range, sizeof(locks->list->range), "%s %s %s", kind, mode,
		 access);
}

static int by_waiter(const void *a, const void *b)
{
	const struct waits_lock *x = a, *y = b;

	return (x->waits > y->waits) - (x->waits < y->waits);
}

static void read_all(struct waits_locks *locks)
{
	FILE *f = fopen("/proc/locks", "re");
	char line[256];
	pid_t holds = 0;

	locks->is_read = true;
	while (f && fgets(line, sizeof(line), f))
		take_line(locks, line, &holds);
	if (f)
		fclose(f);
	if (locks->nr)
		qsort(locks->list, locks->nr, sizeof(*locks->list), by_waiter);
}

const struct waits_lock *waits_locks_find(struct waits_locks *locks, pid_t process)
{
	const struct waits_lock key = { .waits = process }, *found = NULL;

	if (!locks->is_read)
		read_all(locks);
	if (locks->nr)
		found = bsearch(&key, locks->list, locks->nr, sizeof(key), by_waiter);
	/* Several threads of it may wait for several locks: then which is not known. */
	if (found && ((found > locks->list && found[-1].waits == process &&
		       found[-1].holds != found->holds) ||
		      (found + 1 < locks->list + locks->nr && found[1].waits == process &&
		       found[1].holds != found->holds)))
		return NULL;
	return found;
}

void waits_locks_free(struct waits_locks *locks)
{
	free(locks->list);
	memset(locks, 0, sizeof(*locks));
}

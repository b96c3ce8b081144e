// SPDX-License-Identifier: GPL-2.0
/*
 * Parses the text of events of contended locks (include/trace/events/lock.h):
 *
 *	contention_begin: 0xffff8a3804f5d6d8 (flags=SPIN|WRITE)
 *	contention_end: 0xffff8a3804f5d6d8 (ret=0)
 */
#include <string.h>

#include "lib/scan.h"
#include "lib/util.h"
#include "read/lock.h"

#define BEGIN	"contention_begin: "
#define END	"contention_end: "

static bool has(const struct fdd_note *n, const char *word)
{
	return memmem(n->text, n->len, word, strlen(word));
}

static enum fdd_lock kind_of(const struct fdd_note *n)
{
	bool read_or_write = has(n, "READ") || has(n, "WRITE");

	if (has(n, "MUTEX"))
		return FDD_LOCK_MUTEX;
	if (has(n, "PERCPU"))
		return FDD_LOCK_PERCPU_RWSEM;
	if (has(n, "RT"))
		return FDD_LOCK_RT_MUTEX;
	if (has(n, "SPIN"))
		return read_or_write ? FDD_LOCK_RWLOCK : FDD_LOCK_SPINLOCK;
	return read_or_write ? FDD_LOCK_RWSEM : FDD_LOCK_SEMAPHORE;
}

/* A number of the lock: its digits, of any base */
static uint64_t number_of(const struct fdd_note *n, size_t at)
{
	uint64_t number = 0;

	for (; at < n->len && n->text[at] != ' '; at++)
		number = number * 31 + (unsigned char)n->text[at];
	return number;
}

void fdd_lock_scan(struct fdd_note *note)
{
	size_t begin = strlen(BEGIN), end = strlen(END);

	if (note->len > begin && !memcmp(note->text, BEGIN, begin)) {
		note->lock = kind_of(note);
		note->lock_number = number_of(note, begin);
	} else if (note->len > end && !memcmp(note->text, END, end)) {
		note->lock = FDD_LOCK_END;
		note->lock_number = number_of(note, end);
	}
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Parses the text of the events of requests to disks (include/trace/events/block.h):
 *
 *	block_rq_issue: 8,0 R 4096 () 2048 + 8 none,0,0 [kworker/0:1H]
 *	block_rq_complete: 8,0 R () 2048 + 8 none,0,0 [0]
 */
#include <string.h>

#include "lib/scan.h"
#include "lib/util.h"
#include "read/disk.h"

static const struct {
	const char	*name;
	enum fdd_disk	disk;
} events[] = {
	{ "block_rq_issue: ", FDD_DISK_ISSUE },
	{ "block_rq_complete: ", FDD_DISK_COMPLETE },
};

/* The text of a note is not terminated. */
static const char *number(const char *p, const char *end, uint64_t *value)
{
	const char *from = p;

	for (*value = 0; p < end && is_digit(*p) && p - from < 19; p++)
		*value = *value * 10 + (*p - '0');
	return p > from ? p : NULL;
}

static void scan_request(struct fdd_note *note, const char *p, enum fdd_disk disk)
{
	const char *end = note->text + note->len, *sector;
	uint64_t major, minor;

	p = number(p, end, &major);
	p = p && p < end && *p == ',' ? number(p + 1, end, &minor) : NULL;
	if (!p)
		return;
	sector = memmem(p, end - p, ") ", 2);
	if (!sector || !number(sector + 2, end, &note->sector))
		return;
	note->device = major << FDD_MINOR_BITS | (minor & FDD_MINOR_MASK);
	note->disk = disk;
}

void fdd_disk_scan(struct fdd_note *note)
{
	for (size_t i = 0; i < ARRAY_SIZE(events); i++) {
		size_t len = strlen(events[i].name);

		if (note->len > len && !memcmp(note->text, events[i].name, len)) {
			scan_request(note, note->text + len, events[i].disk);
			return;
		}
	}
}

// SPDX-License-Identifier: GPL-2.0
/* Requests to disks: which one a CPU has just completed. */
#include <stdlib.h>

#include "lib/util.h"
#include "model/disks.h"

#define OPEN_BITS	12

static struct fdd_request *open_of(struct fdd_disks *d, const struct fdd_note *n)
{
	uint64_t hash = fdd_hash64(n->sector * 31 + n->device);

	if (!d->open)
		d->open = xcalloc(1u << OPEN_BITS, sizeof(*d->open));
	return &d->open[hash & ((1u << OPEN_BITS) - 1)];
}

static struct fdd_request *last_of(struct fdd_disks *d, uint16_t cpu)
{
	uint64_t *number = fdd_map_get(&d->done, cpu);

	if (!*number) {
		GROW(d->last, d->nr, d->cap);
		d->last[d->nr] = (struct fdd_request){ 0 };
		*number = ++d->nr;
	}
	return &d->last[*number - 1];
}

static void complete(struct fdd_disks *d, const struct fdd_note *n)
{
	struct fdd_request *r = open_of(d, n), *last = last_of(d, n->cpu);
	bool known = r->used && r->device == n->device && r->sector == n->sector;

	*last = (struct fdd_request){
		.device = n->device, .sector = n->sector, .issued = known ? r->issued : 0,
		.used = true,
	};
	if (known)
		r->used = false;
}

static void forget(struct fdd_disks *d, uint16_t cpu)
{
	uint64_t *number = fdd_map_find(&d->done, cpu);

	if (number)
		d->last[*number - 1].used = false;
}

void fdd_disks_note(struct fdd_disks *d, const struct fdd_note *n)
{
	if (n->disk == FDD_DISK_COMPLETE)
		complete(d, n);
	else if (n->disk == FDD_DISK_ISSUE)
		*open_of(d, n) = (struct fdd_request){
			.device = n->device, .sector = n->sector, .issued = n->time, .used = true,
		};
	/* the CPU does something else now */
	else if (n->work || n->sched == FDD_SCHED_SWITCH || n->kind == FDD_NOTE_LOST)
		forget(d, n->cpu);
}

const struct fdd_request *fdd_disks_done(const struct fdd_disks *d, uint16_t cpu)
{
	const uint64_t *number = fdd_map_find(&d->done, cpu);

	return number && d->last[*number - 1].used ? &d->last[*number - 1] : NULL;
}

void fdd_disks_free(struct fdd_disks *d)
{
	free(d->open);
	free(d->last);
	fdd_map_free(&d->done);
}

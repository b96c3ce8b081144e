/* SPDX-License-Identifier: GPL-2.0 */
/* Requests to disks: which one a CPU has just completed. */
#ifndef FDD_DISKS_H
#define FDD_DISKS_H

#include "lib/map.h"
#include "model/call.h"

struct fdd_request {
	uint64_t	issued;		/* the device had it from then on; 0: unknown */
	uint64_t	sector;
	uint32_t	device;		/* major << FDD_MINOR_BITS | minor */
	bool		used;
};

struct fdd_disks {
	struct fdd_request	*open;		/* by a hash: an older one may be forgotten */
	struct fdd_map		done;		/* CPU -> number in @last + 1 */
	struct fdd_request	*last;		/* the one that the CPU completed; or none */
	uint32_t		nr, cap;
};

/* Any record of a CPU. */
void fdd_disks_note(struct fdd_disks *d, const struct fdd_note *n);
/* The request that an interrupt, which still runs on that CPU, has completed; or NULL */
const struct fdd_request *fdd_disks_done(const struct fdd_disks *d, uint16_t cpu);
void fdd_disks_free(struct fdd_disks *d);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* Recursion: time that is already counted. */
#ifndef FDD_OUTERMOST_H
#define FDD_OUTERMOST_H

#include <stddef.h>
#include <stdint.h>

#include "model/call.h"

struct fdd_body;
struct fdd_outer_slot;

struct fdd_outermost {
	struct fdd_outer_slot	*slots;		/* by body and key; NULL until needed */
	size_t			nr, mask;
	unsigned int		shift;		/* of a hash, to a place */
	size_t			nr_more;	/* entries that slots have beside their own */
	uint64_t		dropped;	/* slots, since there were too many */
	uint64_t		parts;		/* of what was joined, within a call */
};

/*
 * A call with this key (a function, a module, ...) returned. How much of its
 * duration was counted already, by calls with the same key within it? Or how much of a
 * part of it, which is @time?
 */
uint64_t fdd_outermost_part(struct fdd_outermost *o, const struct fdd_body *body, uint32_t key,
			    const struct fdd_call *call, uint64_t time);

static inline uint64_t fdd_outermost(struct fdd_outermost *o, const struct fdd_body *body,
				     uint32_t key, const struct fdd_call *call)
{
	return fdd_outermost_part(o, body, key, call, call->duration);
}

void fdd_outermost_free(struct fdd_outermost *o);

#endif

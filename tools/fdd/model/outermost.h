/* SPDX-License-Identifier: GPL-2.0 */
/* Recursion: counts the time of nested calls of a function once. */
#ifndef FDD_OUTERMOST_H
#define FDD_OUTERMOST_H

#include <stddef.h>
#include <stdint.h>

#include "model/call.h"
#include "model/model.h"

struct fdd_outer_slot;

struct fdd_outermost {
	struct fdd_outer_slot	*slots;		/* by body and key; NULL until needed */
	size_t			nr, mask;
	size_t			most;		/* limit of slots; 0: that of a whole table */
	unsigned int		shift;		/* from a hash to an index */
	size_t			nr_more;	/* entries allocated outside of slots */
	/* Between fdd_outermost_begin() and fdd_outermost_end() */
	const struct fdd_returned *calls;
	unsigned int		nr_calls;
	unsigned int		next;		/* calls before it were counted: for are_parted() */

	uint64_t		dropped;	/* slots dropped at the limit */
	uint64_t		parts;		/* joined entries that were partly within a call */
};

/*
 * Count a call with this key (a function, a module, ...) at its return. Returns how much of
 * its duration, or of @time, a part of it, calls with the same key within it have counted.
 */
uint64_t fdd_outermost_part(struct fdd_outermost *o, const struct fdd_body *body, uint32_t key,
			    const struct fdd_call *call, uint64_t time);

static inline uint64_t fdd_outermost(struct fdd_outermost *o, const struct fdd_body *body,
				     uint32_t key, const struct fdd_call *call)
{
	return fdd_outermost_part(o, body, key, call, call->duration);
}

/*
 * The same for calls that sinks get together, with their functions as keys: first begin, then
 * each of them, number @i, in order, then end.
 */
void fdd_outermost_begin(struct fdd_outermost *o, const struct fdd_returned *calls,
			 unsigned int nr);
uint64_t fdd_outermost_next(struct fdd_outermost *o, unsigned int i);
void fdd_outermost_end(struct fdd_outermost *o);

/* The numbers that warnings need stay. */
void fdd_outermost_free(struct fdd_outermost *o);

#endif

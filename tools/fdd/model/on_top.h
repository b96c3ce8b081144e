/* SPDX-License-Identifier: GPL-2.0 */
/* Interrupts: counts the self time of calls on top of others once in a row. */
#ifndef FDD_ON_TOP_H
#define FDD_ON_TOP_H

#include <stddef.h>
#include <stdint.h>

#include "model/model.h"

struct fdd_on_top_list;

struct fdd_on_top {
	struct fdd_on_top_list	*lists;		/* by number of a stack */
	uint32_t		nr_lists;
	size_t			nr;		/* entries allocated for all lists */
	uint64_t		cut;		/* calls with self time counted twice */
};

/*
 * Count a call with this key (a function, a module, ...), after its callees. The self time of
 * an interrupt is part of the self time of the call that it interrupted, too. Returns how much
 * of the self time calls on top of it with the same key have counted.
 */
uint64_t fdd_on_top_part(struct fdd_on_top *o, struct fdd_model *m,
			 const struct fdd_frame *frame, uint32_t key);

/* The number for a warning stays. */
void fdd_on_top_free(struct fdd_on_top *o);

#endif

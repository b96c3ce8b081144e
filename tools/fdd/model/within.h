/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Finds the calls within calls of some functions.
 *
 * A call is recorded before its callers, so at its return this is unknown. Therefore a trace
 * is read twice: first to store the calls of these functions, then to look up each call
 * among them.
 */
#ifndef FDD_WITHIN_H
#define FDD_WITHIN_H

#include "lib/patterns.h"
#include "model/model.h"

struct fdd_within_list;

struct fdd_within {
	struct fdd_patterns	patterns;	/* of the functions */
	bool			direct;		/* only direct callees of one of them */
	bool			interrupts;	/* and all that an interrupt called */
	struct fdd_sink		sink;		/* for the first reading */
	struct fdd_model	*model;
	uint8_t			*of_func;	/* 1: no, 2: yes, 0: not set yet */
	uint32_t		nr_of_func;
	struct fdd_map		keys;		/* stack and depth -> number of the list + 1 */
	struct fdd_map		returns;	/* the same -> last return, without call times */
	struct fdd_within_list	*lists;
	uint32_t		nr_lists, cap_lists;
	uint64_t		nr;		/* calls stored */
	uint64_t		cut;		/* calls beyond the limit */
};

/* Attach it to the model of the first reading, before reading. */
void fdd_within_attach(struct fdd_within *w, struct fdd_model *m);
/* End the first reading; warn, with the name @option, if the limit was reached. */
void fdd_within_detach(struct fdd_within *w, const char *option);
/* Is it one of the functions? */
bool fdd_within_is_of(struct fdd_within *w, struct fdd_model *m, uint32_t func);
/* In the second reading: is this call within one of them? */
bool fdd_within_has(struct fdd_within *w, struct fdd_model *m, const struct fdd_frame *frame);
/*
 * The same: its depth, less that of the outermost of them which it was made within, or
 * which it is.
 */
unsigned int fdd_within_level(struct fdd_within *w, struct fdd_model *m,
			      const struct fdd_frame *frame);
void fdd_within_free(struct fdd_within *w);

#endif

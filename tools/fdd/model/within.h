/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which calls were made within calls of some functions.
 *
 * A call is written before the calls around it, so this is not known when it returns:
 * a trace is read twice. The first time the calls of these functions are noted, the
 * second time each call is looked up among them.
 */
#ifndef FDD_WITHIN_H
#define FDD_WITHIN_H

#include "lib/patterns.h"
#include "model/model.h"

struct fdd_within_list;

struct fdd_within {
	struct fdd_patterns	patterns;	/* of the functions */
	bool			direct;		/* called by one of them, with nothing between */
	bool			interrupts;	/* and all that an interrupt called */
	struct fdd_sink		sink;		/* while the trace is read first */
	struct fdd_model	*model;
	uint8_t			*of_func;	/* 1 no, 2 yes, 0 not asked yet */
	uint32_t		nr_of_func;
	struct fdd_map		keys;		/* stack and depth -> number of the list + 1 */
	struct fdd_map		returns;	/* the same -> the last returned, without times */
	struct fdd_within_list	*lists;
	uint32_t		nr_lists, cap_lists;
	uint64_t		nr;		/* calls noted */
	uint64_t		cut;		/* and not, since they are too many */
};

/* Have the model of the first reading note the calls; before anything is read. */
void fdd_within_attach(struct fdd_within *w, struct fdd_model *m);
/* The first reading is over; say so if calls of @option were too many. */
void fdd_within_detach(struct fdd_within *w, const char *option);
/* Is it one of the functions? */
bool fdd_within_is_of(struct fdd_within *w, struct fdd_model *m, uint32_t func);
/* In the second reading: was this call made within one of them? */
bool fdd_within_has(struct fdd_within *w, struct fdd_model *m, const struct fdd_frame *frame);
/*
 * The same: its depth, less that of the outermost of them which it was made within, or
 * which it is.
 */
unsigned int fdd_within_level(struct fdd_within *w, struct fdd_model *m,
			      const struct fdd_frame *frame);
void fdd_within_free(struct fdd_within *w);

#endif

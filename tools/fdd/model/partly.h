/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a trace has only a part of: fdd records less if recording costs too much, and writes markers
 * into the trace then:
 *
 *	fdd-partly: calls under 10 us
 *	fdd-partly: calls of __x64_sys_read
 */
#ifndef FDD_PARTLY_H
#define FDD_PARTLY_H

#include "model/call.h"

#define FDD_PARTLY_MARK	"fdd-partly: "
#define FDD_PARTLY_ITEMS	32

struct fdd_partly {
	uint64_t	from;		/* time of the first marker */
	char		*items[FDD_PARTLY_ITEMS];	/* "calls under 10 us" */
	unsigned int	nr;
};

/* Any record. */
void fdd_partly_note(struct fdd_partly *p, const struct fdd_note *n);
/* Is a call of that length not recorded any more? */
bool fdd_partly_lacks(const struct fdd_partly *p, const char *func, uint64_t ns);
void fdd_partly_free(struct fdd_partly *p);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* Compares slow calls with ordinary ones: sums of the parts of their times. */
#ifndef FDD_CONTRAST_H
#define FDD_CONTRAST_H

#include "model/why.h"

enum fdd_contrast_side {
	FDD_SLOW,
	FDD_ORDINARY,
};

struct fdd_contrast_row {
	enum fdd_why_kind	kind;
	char			*name;		/* function, chain, task or interrupt */
	uint64_t		ns[2];		/* of all calls of a side */
	double			more;		/* ns per call, of a slow one */
};

struct fdd_contrast {
	struct fdd_contrast_row	*rows;		/* after finish: the largest difference first */
	uint32_t		nr, cap;
	uint64_t		calls[2], ns[2];
	struct fdd_names	names;
	struct fdd_map		keys;
	bool			cut;		/* there were more rows than the limit */
};

void fdd_contrast_add(struct fdd_contrast *c, const struct fdd_windows *ws,
		      const struct fdd_why_parts *parts, enum fdd_contrast_side side);
void fdd_contrast_finish(struct fdd_contrast *c);
void fdd_contrast_free(struct fdd_contrast *c);

/* The average of a side, in ns per call. */
static inline double fdd_contrast_avg(const struct fdd_contrast *c, uint64_t ns,
				      enum fdd_contrast_side side)
{
	return c->calls[side] ? (double)ns / c->calls[side] : 0;
}

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* Lists of spans of time that do not overlap, by time. */
#ifndef FDD_SPANS_H
#define FDD_SPANS_H

#include <stdint.h>

struct fdd_cover_span {
	uint64_t	from, to;
	uint32_t	kind;
	uint32_t	index;		/* the user's own */
};

struct fdd_spans {
	struct fdd_cover_span	*list;
	uint32_t		nr, cap;
};

/* Add a span; one without a length is not added. */
void fdd_spans_add(struct fdd_spans *s, uint64_t from, uint64_t to, uint32_t kind,
		   uint32_t index);
/* Sort spans by begin, then longest first, then by index. */
void fdd_spans_sort(struct fdd_spans *s);
/* The same; where some overlap, the time is that of the first. */
void fdd_spans_flatten(struct fdd_spans *s);
/* Add the parts of other spans that no span covers yet. */
void fdd_spans_cover(struct fdd_spans *s, const struct fdd_spans *more);
void fdd_spans_free(struct fdd_spans *s);

#endif

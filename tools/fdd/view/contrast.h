/* SPDX-License-Identifier: GPL-2.0 */
/* Prints the comparison of slow calls with ordinary ones. */
#ifndef FDD_VIEW_CONTRAST_H
#define FDD_VIEW_CONTRAST_H

#include "lib/output.h"
#include "model/contrast.h"
#include "model/table.h"
#include "model/values.h"

struct fdd_contrast_view {
	struct fdd_model	*m;
	const struct fdd_table	*t;		/* of the first reading */
	const struct fdd_contrast *c;
	const struct fdd_values	*values;
	const char		*name;		/* of the function */
	uint64_t		limit;		/* slow: at least this long, in ns */
	bool			by_p99;
	bool			more_slow;	/* than those looked at, the slowest ones */
	uint64_t		calls;		/* that there were, of both */
	uint64_t		rows;		/* at most; 0: a default */
};

void fdd_contrast_print(const struct fdd_contrast_view *v, enum fdd_format format);

#endif

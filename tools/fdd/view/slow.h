/* SPDX-License-Identifier: GPL-2.0 */
/* Prints the slow calls of a trace by their causes. */
#ifndef FDD_VIEW_SLOW_H
#define FDD_VIEW_SLOW_H

#include "model/slow.h"
#include "model/table.h"
#include "view/view.h"

struct fdd_slow_view {
	const struct fdd_slow	*slow;
	struct fdd_table	*t;
	uint32_t		functions;	/* at most */
	uint32_t		causes;		/* of each, at most */
};

void fdd_slow_print(const struct fdd_slow_view *v, enum fdd_format format);

#endif

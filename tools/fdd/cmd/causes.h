/* SPDX-License-Identifier: GPL-2.0 */
/* Compares two traces by what the time of their calls was spent on. */
#ifndef FDD_CMD_CAUSES_H
#define FDD_CMD_CAUSES_H

#include "cmd/traces.h"
#include "view/view.h"

struct fdd_causes_wish {
	uint64_t	threshold;	/* ns: only calls of this and more; 0: all */
	uint32_t	rows;		/* at most; 0: all */
	enum fdd_format	format;
	bool		no_pager;
};

/* @traces: two. Returns an exit status. */
int fdd_causes_compare(const struct fdd_traces *traces, const struct fdd_causes_wish *wish);

#endif

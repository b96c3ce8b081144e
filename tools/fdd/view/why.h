/* SPDX-License-Identifier: GPL-2.0 */
/* Prints where the time of calls went. */
#ifndef FDD_VIEW_WHY_H
#define FDD_VIEW_WHY_H

#include "lib/output.h"
#include "model/why.h"

struct fdd_why_call {
	const struct fdd_window	*w;
	struct fdd_why_parts	*parts;
	uint64_t		calls, p50;	/* of its function */
};

struct fdd_why_list {
	const struct fdd_windows *ws;
	const struct fdd_table	*t;		/* of the first reading */
	struct fdd_why_call	*list;
	uint32_t		nr;
	const char		*traces;	/* for commands: "trace.dat" */
};

void fdd_why_print_text(const struct fdd_why_list *l);
/* A sentence for each, and the command that shows more. */
void fdd_why_print_findings(const struct fdd_why_list *l);
void fdd_why_print_json(const struct fdd_why_list *l);

#endif

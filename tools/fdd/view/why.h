/* SPDX-License-Identifier: GPL-2.0 */
/* Prints where the time of calls went. */
#ifndef FDD_VIEW_WHY_H
#define FDD_VIEW_WHY_H

#include "lib/json.h"
#include "lib/output.h"
#include "model/pick.h"
#include "model/unreturned.h"
#include "model/why.h"

struct fdd_why_call {
	const struct fdd_window	*w;
	struct fdd_why_parts	*parts;
	uint64_t		calls, p50;	/* of its function */
	uint64_t		others, others_ns; /* all recorded calls of it, and their time */
	bool			recorded;	/* calls and p50 are of recorded calls alone */
};

struct fdd_why_list {
	const struct fdd_windows *ws;
	struct fdd_table	*t;		/* of the first reading */
	struct fdd_why_call	*list;
	uint32_t		nr;
	const struct fdd_pick	*pick;
	const char		*traces;	/* for commands: "trace.dat" */
};

/*
 * Explain the calls of windows that were found. @t and @pick are of the first reading. Of calls
 * that stand out only FDD_FINDINGS are kept, and none that explains another one.
 */
void fdd_why_list_init(struct fdd_why_list *l, const struct fdd_windows *ws, struct fdd_table *t,
		       const struct fdd_pick *pick);
void fdd_why_list_free(struct fdd_why_list *l);

/* One call: the sentence; and its parts, as fdd_why_print_text() has them, a line for each. */
void fdd_why_put_finding(const struct fdd_why_list *l, const struct fdd_why_call *c, FILE *f);
void fdd_why_put_parts(const struct fdd_why_list *l, const struct fdd_why_call *c, FILE *to);

void fdd_why_print_text(const struct fdd_why_list *l);
/* A sentence for each, and the command that shows more; then what had not returned. */
void fdd_why_print_findings(const struct fdd_why_list *l, const struct fdd_unreturned_list *u);
/* @u: may be NULL */
void fdd_why_print_json(const struct fdd_why_list *l, const struct fdd_unreturned_list *u);
/* The list alone, as the member "why" of a document. */
void fdd_why_json(const struct fdd_why_list *l, struct fdd_json *j);

#endif

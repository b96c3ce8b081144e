/* SPDX-License-Identifier: GPL-2.0 */
/* The explanations of the longest calls, for --to=otlp. */
#ifndef FDD_OTLP_WHY_H
#define FDD_OTLP_WHY_H

#include "view/why.h"

struct otlp_why {
	struct fdd_pick		pick;
	struct fdd_windows	windows;
	struct fdd_why_list	list;
	bool			again;		/* the traces are read a second time */
	bool			found;
};

/* Before the first reading: of the @most longest calls that are in no other one. */
void otlp_why_begin(struct otlp_why *w, struct fdd_model *m, unsigned int most);
/* Before the second one, into another model; false: there is nothing to explain. */
bool otlp_why_begin_again(struct otlp_why *w, struct fdd_model *m);
/* After it. @t is the table of the first one. */
void otlp_why_finish(struct otlp_why *w, struct fdd_table *t);
void otlp_why_free(struct otlp_why *w);

/* The result for a call; NULL: it is not one of the explained calls. */
const struct fdd_why_call *otlp_why_of(const struct otlp_why *w, const struct fdd_call *call);

#endif

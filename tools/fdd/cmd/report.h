/* SPDX-License-Identifier: GPL-2.0 */
/* Reads traces and shows a view of them. */
#ifndef FDD_REPORT_H
#define FDD_REPORT_H

#include "cmd/traces.h"
#include "view/view.h"

struct fdd_report {
	struct fdd_options	options;
	struct fdd_traces	traces;
	struct fdd_view		*view;		/* fdd_view_new() */
	bool			paged;		/* on a terminal */
};

void fdd_report_init(struct fdd_report *r);
void fdd_report_free(struct fdd_report *r);

/* After the options are taken: read, and print the view. Returns the exit status. */
int fdd_report_run(struct fdd_report *r);

/* The same for a command line. @more prints a part of the help; may be NULL. */
int fdd_report(void (*more)(void), int argc, char **argv);
/* The same for a view that is a command. */
int fdd_report_view(const struct fdd_view_ops *view, int argc, char **argv);

#endif

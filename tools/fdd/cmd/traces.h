/* SPDX-License-Identifier: GPL-2.0 */
/* The traces that a command line names. */
#ifndef FDD_TRACES_H
#define FDD_TRACES_H

#include "lib/opts.h"
#include "model/filter.h"

struct fdd_traces {
	char		**paths;
	int		nr;
	const char	**labels;	/* of the first of them */
	unsigned int	nr_labels, cap_labels;
	bool		hosts;		/* label the others by their hosts */
	bool		warnings;	/* all of them */
};

/* --label, --hosts, -w; for a struct fdd_traces. */
extern const struct fdd_opts fdd_trace_opts;

/* Those that the operands name, when the options are taken; -1 or an exit status. */
int fdd_traces_name(struct fdd_traces *t, const struct fdd_args *args);
void fdd_traces_free(struct fdd_traces *t);

/*
 * What the filter has to know of @nr of them before they are read, if anything. -1 or
 * an exit status.
 */
int fdd_traces_look_ahead(const struct fdd_traces *t, int first, int nr, struct fdd_filter *f);
/* Read one of them into a model. Returns the exit status. */
int fdd_traces_read(const struct fdd_traces *t, int i, struct fdd_model *m);
/* Read all; if one cannot be read, the others are. */
int fdd_traces_read_all(const struct fdd_traces *t, struct fdd_model *m);

#endif

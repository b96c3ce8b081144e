/* SPDX-License-Identifier: GPL-2.0 */
/* The traces of a command line. */
#ifndef FDD_TRACES_H
#define FDD_TRACES_H

#include "lib/opts.h"
#include "model/filter.h"

struct fdd_traces {
	char		**paths;
	int		nr;
	const char	**labels;	/* of the first traces, in order */
	unsigned int	nr_labels, cap_labels;
	bool		hosts;		/* label other traces by their hosts */
	bool		warnings;	/* print all warnings */
	const char	*symfs;		/* see struct fdd_unwind_wish */
	bool		debuginfod;
	struct fdd_user_stacks	**stacks;	/* of each trace, or NULL */
};

/* --symfs, --debuginfod; they fill a struct fdd_traces. */
extern const struct fdd_opts fdd_stack_opts;

/* --label, --hosts, -w; they fill a struct fdd_traces. */
extern const struct fdd_opts fdd_trace_opts;

/* Take the operands, after the options. Returns -1 to continue, or an exit status. */
int fdd_traces_name(struct fdd_traces *t, const struct fdd_args *args);
void fdd_traces_free(struct fdd_traces *t);

/* Read the stacks of programs next to the traces, for all models, before the traces are read. */
void fdd_traces_read_stacks(struct fdd_traces *t);
/* The same for --by=where. Returns false after an error message: there are none. */
bool fdd_traces_need_stacks(struct fdd_traces *t);

/*
 * The first reading of @nr traces, if the filter needs one. Returns -1 to continue, or an exit
 * status.
 */
int fdd_traces_look_ahead(const struct fdd_traces *t, int first, int nr, struct fdd_filter *f);
/* Is it a file, or missing, rather than a pipe? */
bool fdd_traces_can_read_twice(const char *path);
bool fdd_traces_all_twice(const struct fdd_traces *t);
/* Read all of them another time, without messages. */
void fdd_traces_read_again(const struct fdd_traces *t, struct fdd_model *m);
/* Read one of them into a model. Returns the exit status. */
int fdd_traces_read(const struct fdd_traces *t, int i, struct fdd_model *m);
/* Read all traces, also after errors. Returns the exit status. */
int fdd_traces_read_all(const struct fdd_traces *t, struct fdd_model *m);

#endif

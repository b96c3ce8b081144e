/* SPDX-License-Identifier: GPL-2.0 */
/* The command line. */
#ifndef FDD_OPTIONS_H
#define FDD_OPTIONS_H

#include "view/view.h"

struct fdd_args {
	struct fdd_options	options;
	const struct fdd_view_ops *view;
	const char		*hist;		/* pattern of --hist */
	const char		**labels;
	unsigned int		nr_labels, cap_labels;
	char			**paths;
	int			nr_paths;
};

/*
 * Take the options off the command line. Returns -1 to go on, or the exit
 * status when there is nothing more to do.
 */
int fdd_args_parse(struct fdd_args *a, int argc, char **argv);
void fdd_args_free(struct fdd_args *a);
void fdd_usage(FILE *to);

/* Read all traces; false when one of them could not be read. */
bool fdd_args_read(struct fdd_args *a, struct fdd_model *m);

#endif

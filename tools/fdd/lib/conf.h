/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Files of settings: a line "NAME = VALUE" is the option --NAME=VALUE; one without an argument is
 * on or off by 1 or 0. Empty lines, and lines that begin with # or ;, are comments.
 */
#ifndef FDD_CONF_H
#define FDD_CONF_H

#include "lib/opts.h"

struct fdd_conf {
	char	*text;		/* the values, which options point to */
};

/**
 * fdd_conf_take - take the settings of a file as options
 * @conf: to be freed when the options are not needed any more
 * @path: the file
 * @opts: a table of options
 * @to: the struct that the options fill
 *
 * Return: -1 to continue, or an exit status after an error message with the number of the line
 */
int fdd_conf_take(struct fdd_conf *conf, const char *path, const struct fdd_opts *opts, void *to);
void fdd_conf_free(struct fdd_conf *conf);

#endif

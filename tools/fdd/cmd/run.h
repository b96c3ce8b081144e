/* SPDX-License-Identifier: GPL-2.0 */
/* Reading traces and showing a view of them. */
#ifndef FDD_RUN_H
#define FDD_RUN_H

#include "cmd/options.h"

/*
 * Read what the command line names and print its view. Returns the exit status.
 */
int fdd_run(struct fdd_args *a);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* Reads a trace, and prints where the time of a program went. */
#ifndef FDD_CMD_PATH_H
#define FDD_CMD_PATH_H

#include <stdio.h>

#include "cmd/traces.h"

struct fdd_path_wish {
	int32_t		command;	/* the first process of a command; 0: these tasks */
	const int32_t	*tasks;
	uint32_t	nr_tasks;
	char		**stuck;	/* where each was at the begin; those may be NULL */
	const char	*what;		/* names these; NULL: the command */
	char		*(*disk_name)(uint32_t device);	/* see struct fdd_path; NULL: none */
	const char	*traces;	/* for commands that it prints */
};

/* Returns an exit status. */
int fdd_path_explain(const struct fdd_path_wish *wish, const struct fdd_traces *traces, FILE *f);

#endif

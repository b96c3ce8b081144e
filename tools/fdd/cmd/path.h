/* SPDX-License-Identifier: GPL-2.0 */
/* Reads a trace, and prints where the time of a program went. */
#ifndef FDD_CMD_PATH_H
#define FDD_CMD_PATH_H

#include <stdio.h>

#include "cmd/traces.h"
#include "view/view.h"
#include "waits/stuck.h"

struct fdd_path_wish {
	int32_t		command;	/* the first process of a command; 0: these tasks */
	const int32_t	*tasks;
	uint32_t	nr_tasks;
	char		**stuck;	/* where each was at the begin; those may be NULL */
	const struct stuck_look *begin, *end;	/* of each, before and after recording; or NULL */
	const char	*what;		/* names these; NULL: the command */
	char		*(*disk_name)(uint32_t device);	/* see struct fdd_path; NULL: none */
	const char	*traces;	/* for commands that it prints */
	enum fdd_format	format;		/* text or JSON */
	bool		live;		/* tasks of the trace may still be there */
};

/*
 * The slow calls of the traces by their causes: those of a threshold in ns and more, or if it is 0,
 * above the p99 of their function. Returns an exit status.
 */
int fdd_path_slow(const struct fdd_traces *traces, uint64_t threshold, uint32_t functions,
		  enum fdd_format format);

/* Returns an exit status. */
int fdd_path_explain(const struct fdd_path_wish *wish, const struct fdd_traces *traces, FILE *f);

#endif

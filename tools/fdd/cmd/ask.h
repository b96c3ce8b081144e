/* SPDX-License-Identifier: GPL-2.0 */
/* fdd why -- COMMAND, fdd why -p PID: records, and explains what was recorded. */
#ifndef FDD_CMD_ASK_H
#define FDD_CMD_ASK_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/opts.h"
#include "lib/output.h"

struct fdd_ask {
	enum fdd_format	format;
	char		**command;	/* NULL: the processes */
	const char	*user;		/* it runs as this one; NULL: as fdd does */
	const char	**pids;		/* "1,23" each */
	size_t		nr_pids;
	uint64_t	for_ns;		/* length; 0: until they end, or Ctrl-C */
	unsigned int	percent;	/* of a CPU, for recording; 0: the default */
	const char	*output;	/* of the findings; NULL: stderr */
	const char	*module;
	uint64_t	user_stacks;	/* of calls that last as long; 0: not asked for */
	bool		no_user_stacks;
};

/* They fill a struct fdd_ask: -o, --for, --budget, --user, --tracer-module, ... */
extern const struct fdd_opts fdd_ask_opts;

/* Returns the exit status, which is that of the command. */
int fdd_ask(struct fdd_ask *ask);

#endif

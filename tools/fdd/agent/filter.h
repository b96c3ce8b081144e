/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Which of the agent's functions are traced: set_ftrace_filter of its instance.
 *
 * Functions are removed and added by the numbers of their lines in available_filter_functions. By
 * its name the kernel looks for a function among the names of all, which takes longer than the agent
 * may. set_ftrace_notrace has no effect on a tracer that runs in 6.12. A filter without a function
 * would be one of all functions: so a system call that is hardly used is in it while functions are
 * left out.
 */
#ifndef FDD_AGENT_FILTER_H
#define FDD_AGENT_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/names.h"

struct agent_filter_line {
	uint32_t	name;		/* in names */
	uint32_t	number;
};

struct agent_filter {
	const char		*instance;
	struct fdd_names	names;		/* those of -F, and those that hold the place */
	struct agent_filter_line *lines;	/* by their names */
	uint32_t		nr, cap;
	uint32_t		first_holder;	/* in names; they are the last ones */
	bool			held;		/* one of these is in the filter */
	uint64_t		state;		/* of the kernel's functions, when they were read */
};

/* Take what the filter has now. Returns 0, or -1 after an error message. */
int filter_start(struct agent_filter *f, const char *instance);
void filter_free(struct agent_filter *f);

/* Does it have a function that matches? */
bool filter_has(const struct agent_filter *f, const char *glob);

/* Is it only there so that the filter has one? */
bool filter_holds(const struct agent_filter *f, const char *name);

/**
 * filter_change - leave out functions, or trace them again
 * @names: the functions, a line each
 * @out: leave them out
 * @none: whether none is left out afterwards
 *
 * Return: 0, or an error; functions of modules that have gone are no error.
 */
int filter_change(struct agent_filter *f, const char *names, bool out, bool none);

#endif

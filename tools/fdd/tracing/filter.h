/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Leaves out some of the functions that an instance traces, while it does: set_ftrace_filter.
 *
 * Functions are removed and added by the numbers of their lines in available_filter_functions. By
 * its name the kernel looks for a function among the names of all, which takes 10^8 instructions.
 * set_ftrace_notrace has no effect on a tracer that runs in 6.12. A filter without a function
 * would be one of all functions: so a system call that is hardly used is in it while functions are
 * left out, unless others stay in any case.
 */
#ifndef FDD_TRACING_FILTER_H
#define FDD_TRACING_FILTER_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/names.h"

struct filter_line {
	uint32_t	name;		/* in names */
	uint32_t	number;
};

struct filtered {
	const char		*instance;
	bool			some_stay;
	struct fdd_names	names;		/* of the filter, then those that hold the place */
	struct filter_line	*lines;		/* by their names */
	uint32_t		nr, cap;
	uint32_t		first_holder;	/* in names; they are the last ones */
	bool			held;		/* one of these is in the filter */
	uint64_t		state;		/* of the kernel's functions, when they were read */
};

/* Take what the filter has now. Returns 0, or -1 after an error message. */
int filter_start(struct filtered *f, const char *instance, bool some_stay);
void filter_free(struct filtered *f);

/* Does it have a function that matches? */
bool filter_has(const struct filtered *f, const char *glob);

/* Is it only there so that the filter has one? */
bool filter_holds(const struct filtered *f, const char *name);

/**
 * filter_change - leave out functions, or trace them again
 * @names: the functions, a line each
 * @out: leave them out
 * @none: whether none is left out afterwards
 *
 * Return: 0, or an error; functions of modules that have gone are no error.
 */
int filter_change(struct filtered *f, const char *names, bool out, bool none);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* Arguments and return values that slow calls have more often than ordinary ones. */
#ifndef FDD_VALUES_H
#define FDD_VALUES_H

#include "model/contrast.h"

#define FDD_VALUE_ARGS	6

/* Of an argument, or of the return value: on each side by call */
struct fdd_value_list {
	char		*name;		/* "count"; NULL: not known */
	int64_t		*of[2];
	uint32_t	nr[2], cap[2];
};

/* What separates slow calls from ordinary ones best: value >= @limit, or <= @limit */
struct fdd_value_rule {
	unsigned int	nr;		/* of the argument; FDD_VALUE_ARGS: the return value */
	bool		at_most;
	int64_t		limit;
	double		part[2];	/* of the calls of a side */
};

struct fdd_values {
	struct fdd_value_list	lists[FDD_VALUE_ARGS + 1];
	struct fdd_value_rule	rules[FDD_VALUE_ARGS + 1];	/* after finish: the best first */
	unsigned int		nr_rules;
};

/* @args: as the trace has them, "fd=3, buf=0x7ffe00000000, count=4096" */
void fdd_values_add(struct fdd_values *v, const char *args, const struct fdd_call *call,
		    enum fdd_contrast_side side);
void fdd_values_finish(struct fdd_values *v);
void fdd_values_free(struct fdd_values *v);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* The slow calls of a trace, by function, and where their time went. */
#ifndef FDD_SLOW_H
#define FDD_SLOW_H

#include "model/path.h"

#define FDD_SLOW_CALLS	10000		/* of a function, the slowest */

struct fdd_slow_func {
	uint32_t	func;
	uint32_t	nr_calls;	/* that are not within others */
	uint32_t	nr_slow;
	uint64_t	least;		/* ns: calls of this and more are slow */
	uint64_t	ns;		/* of the slow ones */
	uint32_t	first;		/* number in the list of calls: the slowest one */
};

struct fdd_slow {
	const struct fdd_lives	*l;
	uint64_t		threshold;	/* ns; 0: the p99 of each function's calls */
	uint32_t		*calls;		/* numbers of calls, by function and duration */
	uint32_t		nr_calls;
	struct fdd_slow_func	*funcs;		/* that with the most slow time first */
	uint32_t		nr, cap;
};

/* Find the functions, without those that are long on request; after fdd_lives_finish(). */
void fdd_slow_begin(struct fdd_slow *s, const struct fdd_lives *l, uint64_t threshold);
/* Where the time of the slow calls of a function went. The caller calls fdd_path_free(). */
void fdd_slow_explain(const struct fdd_slow *s, const struct fdd_slow_func *func,
		      struct fdd_path *path);
void fdd_slow_free(struct fdd_slow *s);

#endif

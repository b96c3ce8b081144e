/* SPDX-License-Identifier: GPL-2.0 */
/* Lists in arguments: globs, numbers. */
#ifndef FDD_PATTERNS_H
#define FDD_PATTERNS_H

#include <stdbool.h>
#include <stdint.h>

/* Globs; the strings are not copied. */
struct fdd_patterns {
	const char	**list;
	unsigned int	nr, cap;
};

void fdd_patterns_add(struct fdd_patterns *p, const char *pattern);
/* Does one of the globs match? */
bool fdd_patterns_match(const struct fdd_patterns *p, const char *name);
/* The same for a function: a pattern matches the name alone or "name [module]". */
bool fdd_patterns_match_func(const struct fdd_patterns *p, const char *name);

struct fdd_number_range {
	uint64_t	from, to;
};

struct fdd_numbers {
	struct fdd_number_range	*list;	/* by number, with a gap between each two */
	unsigned int		nr, cap;
};

/* Parse "1,3-5"; returns false if it is not such a list. */
bool fdd_numbers_add(struct fdd_numbers *n, const char *list);
bool fdd_numbers_have(const struct fdd_numbers *n, int64_t number);

#endif

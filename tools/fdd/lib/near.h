/* SPDX-License-Identifier: GPL-2.0 */
/* Finds the names that are similar to one that does not exist. */
#ifndef FDD_NEAR_H
#define FDD_NEAR_H

#define FDD_NEAR	3

struct fdd_near {
	const char	*wanted;	/* may be a pattern */
	const char	*names[FDD_NEAR];	/* the nearest first; not copied */
	unsigned int	distances[FDD_NEAR];
	unsigned int	nr;
};

/* Compare one more name. Names that are not similar are ignored. */
void fdd_near_add(struct fdd_near *n, const char *name);

#endif

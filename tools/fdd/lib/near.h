/* SPDX-License-Identifier: GPL-2.0 */
/* Of many names, those that are nearest to one that is not there. */
#ifndef FDD_NEAR_H
#define FDD_NEAR_H

#define FDD_NEAR	3

struct fdd_near {
	const char	*wanted;	/* may be a pattern */
	const char	*names[FDD_NEAR];	/* the nearest first; not copied */
	unsigned int	distances[FDD_NEAR];
	unsigned int	nr;
};

/* One more of the names. Those that are not alike at all are left out. */
void fdd_near_add(struct fdd_near *n, const char *name);

#endif

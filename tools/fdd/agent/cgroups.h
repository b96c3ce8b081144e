/* SPDX-License-Identifier: GPL-2.0 */
/* The cgroups of the pairs of a function and a cgroup that the kernel counts. */
#ifndef FDD_AGENT_CGROUPS_H
#define FDD_AGENT_CGROUPS_H

#include <stdbool.h>
#include <stdint.h>

#include "agent/sums.h"
#include "lib/cgroup.h"
#include "lib/map.h"

#define AGENT_FUNCTION	512	/* KSYM_NAME_LEN */

struct agent_cgroup {
	uint64_t	id;
	char		*path;			/* "id:4711" if it could not be found */
	char		container[FDD_CONTAINER];	/* "": it is of none */
	bool		gone;			/* it was removed */
};

struct agent_cgroups {
	struct agent_cgroup	*list;
	uint32_t		nr, cap;
	struct fdd_map		by_id;		/* number + 1 */
	uint32_t		nr_gone;	/* since the last reset of the kernel's table */
};

/* "vfs_read<TAB>4711" */
struct agent_pair {
	char		function[AGENT_FUNCTION];
	const char	*cgroup, *container;
};

void agent_cgroups_free(struct agent_cgroups *c);

/*
 * Find the paths of the cgroups of a reading, before it is added to the sums. The series of those
 * that were removed end: a number is not used again. One that was removed before it was seen gets
 * none: its calls are those of others. The series of a function end as well while it is left out of
 * the functions.
 */
void agent_cgroups_see(struct agent_cgroups *c, struct agent_sums *pairs,
		       const struct agent_sums *functions, const struct fdd_stats *now);

/* The names of a pair. */
void agent_cgroups_pair(const struct agent_cgroups *c, const char *name, struct agent_pair *pair);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* The names of cgroups, of which a trace has the numbers. */
#ifndef FDD_CGROUP_NAMES_H
#define FDD_CGROUP_NAMES_H

#include <stdint.h>

#include "lib/map.h"
#include "lib/names.h"

/* Those of a source that were looked up */
struct fdd_cgroup_names {
	struct fdd_map		by_id;		/* in names, + 1 */
	struct fdd_names	names;
};

/**
 * fdd_cgroup_name - the name of a cgroup
 * @id: its number
 * @boot: the boot that the trace is of; "": not known
 * @host: the machine that it is of, or NULL
 *
 * A number means something only on its machine, until that boots.
 *
 * Return: its path; "id:4711" if it was removed, or is known to be of another machine or boot. It
 *	stays as long as @n.
 */
const char *fdd_cgroup_name(struct fdd_cgroup_names *n, uint64_t id, const char *boot,
			    const char *host);

void fdd_cgroup_names_free(struct fdd_cgroup_names *n);

#endif

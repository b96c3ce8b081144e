/* SPDX-License-Identifier: GPL-2.0 */
/* The names of cgroups, of which a trace has the numbers. */
#ifndef FDD_CGROUP_NAMES_H
#define FDD_CGROUP_NAMES_H

#include <stdint.h>

#include "lib/map.h"
#include "lib/names.h"

struct fdd_source;

/* Those of a source that were asked for */
struct fdd_cgroup_names {
	struct fdd_map		by_id;		/* in names, + 1 */
	struct fdd_names	names;
};

/**
 * fdd_cgroup_name - the name of a cgroup
 * @src: the trace that has its number
 * @id: the number
 *
 * A number means something only on its machine, until that boots.
 *
 * Return: its path; "id:4711" if it was removed, or if the trace says that it is of another machine
 *	or boot. It stays as long as @src.
 */
const char *fdd_cgroup_name(struct fdd_source *src, uint64_t id);

void fdd_cgroup_names_free(struct fdd_cgroup_names *n);

#endif

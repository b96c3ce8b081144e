/* SPDX-License-Identifier: GPL-2.0 */
/* The cgroups of tasks, for the files that list tasks; cgroup_paths.c describes them. */
#ifndef _DURATION_FILES_CGROUP_PATHS_H
#define _DURATION_FILES_CGROUP_PATHS_H

#include <linux/types.h>
#include <linux/xarray.h>

struct seq_file;
struct task_struct;

/* A path that is kept is shorter, all of a reader have no more: bytes */
#define CGROUP_PATH	1024
#define CGROUP_PATHS	(1024 * 1024U)

struct duration_cgroups {
	struct xarray	paths;		/* by the cgroup's id; a value: there is no path */
	unsigned int	used;		/* bytes of all paths */
	char		path[CGROUP_PATH];
};

void duration_cgroups_init(struct duration_cgroups *cgroups);
void duration_cgroups_drop(struct duration_cgroups *cgroups);
int duration_cgroups_find(struct duration_cgroups *cgroups, struct task_struct *task, u64 *id);
void duration_cgroups_show(struct seq_file *s, const struct duration_cgroups *cgroups, u64 id);

#endif /* _DURATION_FILES_CGROUP_PATHS_H */

// SPDX-License-Identifier: GPL-2.0
/*
 * The cgroups of tasks, by their paths from the root of the hierarchy, see cgroup_of_task().
 *
 * task->cgroups is read in a read section of RCU. A cgroup that it led to is freed after a grace
 * period (css_release_work_fn(), kernel/cgroup/cgroup.c), and has its kernfs node until then.
 * kernfs_path_from_node() takes kernfs_rename_lock, a spinning lock, or none. Mutexes of
 * cgroups are not taken: what a reader asks about may be stuck with one. So the paths are not
 * those of the reader's cgroup namespace.
 *
 * Many tasks are in one cgroup: its path is copied for the first one of them.
 */
#include <linux/cgroup.h>
#include <linux/errno.h>
#include <linux/gfp.h>
#include <linux/rcupdate.h>
#include <linux/sched.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include <linux/string.h>

#include "duration/files/cgroup_paths.h"
#include "duration/state/cgroup.h"

/* As for "open" */
#define CGROUP_FLAGS	(GFP_KERNEL_ACCOUNT | __GFP_NOWARN)

void duration_cgroups_init(struct duration_cgroups *cgroups)
{
	xa_init_flags(&cgroups->paths, XA_FLAGS_ACCOUNT);
	cgroups->used = 0;
}

/**
 * duration_cgroups_drop - free the paths
 * @cgroups: of duration_cgroups_init(); it can be used again
 */
void duration_cgroups_drop(struct duration_cgroups *cgroups)
{
	unsigned long id;
	void *path;

	xa_for_each(&cgroups->paths, id, path) {
		if (!xa_is_value(path))
			kfree(path);
	}
	xa_destroy(&cgroups->paths);
	cgroups->used = 0;
}

#ifdef CONFIG_CGROUPS
/* kernfs goes from the root to each directory of a path anew: that is bounded, too. */
static int path_of(struct cgroup *cgroup, char *path, size_t size)
{
	return cgroup->level >= size / 2 ? -E2BIG : cgroup_path(cgroup, path, size);
}

/* Returns: 0 if the path is kept already, its length, or an error: it is too long. */
static int copy_path(struct duration_cgroups *cgroups, struct task_struct *task, u64 *id)
{
	struct cgroup *cgroup;
	int len = 0;

	rcu_read_lock();
	cgroup = cgroup_of_task(task);
	*id = cgroup_id(cgroup);
	if (!xa_load(&cgroups->paths, *id))
		len = path_of(cgroup, cgroups->path, sizeof(cgroups->path));
	rcu_read_unlock();
	return len;
}

/* One that kernfs has cut fills the buffer: kernfs_path_from_node_locked(). */
static bool is_kept(const struct duration_cgroups *cgroups, int len)
{
	return len > 0 && len < sizeof(cgroups->path) - 1 && len < CGROUP_PATHS - cgroups->used;
}

/**
 * duration_cgroups_find - find the cgroup of a task
 * @cgroups: keeps its path, if there is room
 * @task: with a reference
 * @id: of the cgroup; 0 without cgroups
 *
 * Context: process context; may sleep.
 * Return: 0 or -ENOMEM.
 */
int duration_cgroups_find(struct duration_cgroups *cgroups, struct task_struct *task, u64 *id)
{
	int len = copy_path(cgroups, task, id), ret;
	void *path = xa_mk_value(0);

	if (!len)
		return 0;
	if (is_kept(cgroups, len)) {
		path = kmemdup_nul(cgroups->path, len, CGROUP_FLAGS);
		if (!path)
			return -ENOMEM;
		cgroups->used += len + 1;
	}
	ret = xa_err(xa_store(&cgroups->paths, *id, path, CGROUP_FLAGS));
	if (ret && !xa_is_value(path))
		kfree(path);
	return ret;
}
#else
int duration_cgroups_find(struct duration_cgroups *cgroups, struct task_struct *task, u64 *id)
{
	*id = 0;
	return 0;
}
#endif

/**
 * duration_cgroups_show - write a path, or "id:4711" if none was kept, or "-" without cgroups
 * @s: in a column that ends with a blank
 * @cgroups: has the paths
 * @id: of duration_cgroups_find()
 */
void duration_cgroups_show(struct seq_file *s, const struct duration_cgroups *cgroups, u64 id)
{
	const char *path = xa_load((struct xarray *)&cgroups->paths, id);

	if (!id)
		seq_putc(s, '-');
	else if (!path || xa_is_value(path))
		seq_printf(s, "id:%llu", id);
	else
		seq_escape(s, path, " \t\n\\#");
}

// SPDX-License-Identifier: GPL-2.0
/* The children of processes. */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "waits/children.h"
#include "waits/proc.h"
#include "waits/task.h"

static int by_parent(const void *a, const void *b)
{
	const struct waits_child *x = a, *y = b;

	if (x->parent != y->parent)
		return x->parent < y->parent ? -1 : 1;
	return (x->pid > y->pid) - (x->pid < y->pid);
}

static void read_all(struct waits_children *children)
{
	DIR *dir = proc_dir(0, NULL);
	struct waits_task t;
	pid_t pid;

	children->is_read = true;
	while (dir && (pid = proc_next(dir)) >= 0) {
		if (!waits_task_read(&t, pid))
			continue;
		GROW(children->list, children->nr, children->cap);
		children->list[children->nr++] =
			(struct waits_child){ t.parent, t.pid, t.ns_tid };
	}
	if (dir)
		closedir(dir);
	if (children->nr)
		qsort(children->list, children->nr, sizeof(*children->list), by_parent);
}

uint32_t waits_children_of(struct waits_children *children, pid_t parent,
			   const struct waits_child **first)
{
	uint32_t from, nr = 0;

	if (!children->is_read)
		read_all(children);
	from = FIRST_NOT(children->nr, i, children->list[i].parent < parent);
	*first = children->list + from;
	while (from + nr < children->nr && (*first)[nr].parent == parent)
		nr++;
	return nr;
}

void waits_children_free(struct waits_children *children)
{
	free(children->list);
	memset(children, 0, sizeof(*children));
}

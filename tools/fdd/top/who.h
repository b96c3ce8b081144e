/* SPDX-License-Identifier: GPL-2.0 */
/* Whose calls they are, for fdd top --by: names of tasks, control groups, CPUs. */
#ifndef FDD_TOP_WHO_H
#define FDD_TOP_WHO_H

#include "lib/map.h"
#include "lib/names.h"
#include "model/call.h"

enum top_by {
	TOP_BY_FUNCTION,
	TOP_BY_TASK,
	TOP_BY_CGROUP,
	TOP_BY_CPU,
};

struct top_who {
	enum top_by		by;
	const char		*proc;		/* "/proc" */
	struct fdd_names	names;
	struct fdd_map		tasks;		/* pid -> name, and when it was read */
};

void top_who_init(struct top_who *w, enum top_by by);
void top_who_free(struct top_who *w);
/* The number of its task, control group or CPU in w->names. */
uint32_t top_who_of(struct top_who *w, const struct fdd_call *call);
/* "function", "task", "cgroup", "cpu"; the title of their column; several of them */
const char *top_by_name(enum top_by by);
const char *top_by_title(enum top_by by);
const char *top_by_plural(enum top_by by);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* The file function_duration_stats; counters.c describes it. */
#ifndef _DURATION_FILES_COUNTERS_H
#define _DURATION_FILES_COUNTERS_H

#include <linux/list.h>
#include <linux/percpu-defs.h>

#include "duration/session.h"

/* The counts of a session and its array */
struct duration_counters {
	struct duration_counts __percpu	*counts;
	struct list_head		list;
	struct dentry			*dir;	/* of the instance; NULL at the top */
	bool				active;	/* the session has not ended */
	char				name[];
};

struct duration_counters *counters_alloc(const struct trace_array *tr);
void counters_begin(struct duration_counters *counters);
void counters_end(struct duration_counters *counters);
void counters_init(void);
void counters_exit(void);

#endif /* _DURATION_FILES_COUNTERS_H */

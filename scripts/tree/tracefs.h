/* SPDX-License-Identifier: GPL-2.0 */
/* Files in tracefs that may be removed with the directory of an instance. */
#ifndef _TRACE_DURATION_TRACEFS_H
#define _TRACE_DURATION_TRACEFS_H

#include <linux/dcache.h>
#include <linux/tracefs.h>

#include "trace_duration_trace.h"

/* Returns: the file, with a reference, or NULL. */
static inline struct dentry *tracer_file_create(const char *name, umode_t mode,
						struct dentry *parent, void *data,
						const struct file_operations *fops)
{
	struct dentry *dentry = tracefs_create_file(name, mode, parent, data, fops);

	return dentry ? dget(dentry) : NULL;
}

/* Whether the file is open or was looked up */
static inline bool tracer_file_in_use(const struct dentry *dentry)
{
	return dentry && d_count(dentry) > 1;
}

static inline void tracer_files_remove(struct dentry *files[], unsigned int nr)
{
	unsigned int i;

	for (i = 0; i < nr; i++) {
		if (!files[i])
			continue;
		tracefs_remove(files[i]);
		dput(files[i]);
	}
}

#endif /* _TRACE_DURATION_TRACEFS_H */

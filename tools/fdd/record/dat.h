/* SPDX-License-Identifier: GPL-2.0 */
/* Writes the snapshot of an instance as a trace.dat. */
#ifndef FDD_RECORD_DAT_H
#define FDD_RECORD_DAT_H

#include <stdint.h>

/* With the formats of the ftrace events and of sched_events. */
struct dat_save {
	const char	*instance;
	const char	*path;		/* must not exist */
	uint64_t	max;		/* bytes */
};

/*
 * Consumes the snapshot. Returns the size of the file, or -1 after an error message: then
 * there is no file.
 */
int64_t dat_save(const struct dat_save *save);

#endif

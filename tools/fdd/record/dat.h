/* SPDX-License-Identifier: GPL-2.0 */
/* Writes the buffers of an instance, or of two, as a trace.dat. */
#ifndef FDD_RECORD_DAT_H
#define FDD_RECORD_DAT_H

#include <stdint.h>

/* Files per CPU: of the snapshot, or of what is recorded */
#define DAT_SNAPSHOT	"snapshot_raw"
#define DAT_LIVE	"trace_pipe_raw"

struct dat_buffer {
	const char	*instance;	/* NULL: the top */
	const char	*raw;		/* its files */
};

/* With the formats of the ftrace events and of sched_events. */
struct dat_save {
	struct dat_buffer	calls;
	struct dat_buffer	events;		/* of a second instance; .raw is NULL: none */
	const char		*head;		/* of dat_save_head(), to begin with; or NULL */
	const char		*path;		/* must not exist; until it is complete, .part */
	uint64_t		max;		/* bytes */
};

/*
 * Consumes the buffers. Returns the size of the file, or -1 after an error message: then
 * there is no file.
 */
int64_t dat_save(const struct dat_save *save);

/* Save only what comes before the buffers. Consumes nothing. */
int64_t dat_save_head(const struct dat_save *save);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* fdd top: what the tracer sees, while it happens: a session, its figures, time. */
#ifndef FDD_TOP_LIVE_H
#define FDD_TOP_LIVE_H

#include "top/counts.h"
#include "top/data.h"
#include "top/source.h"
#include "tracing/session.h"

struct top {
	struct session_wish	wish;
	struct top_choice	choice;
	enum top_by		by;
	uint64_t		interval_ns;
	uint64_t		window_ns;
	uint64_t		limit;		/* rows to print */
	uint64_t		count;		/* times to print; 0 is for ever */
	bool			json;
	bool			print;		/* rather than a screen */

	char			instance[32];
	int			signal_fd;
	bool			stop;
	bool			strange;	/* the kernel ignores wish.pids */
	pid_t			stranger;
	struct fdd_model	*model;
	struct top_data		*data;
	struct top_source	*source;	/* of the events; NULL: not used */
	struct top_counts	*all;		/* of all calls; NULL: not used */
	bool			no_statistics;	/* the module is too old for them */
	struct session_counts	counts;
	uint64_t		thresh_us;
	uint64_t		start, next_slice, next_read;
	uint64_t		now;		/* as of the last top_wait() */
};

/* Take what happened until now into the figures, before they are shown. */
void top_update(struct top *t);
/* Forget all figures. */
void top_reset(struct top *t);

/* Calls that are not in the figures: of statistics without room, or events lost. */
uint64_t top_lost(const struct top *t);
/* Why there are only events, for which the user did not ask; or NULL. */
const char *top_falls_back(const struct top *t);

/*
 * Read and count until @until, or until @fd (-1 is none) can be read, or
 * until it is time to stop. Returns true if @fd can be read.
 */
bool top_wait(struct top *t, int fd, uint64_t until);

/* Trace, have @show show it until it is time to stop, put everything back. */
int top_run(struct top *t, int (*show)(struct top *t));

#endif

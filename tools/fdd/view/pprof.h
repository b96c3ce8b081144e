/* SPDX-License-Identifier: GPL-2.0 */
/*
 * pprof's profile.proto, written to stdout sample by sample; what samples refer to by number,
 * functions and strings, follows behind.
 */
#ifndef FDD_VIEW_PPROF_H
#define FDD_VIEW_PPROF_H

#include "lib/names.h"
#include "lib/proto.h"

struct fdd_pprof {
	struct fdd_proto	out;
	struct fdd_names	frames;
	bool			asleep;		/* a sample has this value, too */
};

struct fdd_pprof_sample {
	const char	*path;		/* "task;caller;callee" */
	uint64_t	calls, self, asleep;
};

void fdd_pprof_begin(struct fdd_pprof *p, bool asleep);
void fdd_pprof_add(struct fdd_pprof *p, const struct fdd_pprof_sample *sample);
void fdd_pprof_end(struct fdd_pprof *p);

#endif

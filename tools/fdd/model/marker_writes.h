/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The calls that the kernel made because a program marked its work: those of the
 * write(2) to trace_marker. The model does not get them.
 */
#ifndef FDD_MARKER_WRITES_H
#define FDD_MARKER_WRITES_H

#include "model/model.h"

struct fdd_marker_writes;

/* From here on the model gets calls and notes through this. */
struct fdd_marker_writes *fdd_marker_writes_attach(struct fdd_model *m);
void fdd_marker_writes_free(struct fdd_marker_writes *w);

/* Say so if some of them could not be left out. */
void fdd_marker_writes_warn(const struct fdd_marker_writes *w);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Removes the calls that belong to write(2) of trace_marker: a program that marks its
 * regions causes them.
 */
#ifndef FDD_MARKER_WRITES_H
#define FDD_MARKER_WRITES_H

#include "model/model.h"

struct fdd_marker_writes;

/* Pass all further calls and notes of the model through this. */
struct fdd_marker_writes *fdd_marker_writes_attach(struct fdd_model *m);
void fdd_marker_writes_free(struct fdd_marker_writes *w);

/* Warn if some of them could not be removed. */
void fdd_marker_writes_warn(const struct fdd_marker_writes *w);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* The first members of all JSON outputs. */
#ifndef FDD_DOCUMENT_H
#define FDD_DOCUMENT_H

#include "lib/output.h"
#include "model/table.h"

/* An object with the version, the sources, lost events, inexact numbers and the range of time. */
json_object *fdd_json_document(struct fdd_model *m, const struct fdd_table *t);

/* A sentence about the source of the time asleep. */
const char *fdd_sleep_text(const struct fdd_model *m);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* Readers: pass the calls of a trace to a model. They return 0, or -1 after an error message. */
#ifndef FDD_READ_H
#define FDD_READ_H

#include "read/formats.h"

/* Any format, detected from the content. */
int fdd_read_path(struct fdd_model *m, const char *path, const char *label);

#endif

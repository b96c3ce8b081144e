/* SPDX-License-Identifier: GPL-2.0 */
/* Warnings about the data. */
#ifndef FDD_WARNINGS_H
#define FDD_WARNINGS_H

#include "model/model.h"

/* Print warnings on stderr; @all: less important ones too. */
void fdd_warn_sources(struct fdd_model *m, bool all);

/* Does one of the traces have calls? */
bool fdd_has_calls(const struct fdd_model *m);
/* Print that they have none. */
void fdd_error_no_calls(const struct fdd_model *m);

#endif

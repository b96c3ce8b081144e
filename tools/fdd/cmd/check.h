/* SPDX-License-Identifier: GPL-2.0 */
/* Whether what was asked for goes together: error messages if it does not. */
#ifndef FDD_CHECK_H
#define FDD_CHECK_H

#include "view/view.h"

/*
 * Does each option mean something to @name, which has this scope? Otherwise list the
 * views to which it does, or with @exports the formats of export.
 */
bool fdd_check_scope(const struct fdd_args *args, unsigned int scope, const char *name,
		     bool exports);
/* Is it one of the formats that @name has? */
bool fdd_check_format(enum fdd_format format, unsigned int formats, const char *name);
/* -e may be about rows, where there are none. */
bool fdd_check_rows(const struct fdd_filter *f, unsigned int scope, const char *name);

#endif

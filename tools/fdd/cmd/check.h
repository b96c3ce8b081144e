/* SPDX-License-Identifier: GPL-2.0 */
/* Checks that the options and the view fit together; prints errors. */
#ifndef FDD_CHECK_H
#define FDD_CHECK_H

#include "view/view.h"

/*
 * Does each option apply to @name, which has this scope? Otherwise the message lists the
 * views to which it applies, or with @exports the formats of export.
 */
bool fdd_check_scope(const struct fdd_args *args, unsigned int scope, const char *name,
		     bool exports);
/* Can @name print this format? */
bool fdd_check_format(enum fdd_format format, unsigned int formats, const char *name);
/* Does -e use fields of rows for a view without rows? */
bool fdd_check_rows(const struct fdd_filter *f, unsigned int scope, const char *name);

#endif

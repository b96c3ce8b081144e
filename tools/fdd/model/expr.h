/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Filter expressions, as in: cpu == 1 and (duration > 2ms or func =~ '^vfs_')
 */
#ifndef FDD_EXPR_H
#define FDD_EXPR_H

#include "model/table.h"

struct fdd_expr;

/* Returns NULL after an error message. */
struct fdd_expr *fdd_expr_parse(const char *text);
void fdd_expr_free(struct fdd_expr *e);

/* Test the terms with fields of calls, or with fields of rows. */
bool fdd_expr_call(const struct fdd_expr *e, struct fdd_model *m,
		   const struct fdd_frame *frame);
bool fdd_expr_row(const struct fdd_expr *e, const struct fdd_row *row);
bool fdd_expr_has_row_part(const struct fdd_expr *e);
/* Does it use only fields of rows that statistics of all calls have? */
bool fdd_expr_is_of_stats(const struct fdd_expr *e);

#endif

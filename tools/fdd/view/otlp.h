/* SPDX-License-Identifier: GPL-2.0 */
/* Options of --to=otlp and --to=otlp.ndjson. */
#ifndef FDD_OTLP_H
#define FDD_OTLP_H

#include "view/view.h"

#define FDD_OTLP_EXPLAINED	100	/* at most */

/* Is it a view of this kind? */
bool fdd_is_otlp(const struct fdd_view_ops *ops);

/* The explanation of "fdd why" as attributes of the @most longest roots. */
void fdd_otlp_explain(struct fdd_view *view, unsigned int most);

/* Write a list of the traces into this file. */
void fdd_otlp_index(struct fdd_view *view, const char *path);

#endif

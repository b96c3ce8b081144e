/* SPDX-License-Identifier: GPL-2.0 */
/* What every JSON output begins with. */
#ifndef FDD_DOCUMENT_H
#define FDD_DOCUMENT_H

#include "lib/output.h"
#include "model/table.h"

/* An object with the version, the sources, what was lost, what is not exact, and the span. */
json_object *fdd_json_document(struct fdd_model *m, const struct fdd_table *t);

/* How the time asleep is known, in a sentence. */
const char *fdd_sleep_text(const struct fdd_model *m);

#endif

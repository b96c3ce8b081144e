/* SPDX-License-Identifier: GPL-2.0 */
/* Prints the calls that had not returned when a trace ended. */
#ifndef FDD_VIEW_UNRETURNED_H
#define FDD_VIEW_UNRETURNED_H

#include "lib/json.h"
#include "model/unreturned.h"

/* A sentence for each of the longest; those below a ms are counted. Nothing if there are none. */
void fdd_unreturned_print(const struct fdd_unreturned_list *u, bool blank_line);
json_object *fdd_unreturned_json(const struct fdd_unreturned_list *u);

#endif

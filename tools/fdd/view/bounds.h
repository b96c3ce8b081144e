/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers that are bounds, because the trace is not complete. */
#ifndef FDD_BOUNDS_H
#define FDD_BOUNDS_H

#include <json-c/json.h>

#include "model/table.h"

/**
 * fdd_json_bounds - the members of rows that are not exact
 * @m: the model, after reading
 * @t: a table of the model
 *
 * Return: an object with a word for each such member: at_least, at_most, or near when it
 * may be either.
 */
json_object *fdd_json_bounds(struct fdd_model *m, const struct fdd_table *t);

/**
 * fdd_warn_bounds - warn on stderr about inexact numbers
 * @m: the model, when all is read
 * @all: also what is so in most traces: that there are functions which were not recorded
 */
void fdd_warn_bounds(struct fdd_model *m, bool all);

#endif

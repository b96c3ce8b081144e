/* SPDX-License-Identifier: GPL-2.0 */
/* Where a program made a call, as text and as JSON. */
#ifndef FDD_VIEW_WHERE_H
#define FDD_VIEW_WHERE_H

#include <json-c/json.h>
#include <stdio.h>

#include "model/model.h"

/* "load_config() < main() of app, conf.c:212" */
void fdd_put_where(FILE *f, const struct fdd_user_stacks *s, uint32_t stack);
/* A list of all frames, the innermost first. */
json_object *fdd_where_json(const struct fdd_user_stacks *s, uint32_t stack);

#endif

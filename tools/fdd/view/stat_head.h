/* SPDX-License-Identifier: GPL-2.0 */
/* The header of statistics: the interval, the number of calls, and the calls not counted. */
#ifndef FDD_STAT_HEAD_H
#define FDD_STAT_HEAD_H

#include <json-c/json.h>

#include "lib/output.h"
#include "model/stats.h"

/*
 * Say it, and warn if calls were not counted. In text it is a line that begins with '#', above
 * the table; in CSV it is on stderr. JSON has it in its document. @name: of one of several, or
 * "".
 */
void fdd_stat_head_print(const struct fdd_stats *s, const char *name, enum fdd_format format);
/* A line in text about the percentiles. */
void fdd_stat_head_error(enum fdd_format format);
json_object *fdd_stat_head_json(const struct fdd_stats *s);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* A table by function from statistics of all calls, in place of the calls of a trace. */
#ifndef FDD_STAT_TABLE_H
#define FDD_STAT_TABLE_H

#include "model/filter.h"
#include "model/stats.h"
#include "model/table.h"

/*
 * Fill an empty table by function with the functions that pass the filters of functions.
 * The rows refer to @s.
 */
void fdd_stat_table_fill(struct fdd_table *t, const struct fdd_stats *s, struct fdd_filter *f);

#endif

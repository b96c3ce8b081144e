/* SPDX-License-Identifier: GPL-2.0 */
/* Why nothing passes the filters: which of them is the reason, with similar names. */
#ifndef FDD_FILTER_EXPLAIN_H
#define FDD_FILTER_EXPLAIN_H

#include "model/filter_parts.h"

/* After reading, if no call passed: print which filter is the reason, with similar names. */
void fdd_filter_explain(const struct fdd_filter *f, struct fdd_table *t);
/* The same if no region passed. */
void fdd_filter_explain_regions(const struct fdd_filter *f);
/*
 * Print that the argument of @as matches none of the calls that passed, with the names of
 * similar functions of the trace.
 */
void fdd_filter_explain_func(const struct fdd_filter *f, const char *as, const char *arg);

/* Each prints a message and returns true if nothing passes because of its option. */
bool fdd_explain_func(const struct fdd_filter *f, const struct fdd_given *g);
bool fdd_explain_module(const struct fdd_filter *f, const struct fdd_given *g);
bool fdd_explain_region(const struct fdd_filter *f, const struct fdd_given *g);
bool fdd_explain_comm(const struct fdd_filter *f, const struct fdd_given *g);
bool fdd_explain_cgroup(const struct fdd_filter *f, const struct fdd_given *g);
bool fdd_explain_pid(const struct fdd_filter *f, const struct fdd_given *g);
bool fdd_explain_cpu(const struct fdd_filter *f, const struct fdd_given *g);
bool fdd_explain_min_duration(const struct fdd_filter *f, const struct fdd_given *g);
bool fdd_explain_max_duration(const struct fdd_filter *f, const struct fdd_given *g);
bool fdd_explain_range(const struct fdd_filter *f, const struct fdd_given *g);
bool fdd_explain_between(const struct fdd_filter *f, const struct fdd_given *g);
bool fdd_explain_expr(const struct fdd_filter *f, const struct fdd_given *g);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* Reads the statistics of a running instance: all calls, counted by the tracer. */
#ifndef FDD_TOP_COUNTS_H
#define FDD_TOP_COUNTS_H

#include "top/data.h"

struct top_counts;

/* Returns NULL after an error message. */
struct top_counts *top_counts_open(const char *instance);
void top_counts_close(struct top_counts *c);
/* Add what was counted since the last reading. Returns false after an error message. */
bool top_counts_read(struct top_counts *c, struct top_data *d);
/* Calls that the tracer did not count so far, because there was no room. */
uint64_t top_counts_missed(const struct top_counts *c);

#endif

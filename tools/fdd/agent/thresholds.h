/* SPDX-License-Identifier: GPL-2.0 */
/* Thresholds of slow calls, and higher ones. */
#ifndef FDD_AGENT_THRESHOLDS_H
#define FDD_AGENT_THRESHOLDS_H

#include "agent/state.h"

/*
 * How often can it be raised? Each time to a time four times as long, or so that a tenth of the
 * calls remain.
 */
unsigned int thresholds_levels(const struct slow_threshold *t);
struct slow_threshold thresholds_at(const struct slow_threshold *t, unsigned int level);

/*
 * Set those of the agent's instance. Functions that had slow calls, but none above a raised time,
 * keep one just below their slowest call. Returns 0, or -1 after an error message.
 */
int thresholds_write(struct agent *a, unsigned int level);

#endif

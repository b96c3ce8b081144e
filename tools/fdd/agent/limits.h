/* SPDX-License-Identifier: GPL-2.0 */
/* Keeps the budget: measures what tracing costs, and does what agent/budget.h decides. */
#ifndef FDD_AGENT_LIMITS_H
#define FDD_AGENT_LIMITS_H

#include "agent/state.h"

/*
 * Select the tracer, and measure what a call costs with it. Returns 0, or -1 after an error
 * message.
 */
int limits_start(struct agent *a);
/* After the pause, without the lock. */
void limits_look(struct agent *a);
void limits_free(struct agent *a);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Slow calls: recorded in the agent's instance, saved into a ring of files, explained, and sent as
 * spans to a collector.
 */
#ifndef FDD_AGENT_SLOW_H
#define FDD_AGENT_SLOW_H

#include "agent/state.h"

/*
 * Before the instance is made; before the tracer is selected in it; after that. Each returns 0, or
 * -1 after an error message.
 */
int slow_check(struct agent *a);
int slow_prepare(struct agent *a);
int slow_start(struct agent *a);
void slow_stop(struct agent *a);

#endif

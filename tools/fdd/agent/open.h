/* SPDX-License-Identifier: GPL-2.0 */
/* Calls of the instance that have not returned, as gauges. */
#ifndef FDD_AGENT_OPEN_H
#define FDD_AGENT_OPEN_H

#include "agent/expose.h"
#include "agent/state.h"

/* In an instance of its own the agent asks only for calls that are open for a second. */
int agent_open_prepare(const struct agent *a);

/* No family if the tracer does not tell. */
void agent_open_put(struct expose *e, const struct agent *a);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* "fdd agent": counts calls in an instance of its own, and answers with metrics. */
#ifndef FDD_AGENT_H
#define FDD_AGENT_H

#include "agent/state.h"

/* Count and answer until a signal comes. Returns the exit status. */
int agent_run(struct agent *a);

#endif

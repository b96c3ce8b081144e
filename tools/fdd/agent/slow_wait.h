/* SPDX-License-Identifier: GPL-2.0 */
/* What the threads for slow calls have in common. */
#ifndef FDD_AGENT_SLOW_WAIT_H
#define FDD_AGENT_SLOW_WAIT_H

#include "agent/state.h"

/* Before the threads start, and to end them; slow_wait_free() once they have ended. */
void slow_wait_init(struct agent_slow *s);
void slow_wait_stop(struct agent_slow *s);
void slow_wait_free(struct agent_slow *s);

/* Wait this long. Returns false if the agent ends. */
bool slow_wait(struct agent_slow *s, uint64_t ns);
void slow_count(struct agent *a, uint64_t *counter, uint64_t more);

#endif

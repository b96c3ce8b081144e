/* SPDX-License-Identifier: GPL-2.0 */
/* Calls that were not counted or recorded, by the kernel's own counts, which are summed up. */
#ifndef FDD_AGENT_LOSSES_H
#define FDD_AGENT_LOSSES_H

#include <stdint.h>

#include "model/stats.h"

/* Fields of function_duration_stats, without "active" */
#define AGENT_RESULTS	10
extern const char *const agent_results[AGENT_RESULTS];

/* What the header of the statistics has */
#define AGENT_LACKS	4
extern const char *const agent_lacks[AGENT_LACKS];

struct agent_losses {
	uint64_t	results[AGENT_RESULTS], last_results[AGENT_RESULTS];
	uint64_t	lacks[AGENT_LACKS], last_lacks[AGENT_LACKS];
};

/* Add what the counts of a reading's header have grown since the last one. */
void agent_losses_add(struct agent_losses *l, const struct fdd_stats *now);

/* Add what an instance's lines in function_duration_stats have grown since the last time. */
void agent_losses_add_lines(struct agent_losses *l, const char *text, const char *instance);

#endif

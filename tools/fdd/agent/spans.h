/* SPDX-License-Identifier: GPL-2.0 */
/* Spans of recordings, and the lists of their traces. */
#ifndef FDD_AGENT_SPANS_H
#define FDD_AGENT_SPANS_H

#include "agent/state.h"

/*
 * Of the recording of this number. One that cannot be read is removed. Returns the CPU time in ns.
 */
uint64_t spans_make(struct agent *a, uint64_t number);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* The scheduler's events as text. */
#ifndef FDD_SCHED_H
#define FDD_SCHED_H

#include "model/call.h"

/* Bits of a numeric prev_state. R and R+ (preempted) have none of them. */
static inline bool fdd_state_is_runnable(uint64_t state)
{
	return !(state & 0xff);
}

/* The letter of a numeric prev_state: TASK_REPORT and task_index_to_char() of the kernel. */
static inline char fdd_state_letter(uint64_t state)
{
	static const char letters[] = "SDTtXZPI";

	for (unsigned int i = 0; i < sizeof(letters) - 1; i++)
		if (state & 1u << i)
			return letters[i];
	return 'R';
}

/* If the text of a note is a scheduler event, fill in the note's fields. */
void fdd_sched_scan(struct fdd_note *note);

#endif

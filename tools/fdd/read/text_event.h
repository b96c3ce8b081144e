/* SPDX-License-Identifier: GPL-2.0 */
/* Lines of single events. */
#ifndef FDD_TEXT_EVENT_H
#define FDD_TEXT_EVENT_H

#include "read/text_state.h"

/*
 * A line as the kernel prints an event, or trace-cmd reports it. False if it is
 * another one.
 */
bool fdd_text_event(struct fdd_text *t, const char *p, const char *end);

#endif

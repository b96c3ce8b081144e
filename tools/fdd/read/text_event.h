/* SPDX-License-Identifier: GPL-2.0 */
/* Lines of events. */
#ifndef FDD_TEXT_EVENT_H
#define FDD_TEXT_EVENT_H

#include "read/text_state.h"

/*
 * Parse a line of an event, as the kernel or trace-cmd prints it. Returns false if the line
 * has another form.
 */
bool fdd_text_event(struct fdd_text *t, const char *p, const char *end);
/* The same behind the name of an instance or a file. */
bool fdd_text_instance_event(struct fdd_text *t, const char *p, const char *end);
/* The same of a line without its task. */
bool fdd_text_cut_event(struct fdd_text *t, const char *p, const char *end);

#endif

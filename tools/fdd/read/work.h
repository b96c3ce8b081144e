/* SPDX-License-Identifier: GPL-2.0 */
/* The events of interrupts and of workqueues as text. */
#ifndef FDD_WORK_H
#define FDD_WORK_H

#include "model/call.h"

/* If the text of a note is the begin or the end of such work, fill in the note's fields. */
void fdd_work_scan(struct fdd_note *note);

#endif

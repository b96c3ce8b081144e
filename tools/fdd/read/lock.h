/* SPDX-License-Identifier: GPL-2.0 */
/* The events of contended locks of the kernel as text. */
#ifndef FDD_READ_LOCK_H
#define FDD_READ_LOCK_H

#include "model/call.h"

/* If the text of a note is of a contended lock, fill in the note's fields. */
void fdd_lock_scan(struct fdd_note *note);

#endif

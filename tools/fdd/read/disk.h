/* SPDX-License-Identifier: GPL-2.0 */
/* The events of requests to disks as text. */
#ifndef FDD_DISK_H
#define FDD_DISK_H

#include "model/call.h"

/* If the text of a note is of a request that begins or ends, fill in the note's fields. */
void fdd_disk_scan(struct fdd_note *note);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* The events of TCP connections as text. */
#ifndef FDD_READ_TCP_H
#define FDD_READ_TCP_H

#include "model/call.h"

/* If the text of a note is of a TCP connection, fill in the note's fields. */
void fdd_tcp_scan(struct fdd_note *note);

#endif

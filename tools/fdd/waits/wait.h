/* SPDX-License-Identifier: GPL-2.0 */
/* What a task waits for. */
#ifndef FDD_WAITS_WAIT_H
#define FDD_WAITS_WAIT_H

#include "waits/kinds.h"

/** waits_find - what a task waits for, whose system call is read; the caller frees ->what */
void waits_find(struct waits_sources *s, const struct waits_task *t, struct waits_wait *w);

void waits_sources_free(struct waits_sources *s);

#endif

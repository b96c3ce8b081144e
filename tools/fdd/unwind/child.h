/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The child: reads the copies, and writes a line for each frame, stack and copy. Fields are
 * separated by tabs; frames and stacks are numbered in their order.
 *
 *	F INLINED LIBRARY UNNAMED LINE NAME PATH MODULE
 *	S END FRAME,FRAME,...		the innermost first
 *	C TID TIME CALLTIME STACK	of its call: end and begin; without one: its time, 0
 *	M TEXT				what is missing
 *	E				complete
 */
#ifndef FDD_UNWIND_CHILD_H
#define FDD_UNWIND_CHILD_H

#include <stdio.h>

#include "unwind/unwind.h"

#define UNWIND_MAX_STACKS	(1u << 18)
#define UNWIND_MAX_COPIES	(1u << 20)
#define UNWIND_MAX_ORDER	(1u << 23)

/* Returns whether the file could be read; else a line M says why not. */
bool unwind_child(int fd, const char *path, const struct fdd_unwind_wish *wish, FILE *to);

#endif

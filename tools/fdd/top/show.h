/* SPDX-License-Identifier: GPL-2.0 */
/* Shows the figures of fdd top as lines (print.c) or on a screen. For top_run(). */
#ifndef FDD_TOP_SHOW_H
#define FDD_TOP_SHOW_H

#include "top/live.h"

/* Does the terminal have the capabilities that top_screen() needs? */
bool top_has_screen(void);
int top_print(struct top *t);
int top_screen(struct top *t);

#endif

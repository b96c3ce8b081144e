/* SPDX-License-Identifier: GPL-2.0 */
/* Long output on a terminal goes through a pager. */
#ifndef FDD_PAGER_H
#define FDD_PAGER_H

#include <stdbool.h>

/* What is printed from here on, if stdout is a terminal. False: it is not, or no pager is there. */
bool fdd_pager_begin(void);
/* Wait until it was read; if there is no pager, there is nothing to do. */
void fdd_pager_end(void);
/* Is there one, which may end before it has read everything? */
bool fdd_pager_on(void);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* Shows long output on a terminal in a pager. */
#ifndef FDD_PAGER_H
#define FDD_PAGER_H

#include <stdbool.h>

/* Start the pager. Returns false if stdout is not a terminal or there is no pager. */
bool fdd_pager_begin(void);
/* Wait until the pager exits, if there is one. */
void fdd_pager_end(void);
/* Is there a pager? It may exit before it has read everything. */
bool fdd_pager_on(void);

#endif

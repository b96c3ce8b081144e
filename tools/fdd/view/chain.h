/* SPDX-License-Identifier: GPL-2.0 */
/* Where a task was, in words. */
#ifndef FDD_VIEW_CHAIN_H
#define FDD_VIEW_CHAIN_H

#include <stdio.h>

#include "lib/names.h"

/* "io_schedule < filemap_read < vfs_read < ..." of @nr functions; @more: there are others. */
void fdd_put_chain(FILE *f, const struct fdd_names *names, const uint32_t *funcs, unsigned int nr,
		   bool more);

/* "asleep (D)": who stopped a task that did nothing of its own? */
const char *fdd_asleep_text(char state);

#endif

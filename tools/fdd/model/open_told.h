/* SPDX-License-Identifier: GPL-2.0 */
/* What the markers of model/open_marks.h say. */
#ifndef FDD_OPEN_TOLD_H
#define FDD_OPEN_TOLD_H

#include <stdint.h>

struct fdd_model;

/** fdd_open_told - pass on what they say, and forget it. In the thread of the reader. */
void fdd_open_told(struct fdd_model *m, uint16_t source);

#endif

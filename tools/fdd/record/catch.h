/* SPDX-License-Identifier: GPL-2.0 */
/* fdd catch: wait for slow calls, and save what led to them. */
#ifndef FDD_CATCH_H
#define FDD_CATCH_H

#include "record/catch_state.h"

/* Wait and save. Returns 0, or -1 after an error message. */
int catch_run(struct catch *c);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Most calls: of a task whose stack has room, without flags, and no other time is known. They
 * are taken without the steps that only the others need.
 */
#ifndef FDD_CALM_H
#define FDD_CALM_H

#include "model/stacks.h"

/*
 * Take the first calls, as long as they are of one source and calm, for a sink that is alone
 * and takes several at once. Returns their number.
 */
size_t fdd_take_calm_calls(struct fdd_model *m, const struct fdd_call *calls, size_t nr);

#endif

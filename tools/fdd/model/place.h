/* SPDX-License-Identifier: GPL-2.0 */
/* Places in programs, by which calls are counted: the first functions of a stack. */
#ifndef FDD_PLACE_H
#define FDD_PLACE_H

#include "model/user_stacks.h"

/*
 * "load_config() < main() of app, conf.c:212"; @with_end: and why a stack is not complete. The
 * caller frees it.
 */
char *fdd_place_text(const struct fdd_user_stacks *s, uint32_t stack, bool with_end);

#endif

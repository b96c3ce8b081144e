/* SPDX-License-Identifier: GPL-2.0 */
/* Selects functions of a list of globs, of which a kernel has some. */
#ifndef FDD_CHOOSE_H
#define FDD_CHOOSE_H

#include <stdbool.h>
#include <stdint.h>

/* For set_ftrace_filter: the numbers of the lines of @text, which is changed, that match a glob. */
char *functions_numbers(char *text, const char *const *globs);

/*
 * Trace only functions that match one of @globs, up to NULL. Returns 0, or -1 after an error
 * message.
 */
int functions_choose(const char *instance, const char *const *globs);

/* Another one when modules came or went: then the lines have other numbers. */
uint64_t functions_state(void);

/* Do not trace these. Returns 0, or -1 after an error message. */
int functions_leave_out(const char *instance, bool (*leaves_out)(const char *func));

#endif

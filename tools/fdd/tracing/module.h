/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel module of the tracer. */
#ifndef FDD_MODULE_H
#define FDD_MODULE_H

#include <stdbool.h>

/* Does the kernel have the tracer? */
bool module_tracer_is_there(void);

/*
 * The module's file: @given, or one in the checkout that this program was built in, or NULL.
 * The caller frees it.
 */
char *module_file(const char *given);

/*
 * Load it if the tracer is not there: from the file @given, else by modprobe, else from a
 * checkout. Recorded in the journal. Returns 0, or -1 after an error message.
 */
int module_load(const char *given);

#endif

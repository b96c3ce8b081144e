/* SPDX-License-Identifier: GPL-2.0 */
/* The kernel's functions, for a trace.dat. */
#ifndef FDD_RECORD_SYMBOLS_H
#define FDD_RECORD_SYMBOLS_H

#include <stddef.h>

/*
 * Lines of /proc/kallsyms: only functions, since two thirds of the lines are others. They are kept,
 * and read again when modules have come or gone. One thread at a time. Returns NULL if they cannot
 * be read.
 */
const char *record_symbols(size_t *size);

#endif

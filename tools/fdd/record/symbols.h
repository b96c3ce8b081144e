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

/* Of all lines, those of the functions that are in a recording: a hundredth */
struct symbols_used;

/* Reads the lines as record_symbols(). NULL: they cannot be read. */
struct symbols_used *symbols_used_new(void);
void symbols_used_free(struct symbols_used *u);

/*
 * A part of the recording: whatever in it may be the address of a function is one. Records begin
 * at multiples of four bytes.
 */
void symbols_used_look(struct symbols_used *u, const void *data, size_t size);

/* The lines; the caller frees them. */
char *symbols_used_lines(const struct symbols_used *u, size_t *size);

#endif

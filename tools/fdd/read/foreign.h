/* SPDX-License-Identifier: GPL-2.0 */
/* Inputs that fdd does not read. */
#ifndef FDD_FOREIGN_H
#define FDD_FOREIGN_H

#include <stddef.h>

/**
 * fdd_foreign - what is a text that is not a trace?
 *
 * @line: its first line that cannot be parsed, or the beginning of it
 *
 * Returns what follows "FILE: is ", with what to run instead, or NULL if it is not known.
 */
const char *fdd_foreign(const char *line);

/* The same by the first bytes of a file. */
const char *fdd_foreign_bytes(const char *begin, size_t len);

/**
 * fdd_foreign_format - in which format does the kernel print lines that cannot be parsed?
 *
 * Returns the name of the option in trace_options, or NULL.
 */
const char *fdd_foreign_format(const char *line);

#endif

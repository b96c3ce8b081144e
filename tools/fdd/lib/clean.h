/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Text that is safe for a terminal. Traces, names of files and what other programs say may hold
 * any bytes; a terminal takes some of them for commands. Whatever fdd prints as text, other
 * than its own words, goes through here.
 */
#ifndef FDD_CLEAN_H
#define FDD_CLEAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The length of the UTF-8 sequence at @s, which has @len bytes; 0: it is not valid. */
size_t fdd_utf8_len(const char *s, size_t len);

/*
 * Print text with a '?' in place of each control character, of each character that changes the
 * direction or the lines of text, and of each byte that is not UTF-8. Returns its bytes.
 */
size_t fdd_put_clean(FILE *f, const char *s, size_t len);

/* The same in quotes for the shell. */
void fdd_put_quoted(FILE *f, const char *s);

/* The same as a string; the caller frees it. */
char *fdd_clean_copy(const char *s, size_t len);

#endif

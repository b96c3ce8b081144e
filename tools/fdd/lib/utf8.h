/* SPDX-License-Identifier: GPL-2.0 */
/* Text of any bytes as valid UTF-8, for formats that require it. */
#ifndef FDD_UTF8_H
#define FDD_UTF8_H

#include <stddef.h>

/**
 * fdd_utf8_copy - a copy of text, with U+FFFD in place of each byte that is not UTF-8
 * @s: the text
 * @len: its bytes; set to those of the copy
 *
 * Return: the copy, which the caller frees and which is not terminated
 */
char *fdd_utf8_copy(const char *s, size_t *len);

#endif

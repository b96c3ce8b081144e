/* SPDX-License-Identifier: GPL-2.0 */
/* Text for formats that allow valid UTF-8 only. */
#ifndef FDD_UTF8_H
#define FDD_UTF8_H

#include <stddef.h>

/* A copy of text, with U+FFFD in place of each byte that is not UTF-8; the caller frees it. */
char *fdd_utf8_copy(const char *s, size_t *len);

#endif

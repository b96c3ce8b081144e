/* SPDX-License-Identifier: GPL-2.0 */
/* What consoles, journals, mailers and logs of tests write before each line of a trace. */
#ifndef FDD_TEXT_PREFIX_H
#define FDD_TEXT_PREFIX_H

#include <stdbool.h>

#include "lib/scan.h"

/**
 * fdd_text_prefix - skip the prefixes of a line that ends with a newline
 *
 * Returns @p if there are none.
 */
const char *fdd_text_prefix(const char *p);

/* May a line begin with such a prefix that could be taken for a task's name? */
static inline bool fdd_text_may_be_prefix(const char *p)
{
	if (*p == '[' || *p == '<' || *p == '>' || *p == '\t' || *p == '\033')
		return true;
	/* a clock */
	return is_digit(p[0]) && p[2] == ':' && is_digit(p[1]) && is_digit(p[3]);
}

/* "# 0)  ..." of TAP: skip "# " as often as it is there. */
const char *fdd_text_hashes(const char *p);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* Colours of terminals and HTML within the lines of a trace. */
#ifndef FDD_TEXT_MARKUP_H
#define FDD_TEXT_MARKUP_H

#include <stdbool.h>
#include <stddef.h>

/* Does a line have markup that a tracer does not write? */
bool fdd_text_has_markup(const char *p, size_t len);

/**
 * fdd_text_drop_markup - remove colours and tags from a line, and decode HTML's characters
 *
 * @p to @end is the line with its newline, which stays where it is: blanks fill the room.
 */
void fdd_text_drop_markup(char *p, char *end);

#endif

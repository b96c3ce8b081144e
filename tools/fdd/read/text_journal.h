/* SPDX-License-Identifier: GPL-2.0 */
/* The messages in a journal's entries. */
#ifndef FDD_TEXT_JOURNAL_H
#define FDD_TEXT_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

/* Does a text begin like journalctl -o json, json-pretty, json-sse, verbose or export? */
bool fdd_text_is_journal(const char *p, size_t len);

/**
 * fdd_text_journal - put the message of a line of a journal's entry in its place
 *
 * @p to @end is the line with its newline, which stays where it is: blanks fill the room. A line
 * without a message becomes blank, if it is part of an entry.
 */
void fdd_text_journal(char *p, char *end);

#endif

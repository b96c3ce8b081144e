/* SPDX-License-Identifier: GPL-2.0 */
/* The messages in a journal's entries, and in other logs of JSON lines. */
#ifndef FDD_TEXT_JOURNAL_H
#define FDD_TEXT_JOURNAL_H

#include <stdbool.h>
#include <stddef.h>

/*
 * Does a text, or a line, begin like journalctl -o json, json-pretty, json-sse, verbose or export,
 * or like another log of JSON lines?
 */
bool fdd_text_is_journal(const char *p, size_t len);

/**
 * fdd_text_journal - the message of a line of a journal's entry
 *
 * @p to @end is the line with its newline. The message is moved to the end of the line, and its
 * start is returned. A line without a message becomes empty, if it is part of an entry.
 */
char *fdd_text_journal(char *p, char *end);

/*
 * Decode the string of JSON that begins at @p, behind its quote, to @to, which may be @p. Returns
 * the end of what is written.
 */
char *fdd_text_json_string(const char *p, const char *end, char *to);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One line for trace_marker. It is formatted without printf(), which may allocate
 * memory and is not async-signal-safe.
 */
#ifndef REGION_LINE_H
#define REGION_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "trace_region.h"

struct region_line {
	char text[TRACE_REGION_LINE_MAX];
	size_t len;
	size_t limit; /* the maximal length; a longer line ends in "..." */
	bool cut;
};

void region_line_start(struct region_line *line);

/* Adds the newline. Returns: the line's length. */
size_t region_line_finish(struct region_line *line);

/* Unchanged, and only if all of it fits: for text of the library or the compiler. */
void region_line_put_piece(struct region_line *line, const char *piece,
			   size_t len);

/* Inline, so that the compiler computes the length of a literal. */
static inline void region_line_put(struct region_line *line, const char *text)
{
	region_line_put_piece(line, text, strlen(text));
}

void region_line_put_uint(struct region_line *line, unsigned long long value);
void region_line_put_int(struct region_line *line, long long value);

/* Text of a program, which may contain control characters. */
void region_line_put_escaped(struct region_line *line, const char *text);

/*
 * The same, of at most TRACE_REGION_NAME_MAX bytes. The mark that ends a name does
 * not occur in it: its last character is escaped.
 */
void region_line_put_name(struct region_line *line, const char *name,
			  const char *end);

/* " - (key: value)(key: value)", or nothing without pairs. */
void region_line_put_pairs(struct region_line *line,
			   const struct trace_region_kv_ *kvs);

/* The same from a text of pairs. */
void region_line_put_pairs_text(struct region_line *line, const char *pairs);

#endif /* REGION_LINE_H */

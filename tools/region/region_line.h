/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One line for trace_marker, put together without printf(): that may allocate
 * and is not async-signal-safe.
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
	size_t limit; /* nothing is put beyond; what is too long ends in "..." */
	bool cut;
};

void region_line_start(struct region_line *line);

/* Returns: the line's length, now that its newline is there. */
size_t region_line_finish(struct region_line *line);

/* As it is, whole or not at all: for text the library or the compiler made. */
void region_line_put_piece(struct region_line *line, const char *piece,
			   size_t len);

/* Inline, so that the length of a literal is the compiler's work. */
static inline void region_line_put(struct region_line *line, const char *text)
{
	region_line_put_piece(line, text, strlen(text));
}

void region_line_put_uint(struct region_line *line, unsigned long long value);
void region_line_put_int(struct region_line *line, long long value);

/* Text of a program's, in which a control character could end the line. */
void region_line_put_escaped(struct region_line *line, const char *text);

/*
 * The same, of at most TRACE_REGION_NAME_MAX bytes. What would end the name for
 * a reader does not occur in it: the last character of that is escaped.
 */
void region_line_put_name(struct region_line *line, const char *name,
			  const char *end);

/* " - (key: value)(key: value)", or nothing if there is no pair. */
void region_line_put_pairs(struct region_line *line,
			   const struct trace_region_kv_ *kvs);

/* The same of a text that has the pairs already. */
void region_line_put_pairs_text(struct region_line *line, const char *pairs);

#endif /* REGION_LINE_H */

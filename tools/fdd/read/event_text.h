/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The texts of a trace.dat's events, which libtraceevent prints by the formats in the file.
 *
 * It evaluates these formats without bounds: it divides by zero, recurses for each parenthesis,
 * and takes any width. So it runs in a child process that has limits of memory, stack and time,
 * and prints many records at a time, through shared memory. When the child dies, the texts of the
 * event that it was at are left out, and the reader continues.
 */
#ifndef FDD_EVENT_TEXT_H
#define FDD_EVENT_TEXT_H

#include "read/dat_headers.h"

/* The most memory that the child needs, without that shared with the reader. */
#define FDD_PRINTER_MEMORY	(32u << 20)

/* Longer records have no text. */
#define FDD_PRINTED	(1u << 17)

struct fdd_event_texts;

/* A record to print. */
struct fdd_printed {
	const struct fdd_dat_format *event;
	const uint8_t	*data;
	uint32_t	size;
	uint32_t	cpu;
	uint64_t	ts;
	bool		marker;		/* without the name of the event */
};

struct fdd_event_texts *fdd_event_texts_new(const struct fdd_dat_file *f,
					    const struct fdd_dat_headers *h);
void fdd_event_texts_free(struct fdd_event_texts *t);

/* Add a record, with the next number from 0. Returns false if there is no room. */
bool fdd_event_texts_add(struct fdd_event_texts *t, const struct fdd_printed *r);

/*
 * Print the record @i and those behind it, as far as there is room for texts. Returns the number
 * of the first one that was not printed. The texts are valid until the next call.
 */
uint32_t fdd_event_texts_print(struct fdd_event_texts *t, uint32_t i);
const char *fdd_event_text(const struct fdd_event_texts *t, uint32_t i, size_t *len);

/* Begin again with number 0. */
void fdd_event_texts_clear(struct fdd_event_texts *t);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The difference between two texts, by lines.
 *
 * It has a line "=FROM COUNT" for lines that the old text has from line FROM on, and a line "+TEXT"
 * for each other one, in the order of the new text.
 */
#ifndef FDD_SERVE_CHANGE_H
#define FDD_SERVE_CHANGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/bytes.h"

/* A text's lines, as hashes. */
struct serve_lines {
	uint64_t	*list;
	uint32_t	nr, cap;
};

/* Read a compressed text. Returns false if it cannot be read. */
bool serve_lines_read(struct serve_lines *lines, const struct fdd_bytes *gz);
void serve_lines_free(struct serve_lines *lines);

/* Write the difference, compressed, for the text @gz, which has the lines @now. */
bool serve_change_write(const struct serve_lines *before, const struct serve_lines *now,
			const struct fdd_bytes *gz, struct fdd_bytes *to);

#endif

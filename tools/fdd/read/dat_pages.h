/* SPDX-License-Identifier: GPL-2.0 */
/* The records of one CPU's ring buffer pages, one after the other. */
#ifndef FDD_DAT_PAGES_H
#define FDD_DAT_PAGES_H

#include "read/dat_file.h"

struct fdd_dat_pages {
	const struct fdd_dat_file	*file;
	const struct fdd_dat_buffer	*buffer;
	const struct fdd_dat_cpu	*cpu;
	unsigned int	commit_size;	/* of the page header's second field */

	uint64_t	pos;		/* in the file, from cpu->offset */
	uint32_t	chunks_left;	/* of compressed data */
	bool		chunks_known;
	uint8_t		*chunk;		/* some pages */
	size_t		chunk_len, chunk_pos, chunk_cap;
	uint8_t		*packed;
	size_t		packed_cap;

	const uint8_t	*next;		/* the next record's header */
	const uint8_t	*page_end;

	/* The record that we are at. */
	const uint8_t	*data;
	uint32_t	size;
	uint64_t	ts;
	int64_t		lost;		/* before it; -1 is unknown, 0 none */

	bool		truncated;
	uint64_t	bad_pages;
	uint64_t	bad_at;		/* where the first is */
};

void fdd_dat_pages_begin(struct fdd_dat_pages *p, const struct fdd_dat_file *f,
			 const struct fdd_dat_buffer *b,
			 const struct fdd_dat_cpu *cpu, unsigned int commit_size);
void fdd_dat_pages_end(struct fdd_dat_pages *p);

/* Go to the next record; false when there is none. */
bool fdd_dat_pages_next(struct fdd_dat_pages *p);

#endif

/* SPDX-License-Identifier: GPL-2.0 */
/* Iterates over the records of one CPU's ring buffer pages. */
#ifndef FDD_DAT_PAGES_H
#define FDD_DAT_PAGES_H

#include "read/dat_file.h"

/* Memory for the pages of all CPUs of a buffer, which are read side by side */
#define FDD_DAT_MOST	(64u << 20)

struct fdd_dat_room {
	uint64_t	left;
	bool		full;		/* some pages had no room */
};

struct fdd_dat_pages {
	struct fdd_dat_room		*room;
	const struct fdd_dat_file	*file;
	const struct fdd_dat_buffer	*buffer;
	const struct fdd_dat_cpu	*cpu;
	unsigned int	commit_size;	/* size of the page header's "commit" field */

	uint64_t	pos;		/* in the file, from cpu->offset */
	uint32_t	chunks_left;	/* of a compressed section */
	bool		chunks_known;
	uint8_t		*chunk;		/* decompressed pages */
	size_t		chunk_len, chunk_pos, chunk_cap;

	const uint8_t	*next;		/* the next record's header */
	const uint8_t	*page_end;

	/* The current record. */
	const uint8_t	*data;
	uint32_t	size;
	uint64_t	ts;
	int64_t		lost;		/* events lost before it; -1: some, number unknown */

	bool		truncated;
	uint64_t	bad_pages;
	uint64_t	bad_at;		/* offset of the first one */
};

void fdd_dat_pages_begin(struct fdd_dat_pages *p, struct fdd_dat_room *room,
			 const struct fdd_dat_file *f, const struct fdd_dat_buffer *b,
			 const struct fdd_dat_cpu *cpu, unsigned int commit_size);
void fdd_dat_pages_end(struct fdd_dat_pages *p);

/* Decompress @len bytes of a file of version 7 to @size bytes; false if they are not that many. */
bool fdd_dat_unpack(const struct fdd_dat_file *f, void *to, size_t size, const void *packed,
		    size_t len);

/* Go to the next record; returns false at the end. */
bool fdd_dat_pages_next(struct fdd_dat_pages *p);

#endif

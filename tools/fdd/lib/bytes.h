/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Bytes that are written once, from the beginning to the end, and read at any place: the first
 * ones are in memory, and all of them in an unlinked file if there are more. Several threads
 * may read them.
 */
#ifndef FDD_BYTES_H
#define FDD_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct fdd_bytes {
	char		*memory;	/* NULL: in the file */
	size_t		cap;
	int		fd;		/* -1: no file */
	uint64_t	size;
	int		error;		/* errno of the first write that failed, or 0 */
};

void fdd_bytes_init(struct fdd_bytes *b);

/** fdd_bytes_add - Return: false with errno set, also after an earlier error */
bool fdd_bytes_add(struct fdd_bytes *b, const void *from, size_t len);

/** fdd_bytes_read - Return: the number of bytes, 0 at the end, or -1 with errno set */
ssize_t fdd_bytes_read(const struct fdd_bytes *b, void *to, size_t len, uint64_t at);

/** fdd_bytes_same - Return: whether both have the same bytes, and all of them can be read */
bool fdd_bytes_same(const struct fdd_bytes *a, const struct fdd_bytes *b);

void fdd_bytes_free(struct fdd_bytes *b);

#endif

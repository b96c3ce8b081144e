// SPDX-License-Identifier: GPL-2.0
/* Bytes in memory or in a file. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/bytes.h"
#include "lib/temp.h"
#include "lib/util.h"

#define IN_MEMORY	(256u << 10)
#define BLOCK_SIZE	(32 * 1024)

void fdd_bytes_init(struct fdd_bytes *b)
{
	*b = (struct fdd_bytes){ .fd = -1 };
}

static bool write_all(struct fdd_bytes *b, const char *from, size_t len)
{
	if (!fdd_temp_has_room(b->fd, len))
		return false;
	while (len) {
		ssize_t n = write(b->fd, from, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		from += n;
		len -= n;
	}
	return true;
}

static bool move_to_file(struct fdd_bytes *b)
{
	b->fd = fdd_temp_file();
	if (b->fd < 0 || !write_all(b, b->memory, b->size))
		return false;
	free(b->memory);
	b->memory = NULL;
	return true;
}

static void copy(struct fdd_bytes *b, const void *from, size_t len)
{
	if (b->size + len > b->cap) {
		b->cap = (b->size + len) * 2;
		if (b->cap > IN_MEMORY)
			b->cap = IN_MEMORY;
		b->memory = xrealloc(b->memory, b->cap);
	}
	memcpy(b->memory + b->size, from, len);
}

bool fdd_bytes_add(struct fdd_bytes *b, const void *from, size_t len)
{
	bool fits = b->fd < 0 && b->size + len <= IN_MEMORY;

	if (fits)
		copy(b, from, len);
	else if (!b->error && ((b->fd < 0 && !move_to_file(b)) || !write_all(b, from, len)))
		b->error = errno;
	if (b->error) {
		errno = b->error;
		return false;
	}
	b->size += len;
	return true;
}

ssize_t fdd_bytes_read(const struct fdd_bytes *b, void *to, size_t len, uint64_t at)
{
	ssize_t n;

	if (at >= b->size)
		return 0;
	if (len > b->size - at)
		len = b->size - at;
	if (b->memory) {
		memcpy(to, b->memory + at, len);
		return len;
	}
	do {
		n = pread(b->fd, to, len, at);
	} while (n < 0 && errno == EINTR);
	if (!n)
		errno = EIO;	/* the file is shorter than what was written */
	return n ? n : -1;
}

static bool read_block(const struct fdd_bytes *b, char *to, size_t len, uint64_t at)
{
	while (len) {
		ssize_t n = fdd_bytes_read(b, to, len, at);

		if (n <= 0)
			return false;
		to += n;
		len -= n;
		at += n;
	}
	return true;
}

bool fdd_bytes_same(const struct fdd_bytes *a, const struct fdd_bytes *b)
{
	char *blocks = xmalloc(2 * BLOCK_SIZE);
	bool same = a->size == b->size;

	for (uint64_t at = 0; same && at < a->size; at += BLOCK_SIZE) {
		size_t len = a->size - at < BLOCK_SIZE ? a->size - at : BLOCK_SIZE;

		same = read_block(a, blocks, len, at) &&
		       read_block(b, blocks + BLOCK_SIZE, len, at) &&
		       !memcmp(blocks, blocks + BLOCK_SIZE, len);
	}
	free(blocks);
	return same;
}

void fdd_bytes_free(struct fdd_bytes *b)
{
	free(b->memory);
	if (b->fd >= 0)
		close(b->fd);
	fdd_bytes_init(b);
}

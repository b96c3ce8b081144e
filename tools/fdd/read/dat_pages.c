// SPDX-License-Identifier: GPL-2.0
/*
 * Iterates over the records of one CPU's ring buffer pages.
 *
 * A page begins with a time stamp and the number of bytes used. Records follow, each with
 * a word that holds type_len and time_delta, the time since the record before. See struct
 * ring_buffer_event in include/linux/ring_buffer.h.
 */
#include <stdlib.h>
#include <string.h>

#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "lib/util.h"
#include "read/dat_pages.h"

#define CHUNK_SIZE	(1u << 18)

#define COMMIT_MASK	((1u << 27) - 1)
#define MISSING_EVENTS	(1ull << 31)
#define MISSING_STORED	(1ull << 30)

#define DELTA_BITS	27
#define DELTA_MASK	((1u << DELTA_BITS) - 1)
#define STAMP_MSB	(0xf8ull << 56)	/* bits that a time stamp record does not hold */

enum record_kind {
	KIND_LONG = 0,		/* type_len: the length is in the next word */
	KIND_PADDING = 29,	/* 1 to 28 are lengths in words of 4 bytes */
	KIND_TIME_EXTEND = 30,
	KIND_TIME_STAMP = 31,
};

static uint32_t load32(const struct fdd_dat_pages *p, const void *from)
{
	uint32_t v;

	memcpy(&v, from, sizeof(v));
	return fdd_dat_u32(p->file, v);
}

static uint64_t load64(const struct fdd_dat_pages *p, const void *from)
{
	uint64_t v;

	memcpy(&v, from, sizeof(v));
	return fdd_dat_u64(p->file, v);
}

void fdd_dat_pages_begin(struct fdd_dat_pages *p, struct fdd_dat_room *room,
			 const struct fdd_dat_file *f, const struct fdd_dat_buffer *b,
			 const struct fdd_dat_cpu *cpu, unsigned int commit_size)
{
	*p = (struct fdd_dat_pages){
		.room = room,
		.file = f,
		.buffer = b,
		.cpu = cpu,
		.commit_size = commit_size,
	};
}

void fdd_dat_pages_end(struct fdd_dat_pages *p)
{
	free(p->chunk);
	p->room->left += p->chunk_cap;
	p->chunk = NULL;
	p->chunk_cap = 0;
}

/* Make room for a chunk of this size, and for @more bytes in addition. */
static bool room_for_chunk(struct fdd_dat_pages *p, size_t size, uint64_t more)
{
	if (size + more > p->room->left + p->chunk_cap) {
		p->room->full = true;
		return false;
	}
	if (p->chunk_cap >= size)
		return true;
	fdd_dat_pages_end(p);
	p->chunk = xpages(size);
	p->chunk_cap = size;
	p->room->left -= size;
	return true;
}

/* Less where many CPUs are read side by side, but at least a page. */
static size_t plain_size(const struct fdd_dat_pages *p)
{
	size_t size = FDD_DAT_MOST / p->buffer->nr_cpus;

	if (size > CHUNK_SIZE)
		size = CHUNK_SIZE;
	if (size < p->buffer->page_size)
		return p->buffer->page_size;
	return size - size % p->buffer->page_size;
}

/* Pages that are not compressed. */
static bool read_plain(struct fdd_dat_pages *p)
{
	uint64_t left = p->cpu->size - p->pos;
	size_t size = plain_size(p);

	if (size > left)
		size = left;
	if (!size)
		return false;
	if (!room_for_chunk(p, size, 0) ||
	    !fdd_dat_file_read(p->file, p->cpu->offset + p->pos, p->chunk, size)) {
		p->truncated = true;
		return false;
	}
	p->pos += size;
	p->chunk_len = size;
	return true;
}

/* The size that trace-cmd 3.1 writes does not include the count of chunks, four bytes. */
static uint64_t packed_left(const struct fdd_dat_pages *p)
{
	return p->cpu->size + 4 - p->pos;
}

static bool take_u32(struct fdd_dat_pages *p, uint32_t *v)
{
	if (packed_left(p) < 4 ||
	    !fdd_dat_file_read(p->file, p->cpu->offset + p->pos, v, 4))
		return false;
	*v = fdd_dat_u32(p->file, *v);
	p->pos += 4;
	return true;
}

static bool no_memory(const struct fdd_dat_file *f)
{
	fdd_error("%s: not enough memory to decompress it", f->path);
	return false;
}

bool fdd_dat_unpack(const struct fdd_dat_file *f, void *to, size_t size, const void *packed,
		    size_t len)
{
	const char *how = f->compression;

	if (!strcmp(how, "zstd")) {
		size_t n = ZSTD_decompress(to, size, packed, len);

		if (ZSTD_getErrorCode(n) == ZSTD_error_memory_allocation)
			return no_memory(f);
		return !ZSTD_isError(n) && n == size;
	}
	if (!strcmp(how, "zlib")) {
		uLongf n = size;
		int ret = uncompress(to, &n, packed, len);

		return ret == Z_MEM_ERROR ? no_memory(f) : ret == Z_OK && n == size;
	}
	fdd_error("%s: compressed by '%s'; fdd reads zlib and zstd", f->path, how);
	return false;
}

static bool take_packed(struct fdd_dat_pages *p, size_t len, size_t size)
{
	uint8_t *packed;
	bool ok;

	if (!room_for_chunk(p, size, len))
		return false;
	packed = xpages(len);
	ok = fdd_dat_file_read(p->file, p->cpu->offset + p->pos, packed, len) &&
	     fdd_dat_unpack(p->file, p->chunk, size, packed, len);
	free(packed);
	return ok;
}

/* The next chunk of compressed pages. */
static bool read_packed(struct fdd_dat_pages *p)
{
	uint32_t packed, size;

	if (!p->chunks_known) {
		p->chunks_known = true;
		if (!take_u32(p, &p->chunks_left))
			goto cut;
	}
	if (!p->chunks_left)
		return false;
	p->chunks_left--;
	if (!take_u32(p, &packed) || !take_u32(p, &size) ||
	    packed > packed_left(p) || !packed || !size || !take_packed(p, packed, size))
		goto cut;
	p->pos += packed;
	p->chunk_len = size;
	return true;
cut:
	p->truncated = true;
	p->chunks_left = 0;
	return false;
}

static bool read_chunk(struct fdd_dat_pages *p)
{
	p->chunk_pos = 0;
	p->chunk_len = 0;
	return p->buffer->compressed ? read_packed(p) : read_plain(p);
}

static void bad_page(struct fdd_dat_pages *p)
{
	if (!p->bad_pages++)
		p->bad_at = p->cpu->offset + p->pos;
	p->next = p->page_end;
}

/* The number of events lost before this page; -1: unknown. */
static int64_t lost_events(const struct fdd_dat_pages *p, uint64_t commit,
			   const uint8_t *end, const uint8_t *limit)
{
	if (!(commit & MISSING_STORED) || limit - end < p->commit_size)
		return -1;
	return p->commit_size == 8 ? load64(p, end) & INT64_MAX : load32(p, end);
}

static bool begin_page(struct fdd_dat_pages *p)
{
	unsigned int header = 8 + p->commit_size;
	const uint8_t *page, *limit;
	uint64_t commit, used;

	if (p->chunk_pos >= p->chunk_len && !read_chunk(p))
		return false;
	page = p->chunk + p->chunk_pos;
	limit = page + p->buffer->page_size;
	if (p->chunk_len - p->chunk_pos < p->buffer->page_size) {
		p->truncated = true;
		limit = p->chunk + p->chunk_len;
	}
	p->chunk_pos = limit - p->chunk;
	if (limit - page < header) {
		p->next = p->page_end = limit;
		return true;
	}
	p->ts = load64(p, page);
	commit = p->commit_size == 8 ? load64(p, page + 8) : load32(p, page + 8);
	used = commit & COMMIT_MASK;
	p->next = page + header;
	p->page_end = limit;
	if (used > (uint64_t)(limit - p->next)) {
		bad_page(p);
		return true;
	}
	p->page_end = p->next + used;
	if (commit & MISSING_EVENTS)
		p->lost = lost_events(p, commit, p->page_end, limit);
	return true;
}

static uint32_t kind_of(const struct fdd_dat_pages *p, uint32_t word)
{
	return p->file->big_endian ? word >> DELTA_BITS : word & 31;
}

static uint32_t delta_of(const struct fdd_dat_pages *p, uint32_t word)
{
	return p->file->big_endian ? word & DELTA_MASK : word >> 5;
}

static void take_time(struct fdd_dat_pages *p, uint32_t kind, uint32_t delta,
		      uint32_t high)
{
	uint64_t time = ((uint64_t)high << DELTA_BITS) + delta;

	if (kind == KIND_TIME_STAMP)
		p->ts = time | (p->ts & STAMP_MSB);
	else
		p->ts += time;
}

/*
 * Parse one record's header. Returns true if it has data, which is then known to be
 * within the page.
 */
static bool take_header(struct fdd_dat_pages *p)
{
	uint64_t left = p->page_end - p->next, length;
	uint32_t word = load32(p, p->next), second = 0;
	uint32_t kind = kind_of(p, word), delta = delta_of(p, word);
	bool is_short = kind && kind < KIND_PADDING;

	if (!is_short) {
		if (left < 8) {
			p->next = p->page_end;
			return false;
		}
		second = load32(p, p->next + 4);
	}
	switch (kind) {
	case KIND_PADDING:
		/* Padding with time_delta 0: the rest of the page is unused. */
		length = delta ? 4 + (uint64_t)second : left;
		p->ts += delta;
		p->next += length < left ? length : left;
		return false;
	case KIND_TIME_EXTEND:
	case KIND_TIME_STAMP:
		take_time(p, kind, delta, second);
		p->next += 8;
		return false;
	}
	p->ts += delta;
	p->data = p->next + (is_short ? 4 : 8);
	if (is_short)
		length = kind * 4;
	else
		length = second < 4 ? UINT64_MAX : ((uint64_t)second - 4 + 3) & ~3ull;
	if (length > (uint64_t)(p->page_end - p->data)) {
		bad_page(p);
		return false;
	}
	p->size = length;
	p->next = p->data + length;
	return true;
}

bool fdd_dat_pages_next(struct fdd_dat_pages *p)
{
	p->lost = 0;
	for (;;) {
		while (p->page_end - p->next >= 4)
			if (take_header(p))
				return true;
		if (!begin_page(p))
			return false;
	}
}

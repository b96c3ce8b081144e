// SPDX-License-Identifier: GPL-2.0
/* Compresses what is written, and decompresses it while it is read, in the gzip format. */
#include <stdlib.h>
#include <zlib.h>

#include "lib/gzip.h"
#include "lib/util.h"

#define GZIP_HEADER	16	/* to be added to the bits of the window */
#define BLOCK_SIZE	(16 * 1024)

/* zlib fails here only for lack of memory, which ends the program elsewhere, too. */
static void must(int ret)
{
	if (ret != Z_OK)
		abort();
}

struct gzip {
	z_stream		z;
	struct fdd_bytes	*to;
	uint64_t		*size;
	unsigned char		block[BLOCK_SIZE];
};

static bool compress_more(struct gzip *g, int flush)
{
	bool full;

	do {
		g->z.next_out = g->block;
		g->z.avail_out = BLOCK_SIZE;
		deflate(&g->z, flush);
		full = !g->z.avail_out;
		if (!fdd_bytes_add(g->to, g->block, BLOCK_SIZE - g->z.avail_out))
			return false;
	} while (full);
	return true;
}

static ssize_t write_gzip(void *arg, const char *bytes, size_t size)
{
	struct gzip *g = arg;

	g->z.next_in = (void *)bytes;
	g->z.avail_in = size;
	return compress_more(g, Z_NO_FLUSH) ? (ssize_t)size : 0;
}

static int close_gzip(void *arg)
{
	struct gzip *g = arg;
	bool ok;

	g->z.avail_in = 0;
	ok = !g->to->error && compress_more(g, Z_FINISH);
	*g->size = g->z.total_in;
	deflateEnd(&g->z);
	free(g);
	return ok ? 0 : -1;
}

FILE *fdd_gzip_open(struct fdd_bytes *to, uint64_t *size)
{
	struct gzip *g = xcalloc(1, sizeof(*g));
	FILE *f = fopencookie(g, "w", (cookie_io_functions_t){
		.write = write_gzip, .close = close_gzip });

	if (!f)
		abort();
	g->to = to;
	g->size = size;
	must(deflateInit2(&g->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + GZIP_HEADER,
			  MAX_MEM_LEVEL, Z_DEFAULT_STRATEGY));
	return f;
}

struct fdd_gunzip {
	z_stream		z;
	const struct fdd_bytes	*from;
	uint64_t		at;
	bool			ended;
	unsigned char		block[BLOCK_SIZE];
};

struct fdd_gunzip *fdd_gunzip_new(const struct fdd_bytes *from)
{
	struct fdd_gunzip *g = xcalloc(1, sizeof(*g));

	g->from = from;
	must(inflateInit2(&g->z, MAX_WBITS + GZIP_HEADER));
	return g;
}

static bool fill(struct fdd_gunzip *g)
{
	ssize_t n;

	if (g->z.avail_in)
		return true;
	n = fdd_bytes_read(g->from, g->block, BLOCK_SIZE, g->at);
	if (n <= 0)
		return false;
	g->at += n;
	g->z.next_in = g->block;
	g->z.avail_in = n;
	return true;
}

ssize_t fdd_gunzip_read(struct fdd_gunzip *g, void *to, size_t len)
{
	g->z.next_out = to;
	g->z.avail_out = len;
	while (g->z.avail_out && !g->ended) {
		int ret = fill(g) ? inflate(&g->z, Z_NO_FLUSH) : Z_DATA_ERROR;

		if (ret != Z_OK && ret != Z_STREAM_END)
			return -1;
		g->ended = ret == Z_STREAM_END;
	}
	return len - g->z.avail_out;
}

void fdd_gunzip_free(struct fdd_gunzip *g)
{
	if (!g)
		return;
	inflateEnd(&g->z);
	free(g);
}

// SPDX-License-Identifier: GPL-2.0
/* Files that are compressed while they are written. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "lib/compress.h"
#include "lib/util.h"

#define BUFFER_SIZE	(64 * 1024)

static bool ends_in(const char *name, const char *suffix)
{
	size_t len = strlen(name), suffix_len = strlen(suffix);

	return len > suffix_len && !strcmp(name + len - suffix_len, suffix);
}

bool fdd_is_compressed(const char *name)
{
	return ends_in(name, ".gz") || ends_in(name, ".zst");
}

/* gzip: zlib has what is needed, but for the FILE. */

struct gz {
	FILE	*to;
	gzFile	file;
};

static ssize_t gz_write(void *cookie, const char *bytes, size_t size)
{
	struct gz *gz = cookie;

	return gzwrite(gz->file, bytes, size);
}

static int gz_close(void *cookie)
{
	struct gz *gz = cookie;
	bool ok = gzclose(gz->file) == Z_OK;
	int err = errno;

	ok &= !fclose(gz->to);
	free(gz);
	errno = err;
	return ok ? 0 : EOF;
}

static FILE *gz_open(FILE *to)
{
	static const cookie_io_functions_t functions = { .write = gz_write, .close = gz_close };
	int fd = dup(fileno(to));
	struct gz *gz;

	if (fd < 0)
		return NULL;
	gz = xcalloc(1, sizeof(*gz));
	gz->to = to;
	gz->file = gzdopen(fd, "wb");
	return fopencookie(gz, "w", functions);
}

/* zstd */

struct zst {
	FILE		*to;
	ZSTD_CCtx	*context;
	char		buffer[BUFFER_SIZE];
};

/* Returns false after an error. */
static bool zst_step(struct zst *zst, ZSTD_inBuffer *in, ZSTD_EndDirective directive, size_t *left)
{
	ZSTD_outBuffer out = { zst->buffer, sizeof(zst->buffer), 0 };

	*left = ZSTD_compressStream2(zst->context, &out, in, directive);
	if (ZSTD_isError(*left)) {
		errno = ENOMEM;
		return false;
	}
	return fwrite(zst->buffer, 1, out.pos, zst->to) == out.pos;
}

static ssize_t zst_write(void *cookie, const char *bytes, size_t size)
{
	ZSTD_inBuffer in = { bytes, size, 0 };
	size_t left;

	while (in.pos < in.size)
		if (!zst_step(cookie, &in, ZSTD_e_continue, &left))
			return 0;
	return size;
}

static int zst_close(void *cookie)
{
	ZSTD_inBuffer in = { NULL, 0, 0 };
	struct zst *zst = cookie;
	size_t left = 1;
	bool ok = true;

	while (ok && left)
		ok = zst_step(zst, &in, ZSTD_e_end, &left);
	ok &= !fclose(zst->to);
	ZSTD_freeCCtx(zst->context);
	free(zst);
	return ok ? 0 : EOF;
}

static FILE *zst_open(FILE *to)
{
	static const cookie_io_functions_t functions = { .write = zst_write, .close = zst_close };
	struct zst *zst = xcalloc(1, sizeof(*zst));

	zst->to = to;
	zst->context = ZSTD_createCCtx();
	return fopencookie(zst, "w", functions);
}

FILE *fdd_compress(FILE *to, const char *name)
{
	FILE *f = ends_in(name, ".gz") ? gz_open(to) : zst_open(to);

	if (f)
		setvbuf(f, NULL, _IOFBF, BUFFER_SIZE);
	return f;
}

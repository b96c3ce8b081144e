// SPDX-License-Identifier: GPL-2.0
/*
 * Compresses stdout while it is written.
 *
 * All views write to stdout, so it is replaced by a pipe. After an error the thread continues
 * to read, so that SIGPIPE does not kill the writer before it prints the error.
 */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>
#include <zstd.h>

#include "lib/compress.h"
#include "lib/util.h"

#define BLOCK_SIZE	(64 * 1024)

struct fdd_compressor {
	pthread_t	thread;
	int		from, to;
	/* They return 0 or an errno. write() of 0 bytes ends the compressed stream. */
	int		(*write)(struct fdd_compressor *c, const char *bytes, size_t size);
	gzFile		gz;
	ZSTD_CCtx	*zst;
	int		error;
};

static bool ends_in(const char *name, const char *suffix)
{
	size_t len = strlen(name), suffix_len = strlen(suffix);

	return len > suffix_len && !strcmp(name + len - suffix_len, suffix);
}

bool fdd_is_compressed(const char *name)
{
	return ends_in(name, ".gz") || ends_in(name, ".zst");
}

/* gzip */

static int gz_end(struct fdd_compressor *c)
{
	int ret = gzclose(c->gz);

	return ret == Z_OK ? 0 : ret == Z_ERRNO && errno ? errno : EIO;
}

static int gz_write(struct fdd_compressor *c, const char *bytes, size_t size)
{
	errno = 0;
	if (!size)
		return gz_end(c);
	return gzwrite(c->gz, bytes, size) == (int)size ? 0 : errno ? errno : EIO;
}

/* zstd */

static int write_all(int fd, const char *bytes, size_t size)
{
	while (size) {
		ssize_t len = write(fd, bytes, size);

		if (len < 0 && errno != EINTR)
			return errno;
		if (len > 0) {
			bytes += len;
			size -= len;
		}
	}
	return 0;
}

static int zst_write(struct fdd_compressor *c, const char *bytes, size_t size)
{
	ZSTD_EndDirective directive = size ? ZSTD_e_continue : ZSTD_e_end;
	ZSTD_inBuffer in = { bytes, size, 0 };
	size_t left;
	int err;

	do {
		char buf[BLOCK_SIZE];
		ZSTD_outBuffer out = { buf, sizeof(buf), 0 };

		left = ZSTD_compressStream2(c->zst, &out, &in, directive);
		err = ZSTD_isError(left) ? ENOMEM : write_all(c->to, buf, out.pos);
	} while (!err && (size ? in.pos < in.size : left));
	if (!size) {
		ZSTD_freeCCtx(c->zst);
		close(c->to);
	}
	return err;
}

static void keep_error(struct fdd_compressor *c, int err)
{
	if (!c->error)
		c->error = err;
}

static void *run(void *arg)
{
	struct fdd_compressor *c = arg;
	char buf[BLOCK_SIZE];
	ssize_t len;

	while ((len = read(c->from, buf, sizeof(buf))) > 0 || (len < 0 && errno == EINTR))
		if (len > 0 && !c->error)
			keep_error(c, c->write(c, buf, len));
	keep_error(c, c->write(c, NULL, 0));
	close(c->from);
	return NULL;
}

static void choose(struct fdd_compressor *c, const char *name)
{
	if (ends_in(name, ".gz")) {
		c->gz = gzdopen(c->to, "wb");
		c->write = gz_write;
	} else {
		c->zst = ZSTD_createCCtx();
		c->write = zst_write;
	}
}

/* Keep the old stdout as output, and replace stdout by the pipe. */
static bool take_stdout(struct fdd_compressor *c)
{
	int fds[2];

	fflush(stdout);
	c->to = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
	if (c->to < 0 || pipe2(fds, O_CLOEXEC))
		return false;
	c->from = fds[0];
	if (dup2(fds[1], STDOUT_FILENO) < 0)
		return false;
	close(fds[1]);
	return true;
}

struct fdd_compressor *fdd_compress_stdout(const char *name)
{
	struct fdd_compressor *c = xcalloc(1, sizeof(*c));
	int err;

	if (!take_stdout(c)) {
		free(c);
		return NULL;
	}
	choose(c, name);
	err = pthread_create(&c->thread, NULL, run, c);
	if (!err)
		return c;
	free(c);
	errno = err;
	return NULL;
}

int fdd_compress_end(struct fdd_compressor *c)
{
	int err;

	pthread_join(c->thread, NULL);
	err = c->error;
	free(c);
	return err;
}

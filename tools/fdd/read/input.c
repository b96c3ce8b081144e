// SPDX-License-Identifier: GPL-2.0
/* Bytes of a trace: a file or stdin, compressed or not, detected from its content. */
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <lzma.h>
#include <zlib.h>
#include <zstd.h>
#include <zstd_errors.h>

#include "lib/clean.h"
#include "lib/bytes.h"
#include "lib/temp.h"
#include "lib/util.h"
#include "read/input.h"

/* On 32 bits, too, a trace may have more than 2 GiB. */
static_assert(sizeof(off_t) == sizeof(uint64_t), "build with -D_FILE_OFFSET_BITS=64");

#define CHUNK	(256 * 1024)
#define XZ_DICT	96u		/* MiB of an xz file's dictionary; xz -9 has 64 */
#define ZSTD_DICT 128u		/* its own limit; zstd -19 has 8 */

bool fdd_input_progress;

struct fdd_input {
	char		*path;
	int		fd;
	const uint8_t	*memory;	/* instead of fd */
	size_t		memory_size;
	const struct fdd_bytes *bytes;	/* or these */
	bool		regular;	/* a file, not a pipe or a terminal */
	uint64_t	size;		/* of the file, 0 when unknown */
	uint64_t	done;		/* bytes read from it */
	uint64_t	until;		/* then it is cut, see fdd_input_cut_at() */
	struct fdd_progress progress;

	/* Raw bytes for the decompressor. */
	uint8_t		*raw;
	size_t		raw_pos, raw_len;
	bool		raw_end;

	/* First decompressed bytes, read ahead to detect the format. */
	uint8_t		head[16];
	size_t		head_pos, head_len;

	const char	*compression;
	ssize_t		(*decompress)(struct fdd_input *in, void *buf, size_t size);
	z_stream	gz;
	lzma_stream	xz;
	ZSTD_DStream	*zst;
	bool		between;	/* at the end of a compressed member */
	bool		truncated;
};

void fdd_progress_show(struct fdd_progress *p, uint64_t done)
{
	int64_t now;

	if (!fdd_input_progress || p->size < 64 << 20)
		return;
	now = fdd_now() / NSEC_PER_SEC;
	if (now == p->shown)
		return;
	p->shown = now;
	fputs("\rfdd: ", stderr);
	fdd_put_clean(stderr, p->path, strlen(p->path));
	fprintf(stderr, ": %3u %%\033[K", (unsigned int)(done * 100 / p->size));
}

void fdd_progress_clear(struct fdd_progress *p)
{
	if (p->shown)
		fputs("\r\033[K", stderr);
	p->shown = 0;
}

static ssize_t read_memory(struct fdd_input *in, void *buf, size_t size)
{
	size_t left = in->memory_size - in->done;

	if (size > left)
		size = left;
	memcpy(buf, in->memory + in->done, size);
	in->done += size;
	return size;
}

static ssize_t read_file(struct fdd_input *in, void *buf, size_t size)
{
	ssize_t n;

	if (in->bytes)
		return fdd_bytes_read(in->bytes, buf, size, in->done);
	do {
		n = read(in->fd, buf, size);
	} while (n < 0 && errno == EINTR);
	return n;
}

static ssize_t read_raw(struct fdd_input *in, void *buf, size_t size)
{
	ssize_t n;

	if (in->until && fdd_now() > in->until) {
		in->truncated = true;
		return 0;
	}
	if (in->memory)
		return read_memory(in, buf, size);
	n = read_file(in, buf, size);
	if (n < 0) {
		fdd_error("%s: %s", in->path, strerror(errno));
		return -1;
	}
	in->done += n;
	fdd_progress_show(&in->progress, in->done);
	return n;
}

/* Read more raw bytes for the decompressor. Returns false on errors. */
static bool refill(struct fdd_input *in)
{
	ssize_t n;

	if (in->raw_pos < in->raw_len || in->raw_end)
		return true;
	n = read_raw(in, in->raw, CHUNK);
	if (n < 0)
		return false;
	in->raw_pos = 0;
	in->raw_len = n;
	in->raw_end = n == 0;
	return true;
}

static ssize_t corrupt(struct fdd_input *in, const char *why)
{
	fdd_error("%s: damaged %s data at byte %llu: %s", in->path, in->compression,
		  (unsigned long long)(in->done - in->raw_len + in->raw_pos), why);
	in->truncated = true;
	return -1;
}

static ssize_t no_memory(struct fdd_input *in)
{
	fdd_error("%s: not enough memory to decompress %s", in->path, in->compression);
	in->truncated = true;
	return -1;
}

static ssize_t too_large(struct fdd_input *in, unsigned int mib, const char *how)
{
	fdd_error("%s: its dictionary is larger than %u MiB: decompress it first (%s)", in->path,
		  mib, how);
	return -1;
}

/* The raw bytes may end between two compressed members only. */
static ssize_t end_of_raw(struct fdd_input *in)
{
	if (!in->between)
		in->truncated = true;
	return 0;
}

static ssize_t gunzip(struct fdd_input *in, void *buf, size_t size)
{
	in->gz.next_out = buf;
	in->gz.avail_out = size;
	while (in->gz.avail_out == size) {
		int ret;

		if (!refill(in))
			return -1;
		if (in->raw_end)
			return end_of_raw(in);
		in->gz.next_in = in->raw + in->raw_pos;
		in->gz.avail_in = in->raw_len - in->raw_pos;
		in->between = false;
		ret = inflate(&in->gz, Z_NO_FLUSH);
		in->raw_pos = in->raw_len - in->gz.avail_in;
		if (ret == Z_STREAM_END) {
			in->between = true;
			inflateReset(&in->gz);
		} else if (ret == Z_MEM_ERROR) {
			return no_memory(in);
		} else if (ret != Z_OK && ret != Z_BUF_ERROR) {
			return corrupt(in, in->gz.msg ? in->gz.msg : "not gzip");
		}
	}
	return size - in->gz.avail_out;
}

static ssize_t unzstd(struct fdd_input *in, void *buf, size_t size)
{
	ZSTD_outBuffer out = { .dst = buf, .size = size };

	while (!out.pos) {
		ZSTD_inBuffer src;
		size_t ret;

		if (!refill(in))
			return -1;
		if (in->raw_end)
			return end_of_raw(in);
		src = (ZSTD_inBuffer){ in->raw, in->raw_len, in->raw_pos };
		ret = ZSTD_decompressStream(in->zst, &out, &src);
		in->raw_pos = src.pos;
		if (ZSTD_getErrorCode(ret) == ZSTD_error_memory_allocation)
			return no_memory(in);
		if (ZSTD_getErrorCode(ret) == ZSTD_error_frameParameter_windowTooLarge)
			return too_large(in, ZSTD_DICT, "zstd -d --long=31");
		if (ZSTD_isError(ret))
			return corrupt(in, ZSTD_getErrorName(ret));
		in->between = ret == 0;
	}
	return out.pos;
}

static ssize_t unxz(struct fdd_input *in, void *buf, size_t size)
{
	in->xz.next_out = buf;
	in->xz.avail_out = size;
	while (in->xz.avail_out == size) {
		lzma_ret ret;

		if (in->between)
			return 0;
		if (!refill(in))
			return -1;
		in->xz.next_in = in->raw + in->raw_pos;
		in->xz.avail_in = in->raw_len - in->raw_pos;
		ret = lzma_code(&in->xz, in->raw_end ? LZMA_FINISH : LZMA_RUN);
		in->raw_pos = in->raw_len - in->xz.avail_in;
		if (ret == LZMA_STREAM_END)
			in->between = true;
		else if (ret == LZMA_BUF_ERROR && in->raw_end)
			return end_of_raw(in);
		else if (ret == LZMA_MEMLIMIT_ERROR)
			return too_large(in, XZ_DICT, "xz -d");
		else if (ret == LZMA_MEM_ERROR)
			return no_memory(in);
		else if (ret != LZMA_OK)
			return corrupt(in, "lzma error");
	}
	return size - in->xz.avail_out;
}

static bool begin_gzip(struct fdd_input *in)
{
	in->decompress = gunzip;
	return inflateInit2(&in->gz, 15 + 16) == Z_OK;
}

static bool begin_zstd(struct fdd_input *in)
{
	in->decompress = unzstd;
	in->zst = ZSTD_createDStream();
	return in->zst && !ZSTD_isError(ZSTD_initDStream(in->zst));
}

static bool begin_xz(struct fdd_input *in)
{
	in->decompress = unxz;
	/* the decoder needs some more than that */
	return lzma_stream_decoder(&in->xz, (XZ_DICT + 1) << 20, LZMA_CONCATENATED) == LZMA_OK;
}

static const struct magic {
	const char	*name;
	const char	*bytes;
	size_t		len;
	bool		(*begin)(struct fdd_input *in);
} magics[] = {
	{ "gzip", "\x1f\x8b", 2, begin_gzip },
	{ "zstd", "\x28\xb5\x2f\xfd", 4, begin_zstd },
	{ "xz", "\xfd" "7zXZ", 6, begin_xz },
};

static bool begin_decompress(struct fdd_input *in)
{
	for (size_t i = 0; i < ARRAY_SIZE(magics); i++) {
		const struct magic *magic = &magics[i];

		if (in->raw_len < magic->len ||
		    memcmp(in->raw, magic->bytes, magic->len))
			continue;
		in->compression = magic->name;
		if (magic->begin(in))
			return true;
		/* nothing else makes them fail */
		no_memory(in);
		return false;
	}
	return true;
}

ssize_t fdd_input_read(struct fdd_input *in, void *buf, size_t size)
{
	size_t n;

	if (in->head_pos < in->head_len) {
		n = in->head_len - in->head_pos;
		if (n > size)
			n = size;
		memcpy(buf, in->head + in->head_pos, n);
		in->head_pos += n;
		return n;
	}
	if (in->decompress)
		return in->decompress(in, buf, size);
	if (in->raw_pos < in->raw_len) {
		n = in->raw_len - in->raw_pos;
		if (n > size)
			n = size;
		memcpy(buf, in->raw + in->raw_pos, n);
		in->raw_pos += n;
		return n;
	}
	return read_raw(in, buf, size);
}

/* A pipe may return few bytes at a time: read enough to detect the format. */
static bool read_start(struct fdd_input *in)
{
	in->raw = xpages(CHUNK);
	while (in->raw_len < sizeof(in->head)) {
		ssize_t n = read_raw(in, in->raw + in->raw_len,
				     CHUNK - in->raw_len);

		if (n < 0)
			return false;
		if (n == 0)
			break;
		in->raw_len += n;
	}
	return true;
}

static bool read_head(struct fdd_input *in)
{
	uint8_t head[sizeof(in->head)];
	size_t len = 0;

	while (len < sizeof(head)) {
		ssize_t n = fdd_input_read(in, head + len, sizeof(head) - len);

		if (n < 0)
			return false;
		if (n == 0)
			break;
		len += n;
	}
	memcpy(in->head, head, len);
	in->head_len = len;
	return true;
}

static struct fdd_input *begin(struct fdd_input *in)
{
	if (read_start(in) && begin_decompress(in) && read_head(in))
		return in;
	fdd_input_close(in);
	return NULL;
}

static bool open_file(struct fdd_input *in, bool unasked)
{
	int flags = O_RDONLY | O_CLOEXEC | (unasked ? O_NONBLOCK : 0);
	struct stat st;

	in->fd = strcmp(in->path, "-") || unasked ? open(in->path, flags) : dup(STDIN_FILENO);
	if (in->fd < 0 || fstat(in->fd, &st) < 0) {
		fdd_error("%s: %s", in->path, strerror(errno));
		return false;
	}
	if (S_ISDIR(st.st_mode)) {
		fdd_error("%s: is a directory; name the trace file in it", in->path);
		return false;
	}
	in->regular = S_ISREG(st.st_mode);
	if (unasked && !in->regular) {
		fdd_error("%s: not a regular file", in->path);
		return false;
	}
	if (in->regular) {
		in->size = st.st_size;
		in->progress.path = in->path;
		in->progress.size = in->size;
		posix_fadvise(in->fd, 0, 0, POSIX_FADV_SEQUENTIAL);
	}
	return true;
}

static struct fdd_input *open_input(const char *path, bool unasked)
{
	struct fdd_input *in = xcalloc(1, sizeof(*in));

	in->path = xstrdup(path);
	if (!open_file(in, unasked)) {
		fdd_input_close(in);
		return NULL;
	}
	return begin(in);
}

struct fdd_input *fdd_input_open(const char *path)
{
	return open_input(path, false);
}

struct fdd_input *fdd_input_open_unasked(const char *path)
{
	return open_input(path, true);
}

struct fdd_input *fdd_input_memory(const void *data, size_t size)
{
	struct fdd_input *in = xcalloc(1, sizeof(*in));

	in->path = xstrdup("(memory)");
	in->fd = -1;
	in->memory = data;
	in->memory_size = size;
	return begin(in);
}

struct fdd_input *fdd_input_bytes(const struct fdd_bytes *bytes)
{
	struct fdd_input *in = xcalloc(1, sizeof(*in));

	in->path = xstrdup("(copy)");
	in->fd = -1;
	in->bytes = bytes;
	return begin(in);
}

void fdd_input_close(struct fdd_input *in)
{
	if (!in)
		return;
	fdd_progress_clear(&in->progress);
	if (in->decompress == gunzip)
		inflateEnd(&in->gz);
	lzma_end(&in->xz);
	ZSTD_freeDStream(in->zst);
	if (in->fd >= 0)
		close(in->fd);
	free(in->raw);
	free(in->path);
	free(in);
}

void fdd_input_cut_at(struct fdd_input *in, uint64_t ns)
{
	in->until = ns;
}

/* Does the text begin with one of these? */
static bool begins(const struct fdd_input *in, const char *const *texts, size_t nr)
{
	for (size_t i = 0; i < nr; i++)
		if (in->head_len >= strlen(texts[i]) &&
		    !memcmp(in->head, texts[i], strlen(texts[i])))
			return true;
	return false;
}

enum fdd_input_kind fdd_input_kind(struct fdd_input *in)
{
	static const char dat[] = "\x17\x08\x44tracing";
	static const char *const stats[] = { "# interval: ", "# nothing was co" };
	/* kmsg_dump_reason_str() */
	static const char *const reasons[] = {
		"Panic#", "Oops#", "Emergency#", "Shutdown#", "Unknown#",
	};

	if (!in->head_len)
		return FDD_INPUT_EMPTY;
	if (in->head_len >= sizeof(dat) - 1 && !memcmp(in->head, dat, sizeof(dat) - 1))
		return FDD_INPUT_DAT;
	if (begins(in, stats, ARRAY_SIZE(stats)))
		return FDD_INPUT_STAT;
	if (begins(in, reasons, ARRAY_SIZE(reasons)))
		return FDD_INPUT_PSTORE;
	return FDD_INPUT_TEXT;
}

bool fdd_input_waits(const struct fdd_input *in)
{
	return !in->regular && !in->memory && !in->bytes;
}

bool fdd_input_truncated(const struct fdd_input *in)
{
	return in->truncated;
}

/* Temporary copies */

struct copy {
	struct fdd_input	*in;
	bool			(*expects)(int fd, uint64_t size, const char *path,
					   uint64_t *expected);
	int			fd;
	char			*buf;
	uint64_t		done;
	uint64_t		next;		/* look at its headers then */
	uint64_t		expected;	/* size, as far as it is known */
};

static int unnamed_file(void)
{
	int fd = fdd_temp_file();

	if (fd < 0)
		fdd_error("cannot create a temporary file in %s: %s (set TMPDIR to another one)",
			  fdd_temp_directory(), strerror(errno));
	return fd;
}

static bool write_temp(int fd, const char *buf, size_t len)
{
	if (fdd_write_all(fd, buf, len))
		return true;
	fdd_error("temporary file in %s: %s", fdd_temp_directory(), strerror(errno));
	return false;
}

static bool has_room(const struct copy *c, uint64_t more)
{
	if (fdd_temp_has_room(c->fd, more))
		return true;
	fdd_error("%s: not enough room in %s for a copy of this trace.dat: %llu MiB, and %llu MiB more to come; save it uncompressed and give fdd the name of that file, or set TMPDIR to another directory",
		  c->in->path, fdd_temp_directory(), (unsigned long long)c->done >> 20,
		  (unsigned long long)more >> 20);
	return false;
}

/* Rarely, because the headers are read from their beginning each time. */
static bool look_at_headers(struct copy *c)
{
	uint64_t soon = c->done + c->done / 8 + FDD_INPUT_STRANGE;

	if (!c->expects(c->fd, c->done, c->in->path, &c->expected))
		return false;
	c->next = c->expected > soon ? c->expected : soon;
	return c->expected <= c->done || has_room(c, c->expected - c->done);
}

/* The end of compressed data has a checksum. */
static void read_rest(struct copy *c)
{
	uint64_t rest = 0;
	ssize_t n;

	while (c->in->compression && rest < FDD_INPUT_STRANGE &&
	       (n = fdd_input_read(c->in, c->buf, CHUNK)) > 0)
		rest += n;
}

/* Returns 0 at the end, or -1. */
static int copy_all(struct copy *c)
{
	ssize_t n;

	while ((n = fdd_input_read(c->in, c->buf, CHUNK)) > 0) {
		if (!has_room(c, n) || !write_temp(c->fd, c->buf, n))
			return -1;
		c->done += n;
		if (c->done < c->next)
			continue;
		if (!look_at_headers(c))
			return -1;
		if (c->expected <= c->done) {
			read_rest(c);
			break;
		}
	}
	return 0;
}

int fdd_input_seekable(struct fdd_input *in,
		       bool (*expects)(int fd, uint64_t size, const char *path,
				       uint64_t *expected))
{
	struct copy c = { .in = in, .expects = expects, .next = FDD_INPUT_STRANGE };
	int ret;

	if (!in->compression && in->size && in->fd >= 0)
		return dup(in->fd);
	c.fd = unnamed_file();
	if (c.fd < 0)
		return -1;
	c.buf = xmalloc(CHUNK);
	ret = copy_all(&c);
	free(c.buf);
	if (!ret)
		return c.fd;
	close(c.fd);
	return -1;
}

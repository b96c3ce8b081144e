/* SPDX-License-Identifier: GPL-2.0 */
/* Bytes of a trace: a file or stdin, compressed or not. */
#ifndef FDD_INPUT_H
#define FDD_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

enum fdd_input_kind {
	FDD_INPUT_TEXT,
	FDD_INPUT_DAT,
	FDD_INPUT_STAT,
	FDD_INPUT_PSTORE,
	FDD_INPUT_EMPTY,
};

struct fdd_bytes;
struct fdd_input;

/* "-" is stdin. Returns NULL after an error message. */
struct fdd_input *fdd_input_open(const char *path);
/* A file that no argument names: only a regular one, so that a FIFO does not block. */
struct fdd_input *fdd_input_open_unasked(const char *path);
struct fdd_input *fdd_input_memory(const void *data, size_t size);
/* They must stay. */
struct fdd_input *fdd_input_bytes(const struct fdd_bytes *bytes);
/* Read no more bytes after a time of fdd_now(), as if it were truncated. */
void fdd_input_cut_at(struct fdd_input *in, uint64_t ns);
void fdd_input_close(struct fdd_input *in);

/* The format, detected from the first bytes. */
enum fdd_input_kind fdd_input_kind(struct fdd_input *in);

/* Read the next bytes. Returns 0 at the end, -1 after an error message. */
ssize_t fdd_input_read(struct fdd_input *in, void *buf, size_t size);

/* May a read wait for a writer? Not if it is a file. */
bool fdd_input_waits(const struct fdd_input *in);

/* Is the compressed stream truncated? */
bool fdd_input_truncated(const struct fdd_input *in);

/* Input without a trace is refused after this many bytes. */
#define FDD_INPUT_STRANGE	(1 << 20)

/*
 * A file descriptor of the uncompressed bytes, for readers that seek: the file itself, or
 * an unnamed temporary copy. The caller closes it. There is an error message if the directory
 * has no room for it.
 *
 * From FDD_INPUT_STRANGE bytes on, @expects gets the first @size bytes and says how large the
 * whole is, or a size above @size if that is not known yet. It returns false after an error
 * message if they are of another format.
 */
int fdd_input_seekable(struct fdd_input *in,
		       bool (*expects)(int fd, uint64_t size, const char *path,
				       uint64_t *expected));

/* Progress on stderr, if it is a terminal. */
extern bool fdd_input_progress;
struct fdd_progress {
	const char	*path;
	uint64_t	size;		/* 0: unknown */
	int64_t		shown;		/* second of the last update */
};

void fdd_progress_show(struct fdd_progress *p, uint64_t done);
void fdd_progress_clear(struct fdd_progress *p);

#endif

// SPDX-License-Identifier: GPL-2.0
/* The kernel's files over HTTP, while they are read. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "serve.h"
#include "tracing.h"
#include "util.h"

#define BLOCK_SIZE	(32 * 1024)

/*
 * Reading the trace of an array that records vfs_read makes it longer: it may
 * never end by itself.
 */
#define TRACE_MAX_BYTES		(256u << 20)
#define TRACE_MAX_SECONDS	60

/* How long a reader of trace_pipe waits before it looks whether to stop. */
#define PIPE_WAIT_MS	200

struct reader {
	struct serve	*s;
	int		fd;
	bool		wait;
	uint64_t	sent;
	time_t		since;
};

static time_t now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return ts.tv_sec;
}

static ssize_t read_trace(void *arg, uint64_t pos, char *buf, size_t max)
{
	struct reader *r = arg;
	ssize_t len;

	(void)pos;
	if (r->s->stopping || r->sent >= TRACE_MAX_BYTES ||
	    now() - r->since > TRACE_MAX_SECONDS)
		return MHD_CONTENT_READER_END_OF_STREAM;
	len = read(r->fd, buf, max);
	if (len <= 0)
		return len ? MHD_CONTENT_READER_END_WITH_ERROR :
			     MHD_CONTENT_READER_END_OF_STREAM;
	r->sent += len;
	return len;
}

/* 0 has the server look after the connection and come back. */
static ssize_t read_trace_pipe(void *arg, uint64_t pos, char *buf, size_t max)
{
	struct reader *r = arg;
	struct pollfd pfd = { .fd = r->fd, .events = POLLIN };
	ssize_t len;

	(void)pos;
	if (r->s->stopping)
		return MHD_CONTENT_READER_END_OF_STREAM;
	len = read(r->fd, buf, max);
	if (len > 0)
		return len;
	if (len < 0 && errno != EAGAIN && errno != EINTR)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	if (!r->wait)
		return MHD_CONTENT_READER_END_OF_STREAM;
	/* At its end (tracing is off) the file is always ready. */
	if (!len || poll(&pfd, 1, PIPE_WAIT_MS) > 0)
		usleep(10000);
	return 0;
}

static void free_reader(void *arg)
{
	struct reader *r = arg;

	close(r->fd);
	free(r);
}

static struct MHD_Response *open_file(struct serve *s, const char *file, int flags,
				      bool wait, MHD_ContentReaderCallback read)
{
	char *path = tracing_path(s->instance, file);
	int fd = open(path, O_RDONLY | O_CLOEXEC | flags), err = errno;
	struct MHD_Response *response;
	struct reader *r;

	free(path);
	if (fd < 0) {
		errno = err;
		return NULL;
	}
	r = xcalloc(1, sizeof(*r));
	*r = (struct reader){ .s = s, .fd = fd, .wait = wait, .since = now() };
	response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_SIZE, read,
						     r, free_reader);
	if (!response) {
		free_reader(r);
		errno = ENOMEM;
	}
	return response;
}

struct MHD_Response *serve_trace(struct serve *s)
{
	return open_file(s, "trace", 0, false, read_trace);
}

struct MHD_Response *serve_trace_pipe(struct serve *s, bool wait)
{
	return open_file(s, "trace_pipe", O_NONBLOCK, wait, read_trace_pipe);
}

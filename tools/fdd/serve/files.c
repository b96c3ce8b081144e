// SPDX-License-Identifier: GPL-2.0
/* Serves files of tracefs over HTTP, while they are read. */
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/util.h"
#include "serve/state.h"
#include "tracing/tracing.h"

#define BLOCK_SIZE	(32 * 1024)

/*
 * If a trace array records vfs_read, reading its trace adds events, so that reading may never
 * end.
 */
#define TRACE_MAX_BYTES		(256u << 20)
#define TRACE_MAX_SECONDS	600

/* The interval at which a reader of trace_pipe checks whether to stop. */
#define PIPE_WAIT_MS	200

struct reader {
	struct serve	*s;
	struct MHD_Connection *c;
	int		socket;
	int		fd;
	bool		wait;
	uint64_t	sent;
	uint64_t	since;
};

static ssize_t read_trace(void *arg, uint64_t pos, char *buf, size_t max)
{
	struct reader *r = arg;
	ssize_t len;

	(void)pos;
	/* End with an error, so that the client does not take the data for complete. */
	if (r->s->stopping || r->sent >= TRACE_MAX_BYTES ||
	    fdd_now() - r->since > TRACE_MAX_SECONDS * NSEC_PER_SEC)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	len = read(r->fd, buf, max);
	if (len <= 0)
		return len ? MHD_CONTENT_READER_END_WITH_ERROR :
			     MHD_CONTENT_READER_END_OF_STREAM;
	r->sent += len;
	serve_gate_took(r->c);
	return len;
}

/*
 * Wait for the kernel or for the end of the client. At the end of the file (tracing is off)
 * poll() always returns immediately, so poll the client only. Returns false if the client is gone.
 */
bool serve_wait(int socket, int fd, int ms)
{
	struct pollfd fds[] = {
		{ .fd = socket, .events = POLLRDHUP },
		{ .fd = fd, .events = POLLIN },
	};

	poll(fds, 2, ms);
	return !fds[0].revents;
}

/* After a return of 0 the server checks the connection and calls this again. */
static ssize_t read_trace_pipe(void *arg, uint64_t pos, char *buf, size_t max)
{
	struct reader *r = arg;
	ssize_t len;

	(void)pos;
	if (r->s->stopping)
		return MHD_CONTENT_READER_END_OF_STREAM;
	len = read(r->fd, buf, max);
	if (len > 0) {
		serve_gate_took(r->c);
		return len;
	}
	if (len < 0 && errno != EAGAIN && errno != EINTR)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	if (!r->wait)
		return MHD_CONTENT_READER_END_OF_STREAM;
	if (!serve_wait(r->socket, len ? r->fd : -1, PIPE_WAIT_MS))
		return MHD_CONTENT_READER_END_WITH_ERROR;
	return 0;
}

static void free_reader(void *arg)
{
	struct reader *r = arg;

	close(r->fd);
	free(r);
}

/* Detect clients whose machine was switched off. */
int serve_client_socket(struct MHD_Connection *c)
{
	const union MHD_ConnectionInfo *info =
		MHD_get_connection_info(c, MHD_CONNECTION_INFO_CONNECTION_FD);
	int on = 1, idle = SERVE_TIMEOUT, interval = 10, count = 3;

	if (!info)
		return -1;
	setsockopt(info->connect_fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof(on));
	setsockopt(info->connect_fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof(idle));
	setsockopt(info->connect_fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof(interval));
	setsockopt(info->connect_fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof(count));
	return info->connect_fd;
}

static struct MHD_Response *open_file(struct serve *s, struct MHD_Connection *c,
				      const char *file, int flags, bool wait,
				      MHD_ContentReaderCallback read)
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
	*r = (struct reader){
		.s = s, .c = c, .socket = serve_client_socket(c),
		.fd = fd, .wait = wait, .since = fdd_now(),
	};
	response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_SIZE, read,
						     r, free_reader);
	if (!response) {
		free_reader(r);
		errno = ENOMEM;
	}
	return response;
}

struct MHD_Response *serve_trace(struct serve *s, struct MHD_Connection *c)
{
	return open_file(s, c, "trace", 0, false, read_trace);
}

struct MHD_Response *serve_trace_pipe(struct serve *s, struct MHD_Connection *c, bool wait)
{
	return open_file(s, c, "trace_pipe", O_NONBLOCK, wait, read_trace_pipe);
}

// SPDX-License-Identifier: GPL-2.0
/* A small client of HTTP/1.1. */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "agent/post.h"
#include "lib/util.h"

#define TIMEOUT_NS	(10 * NSEC_PER_SEC)	/* for the request and its answer */

static bool set_address(struct post_target *t, const char *host, uint16_t port)
{
	struct sockaddr_in *in = (struct sockaddr_in *)&t->address;
	struct sockaddr_in6 *in6 = (struct sockaddr_in6 *)&t->address;

	if (inet_pton(AF_INET, host, &in->sin_addr) == 1) {
		in->sin_family = AF_INET;
		in->sin_port = htons(port);
		t->len = sizeof(*in);
	} else if (inet_pton(AF_INET6, host, &in6->sin6_addr) == 1) {
		in6->sin6_family = AF_INET6;
		in6->sin6_port = htons(port);
		t->len = sizeof(*in6);
	}
	return t->len;
}

bool post_parse(struct post_target *t)
{
	const char *colon = strrchr(t->text, ':'), *from = t->text;
	size_t len = colon ? colon - from : 0;
	char host[64];
	uint64_t port;

	if (len > 2 && *from == '[' && from[len - 1] == ']') {
		from++;
		len -= 2;
	}
	if (!len || len >= sizeof(host) || !fdd_parse_u64(colon + 1, &port) || !port ||
	    port > UINT16_MAX)
		return false;
	snprintf(host, sizeof(host), "%.*s", (int)len, from);
	return set_address(t, host, port);
}

/* A request that is under way */
struct post {
	int		fd;
	int		stop;		/* readable: the agent ends */
	uint64_t	until;		/* fdd_now(), for all of it */
};

/* Returns false at the end of the time, or of the agent. */
static bool wait_for(const struct post *p, short events)
{
	struct pollfd fds[] = {
		{ .fd = p->fd, .events = events }, { .fd = p->stop, .events = POLLIN },
	};
	uint64_t now = fdd_now();

	return now < p->until &&
	       poll(fds, ARRAY_SIZE(fds), (p->until - now) / NSEC_PER_MSEC + 1) > 0 &&
	       !fds[1].revents;
}

static bool connect_to(const struct post *p, const struct post_target *t)
{
	int err = 0;
	socklen_t len = sizeof(err);

	if (!connect(p->fd, (const struct sockaddr *)&t->address, t->len))
		return true;
	return errno == EINPROGRESS && wait_for(p, POLLOUT) &&
	       !getsockopt(p->fd, SOL_SOCKET, SO_ERROR, &err, &len) && !err;
}

static bool send_all(const struct post *p, const void *data, size_t len)
{
	const char *at = data;

	while (len && wait_for(p, POLLOUT)) {
		ssize_t n = send(p->fd, at, len, MSG_NOSIGNAL);

		if (n < 0 && errno != EAGAIN)
			return false;
		at += n > 0 ? n : 0;
		len -= n > 0 ? n : 0;
	}
	return !len;
}

static bool send_request(const struct post *p, const struct post_target *t, const void *body,
			 size_t len)
{
	char head[512];
	int n = snprintf(head, sizeof(head),
			 "POST /v1/traces HTTP/1.1\r\n"
			 "Host: %s\r\n"
			 "User-Agent: fdd/" FDD_VERSION "\r\n"
			 "Content-Type: application/x-protobuf\r\n"
			 "Content-Encoding: gzip\r\n"
			 "Content-Length: %zu\r\n"
			 "Connection: close\r\n\r\n", t->text, len);

	return send_all(p, head, n) && send_all(p, body, len);
}

/* The head of the answer; what follows does not matter. */
static bool receive_head(const struct post *p, char *head, size_t size)
{
	size_t len = 0;

	while (len < size - 1 && wait_for(p, POLLIN)) {
		ssize_t n = recv(p->fd, head + len, size - 1 - len, 0);

		if (n <= 0)
			break;
		len += n;
		head[len] = '\0';
		if (strstr(head, "\r\n\r\n"))
			return true;
	}
	head[len] = '\0';
	return len;
}

static int parse_head(const char *head, uint64_t *pause)
{
	const char *retry = strcasestr(head, "\r\nRetry-After:");
	int status;

	if (sscanf(head, "HTTP/1.%*1[01] %3d", &status) != 1)
		return -1;
	/* a date is not taken */
	if (retry)
		*pause = strtoul(retry + strlen("\r\nRetry-After:"), NULL, 10) * NSEC_PER_SEC;
	return status;
}

int post_spans(const struct post_target *t, const void *body, size_t len, int stop,
	       uint64_t *pause)
{
	struct post p = { .stop = stop, .until = fdd_now() + TIMEOUT_NS };
	char head[4096];
	int status = -1;

	*pause = 0;
	p.fd = socket(t->address.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (p.fd < 0)
		return -1;
	if (connect_to(&p, t) && send_request(&p, t, body, len) &&
	    receive_head(&p, head, sizeof(head)))
		status = parse_head(head, pause);
	close(p.fd);
	return status;
}

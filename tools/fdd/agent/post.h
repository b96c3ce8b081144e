/* SPDX-License-Identifier: GPL-2.0 */
/* A small client of HTTP/1.1: one request, and the status of its answer. */
#ifndef FDD_AGENT_POST_H
#define FDD_AGENT_POST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

struct post_target {
	const char		*text;		/* "127.0.0.1:4318" */
	struct sockaddr_storage	address;
	socklen_t		len;
};

/* Parse ->text: a numeric address and a port. */
bool post_parse(struct post_target *t);

/*
 * Send spans, which are compressed. Returns the status of the answer; -1: there was none. *pause is
 * what the answer asks to wait, in ns. All of it takes ten seconds at most, and ends when the
 * descriptor @stop is readable.
 */
int post_spans(const struct post_target *t, const void *body, size_t len, int stop,
	       uint64_t *pause);

#endif

// SPDX-License-Identifier: GPL-2.0
/*
 * The page's data as a stream of server-sent events, compressed for clients that take gzip.
 *
 * Its first event has all of the data, or what changed since those that the client says it has.
 * Then there is an event for each change. A client that is slow gets several changes one after
 * the other, or, once they are too many, all of the data again: nothing waits for it in memory.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "lib/gzip.h"
#include "lib/util.h"
#include "serve/state.h"

#define BLOCK_SIZE	(32 * 1024)
#define RAW_SIZE	1024	/* of the data at once; a newline becomes seven bytes */
#define TEXT_SIZE	(7 * RAW_SIZE + 128)
#define WAIT_MS		200
#define SILENCE_NS	(5 * NSEC_PER_SEC)	/* then a comment says that the server lives */
#define GZIP_HEADER	16

struct stream {
	struct serve		*s;
	struct MHD_Connection	*c;
	int			socket;
	bool			once;		/* ends with the first event */
	bool			gz;
	z_stream		z;
	char			tag[24];	/* of the data that the client has */
	struct serve_data	*data;		/* that are sent, */
	struct serve_change	*change;	/* or this */
	struct fdd_gunzip	*plain;
	char			next[24];	/* their tag */
	bool			in_line;
	uint64_t		last;		/* time of the last byte; 0: none yet */
	char			text[TEXT_SIZE];
	size_t			from, to;	/* of it, not yet sent */
	bool			flush;		/* the client can use what is sent */
};

static void put(struct stream *st, const char *text, size_t len)
{
	memcpy(st->text + st->to, text, len);
	st->to += len;
}

static void put_text(struct stream *st, const char *text)
{
	put(st, text, strlen(text));
}

static void begin_event(struct stream *st, const char *event, const char *tag,
			const struct fdd_bytes *gz)
{
	char head[96];

	memcpy(st->next, tag, sizeof(st->next));
	snprintf(head, sizeof(head), "id: %s\nevent: %s\n", tag, event);
	put_text(st, head);
	st->plain = fdd_gunzip_new(gz);
	st->in_line = false;
}

static void let_go(struct stream *st)
{
	fdd_gunzip_free(st->plain);
	st->plain = NULL;
	if (st->data)
		serve_data_put(st->data);
	if (st->change)
		serve_change_put(st->change);
	st->data = NULL;
	st->change = NULL;
}

static void end_event(struct stream *st)
{
	put_text(st, st->in_line ? "\n\n" : "\n");
	let_go(st);
	memcpy(st->tag, st->next, sizeof(st->tag));
	st->flush = true;
}

/* Returns false if the data cannot be read. */
static bool put_lines(struct stream *st)
{
	char raw[RAW_SIZE];
	ssize_t len = fdd_gunzip_read(st->plain, raw, sizeof(raw));

	if (len < 0)
		return false;
	for (ssize_t i = 0; i < len; i++) {
		if (!st->in_line)
			put_text(st, "data: ");
		put(st, &raw[i], 1);
		st->in_line = raw[i] != '\n';
	}
	if (!len)
		end_event(st);
	return true;
}

/*
 * Is there something new? It is made at most once a second, for all streams. Returns 1 if there is,
 * or -1 after an error, which the client gets when it asks again.
 */
static int begin_next(struct stream *st)
{
	const char *file;
	struct serve_data *data = serve_data(st->s, &file);

	if (!data)
		return -1;
	if (!strcmp(data->tag, st->tag)) {
		serve_data_put(data);
		return 0;
	}
	st->change = serve_change_of(st->tag);
	if (st->change) {
		serve_data_put(data);
		begin_event(st, "change", st->change->to, &st->change->gz);
	} else {
		st->data = data;
		begin_event(st, "all", data->tag, &data->gz);
	}
	return 1;
}

/* Fill st->text. Returns 0 to be called again, or -1 at the end. */
static int fill(struct stream *st)
{
	int next;

	st->from = st->to = 0;
	if (st->plain)
		return put_lines(st) ? 0 : -1;
	next = begin_next(st);
	if (next)
		return next > 0 ? 0 : -1;
	if (fdd_now() - st->last > SILENCE_NS) {
		put_text(st, ":\n\n");
		st->flush = true;
		return 0;
	}
	return serve_wait(st->socket, -1, WAIT_MS) ? 0 : -1;
}

static size_t take_plain(struct stream *st, char *buf, size_t max)
{
	size_t len = st->to - st->from < max ? st->to - st->from : max;

	memcpy(buf, st->text + st->from, len);
	st->from += len;
	return len;
}

/* After a flush, zlib has more as long as it fills the buffer. */
static size_t take_gz(struct stream *st, char *buf, size_t max)
{
	st->z.next_in = (void *)(st->text + st->from);
	st->z.avail_in = st->to - st->from;
	st->z.next_out = (void *)buf;
	st->z.avail_out = max;
	deflate(&st->z, st->flush ? Z_SYNC_FLUSH : Z_NO_FLUSH);
	st->from = st->to - st->z.avail_in;
	if (st->z.avail_out && !st->z.avail_in)
		st->flush = false;
	return max - st->z.avail_out;
}

static bool has_more(const struct stream *st)
{
	return st->from < st->to || (st->gz && st->flush);
}

static ssize_t read_stream(void *arg, uint64_t pos, char *buf, size_t max)
{
	struct stream *st = arg;
	size_t len = 0;

	(void)pos;
	while (!len) {
		bool waits = !has_more(st) && !st->plain;

		if (st->s->stopping || (st->once && waits && st->tag[0]))
			return MHD_CONTENT_READER_END_OF_STREAM;
		if (!has_more(st) && fill(st))
			return MHD_CONTENT_READER_END_WITH_ERROR;
		len = st->gz ? take_gz(st, buf, max) : take_plain(st, buf, max);
		/* The server looks at the connection. */
		if (!len && waits && !st->plain)
			return 0;
	}
	st->last = fdd_now();
	serve_gate_took(st->c);
	return len;
}

static void free_stream(void *arg)
{
	struct stream *st = arg;

	st->s->streams--;
	let_go(st);
	if (st->gz)
		deflateEnd(&st->z);
	free(st);
}

/* The tag of the data that the client has, from an earlier stream. */
static void take_tag(struct stream *st)
{
	const char *tag = serve_header(st->c, "Last-Event-ID");

	if (strlen(tag) < sizeof(st->tag))
		strcpy(st->tag, tag);
}

struct MHD_Response *serve_stream(struct serve *s, struct MHD_Connection *c, bool once)
{
	struct stream *st = xcalloc(1, sizeof(*st));
	struct MHD_Response *response;

	st->s = s;
	st->c = c;
	st->socket = serve_client_socket(c);
	st->once = once;
	if (!once)
		take_tag(st);
	if (!once && serve_takes_gzip(c)) {
		st->gz = deflateInit2(&st->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED,
				      MAX_WBITS + GZIP_HEADER, MAX_MEM_LEVEL,
				      Z_DEFAULT_STRATEGY) == Z_OK;
	}
	response = MHD_create_response_from_callback(MHD_SIZE_UNKNOWN, BLOCK_SIZE, read_stream,
						     st, free_stream);
	if (!response) {
		free_stream(st);
		return NULL;
	}
	if (st->gz)
		MHD_add_response_header(response, "Content-Encoding", "gzip");
	return response;
}

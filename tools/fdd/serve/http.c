// SPDX-License-Identifier: GPL-2.0
/* Requests of all routes, and their answers. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/gzip.h"
#include "lib/util.h"
#include "serve/state.h"

#define CONNECTION_MEMORY	(64 * 1024)
#define BLOCK_SIZE		(32 * 1024)

/*
 * A connection serves one request, because an idle connection looks like one of a client that
 * does not send its head.
 */
static const char *const headers[][2] = {
	{ "Connection", "close" },
	{ "Cache-Control", "no-store" },
	{ "X-Content-Type-Options", "nosniff" },
	{ "X-Frame-Options", "DENY" },
	{ "Referrer-Policy", "no-referrer" },
	{ "Cross-Origin-Resource-Policy", "same-origin" },
};

struct MHD_Response *serve_text(const char *text)
{
	return MHD_create_response_from_buffer(strlen(text), (void *)text,
					       MHD_RESPMEM_MUST_COPY);
}

/* A body that may be large: given in blocks, so that the gate learns of each. */
struct body {
	struct MHD_Connection	*c;
	char			*page;		/* in memory */
	struct serve_data	*data;		/* or these */
	struct fdd_gunzip	*plain;		/* decompressed; NULL: as they are */
	uint64_t		size;
};

static ssize_t read_page(const struct body *b, uint64_t pos, char *buf, size_t max)
{
	size_t len = b->size - pos < max ? b->size - pos : max;

	memcpy(buf, b->page + pos, len);
	return len;
}

static ssize_t read_body(void *arg, uint64_t pos, char *buf, size_t max)
{
	struct body *b = arg;
	ssize_t len;

	if (b->page)
		len = read_page(b, pos, buf, max);
	else if (b->plain)
		len = fdd_gunzip_read(b->plain, buf, max);
	else
		len = fdd_bytes_read(&b->data->gz, buf, max, pos);
	if (len <= 0)
		return MHD_CONTENT_READER_END_WITH_ERROR;
	serve_gate_took(b->c);
	return len;
}

static void free_body(void *arg)
{
	struct body *b = arg;

	free(b->page);
	fdd_gunzip_free(b->plain);
	if (b->data)
		serve_data_put(b->data);
	free(b);
}

/* Takes over what the @body has, also if it fails. */
static struct MHD_Response *body_response(const struct body *body)
{
	struct body *b = xmalloc(sizeof(*b));
	struct MHD_Response *response;

	*b = *body;
	response = MHD_create_response_from_callback(b->size, BLOCK_SIZE, read_body, b, free_body);
	if (!response)
		free_body(b);
	return response;
}

struct MHD_Response *serve_memory_response(struct MHD_Connection *c, char *text, size_t size)
{
	return body_response(&(struct body){ .c = c, .page = text, .size = size });
}

/* Add headers that the status requires. */
static void add_hint(struct MHD_Response *response, unsigned int status)
{
	if (status == MHD_HTTP_UNAUTHORIZED)
		MHD_add_response_header(response, "WWW-Authenticate", "Bearer");
	else if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
		MHD_add_response_header(response, "Allow", "GET, HEAD");
	else if (status == MHD_HTTP_SERVICE_UNAVAILABLE)
		MHD_add_response_header(response, "Retry-After", "1");
}

enum MHD_Result serve_answer(struct MHD_Connection *c, unsigned int status, const char *type,
			     struct MHD_Response *response)
{
	enum MHD_Result ret;

	if (!response)
		return MHD_NO;
	add_hint(response, status);
	MHD_add_response_header(response, "Content-Type", type);
	for (size_t i = 0; i < ARRAY_SIZE(headers); i++)
		MHD_add_response_header(response, headers[i][0], headers[i][1]);
	ret = MHD_queue_response(c, status, response);
	MHD_destroy_response(response);
	return ret;
}

enum MHD_Result serve_refuse(struct MHD_Connection *c, unsigned int status, const char *why)
{
	char text[256];

	snprintf(text, sizeof(text), "%s: %s\n", fdd_program, why);
	return serve_answer(c, status, "text/plain; charset=utf-8", serve_text(text));
}

const char *serve_header(struct MHD_Connection *c, const char *name)
{
	const char *value = MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);

	return value ? value : "";
}

/* "gzip", "br, gzip;q=0.5", but not "gzip;q=0" */
bool serve_takes_gzip(struct MHD_Connection *c)
{
	const char *at = strcasestr(serve_header(c, "Accept-Encoding"), "gzip");
	double quality = 1;

	if (!at)
		return false;
	at += strlen("gzip");
	sscanf(at, " ; q=%lf", &quality);
	return !isalnum((unsigned char)*at) && quality > 0;
}

/* The tag is a weak one, for data that are the same whether they are compressed or not. */
void serve_add_tag(struct MHD_Response *response, const struct serve_data *data)
{
	char tag[sizeof(data->tag) + 2];

	snprintf(tag, sizeof(tag), "W/%s", data->tag);
	MHD_add_response_header(response, "ETag", tag);
	MHD_add_response_header(response, "Vary", "Accept-Encoding");
}

struct MHD_Response *serve_data_response(struct MHD_Connection *c, struct serve_data *data)
{
	bool gz = serve_takes_gzip(c);
	struct MHD_Response *response = body_response(&(struct body){
		.c = c, .data = data, .plain = gz ? NULL : fdd_gunzip_new(&data->gz),
		.size = gz ? data->gz.size : data->size });

	if (!response)
		return NULL;
	if (gz)
		MHD_add_response_header(response, "Content-Encoding", "gzip");
	serve_add_tag(response, data);
	return response;
}

static const struct serve_route *find_route(const struct serve *s, const char *url)
{
	const struct serve_route *route;

	for (route = s->routes; route->url; route++)
		if (!strcmp(url, route->url))
			return route;
	return NULL;
}

static enum MHD_Result refuse_url(const struct serve *s, struct MHD_Connection *c)
{
	char text[256] = "there are only";
	size_t len = strlen(text);

	for (const struct serve_route *route = s->routes; route->url; route++)
		len += snprintf(text + len, sizeof(text) - len, " %s", route->url);
	return serve_refuse(c, MHD_HTTP_NOT_FOUND, text);
}

/* A page of a browser that may ask for its data with a token that it has. */
static bool is_reload(struct MHD_Connection *c, const struct serve_route *route,
		      unsigned int status)
{
	return status == MHD_HTTP_UNAUTHORIZED && route && route->without_token &&
	       strstr(serve_header(c, "Accept"), "text/html");
}

/* The status of a refusal, with its reason in *why, or 0. */
static unsigned int judge(struct serve *s, struct MHD_Connection *c, const char *url,
			  const char *method, const char **why)
{
	const struct serve_route *route = find_route(s, url);
	bool head = !strcmp(method, "HEAD");
	const char *length;

	if (!head && strcmp(method, "GET")) {
		*why = "only GET and HEAD";
		return MHD_HTTP_METHOD_NOT_ALLOWED;
	}
	length = serve_header(c, "Content-Length");
	if (length[strspn(length, "0")] || *serve_header(c, "Transfer-Encoding")) {
		*why = "the request has a body";
		return MHD_HTTP_CONTENT_TOO_LARGE;
	}
	return serve_refusal(s, c, route && route->takes && !head, why);
}

/* Called after the head has arrived, and again after the whole request. */
static enum MHD_Result on_request(void *arg, struct MHD_Connection *c, const char *url,
				  const char *method, const char *version,
				  const char *upload, size_t *upload_size, void **state)
{
	struct serve *s = arg;
	const struct serve_route *route = find_route(s, url);
	const char *why;
	unsigned int status;

	(void)version;
	(void)upload;
	(void)upload_size;
	if (*state)
		return route ? route->get(s, c, !strcmp(method, "HEAD")) : refuse_url(s, c);
	*state = s;
	status = judge(s, c, url, method, &why);
	if (!serve_gate_enter(&s->gate, c, !status) && !status) {
		status = MHD_HTTP_SERVICE_UNAVAILABLE;
		why = "too many connections";
	}
	if (is_reload(c, route, status))
		return route->without_token(s, c);
	return status ? serve_refuse(c, status, why) : MHD_YES;
}

/* Reject paths with an encoded NUL, which would end the string. */
static size_t unescape(void *arg, struct MHD_Connection *c, char *text)
{
	(void)arg;
	(void)c;
	return strstr(text, "%00") ? strlen(text) : MHD_http_unescape(text);
}

struct MHD_Daemon *serve_start(struct serve *s, int socket)
{
	unsigned int flags = MHD_USE_INTERNAL_POLLING_THREAD |
			     MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL;
	struct MHD_Daemon *daemon;

	serve_gate_init(&s->gate);
	daemon = MHD_start_daemon(flags, s->port, NULL, NULL, on_request, s,
				  MHD_OPTION_LISTEN_SOCKET, socket,
				  MHD_OPTION_NOTIFY_CONNECTION, serve_gate_notify, &s->gate,
				  MHD_OPTION_CONNECTION_LIMIT, SERVE_CONNECTIONS,
				  MHD_OPTION_CONNECTION_MEMORY_LIMIT,
				  (size_t)CONNECTION_MEMORY,
				  MHD_OPTION_UNESCAPE_CALLBACK, unescape, NULL,
				  MHD_OPTION_END);
	if (!daemon)
		errno = ENOMEM;
	return daemon;
}

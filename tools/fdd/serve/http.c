// SPDX-License-Identifier: GPL-2.0
/* Requests and their answers. */
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/gzip.h"
#include "lib/util.h"
#include "page/page.h"
#include "serve/serve.h"

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

static struct MHD_Response *text_response(const char *text)
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

static enum MHD_Result answer(struct MHD_Connection *c, unsigned int status,
			      const char *type, struct MHD_Response *response)
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

static enum MHD_Result refuse(struct MHD_Connection *c, unsigned int status,
			      const char *why)
{
	char text[256];

	snprintf(text, sizeof(text), "fdd serve: %s\n", why);
	return answer(c, status, "text/plain; charset=utf-8", text_response(text));
}

static unsigned int status_of(int err)
{
	switch (err) {
	case EACCES:
	case EPERM:
		return MHD_HTTP_FORBIDDEN;
	case EBUSY:
		return MHD_HTTP_SERVICE_UNAVAILABLE;
	case ENOENT:
		return MHD_HTTP_NOT_FOUND;
	}
	return MHD_HTTP_INTERNAL_SERVER_ERROR;
}

static enum MHD_Result answer_file(struct MHD_Connection *c, const char *file,
				   struct MHD_Response *response)
{
	char why[128];

	if (response)
		return answer(c, MHD_HTTP_OK, "text/plain; charset=utf-8", response);
	snprintf(why, sizeof(why), "%s: %s", file, strerror(errno));
	return refuse(c, status_of(errno), why);
}

static enum MHD_Result answer_page(struct MHD_Connection *c, unsigned int status)
{
	char *page = NULL;
	size_t size;
	FILE *f = open_memstream(&page, &size);

	if (!f)
		return MHD_NO;
	fdd_page_begin(f);
	fputs("{\"live\": true}", f);
	fdd_page_end(f);
	fclose(f);
	return answer(c, status, "text/html; charset=utf-8",
		      body_response(&(struct body){ .c = c, .page = page, .size = size }));
}

static enum MHD_Result get_page(struct serve *s, struct MHD_Connection *c, bool head)
{
	(void)s;
	(void)head;
	return answer_page(c, MHD_HTTP_OK);
}

static const char *header(struct MHD_Connection *c, const char *name)
{
	const char *value = MHD_lookup_connection_value(c, MHD_HEADER_KIND, name);

	return value ? value : "";
}

/* "gzip", "br, gzip;q=0.5", but not "gzip;q=0" */
static bool takes_gzip(struct MHD_Connection *c)
{
	const char *at = strcasestr(header(c, "Accept-Encoding"), "gzip");
	double quality = 1;

	if (!at)
		return false;
	at += strlen("gzip");
	sscanf(at, " ; q=%lf", &quality);
	return !isalnum((unsigned char)*at) && quality > 0;
}

static bool has_already(struct MHD_Connection *c, const struct serve_data *data)
{
	return strstr(header(c, "If-None-Match"), data->tag);
}

/* The tag is a weak one, for data that are the same whether they are compressed or not. */
static void add_tag(struct MHD_Response *response, const struct serve_data *data)
{
	char tag[sizeof(data->tag) + 2];

	snprintf(tag, sizeof(tag), "W/%s", data->tag);
	MHD_add_response_header(response, "ETag", tag);
	MHD_add_response_header(response, "Vary", "Accept-Encoding");
}

static struct MHD_Response *data_response(struct MHD_Connection *c, struct serve_data *data)
{
	bool gz = takes_gzip(c);
	struct MHD_Response *response = body_response(&(struct body){
		.c = c, .data = data, .plain = gz ? NULL : fdd_gunzip_new(&data->gz),
		.size = gz ? data->gz.size : data->size });

	if (!response)
		return NULL;
	if (gz)
		MHD_add_response_header(response, "Content-Encoding", "gzip");
	add_tag(response, data);
	return response;
}

static enum MHD_Result answer_unchanged(struct MHD_Connection *c, struct serve_data *data)
{
	struct MHD_Response *response = text_response("");

	if (response)
		add_tag(response, data);
	serve_data_put(data);
	return answer(c, MHD_HTTP_NOT_MODIFIED, "application/json", response);
}

/* The status of a file of tracefs would be misleading. */
static enum MHD_Result refuse_copy(struct MHD_Connection *c)
{
	char why[128];

	snprintf(why, sizeof(why), "temporary file (set TMPDIR to another directory): %s",
		 strerror(errno));
	return refuse(c, MHD_HTTP_INTERNAL_SERVER_ERROR, why);
}

static enum MHD_Result get_data(struct serve *s, struct MHD_Connection *c, bool head)
{
	const char *file;
	struct serve_data *data = serve_data(s, &file);

	(void)head;
	if (!data)
		return file ? answer_file(c, file, NULL) : refuse_copy(c);
	if (has_already(c, data))
		return answer_unchanged(c, data);
	return answer(c, MHD_HTTP_OK, "application/json", data_response(c, data));
}

static enum MHD_Result get_trace(struct serve *s, struct MHD_Connection *c, bool head)
{
	(void)head;
	return answer_file(c, "trace", serve_trace(s, c));
}

/* HEAD must not consume events. */
static enum MHD_Result get_trace_pipe(struct serve *s, struct MHD_Connection *c, bool head)
{
	bool nowait = MHD_lookup_connection_value_n(c, MHD_GET_ARGUMENT_KIND, "nowait", 6,
						    NULL, NULL) == MHD_YES;

	return answer_file(c, "trace_pipe",
			   head ? text_response("") : serve_trace_pipe(s, c, !nowait));
}

struct route {
	const char	*url;
	bool		takes;		/* GET consumes events */
	enum MHD_Result	(*get)(struct serve *s, struct MHD_Connection *c, bool head);
};

static const struct route routes[] = {
	{ "/",			.get = get_page },
	{ "/data.json",		.get = get_data },
	{ "/ftrace/trace",	.get = get_trace },
	{ "/ftrace/trace_pipe",	.get = get_trace_pipe, .takes = true },
	{ NULL }
};

static const struct route *find_route(const char *url)
{
	const struct route *route;

	for (route = routes; route->url; route++)
		if (!strcmp(url, route->url))
			return route;
	return NULL;
}

static enum MHD_Result refuse_url(struct MHD_Connection *c)
{
	char text[256] = "there are only";
	size_t len = strlen(text);

	for (const struct route *route = routes; route->url; route++)
		len += snprintf(text + len, sizeof(text) - len, " %s", route->url);
	return refuse(c, MHD_HTTP_NOT_FOUND, text);
}

/*
 * The page removes the token from its address and keeps it for its tab, so that a reload
 * requests it without a token. The page has no data; it requests them with the token.
 */
static bool is_reload(struct MHD_Connection *c, const char *url, unsigned int status)
{
	return status == MHD_HTTP_UNAUTHORIZED && !strcmp(url, "/") &&
	       strstr(header(c, "Accept"), "text/html");
}

/* The status of a refusal, with its reason in *why, or 0. */
static unsigned int judge(struct serve *s, struct MHD_Connection *c, const char *url,
			  const char *method, const char **why)
{
	const struct route *route = find_route(url);
	bool head = !strcmp(method, "HEAD");

	if (!head && strcmp(method, "GET")) {
		*why = "only GET and HEAD";
		return MHD_HTTP_METHOD_NOT_ALLOWED;
	}
	if (strspn(header(c, "Content-Length"), "0") != strlen(header(c, "Content-Length")) ||
	    *header(c, "Transfer-Encoding")) {
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
	const struct route *route = find_route(url);
	struct serve *s = arg;
	const char *why;
	unsigned int status;

	(void)version;
	(void)upload;
	(void)upload_size;
	if (*state)
		return route ? route->get(s, c, !strcmp(method, "HEAD")) : refuse_url(c);
	*state = s;
	status = judge(s, c, url, method, &why);
	if (!serve_gate_enter(&s->gate, c, !status) && !status) {
		status = MHD_HTTP_SERVICE_UNAVAILABLE;
		why = "too many connections";
	}
	if (is_reload(c, url, status))
		return answer_page(c, status);
	return status ? refuse(c, status, why) : MHD_YES;
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

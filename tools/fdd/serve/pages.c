// SPDX-License-Identifier: GPL-2.0
/* The routes of "fdd serve": the page, its data, and files of tracefs. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "lib/util.h"
#include "page/page.h"
#include "serve/state.h"

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
		return serve_answer(c, MHD_HTTP_OK, "text/plain; charset=utf-8", response);
	snprintf(why, sizeof(why), "%s: %s", file, strerror(errno));
	return serve_refuse(c, status_of(errno), why);
}

static enum MHD_Result answer_page(const struct serve *s, struct MHD_Connection *c,
				   unsigned int status)
{
	char *page = NULL;
	size_t size;
	FILE *f = open_memstream(&page, &size);

	if (!f)
		return MHD_NO;
	fdd_page_begin(f);
	fputs(s->perfetto ? "{\"live\": true, \"perfetto\": true}" : "{\"live\": true}", f);
	fdd_page_end(f);
	fclose(f);
	return serve_answer(c, status, "text/html; charset=utf-8",
			    serve_memory_response(c, page, size));
}

static enum MHD_Result get_page(struct serve *s, struct MHD_Connection *c, bool head)
{
	(void)head;
	return answer_page(s, c, MHD_HTTP_OK);
}

static bool has_already(struct MHD_Connection *c, const struct serve_data *data)
{
	return strstr(serve_header(c, "If-None-Match"), data->tag);
}

static enum MHD_Result answer_unchanged(struct MHD_Connection *c, struct serve_data *data)
{
	struct MHD_Response *response = serve_text("");

	if (response)
		serve_add_tag(response, data);
	serve_data_put(data);
	return serve_answer(c, MHD_HTTP_NOT_MODIFIED, "application/json", response);
}

/* The status of a file of tracefs would be misleading. */
static enum MHD_Result refuse_copy(struct MHD_Connection *c)
{
	char why[128];

	snprintf(why, sizeof(why), "temporary file (set TMPDIR to another directory): %s",
		 strerror(errno));
	return serve_refuse(c, MHD_HTTP_INTERNAL_SERVER_ERROR, why);
}

static enum MHD_Result answer_no_data(struct MHD_Connection *c, const char *file)
{
	return file ? answer_file(c, file, NULL) : refuse_copy(c);
}

static enum MHD_Result get_data(struct serve *s, struct MHD_Connection *c, bool head)
{
	const char *file;
	struct serve_data *data = serve_data(s, &file);

	(void)head;
	if (!data)
		return answer_no_data(c, file);
	if (has_already(c, data))
		return answer_unchanged(c, data);
	return serve_answer(c, MHD_HTTP_OK, "application/json", serve_data_response(c, data));
}

/* False: it is not a number. */
static bool take_ns(struct MHD_Connection *c, const char *name, uint64_t *ns)
{
	const char *text = MHD_lookup_connection_value(c, MHD_GET_ARGUMENT_KIND, name);

	*ns = 0;
	return !text || fdd_parse_u64(text, ns);
}

static enum MHD_Result get_axis(struct serve *s, struct MHD_Connection *c, bool head)
{
	struct serve_window w;
	struct serve_data *data;
	const char *file;

	if (!take_ns(c, "from_ns", &w.from) || !take_ns(c, "to_ns", &w.to) ||
	    (w.to && w.from >= w.to))
		return serve_refuse(c, MHD_HTTP_BAD_REQUEST, "from_ns and to_ns: numbers, the larger one last");
	if (head)
		return serve_answer(c, MHD_HTTP_OK, "application/json", serve_text(""));
	data = serve_axis(s, &w, &file);
	if (!data)
		return answer_no_data(c, file);
	return serve_answer(c, MHD_HTTP_OK, "application/json", serve_data_response(c, data));
}

static bool has_nowait(struct MHD_Connection *c)
{
	return MHD_lookup_connection_value_n(c, MHD_GET_ARGUMENT_KIND, "nowait", 6,
					     NULL, NULL) == MHD_YES;
}

/* A few clients must not take the places of all others: the page then asks for its data. */
static enum MHD_Result get_events(struct serve *s, struct MHD_Connection *c, bool head)
{
	const char *file;
	struct serve_data *data;

	if (head)
		return serve_answer(c, MHD_HTTP_OK, "text/event-stream", serve_text(""));
	data = serve_data(s, &file);
	if (!data)
		return answer_no_data(c, file);
	serve_data_put(data);
	if (atomic_fetch_add(&s->streams, 1) >= SERVE_STREAMS) {
		s->streams--;
		return serve_answer(c, MHD_HTTP_NO_CONTENT, "text/event-stream", serve_text(""));
	}
	return serve_answer(c, MHD_HTTP_OK, "text/event-stream", serve_stream(s, c, has_nowait(c)));
}

static enum MHD_Result get_trace(struct serve *s, struct MHD_Connection *c, bool head)
{
	(void)head;
	return answer_file(c, "trace", serve_trace(s, c));
}

/* HEAD must not consume events. */
static enum MHD_Result get_trace_pipe(struct serve *s, struct MHD_Connection *c, bool head)
{
	return answer_file(c, "trace_pipe",
			   head ? serve_text("") : serve_trace_pipe(s, c, !has_nowait(c)));
}

/*
 * The page removes the token from its address and keeps it for its tab, so that a reload
 * requests it without a token. The page has no data; it requests them with the token.
 */
static enum MHD_Result get_without_token(struct serve *s, struct MHD_Connection *c)
{
	return answer_page(s, c, MHD_HTTP_UNAUTHORIZED);
}

const struct serve_route serve_pages[] = {
	{ "/",			.get = get_page, .without_token = get_without_token },
	{ "/data.json",		.get = get_data },
	{ "/events",		.get = get_events },
	{ "/axis.json",		.get = get_axis },
	{ "/ftrace/trace",	.get = get_trace },
	{ "/ftrace/trace_pipe",	.get = get_trace_pipe, .takes = true },
	{ NULL }
};

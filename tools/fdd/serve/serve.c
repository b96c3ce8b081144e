// SPDX-License-Identifier: GPL-2.0
/*
 * "fdd serve": the trace of this machine, for looking at it from another desk.
 *
 *	/			the page, live
 *	/data.json		what it shows
 *	/ftrace/trace		the buffer as it is; reading leaves it alone
 *	/ftrace/trace_pipe	what is in the buffer and what comes; reading takes it
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "lib/util.h"
#include "page/page.h"
#include "serve/serve.h"

/* A server for a few people: what is more is refused. */
#define MAX_CONNECTIONS		16
#define CONNECTION_MEMORY	(64 * 1024)

#define PIPE_URL		"/ftrace/trace_pipe"

static struct MHD_Response *text_response(const char *text)
{
	return MHD_create_response_from_buffer(strlen(text), (void *)text,
					       MHD_RESPMEM_MUST_COPY);
}

/* What a client can do about the answer. */
static void add_hint(struct MHD_Response *response, unsigned int status)
{
	if (status == MHD_HTTP_UNAUTHORIZED)
		MHD_add_response_header(response, "WWW-Authenticate", "Bearer");
	else if (status == MHD_HTTP_METHOD_NOT_ALLOWED)
		MHD_add_response_header(response, "Allow", "GET, HEAD");
}

static enum MHD_Result answer(struct MHD_Connection *c, unsigned int status,
			      const char *type, struct MHD_Response *response)
{
	enum MHD_Result ret;

	if (!response)
		return MHD_NO;
	add_hint(response, status);
	MHD_add_response_header(response, "Content-Type", type);
	MHD_add_response_header(response, "Cache-Control", "no-store");
	MHD_add_response_header(response, "X-Content-Type-Options", "nosniff");
	MHD_add_response_header(response, "X-Frame-Options", "DENY");
	MHD_add_response_header(response, "Referrer-Policy", "same-origin");
	MHD_add_response_header(response, "Cross-Origin-Resource-Policy", "same-origin");
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

static enum MHD_Result answer_page(struct MHD_Connection *c)
{
	char *page = NULL;
	size_t size;
	FILE *f = open_memstream(&page, &size);

	if (!f)
		return MHD_NO;
	fdd_page_print(f, "{\"live\": true}");
	fclose(f);
	return answer(c, MHD_HTTP_OK, "text/html; charset=utf-8",
		      MHD_create_response_from_buffer(size, page, MHD_RESPMEM_MUST_FREE));
}

static enum MHD_Result answer_data(struct serve *s, struct MHD_Connection *c)
{
	char *json = serve_data(s);

	if (!json)
		return answer_file(c, "trace", NULL);
	return answer(c, MHD_HTTP_OK, "application/json",
		      MHD_create_response_from_buffer(strlen(json), json,
						      MHD_RESPMEM_MUST_FREE));
}

/* Who asks for the head alone must not take anything away. */
static enum MHD_Result answer_pipe(struct serve *s, struct MHD_Connection *c, bool head)
{
	bool nowait = MHD_lookup_connection_value_n(c, MHD_GET_ARGUMENT_KIND, "nowait", 6,
						    NULL, NULL) == MHD_YES;

	return answer_file(c, "trace_pipe",
			   head ? text_response("") : serve_trace_pipe(s, c, !nowait));
}

static enum MHD_Result route(struct serve *s, struct MHD_Connection *c, const char *url,
			     bool head)
{
	if (!strcmp(url, "/"))
		return answer_page(c);
	if (!strcmp(url, "/data.json"))
		return answer_data(s, c);
	if (!strcmp(url, "/ftrace/trace"))
		return answer_file(c, "trace", serve_trace(s, c));
	if (!strcmp(url, PIPE_URL))
		return answer_pipe(s, c, head);
	return refuse(c, MHD_HTTP_NOT_FOUND, "there is / and /data.json, /ftrace/trace and /ftrace/trace_pipe");
}

static enum MHD_Result on_request(void *arg, struct MHD_Connection *c, const char *url,
				  const char *method, const char *version,
				  const char *upload, size_t *upload_size, void **state)
{
	struct serve *s = arg;
	bool head = !strcmp(method, "HEAD");
	const char *why;
	unsigned int status;

	(void)version;
	(void)upload;
	if (*state && *upload_size) {	/* nobody needs to tell us anything */
		*upload_size = 0;
		return MHD_YES;
	}
	if (*state)
		return route(s, c, url, head);

	/* The head has come. A refusal does not wait for the rest. */
	*state = s;
	if (!head && strcmp(method, "GET"))
		return refuse(c, MHD_HTTP_METHOD_NOT_ALLOWED, "only GET and HEAD");
	status = serve_refusal(s, c, !strcmp(url, PIPE_URL) && !head, &why);
	return status ? refuse(c, status, why) : MHD_YES;
}

/* Ours, not the library's: it forgets why it failed. Returns -1 and sets errno. */
static int listen_socket(struct serve *s)
{
	int fd = socket(s->address.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0), on = 1, err;
	struct sockaddr *address = (struct sockaddr *)&s->address;

	if (fd < 0)
		return -1;
	setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
	if (s->address.ss_family == AF_INET6)
		setsockopt(fd, IPPROTO_IPV6, IPV6_V6ONLY, &on, sizeof(on));
	/* Port 0 is any that is free: which one, we are told. */
	if (!bind(fd, address, s->address_len) && !listen(fd, MAX_CONNECTIONS) &&
	    !getsockname(fd, address, &s->address_len)) {
		s->port = ntohs(s->address.ss_family == AF_INET6 ?
				((struct sockaddr_in6 *)address)->sin6_port :
				((struct sockaddr_in *)address)->sin_port);
		return fd;
	}
	err = errno;
	close(fd);
	errno = err;
	return -1;
}

static struct MHD_Daemon *start(struct serve *s)
{
	unsigned int flags = MHD_USE_INTERNAL_POLLING_THREAD |
			     MHD_USE_THREAD_PER_CONNECTION | MHD_USE_POLL;
	int fd = listen_socket(s);
	struct MHD_Daemon *daemon;

	if (fd < 0)
		return NULL;
	daemon = MHD_start_daemon(flags, s->port, NULL, NULL, on_request, s,
				  MHD_OPTION_LISTEN_SOCKET, fd,
				  MHD_OPTION_CONNECTION_LIMIT, MAX_CONNECTIONS,
				  MHD_OPTION_CONNECTION_MEMORY_LIMIT,
				  (size_t)CONNECTION_MEMORY,
				  MHD_OPTION_CONNECTION_TIMEOUT, SERVE_TIMEOUT,
				  MHD_OPTION_END);
	if (!daemon) {
		close(fd);
		errno = ENOMEM;
	}
	return daemon;
}

/* Blocked in every thread, so that they wait for us here. */
static void block_signals(sigset_t *set)
{
	sigemptyset(set);
	sigaddset(set, SIGINT);
	sigaddset(set, SIGTERM);
	sigaddset(set, SIGHUP);
	sigprocmask(SIG_BLOCK, set, NULL);
}

static void say_where(const struct serve *s, const char *listen)
{
	fdd_tell("http://%.*s:%u/%s",
		 *listen == ':' ? 9 : (int)(strrchr(listen, ':') - listen),
		 *listen == ':' ? "127.0.0.1" : listen, s->port,
		 s->token ? "?token=..." : "");
}

int serve_until_signal(struct serve *s, const char *listen)
{
	struct MHD_Daemon *daemon;
	sigset_t set;
	int sig;

	block_signals(&set);
	daemon = start(s);
	if (!daemon) {
		fdd_error("--listen %s: %s", listen, strerror(errno));
		return FDD_EXIT_INPUT;
	}
	say_where(s, listen);
	sigwait(&set, &sig);
	s->stopping = true;
	MHD_stop_daemon(daemon);
	return FDD_EXIT_OK;
}

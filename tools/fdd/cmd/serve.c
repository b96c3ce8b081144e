// SPDX-License-Identifier: GPL-2.0
/* "fdd serve": the options. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "lib/usage.h"
#include "lib/util.h"
#include "serve/serve.h"
#include "tracing/tracing.h"

struct options {
	const char	*listen;
	const char	*instance;
	const char	*token_file;
};

#define AT(field)	.take = fdd_take_string, .offset = offsetof(struct options, field)

static const struct fdd_opt options[] = {
	{ 'l', "listen", "ADDRESS:PORT",
	  "where to (127.0.0.1:9090; :PORT is of 127.0.0.1, port 0 is any free one); other addresses than loopback require a token",
	  AT(listen) },
	{ 'B', "instance", "NAME", "the trace of this tracing instance", AT(instance),
	  .values = "@instance" },
	{ 0, "token-file", "FILE",
	  "its first line is the token: /?token=... in a browser, \"Authorization: Bearer ...\" elsewhere",
	  AT(token_file), .values = "@file" },
};

static const struct fdd_opts serve_opts = FDD_OPTS("Options", options);

static bool check(struct serve *s)
{
	char *path;
	bool ok;

	if (!s->loopback && !s->token) {
		fdd_error("--listen: beyond loopback a token is needed: --token-file=FILE");
		return false;
	}
	path = tracing_path(s->instance, "trace");
	ok = !access(path, R_OK);
	if (!ok)
		fdd_error("%s: %s", path, strerror(errno));
	free(path);
	return ok;
}

static int check_usage(struct serve *s, const struct options *o, const struct fdd_args *args)
{
	if (args->nr_operands)
		fdd_error("'%s': takes no traces, it shows this machine's", args->operands[0]);
	else if (o->instance && strchr(o->instance, '/'))
		fdd_error("-B: '%s' is not the name of an instance", o->instance);
	else if (serve_parse_address(s, o->listen))
		return -1;
	return FDD_EXIT_USAGE;
}

/* Returns -1 to go on, or the exit status. */
static int parse(struct serve *s, struct options *o, int argc, char **argv)
{
	struct fdd_usage usage = {
		.operands = "",
		.about = "Show the trace of this machine to a browser: a live page at /, the buffer at\n"
			 "/ftrace/trace, and a stream at /ftrace/trace_pipe, which takes what it shows\n"
			 "out of the buffer (with ?nowait it ends when the buffer is empty).\n",
		.notes = "It only reads. It ends with ^C.\n",
	};
	struct fdd_args args;
	int status;

	fdd_opts_use(&usage.uses, &serve_opts, o);
	status = fdd_usage_parse(&usage, &args, argc, argv);
	if (status < 0)
		status = fdd_args_take(&args);
	if (status < 0)
		status = check_usage(s, o, &args);
	fdd_args_free(&args);
	return status;
}

int cmd_serve(int argc, char **argv)
{
	struct options o = { .listen = "127.0.0.1:9090" };
	struct serve s = { 0 };
	int status = parse(&s, &o, argc, argv);

	if (status >= 0)
		return status;
	s.instance = o.instance;
	if (o.token_file && !(s.token = serve_read_token(o.token_file)))
		return FDD_EXIT_INPUT;
	status = tracing_find_readable() || !check(&s) ? FDD_EXIT_INPUT :
						 serve_until_signal(&s, o.listen);
	free(s.token);
	return status;
}

// SPDX-License-Identifier: GPL-2.0
/* "fdd serve": the options. */
#include <string.h>

#include "cmd/cmd.h"
#include "lib/usage.h"
#include "lib/util.h"
#include "serve/serve.h"

#define DEFAULT_ADDRESS	"127.0.0.1:9090"

struct options {
	const char	*listen;
	const char	*instance;
	const char	*token_file;
	const char	*path;		/* of a Unix socket */
	const char	*mode;
	bool		perfetto;
};

#define AT(field)	.take = fdd_take_string, .offset = offsetof(struct options, field)

static const struct fdd_opt options[] = {
	{ 'l', "listen", "ADDRESS:PORT",
	  "address (" DEFAULT_ADDRESS "); :PORT is on 127.0.0.1, port 0 is any free port",
	  AT(listen) },
	{ 0, "unix-socket", "PATH",
	  "listen on a Unix socket instead: its permissions control access, without a token",
	  AT(path), .values = "@file" },
	{ 0, "socket-mode", "MODE", "permissions of the Unix socket (" SERVE_MODE ")", AT(mode) },
	{ 'B', "instance", "NAME", "the trace of this tracing instance", AT(instance),
	  .values = "@instance" },
	{ 0, "perfetto", NULL,
	  "a button sends the time axis to ui.perfetto.dev, in the user's browser",
	  .take = fdd_take_flag, .offset = offsetof(struct options, perfetto) },
	{ 0, "token-file", "FILE",
	  "the first line of FILE is the token; without it a new token is printed with the address",
	  AT(token_file), .values = "@file" },
};

static const struct fdd_opts serve_opts = FDD_OPTS("Options", options);

static int check_usage(struct serve *s, const struct options *o, const struct fdd_args *args)
{
	if (args->nr_operands)
		fdd_error("'%s': does not take traces; it shows the trace of this machine",
			  args->operands[0]);
	else if (o->instance && strchr(o->instance, '/'))
		fdd_error("-B: '%s' is not a valid name of an instance", o->instance);
	else if (serve_take_place(s, o->listen, o->mode))
		return -1;
	return FDD_EXIT_USAGE;
}

/* Returns -1 to continue, or the exit status. */
static int parse(struct serve *s, int argc, char **argv)
{
	struct options o = { NULL };
	struct fdd_usage usage = {
		.operands = "",
		.about = "Serve the trace of this machine to a browser: a live page at /, the buffer at\n"
			 "/ftrace/trace, and a stream at /ftrace/trace_pipe, which consumes the events\n"
			 "of the buffer (with ?nowait it ends when the buffer is empty).\n",
		.notes = "Every request needs the token: /?token=... in a browser, the header\n"
			 "\"Authorization: Bearer ...\" elsewhere. It changes no settings. Ctrl-C ends it.\n",
	};
	struct fdd_args args;
	int status;

	fdd_opts_use(&usage.uses, &serve_opts, &o);
	status = fdd_usage_parse(&usage, &args, argc, argv);
	if (status < 0)
		status = fdd_args_take(&args);
	s->listen = o.listen ? o.listen : DEFAULT_ADDRESS;
	s->instance = o.instance;
	s->token_file = o.token_file;
	s->path = o.path;
	s->perfetto = o.perfetto;
	if (status < 0)
		status = check_usage(s, &o, &args);
	fdd_args_free(&args);
	return status;
}

int cmd_serve(int argc, char **argv)
{
	struct serve s = { 0 };
	int status = parse(&s, argc, argv);

	return status < 0 ? serve_run(&s) : status;
}

// SPDX-License-Identifier: GPL-2.0
/* "fdd serve": the options. */
#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/cmd.h"
#include "lib/util.h"
#include "serve/serve.h"
#include "tracing/tracing.h"

static const char usage_text[] =
"Usage: fdd serve [OPTION...]\n"
"Show the trace of this machine to a browser: a live page at /, the buffer at\n"
"/ftrace/trace, and a stream at /ftrace/trace_pipe, which takes what it shows\n"
"out of the buffer (with ?nowait it ends when the buffer is empty).\n"
"\n"
"  -l, --listen=ADDRESS:PORT   where (127.0.0.1:9090; :PORT is of 127.0.0.1, port 0\n"
"                              is any); beyond loopback everybody needs the token\n"
"  -B, --instance=NAME         the trace of this tracing instance\n"
"      --token-file=FILE       its first line is the token: /?token=... in a\n"
"                              browser, \"Authorization: Bearer ...\" elsewhere\n"
"  -h, --help\n"
"\n"
"It only reads. It ends with ^C.\n";

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

int cmd_serve(int argc, char **argv)
{
	static const struct option options[] = {
		{ "listen", required_argument, NULL, 'l' },
		{ "instance", required_argument, NULL, 'B' },
		{ "token-file", required_argument, NULL, 'T' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 }
	};
	const char *listen = "127.0.0.1:9090", *token_file = NULL;
	struct serve s = { 0 };
	int opt, status;

	while ((opt = getopt_long(argc, argv, "l:B:h", options, NULL)) >= 0) {
		switch (opt) {
		case 'l':
			listen = optarg;
			break;
		case 'B':
			s.instance = optarg;
			break;
		case 'T':
			token_file = optarg;
			break;
		case 'h':
			fputs(usage_text, stdout);
			return FDD_EXIT_OK;
		default:
			return FDD_EXIT_USAGE;
		}
	}
	if (optind < argc) {
		fdd_error("serve: '%s': takes no traces, it shows this machine's", argv[optind]);
		return FDD_EXIT_USAGE;
	}
	if (s.instance && strchr(s.instance, '/')) {
		fdd_error("-B %s: not the name of an instance", s.instance);
		return FDD_EXIT_USAGE;
	}
	if (!serve_parse_address(&s, listen))
		return FDD_EXIT_USAGE;
	if (token_file && !(s.token = serve_read_token(token_file)))
		return FDD_EXIT_INPUT;
	status = tracing_find_readable() || !check(&s) ? FDD_EXIT_INPUT : serve_until_signal(&s, listen);
	free(s.token);
	return status;
}

// SPDX-License-Identifier: GPL-2.0
/* fdd: from a trace of durations to an answer. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/cmd.h"
#include "cmd/run.h"

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
} commands[] = {
	{ "diff", cmd_diff },
	{ "export", cmd_export },
	{ "record", cmd_record },
	{ "restore", cmd_restore },
	{ "serve", cmd_serve },
	{ "top", cmd_top },
};

static int report(int argc, char **argv)
{
	struct fdd_args a;
	int status = fdd_args_parse(&a, argc, argv);

	if (status < 0)
		status = fdd_run(&a);
	fdd_args_free(&a);
	return status;
}

int main(int argc, char **argv)
{
	/* A reader that has had enough shows as a failed write. */
	signal(SIGPIPE, SIG_IGN);
	for (size_t i = 0; argc > 1 && i < ARRAY_SIZE(commands); i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
	if (argc > 1 && !strcmp(argv[1], "regions"))
		argv[1] = "--regions";
	return report(argc, argv);
}

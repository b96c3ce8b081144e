// SPDX-License-Identifier: GPL-2.0
/* "fdd serve" with a directory in the place of tracefs: serve-at DIR [OPTION...] */
#include <signal.h>
#include <stdio.h>
#include <tracefs.h>

#include "cmd/cmd.h"

int main(int argc, char **argv)
{
	if (argc < 2 || tracefs_set_tracing_dir(argv[1])) {
		fputs("usage: serve-at DIR [OPTION...]\n", stderr);
		return 2;
	}
	signal(SIGPIPE, SIG_IGN);
	return cmd_serve(argc - 1, argv + 1);
}

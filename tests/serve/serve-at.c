// SPDX-License-Identifier: GPL-2.0
/* "fdd serve" with a directory in the place of tracefs: serve-at DIR [OPTION...] */
#include <signal.h>
#include <stdio.h>
#include <tracefs.h>

#include "cmd/main.h"

int main(int argc, char **argv)
{
	if (argc < 2 || tracefs_set_tracing_dir(argv[1])) {
		fputs("usage: serve-at DIR [OPTION...]\n", stderr);
		return 2;
	}
	signal(SIGPIPE, SIG_IGN);
	argv[1] = "serve";
	return fdd_main(argc, argv);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * "fdd serve" with a directory in the place of tracefs: serve-at DIR [OPTION...], or "fdd agent":
 * serve-at DIR agent [OPTION...]
 */
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cmd/main.h"
#include "lib/cgroup.h"
#include "tracing/tracing.h"

int main(int argc, char **argv)
{
	/* "fdd agent" runs its own program */
	if (argc > 1 && !strcmp(argv[1], "export"))
		return fdd_main(argc, argv);
	if (argc < 2) {
		fputs("usage: serve-at DIR [OPTION...]\n", stderr);
		return 2;
	}
	fdd_cgroup_mount = "";
	tracing_use(argv[1]);
	signal(SIGPIPE, SIG_IGN);
	if (argc > 2 && !strcmp(argv[2], "agent"))
		return fdd_main(argc - 1, argv + 1);
	argv[1] = "serve";
	return fdd_main(argc, argv);
}

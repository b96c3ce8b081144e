// SPDX-License-Identifier: GPL-2.0
/* fdd: from a trace of durations to an answer. */
#include <signal.h>

#include "cmd/main.h"

int main(int argc, char **argv)
{
	/* A reader that has had enough shows as a failed write. */
	signal(SIGPIPE, SIG_IGN);
	return fdd_main(argc, argv);
}

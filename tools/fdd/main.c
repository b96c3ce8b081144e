// SPDX-License-Identifier: GPL-2.0
/* fdd: analyses traces of durations. */
#include <signal.h>

#include "cmd/main.h"

int main(int argc, char **argv)
{
	/* Ignore SIGPIPE: write() returns EPIPE instead. */
	signal(SIGPIPE, SIG_IGN);
	return fdd_main(argc, argv);
}

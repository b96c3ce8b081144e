// SPDX-License-Identifier: GPL-2.0
/* fdd: analyses traces of durations. */
#include <signal.h>

#include "cmd/main.h"

int main(int argc, char **argv)
{
	/*
	 * write() returns EPIPE or EFBIG instead: fdd says so, undoes its changes of tracefs, and
	 * removes what is not whole.
	 */
	signal(SIGPIPE, SIG_IGN);
	signal(SIGXFSZ, SIG_IGN);
	return fdd_main(argc, argv);
}

// SPDX-License-Identifier: GPL-2.0
/* fdd restore: put back what a killed run could not. */
#include <stdio.h>
#include <string.h>

#include "cmd/cmd.h"
#include "lib/util.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

int cmd_restore(int argc, char **argv)
{
	int nr;

	if (argc == 2 && (!strcmp(argv[1], "-h") || !strcmp(argv[1], "--help"))) {
		puts("usage: fdd restore\n"
		     "Put back what \"fdd record\" or \"fdd top\" changed and could not put back itself,\n"
		     "because it was killed: settings, tracing instance, module. What a run still\n"
		     "needs stays as it is. Exit status: 0, or 1 if something could not be put back.\n"
		     "\n"
		     "  -h, --help                 this text");
		return 0;
	}
	if (argc > 1) {
		fdd_error("restore: takes no argument\nTry \"fdd restore --help\".");
		return 2;
	}
	if (tracing_find())
		return 1;
	nr = undo_abandoned();
	if (!nr)
		fprintf(stderr, "fdd: nothing to restore\n");
	return nr < 0 ? 1 : 0;
}

// SPDX-License-Identifier: GPL-2.0
/* fdd restore: put back what a killed run could not. */
#include "cmd/cmd.h"
#include "lib/usage.h"
#include "lib/util.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

int cmd_restore(int argc, char **argv)
{
	struct fdd_usage usage = {
		.operands = "",
		.about = "Put back what \"fdd record\" or \"fdd top\" changed and could not put back itself,\n"
			 "because it was killed: settings, tracing instance, module. What a run still\n"
			 "needs stays as it is. Exit status: 0, or 1 if something could not be put back.\n",
	};
	struct fdd_args args;
	int status = fdd_usage_parse(&usage, &args, argc, argv), nr;

	if (status < 0)
		status = fdd_args_take(&args);
	if (status < 0 && args.nr_operands) {
		fdd_error("takes no argument: '%s'", args.operands[0]);
		status = FDD_EXIT_USAGE;
	}
	fdd_args_free(&args);
	if (status >= 0)
		return status;
	if (tracing_find())
		return FDD_EXIT_INPUT;
	nr = undo_abandoned();
	if (!nr)
		fdd_tell("nothing to restore");
	return nr < 0 ? FDD_EXIT_INPUT : FDD_EXIT_OK;
}

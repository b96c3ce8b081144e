// SPDX-License-Identifier: GPL-2.0
/* fdd restore: restore settings after a run was killed. */
#include "cmd/cmd.h"
#include "lib/usage.h"
#include "lib/util.h"
#include "tracing/tracing.h"
#include "tracing/undo.h"

int cmd_restore(int argc, char **argv)
{
	struct fdd_usage usage = {
		.operands = "",
		.about = "Undo the changes of fdd commands that were killed before they could undo them:\n"
			 "settings, tracing instance, module. Changes by commands that still run are kept.\n"
			 "Exit status: 0, or 1 if a change could not be undone.\n",
	};
	struct fdd_args args;
	int status = fdd_usage_parse(&usage, &args, argc, argv), nr;

	if (status < 0)
		status = fdd_args_take(&args);
	if (status < 0 && args.nr_operands) {
		fdd_error("does not take an operand: '%s'", args.operands[0]);
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

// SPDX-License-Identifier: GPL-2.0
/* Checks that the options and the view fit together. */
#include <stdio.h>
#include <stdlib.h>

#include "cmd/check.h"
#include "lib/util.h"

/* "the table, --calls, --hist" or "--to=csv, --to=html" */
static void list_views(FILE *f, unsigned int scope, bool exports)
{
	const char *separator = "";

	for (size_t i = 0; fdd_views[i]; i++) {
		const struct fdd_view_ops *ops = fdd_views[i];

		if (!(ops->scope & scope) || (exports ? !ops->export : ops->only_export))
			continue;
		if (exports)
			fprintf(f, "%s--to=%s", separator, ops->export);
		else
			fprintf(f, "%s%s", separator, ops->name);
		separator = ", ";
	}
}

static void does_not_apply(const struct fdd_given *g, const char *name, bool exports)
{
	char *views = NULL;
	size_t size;
	FILE *f = open_memstream(&views, &size);

	list_views(f, g->opt->scope, exports);
	fclose(f);
	fdd_error("%s does not apply to %s; it applies to %s", g->as, name, views);
	free(views);
}

bool fdd_check_scope(const struct fdd_args *args, unsigned int scope, const char *name,
		     bool exports)
{
	for (unsigned int i = 0; i < args->nr; i++) {
		const struct fdd_given *g = &args->given[i];

		if (!g->opt->scope || g->opt->scope & scope)
			continue;
		does_not_apply(g, name, exports);
		return false;
	}
	return true;
}

bool fdd_check_format(enum fdd_format format, unsigned int formats, const char *name)
{
	if (formats & 1u << format)
		return true;
	fdd_error("--format=%s does not apply to %s", fdd_format_name(format), name);
	return false;
}

bool fdd_check_rows(const struct fdd_filter *f, unsigned int scope, const char *name)
{
	if (scope & FDD_OF_ROWS || !fdd_filter_has_row_part(f))
		return true;
	fdd_error("-e: fields of the table (calls total total_self avg min max) do not apply to %s",
		  name);
	return false;
}

// SPDX-License-Identifier: GPL-2.0
/* fdd: from a trace of durations to an answer. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "options.h"

static const struct {
	const char *name;
	int (*run)(int argc, char **argv);
} commands[] = {
	{ "diff", fdd_diff },
	{ "record", cmd_record },
	{ "restore", cmd_restore },
	{ "top", cmd_top },
};

/* The table whose rows the view shows, or by which it filters. */
static struct fdd_table *new_table(struct fdd_args *a, struct fdd_model *m)
{
	struct fdd_table *t = fdd_table_new(m, a->options.by);

	t->want_edges = a->view->edges || a->options.format == FDD_JSON ||
			(a->view == &fdd_view_table &&
			 (fdd_columns_need_edges(&a->options.columns) ||
			  a->options.sort->edges));
	return t;
}

static bool has_calls(const struct fdd_model *m)
{
	for (unsigned int i = 0; i < m->nr_sources; i++)
		if (m->sources[i].calls)
			return true;
	return false;
}

static int report(int argc, char **argv)
{
	struct fdd_args a;
	int status = fdd_args_parse(&a, argc, argv);
	struct fdd_model *m;
	struct fdd_table *t;
	struct fdd_view *v;

	if (status >= 0) {
		fdd_args_free(&a);
		return status;
	}
	m = fdd_model_new();
	fdd_filter_attach(&a.options.filter, m);
	t = new_table(&a, m);
	v = a.view->begin(m, &a.options);
	status = fdd_args_read(&a, m) ? FDD_EXIT_OK : FDD_EXIT_INPUT;
	if (status == FDD_EXIT_OK || has_calls(m)) {
		fdd_warn_sources(m, a.options.warnings);
		if (a.options.filter.regions.nr)
			fdd_regions_any(&a.options.filter.followed);
		a.view->print(v, t);
	}
	a.view->end(v);
	fdd_table_free(t);
	fdd_model_free(m);
	fdd_args_free(&a);
	return fdd_output_ok() ? status : FDD_EXIT_INPUT;
}

int main(int argc, char **argv)
{
	/* A reader that has had enough shows as a failed write. */
	signal(SIGPIPE, SIG_IGN);
	for (size_t i = 0; argc > 1 && i < ARRAY_SIZE(commands); i++)
		if (!strcmp(argv[1], commands[i].name))
			return commands[i].run(argc - 1, argv + 1);
	if (argc > 1 && !strcmp(argv[1], "regions"))
		argv[1] = "--regions";
	return report(argc, argv);
}

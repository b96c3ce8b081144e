// SPDX-License-Identifier: GPL-2.0
/* Reading traces and showing a view of them. */
#include "cmd/run.h"
#include "view/warnings.h"

/* The table whose rows the view shows, or by which it filters. */
static struct fdd_table *new_table(struct fdd_args *a, struct fdd_model *m)
{
	bool want_edges = a->view->edges || a->options.format == FDD_JSON ||
			  (a->view == &fdd_view_table &&
			   (fdd_columns_need_edges(&a->options.columns) ||
			    a->options.sort->edges));

	return fdd_table_new(m, a->options.by, want_edges);
}

static bool has_calls(const struct fdd_model *m)
{
	for (unsigned int i = 0; i < m->nr_sources; i++)
		if (m->sources[i].calls)
			return true;
	return false;
}

int fdd_run(struct fdd_args *a)
{
	struct fdd_model *m = fdd_model_new();
	struct fdd_table *t;
	struct fdd_view *v;
	int status;

	fdd_filter_attach(&a->options.filter, m);
	t = new_table(a, m);
	v = fdd_view_new(a->view, m, &a->options);
	status = fdd_args_read(a, m) ? FDD_EXIT_OK : FDD_EXIT_INPUT;
	if (status == FDD_EXIT_OK || has_calls(m)) {
		fdd_warn_sources(m, a->options.warnings);
		if (a->options.filter.regions.nr) {
			fdd_regions_any(&a->options.filter.followed);
			fdd_marker_writes_warn(a->options.filter.marker_writes);
		}
		a->view->print(v, t);
	}
	fdd_view_free(v);
	fdd_table_free(t);
	fdd_model_free(m);
	return fdd_output_ok() ? status : FDD_EXIT_INPUT;
}

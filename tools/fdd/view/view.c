// SPDX-License-Identifier: GPL-2.0
/* What fdd shows of a trace: what all views have in common. */
#include <stdlib.h>

#include "view/view.h"

void fdd_options_init(struct fdd_options *o)
{
	*o = (struct fdd_options){ 0 };
	fdd_filter_init(&o->filter);
	fdd_columns_parse("fctal", &o->columns);
	o->sort = fdd_column_find("t");
}

void fdd_options_free(struct fdd_options *o)
{
	fdd_filter_free(&o->filter);
}

struct fdd_view *fdd_view_new(const struct fdd_view_ops *ops, struct fdd_model *m,
			      struct fdd_options *o)
{
	struct fdd_view *view = xcalloc(1, ops->size ? ops->size : sizeof(*view));

	view->ops = ops;
	view->m = m;
	view->o = o;
	if (ops->begin)
		ops->begin(view);
	return view;
}

void fdd_view_free(struct fdd_view *view)
{
	if (view->ops->end)
		view->ops->end(view);
	free(view);
}

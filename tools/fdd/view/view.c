// SPDX-License-Identifier: GPL-2.0
/* Common code of all views. */
#include <stdlib.h>

#include "lib/util.h"
#include "view/view.h"

struct fdd_view *fdd_view_new(const struct fdd_view_ops *ops, struct fdd_options *o)
{
	struct fdd_view *view = xcalloc(1, ops->size ? ops->size : sizeof(*view));

	view->ops = ops;
	view->o = o;
	return view;
}

bool fdd_view_check(struct fdd_view *view)
{
	view->parts = view->ops->parts;
	return !view->ops->check || view->ops->check(view);
}

void fdd_view_begin(struct fdd_view *view, struct fdd_model *m, struct fdd_filter *filter)
{
	view->m = m;
	view->filter = filter;
	m->want_irqs |= view->irqs;
	if (fdd_filter_has_row_part(filter))
		view->parts |= FDD_TABLE_TOTALS;
	view->t = fdd_table_new(m, view->o->by, view->parts);
	if (view->ops->begin)
		view->ops->begin(view);
}

void fdd_view_begin_within(struct fdd_view *view, struct fdd_view *outer)
{
	view->outer = outer;
	view->m = outer->m;
	view->filter = outer->filter;
	view->t = outer->t;
	if (view->ops->begin)
		view->ops->begin(view);
}

bool fdd_view_begin_again(struct fdd_view *view, struct fdd_model *m)
{
	if (!view->ops->begin_again || !view->ops->begin_again(view, m))
		return false;
	fdd_table_forget_tasks(view->t);
	fdd_model_forget_tasks(view->m);
	xtrim();		/* the second reading has another thread, with memory of its own */
	return true;
}

bool fdd_view_found(struct fdd_view *view)
{
	return !view->ops->found || view->ops->found(view);
}

void fdd_view_print(struct fdd_view *view)
{
	view->ops->print(view);
	fdd_table_warn(view->t);
}

void fdd_view_free(struct fdd_view *view)
{
	if (!view)
		return;
	if (view->m && view->ops->end)
		view->ops->end(view);
	if (view->t && !view->outer)
		fdd_table_free(view->t);
	free(view);
}

// SPDX-License-Identifier: GPL-2.0
/* The explanations of the longest calls, for --to=otlp. */
#include "view/otlp_why.h"

void otlp_why_begin(struct otlp_why *w, struct fdd_model *m, unsigned int most)
{
	w->pick = (struct fdd_pick){ .outermost = true, .most = most };
	fdd_pick_begin(&w->pick, m);
}

bool otlp_why_begin_again(struct otlp_why *w, struct fdd_model *m)
{
	fdd_pick_trim(&w->pick);
	if (!w->pick.nr)
		return false;
	fdd_windows_begin(&w->windows, m, w->pick.list, w->pick.nr);
	w->again = true;
	return true;
}

void otlp_why_finish(struct otlp_why *w, struct fdd_table *t)
{
	if (!w->again)
		return;
	fdd_windows_finish(&w->windows);
	fdd_why_list_init(&w->list, &w->windows, t, &w->pick);
	w->found = true;
}

void otlp_why_free(struct otlp_why *w)
{
	if (w->found)
		fdd_why_list_free(&w->list);
	if (w->again)
		fdd_windows_free(&w->windows);
	fdd_pick_free(&w->pick);
}

static bool is_same(const struct fdd_call *a, const struct fdd_call *b)
{
	return a->source == b->source && a->pid == b->pid && a->cpu == b->cpu &&
	       a->calltime == b->calltime && a->duration == b->duration && a->depth == b->depth;
}

const struct fdd_why_call *otlp_why_of(const struct otlp_why *w, const struct fdd_call *call)
{
	for (uint32_t i = 0; i < w->list.nr; i++)
		if (is_same(&w->list.list[i].w->call, call))
			return &w->list.list[i];
	return NULL;
}

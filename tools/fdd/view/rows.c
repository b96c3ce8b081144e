// SPDX-License-Identifier: GPL-2.0
/* Rows of the table: which of them, in which order, and one as JSON. */
#include <stdlib.h>
#include <string.h>

#include "view/rows.h"

struct sort_key {
	const struct fdd_row	*row;
	double			value;
	char			*text;
};

static int compare(const void *a, const void *b)
{
	const struct sort_key *x = a, *y = b;
	int cmp = 0;

	if (x->text)
		cmp = strcmp(x->text, y->text);
	else if (x->value != y->value)
		cmp = x->value < y->value ? 1 : -1;
	if (!cmp)
		cmp = strcmp(x->row->name, y->row->name);
	return cmp ? cmp : (x->row->key > y->row->key) - (x->row->key < y->row->key);
}

static const struct fdd_column *sort_column(const struct fdd_view *view)
{
	return fdd_column_find(view->o->sort ? view->o->sort : "total");
}

bool fdd_rows_check(struct fdd_view *view)
{
	const struct fdd_column *sort = sort_column(view);

	if (sort)
		view->edges |= sort->edges;
	return sort;
}

struct fdd_row **fdd_select_rows(struct fdd_view *view, uint32_t *nr)
{
	const struct fdd_column *sort = sort_column(view);
	struct fdd_table *t = view->t;
	struct sort_key *keys = xmalloc((t->nr + 1) * sizeof(*keys));
	struct fdd_row **rows;

	*nr = 0;
	for (uint32_t i = 0; i < t->nr; i++) {
		if (!fdd_filter_row(view->filter, t->rows[i]))
			continue;
		keys[(*nr)++] = (struct sort_key){
			.row = t->rows[i],
			.value = sort->value ? sort->value(t, t->rows[i]) : 0,
			.text = sort->text ? sort->text(t, t->rows[i]) : NULL,
		};
	}
	qsort(keys, *nr, sizeof(*keys), compare);
	rows = xmalloc((*nr + 1) * sizeof(struct fdd_row *));
	for (uint32_t i = 0; i < *nr; i++) {
		rows[i] = (struct fdd_row *)keys[i].row;
		free(keys[i].text);
	}
	free(keys);
	if (view->o->limit && *nr > view->o->limit)
		*nr = view->o->limit;
	return rows;
}

static json_object *json_edges(struct fdd_table *t, uint32_t func, bool callers)
{
	json_object *list = json_object_new_array();
	struct fdd_edge **edges;
	uint32_t nr;

	edges = callers ? fdd_table_callers(t, func, &nr) :
			  fdd_table_callees(t, func, &nr);
	for (uint32_t i = 0; i < nr; i++) {
		const char *name = fdd_edge_name(t, edges[i], callers);
		json_object *o = json_object_new_object();

		json_object_object_add(o, "name", fdd_json_string(name, strlen(name)));
		json_object_object_add(o, "calls",
				       fdd_json_ns(callers ? edges[i]->calls :
							     edges[i]->parent_calls));
		json_object_object_add(o, "total_ns",
				       fdd_json_ns(callers ? edges[i]->time :
							     edges[i]->parent_time));
		json_object_array_add(list, o);
	}
	return list;
}

json_object *fdd_row_json(struct fdd_table *t, const struct fdd_row *row)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "name", fdd_json_string(row->name, strlen(row->name)));
	for (size_t i = 0; i < fdd_nr_columns; i++) {
		const struct fdd_column *c = &fdd_columns[i];

		if (c->value && !c->edges)
			json_object_object_add(o, c->key,
					       fdd_json_ns(c->value(t, row) + 0.5));
	}
	if (t->by == FDD_BY_FUNCTION && t->want_edges) {
		json_object_object_add(o, "callers", json_edges(t, row->key, true));
		json_object_object_add(o, "callees", json_edges(t, row->key, false));
	}
	return o;
}

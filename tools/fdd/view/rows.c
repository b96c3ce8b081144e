// SPDX-License-Identifier: GPL-2.0
/* Rows of the table: selecting, sorting, and printing one as JSON. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/rows.h"

/* The sort key of a row: for each column a number, the largest first, or a text. */
struct sort_value {
	double	number;
	char	*text;
};

struct sort_row {
	struct fdd_row		*row;
	struct sort_value	*values;
	unsigned int		nr;
};

static int compare_values(const struct sort_value *x, const struct sort_value *y)
{
	if (x->text)
		return strcmp(x->text, y->text);
	return (x->number < y->number) - (x->number > y->number);
}

static int compare(const void *a, const void *b)
{
	const struct sort_row *x = a, *y = b;
	int cmp = 0;

	for (unsigned int i = 0; i < x->nr && !cmp; i++)
		cmp = compare_values(&x->values[i], &y->values[i]);
	if (!cmp)
		cmp = strcmp(x->row->name, y->row->name);
	return cmp ? cmp : (x->row->key > y->row->key) - (x->row->key < y->row->key);
}

static bool sort_columns(const struct fdd_view *view, struct fdd_column_list *columns)
{
	/* of places the waits are of interest */
	const char *usual = view->o->by == FDD_BY_WHERE ? "total" : "awake";

	return fdd_columns_parse_sort(view->o->sort ? view->o->sort : usual, columns);
}

bool fdd_rows_check_off(struct fdd_view *view, const struct fdd_column_list *columns,
			const char *option)
{
	if (!fdd_columns_need_off(columns))
		return true;
	view->irqs = true;
	if (view->o->by != FDD_BY_CALLER)
		return true;
	fdd_error("%s: times asleep, waiting and in interrupts are not available by caller",
		  option);
	return false;
}

bool fdd_rows_check(struct fdd_view *view)
{
	struct fdd_column_list sort;

	if (!sort_columns(view, &sort))
		return false;
	view->parts |= fdd_columns_parts(&sort);
	return !view->o->sort || fdd_rows_check_off(view, &sort, "-s");
}

/* What is not known comes last. */
static double known(double value)
{
	return isnan(value) ? -1 : value;
}

static struct sort_row sort_row(struct fdd_table *t, struct fdd_row *row,
				const struct fdd_column_list *columns)
{
	struct sort_row r = {
		.row = row,
		.values = xcalloc(columns->nr, sizeof(*r.values)),
		.nr = columns->nr,
	};

	for (unsigned int i = 0; i < columns->nr; i++) {
		const struct fdd_column *c = columns->list[i];

		if (c->value)
			r.values[i].number = known(c->value(t, row));
		else
			r.values[i].text = c->text(t, row);
	}
	return r;
}

static void free_sort_row(struct sort_row *r)
{
	for (unsigned int i = 0; i < r->nr; i++)
		free(r->values[i].text);
	free(r->values);
}

struct fdd_row **fdd_select_rows(struct fdd_view *view, uint32_t *nr)
{
	struct fdd_table *t = view->t;
	struct sort_row *sorted = xmalloc((t->nr + 1) * sizeof(*sorted));
	struct fdd_column_list columns;
	struct fdd_row **rows;

	*nr = 0;
	sort_columns(view, &columns);
	for (uint32_t i = 0; i < t->nr; i++)
		if (fdd_filter_row(view->filter, t->rows[i]))
			sorted[(*nr)++] = sort_row(t, t->rows[i], &columns);
	qsort(sorted, *nr, sizeof(*sorted), compare);
	rows = xmalloc((*nr + 1) * sizeof(struct fdd_row *));
	for (uint32_t i = 0; i < *nr; i++) {
		rows[i] = sorted[i].row;
		free_sort_row(&sorted[i]);
	}
	free(sorted);
	if (view->o->limit && *nr > view->o->limit)
		*nr = view->o->limit;
	return rows;
}

static json_object *json_edges(struct fdd_table *t, uint32_t func, bool callers, uint32_t most,
			       uint64_t *left_out)
{
	json_object *list = json_object_new_array();
	struct fdd_edge **edges;
	uint32_t nr;

	edges = callers ? fdd_table_callers(t, func, &nr) :
			  fdd_table_callees(t, func, &nr);
	if (nr > most) {
		*left_out += nr - most;
		nr = most;
	}
	for (uint32_t i = 0; i < nr; i++) {
		const char *name = fdd_edge_name(t, edges[i], callers);
		bool gap = fdd_edge_has_gap(edges[i]);
		json_object *o = json_object_new_object();

		json_object_object_add(o, "name", fdd_json_string(name, strlen(name)));
		json_object_object_add(o, "filtered_between", json_object_new_boolean(gap));
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

static json_object *json_value(const struct fdd_column *c, double value)
{
	if (isnan(value))
		return NULL;
	if (c->kind != FDD_COLUMN_PERCENT)
		return fdd_json_ns(value + 0.5);
	return fdd_json_double(value, 4);
}

/* From events of the scheduler, or measured by the tracer */
static bool knows_times_off(const struct fdd_table *t)
{
	return t->parts & FDD_TABLE_DETAILS && (t->model->offs.nr || t->has_off);
}

json_object *fdd_row_json(struct fdd_table *t, const struct fdd_row *row)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "name", fdd_json_string(row->name, strlen(row->name)));
	for (size_t i = 0; i < fdd_nr_columns; i++) {
		const struct fdd_column *c = &fdd_columns[i];
		double value;

		if (!c->value || c->parts & (FDD_TABLE_EDGES | ~t->parts) ||
		    (row->stat && !fdd_column_is_of_stats(c, row->stat->nr_buckets)) ||
		    (c->off && !knows_times_off(t)))
			continue;
		value = c->value(t, row);
		if (row->stat || !isnan(value))
			json_object_object_add(o, c->key, json_value(c, value));
	}
	return o;
}

void fdd_row_json_edges(struct fdd_table *t, const struct fdd_row *row, json_object *o,
			uint32_t most, uint64_t *left_out)
{
	if (t->by != FDD_BY_FUNCTION || !(t->parts & FDD_TABLE_EDGES) || row->stat)
		return;
	json_object_object_add(o, "callers", json_edges(t, row->key, true, most, left_out));
	json_object_object_add(o, "callees", json_edges(t, row->key, false, most, left_out));
}

// SPDX-License-Identifier: GPL-2.0
/* The figures of fdd top: per function, task, ..., since the start and lately. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "model/sleepers.h"
#include "top/data.h"

static void clear_row(struct fdd_row *row)
{
	fdd_histogram_free(&row->hist);
	row->calls = row->total = row->sum = row->self = row->max = 0;
	row->squares = 0;
	row->min = UINT64_MAX;
}

static void add_row(struct fdd_row *to, const struct fdd_row *from)
{
	if (!from->calls)
		return;
	to->calls += from->calls;
	to->sum += from->sum;
	to->total += from->total;
	to->self += from->self;
	to->squares += from->squares;
	if (from->min < to->min)
		to->min = from->min;
	if (from->max > to->max)
		to->max = from->max;
	fdd_histogram_merge(&to->hist, &from->hist);
}

static struct top_func *new_func(struct top_data *d, uint32_t func)
{
	bool by_function = d->who.by == TOP_BY_FUNCTION;
	struct top_func *f = xcalloc(1, sizeof(*f));

	f->all.name = f->recent.name = xstrdup(fdd_name(by_function ? &d->model->funcs :
							&d->who.names, func));
	f->all.key = f->recent.key = func;
	f->sleeps = by_function && fdd_is_sleeper(f->all.name);
	clear_row(&f->all);
	clear_row(&f->recent);
	clear_row(&f->live);
	for (int i = 0; i < TOP_SLICES; i++)
		clear_row(&f->slices[i]);
	return f;
}

static struct top_func *func_of(struct top_data *d, uint32_t func)
{
	GROW_TO(d->funcs, d->nr_funcs, func);
	if (!d->funcs[func])
		d->funcs[func] = new_func(d, func);
	return d->funcs[func];
}

static void on_call(struct fdd_sink *sink, struct fdd_stack *stack,
		    struct fdd_frame *frame)
{
	struct top_data *d = container_of(sink, struct top_data, sink);
	const struct fdd_call *call = &frame->call;
	uint32_t key = d->who.by == TOP_BY_FUNCTION ? call->func : top_who_of(&d->who, call);
	struct top_func *f = func_of(d, key);
	uint64_t total = call->duration -
			 fdd_outermost(&d->outermost, fdd_task_body(d->model, stack, call),
				       key, call);
	uint64_t counted = d->model->has_interrupts ?
			   fdd_on_top_part(&d->on_top, d->model, frame, key) : 0;

	fdd_row_count(&f->live, frame, total);
	fdd_row_count(&f->slices[d->slice], frame, total);
	f->live.self -= counted;
	f->slices[d->slice].self -= counted;
	d->calls++;
}

static void add_stat(struct fdd_row *row, const struct fdd_stat *stat)
{
	row->calls += stat->calls;
	row->sum += stat->sum;
	row->total += stat->total;
	row->self += stat->self;
	if (stat->min < row->min)
		row->min = stat->min;
	if (stat->max > row->max)
		row->max = stat->max;
	for (uint32_t i = 0; i < stat->nr_buckets; i++)
		fdd_histogram_add_count(&row->hist, fdd_stat_middle(stat, &stat->buckets[i]),
					stat->buckets[i].calls);
}

void top_data_add(struct top_data *d, const struct fdd_stat *stat)
{
	uint32_t func = fdd_names_get(&d->model->funcs, stat->name, strlen(stat->name));
	struct top_func *f = func_of(d, func);

	add_stat(&f->live, stat);
	add_stat(&f->slices[d->slice], stat);
	d->calls += stat->calls;
}

struct top_data *top_data_new(struct fdd_model *m, enum top_by by)
{
	struct top_data *d = xcalloc(1, sizeof(*d));

	d->model = m;
	top_who_init(&d->who, by);
	d->sink.call = on_call;
	fdd_model_add_sink(m, &d->sink);
	return d;
}

static void free_func(struct top_func *f)
{
	fdd_histogram_free(&f->live.hist);
	fdd_histogram_free(&f->all.hist);
	fdd_histogram_free(&f->recent.hist);
	for (int i = 0; i < TOP_SLICES; i++)
		fdd_histogram_free(&f->slices[i].hist);
	free(f->all.name);
	free(f);
}

void top_data_free(struct top_data *d)
{
	for (uint32_t i = 0; i < d->nr_funcs; i++)
		if (d->funcs[i])
			free_func(d->funcs[i]);
	free(d->funcs);
	fdd_outermost_free(&d->outermost);
	fdd_on_top_free(&d->on_top);
	top_who_free(&d->who);
	free(d);
}

void top_data_next_slice(struct top_data *d)
{
	d->slice = (d->slice + 1) % TOP_SLICES;
	for (uint32_t i = 0; i < d->nr_funcs; i++)
		if (d->funcs[i] && d->funcs[i]->slices[d->slice].calls)
			clear_row(&d->funcs[i]->slices[d->slice]);
}

void top_data_reset(struct top_data *d)
{
	for (uint32_t i = 0; i < d->nr_funcs; i++) {
		if (!d->funcs[i])
			continue;
		clear_row(&d->funcs[i]->live);
		for (int s = 0; s < TOP_SLICES; s++)
			clear_row(&d->funcs[i]->slices[s]);
	}
	d->calls = 0;
}

void top_data_snapshot(struct top_data *d)
{
	for (uint32_t i = 0; i < d->nr_funcs; i++) {
		struct top_func *f = d->funcs[i];

		if (!f)
			continue;
		clear_row(&f->all);
		add_row(&f->all, &f->live);
		clear_row(&f->recent);
		for (int s = 0; s < TOP_SLICES; s++)
			add_row(&f->recent, &f->slices[s]);
	}
}

/*
 * Choosing and sorting
 */

void top_data_hide(struct top_data *d, const struct fdd_row *row)
{
	d->funcs[row->key]->hidden = true;
}

void top_data_hide_none(struct top_data *d)
{
	for (uint32_t i = 0; i < d->nr_funcs; i++)
		if (d->funcs[i])
			d->funcs[i]->hidden = false;
}

static const char *const sort_names[] = {
	[TOP_BY_TOTAL] = "total",
	[TOP_BY_SELF] = "self",
	[TOP_BY_CALLS] = "calls",
	[TOP_BY_AVG] = "avg",
	[TOP_BY_P99] = "p99",
	[TOP_BY_MAX] = "max",
	[TOP_BY_NAME] = "name",
};

const char *top_sort_name(enum top_sort sort)
{
	return sort_names[sort];
}

static double value_of(const struct fdd_row *row, enum top_sort sort)
{
	switch (sort) {
	case TOP_BY_TOTAL:
		return row->total;
	case TOP_BY_SELF:
		return row->self;
	case TOP_BY_CALLS:
		return row->calls;
	case TOP_BY_AVG:
		return fdd_row_avg(row);
	case TOP_BY_P99:
		return fdd_row_percentile(row, 990000);
	case TOP_BY_MAX:
		return row->max;
	default:
		return 0;
	}
}

struct sortable {
	double		value;
	struct fdd_row	*row;
};

/* The largest first, equal ones by name. */
static int compare(const void *a, const void *b)
{
	const struct sortable *x = a, *y = b;

	if (x->value != y->value)
		return x->value < y->value ? 1 : -1;
	return strcmp(x->row->name, y->row->name);
}

static void sort_rows(struct top_rows *rows, enum top_sort sort)
{
	struct sortable *list = xmalloc(rows->nr * sizeof(*list));

	for (uint32_t i = 0; i < rows->nr; i++)
		list[i] = (struct sortable){ value_of(rows->rows[i], sort), rows->rows[i] };
	qsort(list, rows->nr, sizeof(*list), compare);
	for (uint32_t i = 0; i < rows->nr; i++)
		rows->rows[i] = list[i].row;
	free(list);
}

static bool matches(const char *filter, const char *name)
{
	if (!*filter)
		return true;
	if (strpbrk(filter, "*?["))
		return fdd_glob(filter, name);
	return strcasestr(name, filter);
}

void top_data_rows(struct top_data *d, const struct top_choice *choice,
		   struct top_rows *rows)
{
	rows->nr = 0;
	rows->hidden = rows->sleepers = 0;
	rows->calls = 0;
	for (uint32_t i = 0; i < d->nr_funcs; i++) {
		struct top_func *f = d->funcs[i];
		struct fdd_row *row;

		if (!f)
			continue;
		row = choice->recent ? &f->recent : &f->all;
		rows->calls += row->calls;
		if (!row->calls || !matches(choice->filter, row->name))
			continue;
		if (f->hidden) {
			rows->hidden++;
		} else if (f->sleeps && choice->no_sleepers) {
			rows->sleepers++;
		} else {
			GROW(rows->rows, rows->nr, rows->cap);
			rows->rows[rows->nr++] = row;
		}
	}
	sort_rows(rows, choice->sort);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * fdd regions: durations of the regions that programs marked in the trace, and values of
 * their counters.
 */
#include <stdlib.h>
#include <string.h>

#include "model/filter_explain.h"
#include "model/regions.h"
#include "view/counters.h"
#include "view/regions.h"
#include "view/write.h"

/* All regions of a category and a name. */
struct row {
	uint64_t		count, unfinished;
	uint64_t		total, min, max;
	struct fdd_histogram	hist;
	const struct fdd_region_kind *kind;
};

struct regions_view {
	struct fdd_view		view;
	struct fdd_regions	regions;
	struct row		*rows;		/* by kind */
	uint32_t		nr_rows;
	int			width;		/* of the names in text */
	struct fdd_counters	counters;
};

static struct regions_view *own(struct fdd_view *view)
{
	return container_of(view, struct regions_view, view);
}

static struct row *row_of(struct regions_view *v, const struct fdd_region *region)
{
	GROW_TO(v->rows, v->nr_rows, region->kind);
	return &v->rows[region->kind];
}

static void ended(void *arg, const struct fdd_region *region)
{
	uint64_t duration = region->to - region->from;
	struct regions_view *v = arg;
	struct row *row;

	if (!fdd_filter_region(v->view.filter, region))
		return;
	row = row_of(v, region);
	if (!row->count || duration < row->min)
		row->min = duration;
	if (duration > row->max)
		row->max = duration;
	row->count++;
	row->total += duration;
	fdd_histogram_add(&row->hist, duration);
}

static void unfinished(void *arg, const struct fdd_region *region)
{
	struct regions_view *v = arg;

	if (fdd_filter_region(v->view.filter, region))
		row_of(v, region)->unfinished++;
}

static void counted(void *arg, const struct fdd_note *note,
		    const struct fdd_region_line *line)
{
	const struct fdd_region place = {
		.from = note->time, .source = note->source, .cpu = note->cpu,
		.pid = note->pid, .comm = note->comm,
	};
	struct regions_view *v = arg;

	if (line->what == FDD_REGION_COUNTER &&
	    fdd_filter_region(v->view.filter, &place))
		fdd_counters_add(&v->counters, line);
}

static void begin(struct fdd_view *view)
{
	struct regions_view *v = own(view);

	fdd_regions_init(&v->regions, fdd_filter_regions(view->filter));
	fdd_regions_attach(&v->regions, view->m);
	v->regions.watch = (struct fdd_region_watch){
		.ended = ended,
		.unfinished = unfinished,
		.single = counted,
		.arg = v,
	};
}

static void end(struct fdd_view *view)
{
	struct regions_view *v = own(view);

	for (uint32_t i = 0; i < v->nr_rows; i++)
		fdd_histogram_free(&v->rows[i].hist);
	free(v->rows);
	fdd_counters_free(&v->counters);
	fdd_regions_free(&v->regions);
}

/* Columns */

static uint64_t percentile(const struct row *row, unsigned int per_million)
{
	uint64_t value;

	if (!row->count)
		return 0;
	/* limit the value to min and max: the range of a bucket may exceed them */
	value = fdd_histogram_percentile(&row->hist, row->count, per_million);
	if (value < row->min)
		return row->min;
	return value > row->max ? row->max : value;
}

static uint64_t get_total(const struct row *row)
{
	return row->total;
}

static uint64_t get_count(const struct row *row)
{
	return row->count;
}

static uint64_t get_unfinished(const struct row *row)
{
	return row->unfinished;
}

static uint64_t get_min(const struct row *row)
{
	return row->min;
}

static uint64_t get_max(const struct row *row)
{
	return row->max;
}

static uint64_t get_avg(const struct row *row)
{
	return row->count ? row->total / row->count : 0;
}

static uint64_t get_p50(const struct row *row)
{
	return percentile(row, 500000);
}

static uint64_t get_p90(const struct row *row)
{
	return percentile(row, 900000);
}

static uint64_t get_p99(const struct row *row)
{
	return percentile(row, 990000);
}

/* The columns behind the name. They have the names of the table's columns (-s). */
static const struct column {
	const char	*name, *title, *key;
	uint64_t	(*get)(const struct row *row);
	int		width;
	bool		is_time;
} columns[] = {
	{ "count",	"Count",	"count",	get_count,	7,  false },
	{ "total",	"Total(us)",	"total_ns",	get_total,	10, true },
	{ "min",	"Min(us)",	"min_ns",	get_min,	10, true },
	{ "avg",	"Avg(us)",	"avg_ns",	get_avg,	10, true },
	{ "p50",	"p50(us)",	"p50_ns",	get_p50,	10, true },
	{ "p90",	"p90(us)",	"p90_ns",	get_p90,	10, true },
	{ "p99",	"p99(us)",	"p99_ns",	get_p99,	10, true },
	{ "max",	"Max(us)",	"max_ns",	get_max,	10, true },
	{ "unfinished",	"Unfinished",	"unfinished",	get_unfinished,	10, false },
};

/* Sorting */

static uint64_t (*sort_by)(const struct row *row);

static int compare(const void *a, const void *b)
{
	const struct row *x = a, *y = b;
	uint64_t vx = sort_by ? sort_by(x) : 0, vy = sort_by ? sort_by(y) : 0;
	int cmp;

	if (vx != vy)
		return vx < vy ? 1 : -1;
	cmp = strcmp(x->kind->category, y->kind->category);
	return cmp ? cmp : strcmp(x->kind->name, y->kind->name);
}

/* A column by its name, or by a name or letter of the table of functions. */
static bool find_sort(const char *name)
{
	const struct fdd_column *c = fdd_column_named(name);

	sort_by = NULL;
	if (c)
		name = strcmp(c->name, "calls") ? c->name : "count";
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		if (!strcmp(columns[i].name, name))
			sort_by = columns[i].get;
	return sort_by || !strcmp(name, "function");
}

static bool check(struct fdd_view *view)
{
	const char *sort = view->o->sort ? view->o->sort : "total";

	if (find_sort(sort))
		return true;
	fdd_error("-s: regions have no column '%s' (function count total min avg p50 p90 p99 max unfinished)",
		  sort);
	return false;
}

/* Drop empty rows. Afterwards the index is not the kind any more. */
static uint32_t pack_rows(struct regions_view *v)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < v->nr_rows; i++) {
		struct row row = v->rows[i];

		if (!row.count && !row.unfinished)
			continue;
		row.kind = &v->regions.kinds[i];
		v->rows[i] = v->rows[nr];
		v->rows[nr++] = row;
	}
	if (nr)
		qsort(v->rows, nr, sizeof(*v->rows), compare);
	return nr;
}

/* Text */

static int name_width(const struct regions_view *v, uint32_t nr)
{
	int width = 30;

	for (uint32_t i = 0; i < nr; i++) {
		const struct fdd_region_kind *kind = v->rows[i].kind;
		int len = strlen(kind->category) + 1 + strlen(kind->name);

		if (len > width)
			width = len;
	}
	return width;
}

static void print_name(const struct fdd_region_kind *kind, int width)
{
	int len = fdd_print_clean(kind->category, strlen(kind->category));

	putchar(':');
	len += 1 + fdd_print_clean(kind->name, strlen(kind->name));
	printf("%*s", width > len ? width - len : 0, "");
}

static void print_dashes(int n)
{
	while (n-- > 0)
		putchar('-');
}

static void print_head(void *arg)
{
	int width = own(arg)->width;

	printf("%s%-*s", fdd_color.head, width, "Region");
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		printf(" %*s", columns[i].width, columns[i].title);
	printf("%s\n", fdd_color.reset);
	print_dashes(width);
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
		putchar(' ');
		print_dashes(columns[i].width);
	}
	putchar('\n');
}

static void print_cell(const struct column *c, const struct row *row)
{
	if (!c->is_time)
		printf(" %*llu", c->width, (unsigned long long)c->get(row));
	else if (row->count)
		printf(" %*.3f", c->width, c->get(row) / 1000.0);
	else
		printf(" %*s", c->width, "-");
}

static void print_text(void *arg, const void *row)
{
	const struct row *r = row;

	print_name(r->kind, own(arg)->width);
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		print_cell(&columns[i], row);
	putchar('\n');
}

/* CSV and JSON; a region without an end has no times */

static void csv_titles(void *arg)
{
	(void)arg;
	printf("category,name");
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		printf(",%s", columns[i].key);
	putchar('\n');
}

static void print_csv(void *arg, const void *item)
{
	const struct row *row = item;

	(void)arg;
	fdd_csv_string(row->kind->category);
	putchar(',');
	fdd_csv_string(row->kind->name);
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++) {
		putchar(',');
		if (row->count || !columns[i].is_time)
			printf("%llu", (unsigned long long)columns[i].get(row));
	}
	putchar('\n');
}

static json_object *json_row(void *arg, const void *item)
{
	const struct row *row = item;
	const struct fdd_region_kind *kind = row->kind;
	json_object *o = json_object_new_object();

	(void)arg;
	json_object_object_add(o, "category",
			       fdd_json_string(kind->category, strlen(kind->category)));
	json_object_object_add(o, "name",
			       fdd_json_string(kind->name, strlen(kind->name)));
	for (size_t i = 0; i < ARRAY_SIZE(columns); i++)
		if (row->count || !columns[i].is_time)
			json_object_object_add(o, columns[i].key,
					       fdd_json_ns(columns[i].get(row)));
	return o;
}

static const struct fdd_list list = {
	.key = "regions",
	.head = print_head,
	.text = print_text,
	.csv_titles = csv_titles,
	.csv = print_csv,
	.json = json_row,
};

static void warn(const struct regions_view *v, uint32_t nr)
{
	uint64_t open = 0;

	for (uint32_t i = 0; i < nr; i++)
		open += v->rows[i].unfinished;
	if (open)
		fdd_warning("%llu region%s not finished when the trace ended",
			    (unsigned long long)open, open == 1 ? " was" : "s were");
	fdd_regions_warn(&v->regions);
}

static bool has_row(const struct regions_view *v)
{
	for (uint32_t i = 0; i < v->nr_rows; i++)
		if (v->rows[i].count || v->rows[i].unfinished)
			return true;
	return v->counters.nr;
}

static void no_regions(const struct fdd_model *m)
{
	for (unsigned int i = 0; i < m->nr_sources; i++)
		if (m->sources[i].bytes)
			fdd_error("%s: has no regions", m->sources[i].path);
}

static bool found(struct fdd_view *view)
{
	struct regions_view *v = own(view);

	fdd_regions_finish(&v->regions);
	if (has_row(v))
		return true;
	if (v->regions.nr_kinds)
		fdd_filter_explain_regions(view->filter);
	else
		no_regions(view->m);
	return false;
}

static void print(struct fdd_view *view)
{
	struct regions_view *v = own(view);
	struct fdd_writer w;
	uint32_t nr = pack_rows(v);

	if (view->o->limit && nr > view->o->limit)
		nr = view->o->limit;
	v->width = name_width(v, nr);
	fdd_write_view(&w, view);
	fdd_write_list(&w, &list, view);
	for (uint32_t i = 0; i < nr; i++)
		fdd_write_row(&w, &v->rows[i]);
	fdd_counters_write(&v->counters, &w, view->o->limit);
	fdd_write_end(&w);
	warn(v, nr);
}

uint32_t fdd_regions_json(struct fdd_view *regions, uint32_t most, struct fdd_json *j)
{
	struct regions_view *v = own(regions);
	uint32_t nr;

	fdd_regions_finish(&v->regions);
	sort_by = get_total;
	nr = pack_rows(v);
	fdd_json_open_list(j, "regions");
	for (uint32_t i = 0; i < nr && i < most; i++)
		fdd_json_item(j, json_row(v, &v->rows[i]));
	fdd_json_close_list(j);
	return nr > most ? nr - most : 0;
}

const struct fdd_view_ops fdd_view_regions = {
	.name = "regions",
	.option = { 0, "regions", NULL, "regions that programs marked (fdd regions)" },
	.command = "regions",
	.about = "the regions that programs marked in a trace",
	.scope = FDD_OF_REGIONS | FDD_TAKES_LIMIT | FDD_TAKES_SORT,
	.formats = FDD_FORMATS,
	.size = sizeof(struct regions_view),
	.check = check,
	.begin = begin,
	.without_calls = true,
	.found = found,
	.print = print,
	.end = end,
};

// SPDX-License-Identifier: GPL-2.0
/* The table of functions, or of the key of --by. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/document.h"
#include "view/rows.h"
#include "view/stat_head.h"
#include "view/write.h"

/* State of printing. */
struct table_view {
	struct fdd_view		view;
	struct fdd_column_list	csv;		/* columns */
	int			widths[FDD_MAX_COLUMNS];	/* of text */
};

static struct table_view *own(struct fdd_view *view)
{
	return container_of(view, struct table_view, view);
}

/* Text */

static enum fdd_key key_of(const struct fdd_view *v)
{
	return v->stats && v->stats->of_cgroups ? FDD_BY_CGROUP : v->t->by;
}

static const char *title(const struct fdd_view *v, const struct fdd_column *c,
			 char buf[FDD_MAX_TITLE])
{
	static const char *const names[] = {
		[FDD_BY_FUNCTION] = "Function", [FDD_BY_TASK] = "Task",
		[FDD_BY_CPU] = "CPU", [FDD_BY_MODULE] = "Module",
		[FDD_BY_CALLER] = "Caller", [FDD_BY_SOURCE] = "Label",
		[FDD_BY_HOST] = "Host", [FDD_BY_WHERE] = "Place",
		[FDD_BY_CGROUP] = "Cgroup",
	};

	return fdd_column_title(c, names[key_of(v)], v->o->units, buf);
}

static int cell_width(const struct fdd_view *v, const struct fdd_column *c,
		      const struct fdd_row *row)
{
	char *s = fdd_column_cell(c, v->t, row, v->o->units);
	int width = strlen(s);

	free(s);
	return width;
}

/* The width of the widest cell, except for a list, which is last on the line. */
static int width_of(const struct fdd_view *v, const struct fdd_column *c,
		    struct fdd_row **rows, uint32_t nr)
{
	char buf[FDD_MAX_TITLE];
	int width = strlen(title(v, c, buf));

	if (c->width > width)
		width = c->width;
	for (uint32_t i = 0; i < nr && c->kind != FDD_COLUMN_LIST; i++) {
		int here = cell_width(v, c, rows[i]);

		if (here > width)
			width = here;
	}
	return width;
}

static void measure(struct table_view *v, struct fdd_row **rows, uint32_t nr)
{
	const struct fdd_column_list *columns = &v->view.o->columns;

	for (unsigned int c = 0; c < columns->nr; c++)
		v->widths[c] = width_of(&v->view, columns->list[c], rows, nr);
}

static bool on_left(const struct fdd_column *c)
{
	return c->kind == FDD_COLUMN_NAME || c->kind == FDD_COLUMN_LIST;
}

static void print_cell(const struct fdd_column *c, const char *s, int width,
		       bool last)
{
	int len = strlen(s);

	if (!on_left(c))
		printf("%*s", width > len ? width - len : 0, "");
	fdd_print_clean(s, len);
	if (on_left(c) && !last)
		printf("%*s", width > len ? width - len : 0, "");
	if (!last)
		putchar(' ');
}

static void print_head(void *arg)
{
	const struct table_view *v = own(arg);
	const struct fdd_column_list *columns = &v->view.o->columns;
	char buf[FDD_MAX_TITLE];

	fputs(fdd_color.head, stdout);
	for (unsigned int c = 0; c < columns->nr; c++)
		print_cell(columns->list[c], title(&v->view, columns->list[c], buf),
			   v->widths[c], c + 1 == columns->nr);
	printf("%s\n", fdd_color.reset);
	for (unsigned int c = 0; c < columns->nr; c++) {
		for (int i = 0; i < v->widths[c]; i++)
			putchar('-');
		putchar(c + 1 == columns->nr ? '\n' : ' ');
	}
}

static void print_text(void *arg, const void *item)
{
	const struct table_view *v = own(arg);
	const struct fdd_column_list *columns = &v->view.o->columns;
	const struct fdd_row *row = item;

	fputs(fdd_color_of(row->max), stdout);
	for (unsigned int c = 0; c < columns->nr; c++) {
		char *s = fdd_column_cell(columns->list[c], v->view.t, row,
					  v->view.o->units);

		print_cell(columns->list[c], s, v->widths[c], c + 1 == columns->nr);
		free(s);
	}
	printf("%s\n", *fdd_color_of(row->max) ? fdd_color.reset : "");
}

/* CSV */

static void csv_cell(struct fdd_table *t, const struct fdd_row *row,
		     const struct fdd_column *c)
{
	char *text;

	if (c->value) {
		double value = c->value(t, row);

		if (!isnan(value))
			printf("%.*f", c->kind == FDD_COLUMN_PERCENT ? 4 : 0, value);
		return;
	}
	if (c->kind == FDD_COLUMN_RANGE) {
		printf("(%llu-%llu)", (unsigned long long)row->min,
		       (unsigned long long)row->max);
		return;
	}
	text = c->text(t, row);
	fdd_csv_string(text);
	free(text);
}

static void csv_titles(void *arg)
{
	const struct fdd_column_list *columns = &own(arg)->csv;

	for (unsigned int c = 0; c < columns->nr; c++)
		printf("%s%s", c ? "," : "", columns->list[c]->key);
	putchar('\n');
}

static void print_csv(void *arg, const void *row)
{
	const struct table_view *v = own(arg);

	for (unsigned int c = 0; c < v->csv.nr; c++) {
		if (c)
			putchar(',');
		csv_cell(v->view.t, row, v->csv.list[c]);
	}
	putchar('\n');
}

/* JSON */

static json_object *json_row(void *arg, const void *row)
{
	const struct fdd_view *view = arg;

	json_object *o = fdd_row_json(view->t, row);

	fdd_row_json_edges(view->t, row, o, UINT32_MAX, NULL);
	return o;
}

/* If the rows are sorted by sleep, show its columns, and a note about its source. */
static void show_sleep(struct fdd_view *view, struct fdd_row **rows, uint32_t nr)
{
	struct fdd_options *o = view->o;
	bool asleep = false;

	for (uint32_t i = 0; i < nr && !asleep; i++)
		asleep = rows[i]->off && rows[i]->off->all.asleep;
	if (asleep && !o->columns_given)
		fdd_columns_parse("function,calls,total,avg,self,asleep,mark", &o->columns);
	if (o->format == FDD_TEXT && fdd_columns_need_off(&o->columns))
		fdd_tell("%s", fdd_sleep_text(view->m));
}

/* Are there statistics of all calls next to the traces? */
static bool is_covered(const struct fdd_view *view)
{
	uint64_t counted;

	return !view->stats && view->t->by == FDD_BY_FUNCTION &&
	       fdd_model_counted(view->m, "", &counted);
}

static bool has_column(const struct fdd_column_list *columns, const char *name)
{
	for (unsigned int i = 0; i < columns->nr; i++)
		if (!strcmp(columns->list[i]->name, name))
			return true;
	return false;
}

/* What the traces have of the calls that were counted */
static void show_covered(const struct fdd_view *view)
{
	enum fdd_format format = view->o->format;
	uint64_t calls = 0, counted = 0;
	char text[128];

	for (unsigned int i = 0; i < view->m->nr_sources; i++) {
		const struct fdd_source *src = &view->m->sources[i];

		calls += src->calls;
		counted += src->stats ? src->stats->calls : 0;
		if (src->stats)
			fdd_stat_head_print(src->stats, src->label, format);
	}
	if (format == FDD_JSON)
		return;
	snprintf(text, sizeof(text), "the trace has %llu of these calls, %.2f %%",
		 (unsigned long long)calls, counted ? 100.0 * calls / counted : 0);
	if (format == FDD_TEXT)
		printf("# %s\n", text);
	else
		fdd_tell("%s", text);
}

static void add_covered(struct fdd_view *view)
{
	struct fdd_column_list *columns = &view->o->columns;

	if (is_covered(view)) {
		show_covered(view);
		if (!view->o->columns_given)
			columns->list[columns->nr++] = fdd_column_named("covered");
	} else if (has_column(columns, "covered")) {
		fdd_tell("covered is not known: there are no statistics of functions next to the trace (fdd record --stat saves them)");
	}
}

/* Statistics of all calls cannot fill all of the usual columns. */
static void choose_csv(struct table_view *v)
{
	const struct fdd_stats *s = v->view.stats;
	unsigned int nr = 0;

	if (v->view.o->columns_given) {
		v->csv = v->view.o->columns;
		return;
	}
	fdd_columns_parse("name,calls,total,self,avg,min,max,stdv,p50,p90,p95,p99,p99.9", &v->csv);
	for (unsigned int i = 0; s && i < v->csv.nr; i++)
		if (fdd_column_is_of_stats(v->csv.list[i], s->has_buckets))
			v->csv.list[nr++] = v->csv.list[i];
	v->csv.nr = s ? nr : v->csv.nr;
	if (is_covered(&v->view))
		v->csv.list[v->csv.nr++] = fdd_column_named("covered");
}

static void print(struct fdd_view *view)
{
	static const char *const keys[] = {
		[FDD_BY_FUNCTION] = "functions", [FDD_BY_TASK] = "tasks",
		[FDD_BY_CPU] = "cpus", [FDD_BY_MODULE] = "modules",
		[FDD_BY_CALLER] = "callers", [FDD_BY_SOURCE] = "labels",
		[FDD_BY_HOST] = "hosts", [FDD_BY_WHERE] = "places",
		[FDD_BY_CGROUP] = "cgroups",
	};
	const struct fdd_list list = {
		.key = keys[key_of(view)],
		.head = print_head,
		.text = print_text,
		.csv_titles = csv_titles,
		.csv = print_csv,
		.json = json_row,
	};
	struct table_view *v = own(view);
	struct fdd_writer w;
	uint32_t nr;
	struct fdd_row **rows = fdd_select_rows(view, &nr);

	show_sleep(view, rows, nr);
	add_covered(view);
	choose_csv(v);
	if (view->o->format == FDD_TEXT)
		measure(v, rows, nr);
	fdd_write_view(&w, view);
	fdd_write_list(&w, &list, view);
	for (uint32_t i = 0; i < nr; i++)
		fdd_write_row(&w, rows[i]);
	fdd_write_end(&w);
	free(rows);
}

static bool check(struct fdd_view *view)
{
	if (view->o->columns_given && view->o->format == FDD_JSON) {
		fdd_error("-f, -l: --format=json has all columns");
		return false;
	}
	view->irqs |= view->o->format == FDD_JSON;
	view->parts |= fdd_columns_parts(&view->o->columns);
	if (view->o->format == FDD_JSON)
		view->parts |= FDD_TABLE_PERCENTILES | FDD_TABLE_EDGES | FDD_TABLE_DETAILS;
	else if (view->o->format == FDD_CSV && !view->o->columns_given)
		view->parts |= FDD_TABLE_PERCENTILES;
	return fdd_rows_check_off(view, &view->o->columns, "-f") && fdd_rows_check(view);
}

const struct fdd_view_ops fdd_view_table = {
	.name = "the table",
	.export = "csv",
	.export_help = "the table of functions",
	.export_format = FDD_CSV,
	.scope = FDD_OF_CALLS | FDD_OF_ROWS | FDD_TAKES_LIMIT | FDD_TAKES_SORT |
		 FDD_TAKES_COLUMNS | FDD_TAKES_KEY | FDD_TAKES_UNITS | FDD_TAKES_STACKS,
	.formats = FDD_FORMATS,
	.parts = FDD_TABLE_TOTALS,
	.size = sizeof(struct table_view),
	.check = check,
	.print = print,
};

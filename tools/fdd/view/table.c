// SPDX-License-Identifier: GPL-2.0
/* The table of functions, or of what --by says. */
#include <stdlib.h>
#include <string.h>

#include "view/document.h"
#include "view/rows.h"

/* Text */

struct grid {
	char		**cells;	/* row by row */
	uint32_t	nr_rows;
	int		widths[FDD_MAX_COLUMNS];
};

static const char *title(const struct fdd_view *v, const struct fdd_column *c,
			 char buf[FDD_MAX_TITLE])
{
	static const char *const names[] = {
		[FDD_BY_FUNCTION] = "Function", [FDD_BY_TASK] = "Task",
		[FDD_BY_CPU] = "CPU", [FDD_BY_MODULE] = "Module",
		[FDD_BY_CALLER] = "Caller", [FDD_BY_SOURCE] = "Label",
		[FDD_BY_HOST] = "Host",
	};

	return fdd_column_title(c, names[v->t->by], v->o->units, buf);
}

static int title_width(const struct fdd_view *v, const struct fdd_column *c)
{
	char buf[FDD_MAX_TITLE];

	return strlen(title(v, c, buf));
}

static void fill_grid(struct grid *g, const struct fdd_view *v, struct fdd_row **rows,
		      uint32_t nr)
{
	const struct fdd_column_list *columns = &v->o->columns;

	g->nr_rows = nr;
	g->cells = xmalloc((size_t)nr * columns->nr * sizeof(char *));
	for (unsigned int c = 0; c < columns->nr; c++) {
		int width = title_width(v, columns->list[c]);

		g->widths[c] = columns->list[c]->width;
		if (width > g->widths[c])
			g->widths[c] = width;
	}
	for (uint32_t r = 0; r < nr; r++) {
		for (unsigned int c = 0; c < columns->nr; c++) {
			char *s = fdd_column_cell(columns->list[c], v->t, rows[r],
						  v->o->units);
			int len = strlen(s);

			g->cells[(size_t)r * columns->nr + c] = s;
			if (len > g->widths[c] &&
			    columns->list[c]->kind != FDD_COLUMN_LIST)
				g->widths[c] = len;
		}
	}
}

static void free_grid(struct grid *g, unsigned int nr_columns)
{
	for (size_t i = 0; i < (size_t)g->nr_rows * nr_columns; i++)
		free(g->cells[i]);
	free(g->cells);
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

static void print_head(const struct grid *g, const struct fdd_view *v)
{
	const struct fdd_column_list *columns = &v->o->columns;
	char buf[FDD_MAX_TITLE];

	fputs(fdd_color.head, stdout);
	for (unsigned int c = 0; c < columns->nr; c++)
		print_cell(columns->list[c], title(v, columns->list[c], buf),
			   g->widths[c], c + 1 == columns->nr);
	printf("%s\n", fdd_color.reset);
	for (unsigned int c = 0; c < columns->nr; c++) {
		for (int i = 0; i < g->widths[c]; i++)
			putchar('-');
		putchar(c + 1 == columns->nr ? '\n' : ' ');
	}
}

static void print_text(struct fdd_view *v, struct fdd_row **rows, uint32_t nr)
{
	const struct fdd_column_list *columns = &v->o->columns;
	struct grid g;

	fill_grid(&g, v, rows, nr);
	print_head(&g, v);
	for (uint32_t r = 0; r < nr; r++) {
		fputs(fdd_color_of(rows[r]->max), stdout);
		for (unsigned int c = 0; c < columns->nr; c++)
			print_cell(columns->list[c],
				   g.cells[(size_t)r * columns->nr + c],
				   g.widths[c], c + 1 == columns->nr);
		printf("%s\n", *fdd_color_of(rows[r]->max) ? fdd_color.reset : "");
	}
	free_grid(&g, columns->nr);
}

/* CSV */

static void csv_cell(struct fdd_table *t, const struct fdd_row *row,
		     const struct fdd_column *c)
{
	char *text;

	if (c->value) {
		printf("%.*f", c->kind == FDD_COLUMN_PERCENT ? 4 : 0, c->value(t, row));
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

static void print_csv(const struct fdd_column_list *columns, struct fdd_table *t,
		      struct fdd_row **rows, uint32_t nr)
{
	for (unsigned int c = 0; c < columns->nr; c++)
		printf("%s%s", c ? "," : "", columns->list[c]->key);
	putchar('\n');
	for (uint32_t r = 0; r < nr; r++) {
		for (unsigned int c = 0; c < columns->nr; c++) {
			if (c)
				putchar(',');
			csv_cell(t, rows[r], columns->list[c]);
		}
		putchar('\n');
	}
}

/* JSON */

static void print_json(struct fdd_view *v, struct fdd_table *t,
		       struct fdd_row **rows, uint32_t nr)
{
	static const char *const keys[] = {
		[FDD_BY_FUNCTION] = "functions", [FDD_BY_TASK] = "tasks",
		[FDD_BY_CPU] = "cpus", [FDD_BY_MODULE] = "modules",
		[FDD_BY_CALLER] = "callers", [FDD_BY_SOURCE] = "labels",
		[FDD_BY_HOST] = "hosts",
	};
	json_object *o = fdd_json_document(v->m), *list = json_object_new_array();

	for (uint32_t i = 0; i < nr; i++)
		json_object_array_add(list, fdd_row_json(t, rows[i]));
	json_object_object_add(o, keys[t->by], list);
	fdd_json_print(o);
}

static void print(struct fdd_view *v)
{
	struct fdd_column_list all;
	struct fdd_row **rows;
	uint32_t nr;

	rows = fdd_select_rows(v, &nr);
	if (v->o->format == FDD_JSON) {
		print_json(v, v->t, rows, nr);
	} else if (v->o->format == FDD_CSV) {
		fdd_columns_parse("name,calls,total,self,avg,min,max,stdv,p50,p90,"
				  "p95,p99,p99.9", &all);
		print_csv(v->o->columns_given ? &v->o->columns : &all, v->t, rows, nr);
	} else {
		print_text(v, rows, nr);
	}
	free(rows);
}

static bool check(struct fdd_view *view)
{
	if (view->o->columns_given && view->o->format == FDD_JSON) {
		fdd_error("-f, -l: --format=json has all columns");
		return false;
	}
	view->edges |= fdd_columns_need_edges(&view->o->columns);
	view->details |= view->o->format == FDD_JSON ||
			 fdd_columns_need_details(&view->o->columns);
	return fdd_rows_check(view);
}

const struct fdd_view_ops fdd_view_table = {
	.name = "the table",
	.export = "csv",
	.export_help = "the table of functions",
	.export_format = FDD_CSV,
	.scope = FDD_OF_CALLS | FDD_OF_ROWS | FDD_TAKES_LIMIT | FDD_TAKES_SORT |
		 FDD_TAKES_COLUMNS | FDD_TAKES_KEY | FDD_TAKES_UNITS,
	.formats = FDD_FORMATS,
	.check = check,
	.print = print,
};

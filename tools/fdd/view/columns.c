// SPDX-License-Identifier: GPL-2.0
/* The columns of the table: their letters, names and values. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "view/columns.h"

static double calls(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return row->calls;
}

static double total(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return row->total;
}

static double average(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return fdd_row_avg(row);
}

static double self(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return row->self;
}

static double callees(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return row->total > row->self ? row->total - row->self : 0;
}

static double least(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return row->calls ? row->min : 0;
}

static double most(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return row->max;
}

static double stdv(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return fdd_row_stdv(row);
}

static double percentile(const struct fdd_row *row, unsigned int per_million)
{
	if (row->stat && !fdd_stat_knows(row->stat, per_million))
		return NAN;
	return fdd_row_percentile(row, per_million);
}

static double p50(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return percentile(row, 500000);
}

static double p90(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return percentile(row, 900000);
}

static double p95(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return percentile(row, 950000);
}

static double p99(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return percentile(row, 990000);
}

static double p999(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return percentile(row, 999000);
}

/* Self times of single calls */

static double self_average(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return row->calls ? (double)row->self / row->calls : 0;
}

static double self_least(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return row->selves ? row->selves->min : 0;
}

static double self_most(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return row->selves ? row->selves->max : 0;
}

static double self_p50(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return fdd_row_self_percentile(row, 500000);
}

static double self_p90(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return fdd_row_self_percentile(row, 900000);
}

static double self_p95(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return fdd_row_self_percentile(row, 950000);
}

static double self_p99(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return fdd_row_self_percentile(row, 990000);
}

static double self_p999(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return fdd_row_self_percentile(row, 999000);
}

/* Shares of the time in any call */

static double share(const struct fdd_table *t, uint64_t ns)
{
	return t->any_total ? 100.0 * ns / t->any_total : 0;
}

static double total_percent(struct fdd_table *t, const struct fdd_row *row)
{
	return share(t, row->total);
}

static double self_percent(struct fdd_table *t, const struct fdd_row *row)
{
	return share(t, row->self);
}

/* Calls in the trace, of those that the tracer counted */
static double covered(struct fdd_table *t, const struct fdd_row *row)
{
	uint64_t counted;

	if (t->by != FDD_BY_FUNCTION || !fdd_model_counted(t->model, row->name, &counted) ||
	    !counted)
		return NAN;
	return 100.0 * row->calls / counted;
}

/* Time asleep, waiting and in interrupts */

static const struct fdd_off *off_all(const struct fdd_row *row)
{
	static const struct fdd_off none;

	return row->off ? &row->off->all : &none;
}

static const struct fdd_off *off_self(const struct fdd_row *row)
{
	static const struct fdd_off none;

	return row->off ? &row->off->self : &none;
}

static double asleep(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return off_all(row)->asleep;
}

static double waiting(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return off_all(row)->waiting;
}

static double irqs(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return off_all(row)->irqs;
}

static double awake(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return fdd_row_awake(row);
}

static double self_asleep(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return off_self(row)->asleep;
}

static double self_waiting(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return off_self(row)->waiting;
}

static double self_irqs(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return off_self(row)->irqs;
}

static double self_awake(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return fdd_row_self_awake(row);
}

/* The task ran for less than 1 % of the self time. */
static char *mark_text(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return xstrdup(off_all(row)->asleep && fdd_row_awake(row) < row->total / 100 ?
		       "sleeps" : "");
}

/* The callee with the largest total within this function. */
static const struct fdd_edge *max_callee(struct fdd_table *t, const struct fdd_row *row)
{
	uint32_t nr;
	struct fdd_edge **list;

	if (t->by != FDD_BY_FUNCTION)
		return NULL;
	list = fdd_table_joined_callees(t, row->key, &nr);
	return nr ? list[0] : NULL;
}

static double max_callee_calls(struct fdd_table *t, const struct fdd_row *row)
{
	const struct fdd_edge *e = max_callee(t, row);

	return e ? e->parent_calls : 0;
}

static double max_callee_total(struct fdd_table *t, const struct fdd_row *row)
{
	const struct fdd_edge *e = max_callee(t, row);

	return e ? e->parent_time : 0;
}

static char *name_text(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return xstrdup(row->name);
}

static char *range_of(const struct fdd_row *row, enum fdd_units units)
{
	char text[2 * FDD_MAX_TIME + 4], min[FDD_MAX_TIME], max[FDD_MAX_TIME];

	snprintf(text, sizeof(text), "(%s-%s)", fdd_time_in(min, row->min, units),
		 fdd_time_in(max, row->max, units));
	return xstrdup(text);
}

static char *range_text(struct fdd_table *t, const struct fdd_row *row)
{
	(void)t;
	return range_of(row, FDD_US);
}

const char *fdd_edge_name(struct fdd_table *t, const struct fdd_edge *e,
			  bool caller)
{
	return fdd_name(&t->model->funcs, caller ? e->parent : e->child);
}

bool fdd_edge_has_gap(const struct fdd_edge *e)
{
	return !e->direct && e->parent >= FDD_FUNC_NAMED;
}

static char *max_callee_text(struct fdd_table *t, const struct fdd_row *row)
{
	const struct fdd_edge *e = max_callee(t, row);

	return xstrdup(e ? fdd_edge_name(t, e, false) : "");
}

static int by_calls(const void *a, const void *b)
{
	const struct fdd_edge *x = *(struct fdd_edge *const *)a;
	const struct fdd_edge *y = *(struct fdd_edge *const *)b;

	return x->calls != y->calls ? (x->calls < y->calls ? 1 : -1) :
	       x->time != y->time ? (x->time < y->time ? 1 : -1) :
				    (x->parent > y->parent) - (x->parent < y->parent);
}

static int by_parent_calls(const void *a, const void *b)
{
	const struct fdd_edge *x = *(struct fdd_edge *const *)a;
	const struct fdd_edge *y = *(struct fdd_edge *const *)b;

	return x->parent_calls != y->parent_calls ?
		       (x->parent_calls < y->parent_calls ? 1 : -1) :
	       x->parent_time != y->parent_time ?
		       (x->parent_time < y->parent_time ? 1 : -1) :
		       (x->child > y->child) - (x->child < y->child);
}

/* "name(calls), ...", most calls first; "..name": with filtered functions in between */
static char *list_text(struct fdd_table *t, struct fdd_edge **list, uint32_t nr,
		       bool callers)
{
	struct fdd_edge **sorted = xmalloc(nr * sizeof(struct fdd_edge *));
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	for (uint32_t i = 0; i < nr; i++)
		sorted[i] = list[i];
	qsort(sorted, nr, sizeof(struct fdd_edge *), callers ? by_calls : by_parent_calls);
	for (uint32_t i = 0; i < nr; i++)
		fprintf(f, "%s%s%s(%llu)", i ? ", " : "",
			callers && fdd_edge_has_gap(sorted[i]) ? ".." : "",
			fdd_edge_name(t, sorted[i], callers),
			(unsigned long long)(callers ? sorted[i]->calls :
						       sorted[i]->parent_calls));
	fclose(f);
	free(sorted);
	return text;
}

static char *callees_text(struct fdd_table *t, const struct fdd_row *row)
{
	uint32_t nr = 0;
	struct fdd_edge **list = NULL;

	if (t->by == FDD_BY_FUNCTION)
		list = fdd_table_joined_callees(t, row->key, &nr);
	return list_text(t, list, nr, false);
}

static char *callers_text(struct fdd_table *t, const struct fdd_row *row)
{
	uint32_t nr = 0;
	struct fdd_edge **list = NULL;

	if (t->by == FDD_BY_FUNCTION)
		list = fdd_table_callers(t, row->key, &nr);
	return list_text(t, list, nr, true);
}

const struct fdd_column fdd_columns[] = {
	{ 'f', "function", "", "Function", "name", 30, FDD_COLUMN_NAME,
	  .text = name_text, .stats = FDD_STATS_YES,
	  .help = "name of the function, or of the key of --by" },
	{ 'c', "calls", "count", "Calls", "calls", 5, FDD_COLUMN_COUNT,
	  .value = calls, .stats = FDD_STATS_YES, .help = "number of calls" },
	{ 't', "total", "time", "Total", "total_ns", 8, FDD_COLUMN_TIME,
	  .value = total, .stats = FDD_STATS_YES,
	  .help = "time in the function, recursion counted once" },
	{ 'a', "avg", "average", "Avg", "avg_ns", 8, FDD_COLUMN_TIME,
	  .value = average, .stats = FDD_STATS_YES, .help = "mean time of a call" },
	{ 'l', "self", "local", "Self", "self_ns", 8, FDD_COLUMN_TIME,
	  .value = self, .stats = FDD_STATS_YES,
	  .help = "total minus that of the functions it called" },
	{ 'r', "range", "", "Range", "range_ns", 18, FDD_COLUMN_RANGE,
	  .text = range_text, .stats = FDD_STATS_YES, .help = "shortest and longest call" },
	{ 's', "callees", "sub", "Callees", "sub_ns", 8, FDD_COLUMN_TIME,
	  .value = callees, .stats = FDD_STATS_YES, .help = "time in the functions it called" },
	{ 'm', "max-callee", "max-sub", "Max callee", "max_sub", 30, FDD_COLUMN_NAME,
	  .parts = FDD_TABLE_EDGES, .text = max_callee_text,
	  .help = "the callee with the largest total" },
	{ 'n', "max-callee-calls", "max-sub-calls", "Mc calls", "max_sub_calls", 6,
	  FDD_COLUMN_COUNT, .parts = FDD_TABLE_EDGES, .value = max_callee_calls,
	  .help = "calls of max-callee" },
	{ 'x', "max-callee-total", "max-sub-time", "Mc total", "max_sub_ns", 8, FDD_COLUMN_TIME,
	  .parts = FDD_TABLE_EDGES, .value = max_callee_total, .help = "time in max-callee" },
	{ 'u', "callee-list", "subs", "Callee list", "subs", 0, FDD_COLUMN_LIST,
	  .parts = FDD_TABLE_EDGES, .text = callees_text, .help = "all functions it called" },
	{ 0, "min", "", "Min", "min_ns", 8, FDD_COLUMN_TIME,
	  .value = least, .stats = FDD_STATS_YES, .help = "shortest call" },
	{ 0, "max", "", "Max", "max_ns", 8, FDD_COLUMN_TIME,
	  .value = most, .stats = FDD_STATS_YES, .help = "longest call" },
	{ 0, "stdv", "", "Stdv", "stdv_ns", 8, FDD_COLUMN_TIME,
	  .value = stdv, .help = "standard deviation" },
	{ 0, "p50", "", "p50", "p50_ns", 8, FDD_COLUMN_TIME,
	  .parts = FDD_TABLE_PERCENTILES, .value = p50, .stats = FDD_STATS_YES,
	  .help = "median" },
	{ 0, "p90", "", "p90", "p90_ns", 8, FDD_COLUMN_TIME,
	  .parts = FDD_TABLE_PERCENTILES, .value = p90,
	  .stats = FDD_STATS_YES, .help = "90 % of the calls took no longer" },
	{ 0, "p95", "", "p95", "p95_ns", 8, FDD_COLUMN_TIME,
	  .parts = FDD_TABLE_PERCENTILES, .value = p95, .stats = FDD_STATS_BUCKETS,
	  .help = "95 %" },
	{ 0, "p99", "", "p99", "p99_ns", 8, FDD_COLUMN_TIME,
	  .parts = FDD_TABLE_PERCENTILES, .value = p99, .stats = FDD_STATS_YES,
	  .help = "99 %" },
	{ 0, "p99.9", "", "p99.9", "p999_ns", 8, FDD_COLUMN_TIME,
	  .parts = FDD_TABLE_PERCENTILES, .value = p999, .stats = FDD_STATS_YES,
	  .help = "99.9 %" },
	{ 'p', "percent", "", "Total%", "percent", 6, FDD_COLUMN_PERCENT,
	  .parts = FDD_TABLE_DETAILS, .value = total_percent,
	  .help = "total, as a share of the time in all calls" },
	{ 0, "self-percent", "", "Self%", "self_percent", 6, FDD_COLUMN_PERCENT,
	  .parts = FDD_TABLE_DETAILS, .value = self_percent,
	  .help = "self, as a share of the time in all calls" },
	{ 0, "self-avg", "", "Self avg", "self_avg_ns", 8, FDD_COLUMN_TIME,
	  .parts = FDD_TABLE_DETAILS, .value = self_average, .help = "mean self time of a call" },
	{ 0, "self-min", "", "Self min", "self_min_ns", 8, FDD_COLUMN_TIME,
	  .parts = FDD_TABLE_DETAILS, .value = self_least, .help = "least self time of a call" },
	{ 0, "self-max", "", "Self max", "self_max_ns", 8, FDD_COLUMN_TIME,
	  .parts = FDD_TABLE_DETAILS, .value = self_most, .help = "greatest self time of a call" },
	{ 0, "self-p50", "", "Self p50", "self_p50_ns", 8, FDD_COLUMN_TIME,
	  .parts = FDD_TABLE_DETAILS, .value = self_p50, .help = "median of the self times" },
	{ 0, "self-p90", "", "Self p90", "self_p90_ns", 8, FDD_COLUMN_TIME,
	  .parts = FDD_TABLE_DETAILS, .value = self_p90,
	  .help = "90 % of the self times are no longer" },
	{ 0, "self-p95", "", "Self p95", "self_p95_ns", 8, FDD_COLUMN_TIME,
	  .parts = FDD_TABLE_DETAILS, .value = self_p95, .help = "95 %" },
	{ 0, "self-p99", "", "Self p99", "self_p99_ns", 8, FDD_COLUMN_TIME,
	  .parts = FDD_TABLE_DETAILS, .value = self_p99, .help = "99 %" },
	{ 0, "self-p99.9", "", "Self p99.9", "self_p999_ns", 8, FDD_COLUMN_TIME,
	  .parts = FDD_TABLE_DETAILS, .value = self_p999, .help = "99.9 %" },
	{ 0, "asleep", "", "Asleep", "asleep_ns", 8, FDD_COLUMN_TIME,
	  .off = true, .value = asleep, .help = "part of total in which the task slept" },
	{ 0, "waiting", "", "Waiting", "waiting_ns", 8, FDD_COLUMN_TIME,
	  .off = true, .value = waiting, .help = "part of total in which it waited for a CPU" },
	{ 0, "irqs", "", "Irqs", "irqs_ns", 8, FDD_COLUMN_TIME,
	  .off = true, .value = irqs, .help = "part of total that interrupts took" },
	{ 0, "awake", "", "Awake", "awake_ns", 8, FDD_COLUMN_TIME,
	  .off = true, .value = awake, .help = "total minus asleep and waiting" },
	{ 0, "self-asleep", "", "Self asleep", "self_asleep_ns", 8, FDD_COLUMN_TIME,
	  .off = true, .value = self_asleep, .help = "part of self in which the task slept" },
	{ 0, "self-waiting", "", "Self waiting", "self_waiting_ns", 8, FDD_COLUMN_TIME,
	  .off = true, .value = self_waiting, .help = "part of self in which it waited for a CPU" },
	{ 0, "self-irqs", "", "Self irqs", "self_irqs_ns", 8, FDD_COLUMN_TIME,
	  .off = true, .value = self_irqs, .help = "part of self that interrupts took" },
	{ 0, "self-awake", "", "Self awake", "self_awake_ns", 8, FDD_COLUMN_TIME,
	  .off = true, .value = self_awake, .help = "self minus asleep and waiting" },
	{ 0, "mark", "", "Mark", "mark", 0, FDD_COLUMN_LIST,
	  .off = true, .text = mark_text, .help = "\"sleeps\" for functions that mostly sleep" },
	{ 0, "covered", "", "Covered%", "covered", 8, FDD_COLUMN_PERCENT,
	  .value = covered, .help = "calls, as a share of those counted by fdd record --stat" },
	{ 0, "callers", "", "Callers", "callers", 0, FDD_COLUMN_LIST,
	  .parts = FDD_TABLE_EDGES, .text = callers_text,
	  .help = "its callers, with the calls by each (..NAME: with functions in between)" },
};

const size_t fdd_nr_columns = ARRAY_SIZE(fdd_columns);

const struct fdd_column *fdd_column_named(const char *name)
{
	for (size_t i = 0; i < fdd_nr_columns; i++) {
		const struct fdd_column *c = &fdd_columns[i];

		if (!strcmp(c->name, name) || !strcmp(c->key, name) ||
		    (*c->old && !strcmp(c->old, name)) ||
		    (c->letter && name[0] == c->letter && !name[1]))
			return c;
	}
	return NULL;
}

/* The same, with an error message if there is none. */
static const struct fdd_column *column_find(const char *name)
{
	const struct fdd_column *c = fdd_column_named(name);

	if (!c)
		fdd_error("no column '%s'; --fields lists them", name);
	return c;
}

static bool add(struct fdd_column_list *columns, const struct fdd_column *c)
{
	if (columns->nr == FDD_MAX_COLUMNS) {
		fdd_error("more than %d columns", FDD_MAX_COLUMNS);
		return false;
	}
	columns->list[columns->nr++] = c;
	return true;
}

static bool parse_names(const char *text, struct fdd_column_list *columns)
{
	char *copy = xstrdup(text), *state = NULL, *name;
	bool ok = true;

	for (name = strtok_r(copy, ",", &state); name && ok;
	     name = strtok_r(NULL, ",", &state)) {
		const struct fdd_column *c = column_find(name);

		ok = c && add(columns, c);
	}
	free(copy);
	return ok;
}

static bool parse_letters(const char *text, struct fdd_column_list *columns)
{
	for (const char *p = text; *p; p++) {
		const struct fdd_column *c = fdd_column_named((char[]){ *p, '\0' });

		if (!c) {
			fdd_error("no column '%s', and no column has the letter '%c'; --fields lists them",
				  text, *p);
			return false;
		}
		if (!add(columns, c))
			return false;
	}
	return true;
}

static bool any(const char *text, const struct fdd_column_list *columns)
{
	if (!columns->nr)
		fdd_error("no columns in '%s'; --fields lists them", text);
	return columns->nr;
}

bool fdd_columns_parse(const char *text, struct fdd_column_list *columns)
{
	bool names = strchr(text, ',') || fdd_column_named(text);

	columns->nr = 0;
	if (!(names ? parse_names(text, columns) : parse_letters(text, columns)))
		return false;
	return any(text, columns);
}

bool fdd_columns_parse_sort(const char *text, struct fdd_column_list *columns)
{
	columns->nr = 0;
	return parse_names(text, columns) && any(text, columns);
}

const char *fdd_column_title(const struct fdd_column *c, const char *name,
			     enum fdd_units units, char buf[FDD_MAX_TITLE])
{
	bool time = c->kind == FDD_COLUMN_TIME || c->kind == FDD_COLUMN_RANGE;

	snprintf(buf, FDD_MAX_TITLE, "%s%s", c->letter == 'f' ? name : c->title,
		 time ? fdd_units_title(units) : "");
	return buf;
}

char *fdd_column_cell(const struct fdd_column *c, struct fdd_table *t,
		      const struct fdd_row *row, enum fdd_units units)
{
	char text[FDD_MAX_TIME];
	double value;

	if (c->kind == FDD_COLUMN_RANGE)
		return range_of(row, units);
	if (c->text)
		return c->text(t, row);
	value = c->value(t, row);
	if (isnan(value))
		return xstrdup("-");
	if (c->kind == FDD_COLUMN_TIME)
		fdd_time_in(text, value, units);
	else
		snprintf(text, sizeof(text), "%.*f", c->kind == FDD_COLUMN_PERCENT ? 2 : 0,
			 value);
	return xstrdup(text);
}

unsigned int fdd_columns_parts(const struct fdd_column_list *columns)
{
	unsigned int parts = 0;

	for (unsigned int i = 0; i < columns->nr; i++)
		parts |= columns->list[i]->parts;
	return parts;
}

bool fdd_columns_need_off(const struct fdd_column_list *columns)
{
	for (unsigned int i = 0; i < columns->nr; i++)
		if (columns->list[i]->off)
			return true;
	return false;
}

bool fdd_column_is_of_stats(const struct fdd_column *c, bool buckets)
{
	return c->stats == FDD_STATS_YES || (c->stats == FDD_STATS_BUCKETS && buckets);
}

/* "function, calls, ..." */
static char *names_of_stats(bool buckets)
{
	char *text = NULL;
	size_t size;
	FILE *f = open_memstream(&text, &size);

	for (size_t i = 0; i < fdd_nr_columns; i++)
		if (fdd_column_is_of_stats(&fdd_columns[i], buckets))
			fprintf(f, "%s%s", i ? ", " : "", fdd_columns[i].name);
	fclose(f);
	return text;
}

bool fdd_columns_check_stats(const struct fdd_column_list *columns, const char *option,
			     bool buckets)
{
	char *names;
	unsigned int i;

	for (i = 0; i < columns->nr; i++)
		if (!fdd_column_is_of_stats(columns->list[i], buckets))
			break;
	if (i == columns->nr)
		return true;
	names = names_of_stats(buckets);
	fdd_error("%s: statistics%s cannot fill the column '%s'; they have %s", option,
		  columns->list[i]->stats ? " without histograms (stat_hist has them)" : "",
		  columns->list[i]->name, names);
	free(names);
	return false;
}

void fdd_columns_help(void)
{
	char title[FDD_MAX_TITLE];

	puts("Columns, for -f and -s, by letter (-f fctal) or name (-f function,calls,p99):");
	for (size_t i = 0; i < fdd_nr_columns; i++) {
		const struct fdd_column *c = &fdd_columns[i];

		printf("  %c  %-16s %-12s %s\n", c->letter ? c->letter : ' ', c->name,
		       fdd_column_title(c, c->title, FDD_US, title), c->help);
	}
}

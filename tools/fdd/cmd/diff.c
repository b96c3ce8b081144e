// SPDX-License-Identifier: GPL-2.0
/*
 * "fdd diff A B": differences of two traces, per function; the largest first, without
 * functions that did not change.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/causes.h"
#include "cmd/check.h"
#include "cmd/cmd.h"
#include "cmd/statistics.h"
#include "cmd/traces.h"
#include "lib/pager.h"
#include "lib/usage.h"
#include "lib/util.h"
#include "model/filter_explain.h"
#include "view/document.h"
#include "view/stat_head.h"
#include "view/warnings.h"
#include "view/write.h"

struct side {
	uint64_t	calls, total, p99;
	double		avg;
};

struct change {
	const char	*name;
	struct side	side[2];	/* before and after */
};

struct changes {
	struct change	*list;
	size_t		nr, cap;
};

struct diff {
	struct fdd_options	options;
	struct fdd_traces	traces;
	bool			causes;
	uint64_t		threshold;	/* of --causes, in ns; 0: all calls */
};

static enum fdd_taken take_threshold(const struct fdd_given *g, void *to)
{
	struct diff *d = to;

	return fdd_given_some_time(g, NSEC_PER_USEC, &d->threshold);
}

static const struct fdd_opt options[] = {
	{ 0, "causes", NULL, "what the time of each function's calls was spent on, as by fdd why",
	  .take = fdd_take_flag, .offset = offsetof(struct diff, causes) },
	{ 0, "threshold", "TIME", "for --causes: only calls that took TIME or longer",
	  .take = take_threshold },
};

static const struct fdd_opts diff_opts = FDD_OPTS("Comparison", options);

struct trace {
	const struct fdd_stats	*stats;		/* of all calls, in place of calls; or NULL */
	struct fdd_filter	*filter;
	struct fdd_model	*m;
	struct fdd_table	*t;
};

static double distance(const struct change *c)
{
	double d = (double)c->side[1].total - (double)c->side[0].total;

	return d < 0 ? -d : d;
}

static int by_distance(const void *a, const void *b)
{
	const struct change *x = a, *y = b;
	double dx = distance(x), dy = distance(y);

	if (dx != dy)
		return dx < dy ? 1 : -1;
	return strcmp(x->name, y->name);
}

static struct side side_of(const struct fdd_row *row)
{
	return (struct side){
		.calls = row->calls,
		.total = row->total,
		.avg = fdd_row_avg(row),
		.p99 = fdd_row_percentile(row, 990000),
	};
}

static bool same(const struct side *a, const struct side *b)
{
	return a->calls == b->calls && a->total == b->total && a->p99 == b->p99 &&
	       a->avg == b->avg;
}

/* Match rows by name, because each trace has its own function numbers. */
static void join(struct changes *c, struct fdd_names *names, const struct trace *tr, int side)
{
	const struct fdd_table *t = tr->t;

	for (uint32_t i = 0; i < t->nr; i++) {
		struct fdd_row *row = t->rows[i];
		uint32_t id;

		if (!fdd_filter_row(tr->filter, row))
			continue;
		id = fdd_names_get(names, row->name, strlen(row->name));
		while (c->nr <= id) {
			GROW(c->list, c->nr, c->cap);
			c->list[c->nr++] = (struct change){ 0 };
		}
		c->list[id].name = fdd_name(names, id);
		c->list[id].side[side] = side_of(row);
	}
}

static void drop_same(struct changes *c)
{
	size_t nr = 0;

	for (size_t i = 0; i < c->nr; i++)
		if (!same(&c->list[i].side[0], &c->list[i].side[1]))
			c->list[nr++] = c->list[i];
	c->nr = nr;
}

static void print_pair(double before, double after, int width, int decimals,
		       bool last)
{
	double d = after - before;
	const char *color = d > 0 ? fdd_color.slower : d < 0 ? fdd_color.good : "";

	printf("%*.*f %*.*f %s%+*.*f%s%s", width, decimals, before, width, decimals,
	       after, color, width, decimals, d, *color ? fdd_color.reset : "",
	       last ? "\n" : "  ");
}

static void print_head(void *arg)
{
	(void)arg;
	printf("%s%-30s  %7s %7s %7s  %11s %11s %11s  %9s %9s %9s  %9s %9s %9s%s\n",
	       fdd_color.head, "Function", "Calls A", "Calls B", "change",
	       "Total(us) A", "Total(us) B", "change", "Avg(us) A", "Avg(us) B", "change",
	       "p99(us) A", "p99(us) B", "change", fdd_color.reset);
}

static void print_text(void *arg, const void *row)
{
	const struct change *c = row;
	const struct side *a = &c->side[0], *b = &c->side[1];
	int width = fdd_print_clean(c->name, strlen(c->name));

	(void)arg;
	printf("%*s  ", width < 30 ? 30 - width : 0, "");
	print_pair(a->calls, b->calls, 7, 0, false);
	print_pair(a->total / 1000.0, b->total / 1000.0, 11, 3, false);
	print_pair(a->avg / 1000, b->avg / 1000, 9, 3, false);
	print_pair(a->p99 / 1000.0, b->p99 / 1000.0, 9, 3, true);
}

static void print_csv(void *arg, const void *row)
{
	const struct change *c = row;
	const struct side *a = &c->side[0], *b = &c->side[1];

	(void)arg;
	fdd_csv_string(c->name);
	printf(",%llu,%llu,%llu,%llu,%.0f,%.0f,%llu,%llu\n",
	       (unsigned long long)a->calls, (unsigned long long)b->calls,
	       (unsigned long long)a->total, (unsigned long long)b->total, a->avg, b->avg,
	       (unsigned long long)a->p99, (unsigned long long)b->p99);
}

static json_object *json_side(const struct side *s)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "calls", fdd_json_ns(s->calls));
	json_object_object_add(o, "total_ns", fdd_json_ns(s->total));
	json_object_object_add(o, "avg_ns", fdd_json_ns(s->avg + 0.5));
	json_object_object_add(o, "p99_ns", fdd_json_ns(s->p99));
	return o;
}

static json_object *json_change(void *arg, const void *row)
{
	const struct change *c = row;
	json_object *o = json_object_new_object();

	(void)arg;
	json_object_object_add(o, "name", fdd_json_string(c->name, strlen(c->name)));
	json_object_object_add(o, "before", json_side(&c->side[0]));
	json_object_object_add(o, "after", json_side(&c->side[1]));
	return o;
}

static const struct fdd_list list = {
	.key = "functions",
	.csv_head = "name,calls_a,calls_b,total_ns_a,total_ns_b,avg_ns_a,avg_ns_b,p99_ns_a,p99_ns_b",
	.head = print_head,
	.text = print_text,
	.csv = print_csv,
	.json = json_change,
};

static json_object *json_document(void *arg)
{
	const struct trace *traces = arg;
	json_object *o = json_object_new_object();

	json_object_object_add(o, "version", json_object_new_int(FDD_JSON_VERSION));
	json_object_object_add(o, "before", fdd_json_document(traces[0].m, traces[0].t));
	json_object_object_add(o, "after", fdd_json_document(traces[1].m, traces[1].t));
	return o;
}

static void print_heads(const struct trace *sides, enum fdd_format format)
{
	if (!sides[0].stats)
		return;
	fdd_stat_head_print(sides[0].stats, "A", format);
	fdd_stat_head_print(sides[1].stats, "B", format);
	fdd_stat_head_error(format);
}

static void print_changes(struct changes *c, const struct fdd_options *o,
			  struct trace *traces, bool found)
{
	struct fdd_writer w;

	drop_same(c);
	if (c->nr)
		qsort(c->list, c->nr, sizeof(*c->list), by_distance);
	if (o->limit && c->nr > o->limit)
		c->nr = o->limit;
	if (found && !c->nr && o->format == FDD_TEXT) {
		puts("no difference");
		return;
	}
	fdd_write_begin(&w, o->format, json_document, traces);
	fdd_write_list(&w, &list, NULL);
	for (size_t i = 0; i < c->nr; i++)
		fdd_write_row(&w, &c->list[i]);
	fdd_write_end(&w);
}

/* A filter has state about one model, so each side has one. */
static bool begin_side(struct trace *tr, const struct diff *d, int side)
{
	const struct fdd_options *o = &d->options;
	bool stats = statistics_are_in(d->traces.paths[side]);

	tr->filter = fdd_filter_new(&o->wish);
	if (!tr->filter || (stats && !fdd_filter_check_stats(tr->filter)))
		return false;
	if (!stats && fdd_traces_look_ahead(&d->traces, side, 1, tr->filter) >= 0)
		return false;
	if (stats && o->by != FDD_BY_FUNCTION) {
		fdd_error("--by does not apply to statistics, which are of functions");
		return false;
	}
	tr->m = fdd_model_new();
	fdd_filter_attach(tr->filter, tr->m);
	tr->t = fdd_table_new(tr->m, o->by, FDD_TABLE_TOTALS | FDD_TABLE_PERCENTILES);
	return true;
}

static void end_side(struct trace *tr)
{
	if (tr->t)
		fdd_table_free(tr->t);
	if (tr->m)
		fdd_model_free(tr->m);
	fdd_filter_free(tr->filter);
}

/* Several functions of a name can be added up, but for their percentiles. */
static bool knows_p99(const struct fdd_stats *s, const char *path)
{
	for (uint32_t i = 0; i < s->nr; i++) {
		if (fdd_stat_knows(&s->list[i], 990000))
			continue;
		fdd_error("%s: has several functions %s, whose p99 together is not known: use stat_hist",
			  path, s->list[i].name);
		return false;
	}
	return true;
}

static int read_stats(struct trace *tr, const char *path, const char *label)
{
	struct fdd_stats *s = statistics_read(path);

	if (!s)
		return FDD_EXIT_INPUT;
	statistics_to_model(tr->m, s, path, label);
	tr->stats = s;
	if (s->dropped)
		fdd_error("%s: nothing was counted since the reset", path);
	if (s->dropped || !knows_p99(s, path))
		return FDD_EXIT_INPUT;
	statistics_to_table(tr->m, tr->t, tr->filter);
	return FDD_EXIT_OK;
}

static int read_side(struct trace *tr, const struct diff *d, int side)
{
	const struct fdd_traces *t = &d->traces;

	if (statistics_are_in(t->paths[side]))
		return read_stats(tr, t->paths[side],
				  (unsigned int)side < t->nr_labels ? t->labels[side] : NULL);
	if (fdd_traces_read(t, side, tr->m))
		return FDD_EXIT_INPUT;
	fdd_warn_sources(tr->m, t->warnings);
	fdd_filter_warn(tr->filter);
	return FDD_EXIT_OK;
}

/* All calls and some of the calls differ, whatever happened. */
static bool comparable(const struct trace *sides, const struct diff *d)
{
	int trace = sides[0].stats ? 1 : 0;

	if (!sides[0].stats == !sides[1].stats)
		return true;
	fdd_error("%s has statistics of all calls, %s only the calls that were recorded",
		  d->traces.paths[!trace], d->traces.paths[trace]);
	return false;
}

/* Keep only what the changes need: there may be as much of the other side. */
static void end_reading(struct trace *tr, struct changes *c, struct fdd_names *names, int side)
{
	fdd_table_warn(tr->t);
	join(c, names, tr, side);
	fdd_table_forget_rows(tr->t);
	fdd_table_forget_tasks(tr->t);
	fdd_model_forget_tasks(tr->m);
	xtrim();	/* or holes between what is kept stay */
}

/* Read both, or fail. */
static int read_sides(struct trace *sides, struct changes *c, struct fdd_names *names,
		      const struct diff *d)
{
	int status = FDD_EXIT_OK;

	for (int i = 0; i < 2; i++) {
		if (!begin_side(&sides[i], d, i))
			return FDD_EXIT_USAGE;
		if (read_side(&sides[i], d, i))
			status = FDD_EXIT_INPUT;
		end_reading(&sides[i], c, names, i);
	}
	return status || comparable(sides, d) ? status : FDD_EXIT_INPUT;
}

/* Print why nothing of a side is compared. Returns false if it has nothing at all. */
static bool explain_side(const struct trace *tr, const char *path)
{
	if (tr->stats && !tr->stats->nr)
		return false;
	if (!tr->stats && !fdd_has_calls(tr->m)) {
		fdd_error_no_calls(tr->m);
		return true;
	}
	fdd_error("%s: nothing passes the filters:", path);
	fdd_filter_explain(tr->filter, tr->t);
	return true;
}

/*
 * Is there something to compare? Otherwise prints why not. Statistics of no functions are
 * equal.
 */
static bool has_rows(const struct changes *c, const struct trace *sides,
		     const struct diff *d)
{
	bool explained = false;

	for (int i = 0; i < 2 && !c->nr; i++)
		explained |= explain_side(&sides[i], d->traces.paths[i]);
	return !explained;
}

static int compare(const struct diff *d)
{
	struct fdd_names names = { 0 };
	struct trace sides[2] = { 0 };
	struct changes c = { 0 };
	int status = read_sides(sides, &c, &names, d);
	bool found;

	if (status == FDD_EXIT_OK) {
		if (!d->options.no_pager)
			fdd_pager_begin();
		print_heads(sides, d->options.format);
		found = has_rows(&c, sides, d);
		print_changes(&c, &d->options, sides, found);
		status = fdd_output_ok() && found ? FDD_EXIT_OK : FDD_EXIT_INPUT;
		fdd_pager_end();
	}
	for (int i = 0; i < 2; i++)
		end_side(&sides[i]);
	free(c.list);
	fdd_names_free(&names);
	return status;
}

#define SCOPE	(FDD_OF_CALLS | FDD_OF_ROWS | FDD_TAKES_LIMIT | FDD_TAKES_KEY | \
		 FDD_TAKES_FORMAT | FDD_TAKES_STACKS)

static bool check_causes(const struct diff *d)
{
	if (d->causes && (d->options.wish.nr || d->options.by != FDD_BY_FUNCTION))
		fdd_error("--causes is of all calls: it does not go with filters and --by");
	else if (d->causes && (statistics_are_in(d->traces.paths[0]) ||
			       statistics_are_in(d->traces.paths[1])))
		fdd_error("--causes needs traces: statistics do not say what the time was spent on");
	else if (d->threshold && !d->causes)
		fdd_error("--threshold needs --causes");
	else
		return true;
	return false;
}

static int take_options(struct diff *d, const struct fdd_args *args)
{
	int status = fdd_args_take(args);

	if (status < 0)
		status = fdd_traces_name(&d->traces, args);
	if (status >= 0)
		return status;
	if (d->traces.nr != 2) {
		fdd_error("needs two traces, not %d", d->traces.nr);
		return FDD_EXIT_USAGE;
	}
	return fdd_check_scope(args, SCOPE, "diff", false) &&
	       fdd_check_format(d->options.format, FDD_FORMATS, "diff") &&
	       check_causes(d) &&
	       (d->options.by != FDD_BY_WHERE || fdd_traces_need_stacks(&d->traces)) ?
		       -1 : FDD_EXIT_USAGE;
}

static int compare_causes(const struct diff *d)
{
	const struct fdd_causes_wish wish = {
		.threshold = d->threshold, .rows = d->options.limit,
		.format = d->options.format, .no_pager = d->options.no_pager,
	};

	return fdd_causes_compare(&d->traces, &wish);
}

int cmd_diff(int argc, char **argv)
{
	struct fdd_usage usage = {
		.operands = "BEFORE AFTER",
		.about = "Compare two traces: the largest change of total first.\n"
			 "Functions without a change are left out.\n",
		.scope = SCOPE,
	};
	struct diff d = { 0 };
	struct fdd_args args;
	int status;

	fdd_options_init(&d.options);
	fdd_colors_init("auto");
	fdd_opts_use(&usage.uses, &diff_opts, &d);
	fdd_opts_use(&usage.uses, &fdd_row_opts, &d.options);
	fdd_opts_use(&usage.uses, &fdd_filter_opts, &d.options.wish);
	fdd_opts_use(&usage.uses, &fdd_trace_opts, &d.traces);
	fdd_opts_use(&usage.uses, &fdd_stack_opts, &d.traces);
	fdd_opts_use(&usage.uses, &fdd_output_opts, &d.options);
	status = fdd_usage_parse(&usage, &args, argc, argv);
	if (status < 0)
		status = take_options(&d, &args);
	if (status < 0)
		status = d.causes ? compare_causes(&d) : compare(&d);
	fdd_args_free(&args);
	fdd_traces_free(&d.traces);
	fdd_options_free(&d.options);
	return status;
}

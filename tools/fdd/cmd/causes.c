// SPDX-License-Identifier: GPL-2.0
/*
 * "fdd diff --causes A B": for each function what its calls spent their time on, before and after;
 * the largest change first.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/causes.h"
#include "lib/clean.h"
#include "lib/pager.h"
#include "lib/util.h"
#include "model/lives.h"
#include "model/slow.h"
#include "view/account.h"
#include "view/document.h"
#include "view/warnings.h"
#include "view/write.h"

#define MOST_FUNCTIONS	1000	/* of a trace, those with the most time */
#define MOST_CAUSES	200	/* of a function, the largest */
#define MOST_TEXT	(32 << 20)	/* bytes of all causes */
#define OTHER_CAUSES	"other causes"

struct row {
	uint32_t	func;		/* in names */
	uint32_t	cause;		/* in names */
	uint64_t	ns[2];		/* before and after */
};

struct side {
	struct fdd_model *m;
	struct fdd_table *t;
	uint32_t	left_out;	/* functions */
};

struct causes {
	const struct fdd_causes_wish *wish;
	struct fdd_names names;
	struct fdd_map	keys;		/* func and cause -> number of the row + 1 */
	struct row	*rows;
	size_t		nr, cap;
	uint32_t	(*calls)[2];	/* by func */
	uint32_t	nr_calls;
	bool		is_share;	/* there were more calls of a function than are looked at */
	struct side	sides[2];
};

static uint64_t distance(const struct row *r)
{
	return r->ns[0] > r->ns[1] ? r->ns[0] - r->ns[1] : r->ns[1] - r->ns[0];
}

static int by_distance(const void *a, const void *b, void *arg)
{
	const struct row *x = a, *y = b;
	const struct causes *c = arg;
	int d;

	if (distance(x) != distance(y))
		return distance(x) < distance(y) ? 1 : -1;
	d = strcmp(fdd_name(&c->names, x->func), fdd_name(&c->names, y->func));
	return d ? d : strcmp(fdd_name(&c->names, x->cause), fdd_name(&c->names, y->cause));
}

static struct row *row_of(struct causes *c, uint32_t func, const char *cause)
{
	uint32_t id = fdd_names_get(&c->names, cause, strlen(cause));
	uint64_t *at = fdd_map_get(&c->keys, (uint64_t)func << 32 | id);

	if (!*at) {
		GROW(c->rows, c->nr, c->cap);
		c->rows[c->nr++] = (struct row){ .func = func, .cause = id };
		*at = c->nr;
	}
	return &c->rows[*at - 1];
}

static void add_calls(struct causes *c, uint32_t func, int side, uint32_t nr)
{
	GROW_TO(c->calls, c->nr_calls, func);
	c->calls[func][side] += nr;
}

static bool has_room(const struct causes *c, const char *cause)
{
	uint32_t id;

	return c->names.text < MOST_TEXT || fdd_names_find(&c->names, cause, strlen(cause), &id);
}

static void add_function(struct causes *c, const struct fdd_slow *slow,
			 const struct fdd_slow_func *f, int side)
{
	const char *name = fdd_name(&slow->l->m->funcs, f->func);
	uint32_t func = fdd_names_get(&c->names, name, strlen(name));
	struct fdd_path path;

	add_calls(c, func, side, f->nr_slow);
	c->is_share |= f->nr_slow == FDD_SLOW_CALLS;
	fdd_slow_explain(slow, f, &path);
	for (uint32_t i = 0; i < path.nr; i++) {
		char *text = i < MOST_CAUSES ?
			     fdd_account_cause_text(&path, &path.causes[i], true) : NULL;

		row_of(c, func, text && has_room(c, text) ? text : OTHER_CAUSES)->ns[side] +=
			path.causes[i].ns;
		free(text);
	}
	fdd_path_free(&path);
}

static int read_side(struct causes *c, const struct fdd_traces *traces, int side)
{
	struct side *s = &c->sides[side];
	struct fdd_slow slow;
	struct fdd_lives l;
	int status;

	s->m = fdd_model_new();
	s->t = fdd_table_new(s->m, FDD_BY_FUNCTION, 0);
	fdd_lives_begin(&l, s->m);
	status = fdd_traces_read(traces, side, s->m) ? FDD_EXIT_INPUT : FDD_EXIT_OK;
	fdd_lives_finish(&l);
	if (status == FDD_EXIT_OK) {
		fdd_warn_sources(s->m, traces->warnings);
		fdd_slow_begin(&slow, &l, c->wish->threshold ? c->wish->threshold : 1);
		for (uint32_t i = 0; i < slow.nr && i < MOST_FUNCTIONS; i++)
			add_function(c, &slow, &slow.funcs[i], side);
		s->left_out = slow.nr > MOST_FUNCTIONS ? slow.nr - MOST_FUNCTIONS : 0;
		fdd_slow_free(&slow);
	}
	fdd_lives_free(&l);
	fdd_table_forget_tasks(s->t);
	fdd_model_forget_tasks(s->m);
	xtrim();
	return status;
}

/* What a trace has of a function that was left out in the other one is no change. */
static bool is_known(const struct causes *c, const struct row *r)
{
	for (int i = 0; i < 2; i++)
		if (c->sides[i].left_out && !c->calls[r->func][i])
			return false;
	return true;
}

static void drop_same(struct causes *c)
{
	size_t nr = 0;

	for (size_t i = 0; i < c->nr; i++)
		if (distance(&c->rows[i]) && is_known(c, &c->rows[i]))
			c->rows[nr++] = c->rows[i];
	c->nr = nr;
}

static void print_head(void *arg)
{
	(void)arg;
	printf("%s%11s %11s %12s  %7s %7s  %-30s Cause%s\n", fdd_color.head, "Time(us) A",
	       "Time(us) B", "change", "Calls A", "Calls B", "Function", fdd_color.reset);
}

static void print_text(void *arg, const void *row)
{
	const struct causes *c = arg;
	const struct row *r = row;
	const char *name = fdd_name(&c->names, r->func);
	double before = r->ns[0] / 1000.0, after = r->ns[1] / 1000.0;
	int width;

	printf("%11.3f %11.3f %s%+12.3f%s  %7u %7u  ", before, after,
	       after > before ? fdd_color.slower : fdd_color.good, after - before,
	       fdd_color.reset, c->calls[r->func][0], c->calls[r->func][1]);
	width = fdd_print_clean(name, strlen(name));
	printf("%*s%s\n", width < 30 ? 31 - width : 1, "", fdd_name(&c->names, r->cause));
}

static void print_csv(void *arg, const void *row)
{
	const struct causes *c = arg;
	const struct row *r = row;

	fdd_csv_string(fdd_name(&c->names, r->func));
	printf(",%u,%u,%llu,%llu,", c->calls[r->func][0], c->calls[r->func][1],
	       (unsigned long long)r->ns[0], (unsigned long long)r->ns[1]);
	fdd_csv_string(fdd_name(&c->names, r->cause));
	putchar('\n');
}

static json_object *json_side(const struct causes *c, const struct row *r, int side)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "calls", fdd_json_ns(c->calls[r->func][side]));
	json_object_object_add(o, "ns", fdd_json_ns(r->ns[side]));
	return o;
}

static json_object *json_row(void *arg, const void *row)
{
	const struct causes *c = arg;
	const struct row *r = row;
	const char *name = fdd_name(&c->names, r->func), *cause = fdd_name(&c->names, r->cause);
	json_object *o = json_object_new_object();

	json_object_object_add(o, "name", fdd_json_string(name, strlen(name)));
	json_object_object_add(o, "cause", fdd_json_string(cause, strlen(cause)));
	json_object_object_add(o, "before", json_side(c, r, 0));
	json_object_object_add(o, "after", json_side(c, r, 1));
	return o;
}

static json_object *json_document(void *arg)
{
	const struct causes *c = arg;
	json_object *o = json_object_new_object();

	json_object_object_add(o, "version", json_object_new_int(FDD_JSON_VERSION));
	json_object_object_add(o, "before", fdd_json_document(c->sides[0].m, c->sides[0].t));
	json_object_object_add(o, "after", fdd_json_document(c->sides[1].m, c->sides[1].t));
	return o;
}

static const struct fdd_list list = {
	.key = "causes",
	.csv_head = "name,calls_a,calls_b,ns_a,ns_b,cause",
	.head = print_head,
	.text = print_text,
	.csv = print_csv,
	.json = json_row,
};

static void warn(const struct causes *c)
{
	for (int i = 0; i < 2; i++)
		if (c->sides[i].left_out)
			fdd_warning("%s: the %d functions with the most time are compared, %u others are not",
				    i ? "B" : "A", MOST_FUNCTIONS, c->sides[i].left_out);
	if (c->is_share)
		fdd_warning("of a function the %d slowest calls are compared, not all",
			    FDD_SLOW_CALLS);
}

static void print(struct causes *c)
{
	struct fdd_writer w;

	warn(c);
	drop_same(c);
	if (c->nr)
		qsort_r(c->rows, c->nr, sizeof(*c->rows), by_distance, c);
	if (c->wish->rows && c->nr > c->wish->rows)
		c->nr = c->wish->rows;
	if (!c->nr && c->wish->format == FDD_TEXT) {
		puts("no difference");
		return;
	}
	fdd_write_begin(&w, c->wish->format, json_document, c);
	fdd_write_list(&w, &list, c);
	for (size_t i = 0; i < c->nr; i++)
		fdd_write_row(&w, &c->rows[i]);
	fdd_write_end(&w);
}

/* Is there something to compare? Otherwise prints why not. */
static bool has_calls(const struct causes *c)
{
	for (int i = 0; i < 2; i++) {
		if (fdd_has_calls(c->sides[i].m))
			continue;
		fdd_error_no_calls(c->sides[i].m);
		return false;
	}
	return true;
}

int fdd_causes_compare(const struct fdd_traces *traces, const struct fdd_causes_wish *wish)
{
	struct causes c = { .wish = wish };
	int status = FDD_EXIT_OK;

	for (int i = 0; i < 2; i++)
		if (read_side(&c, traces, i))
			status = FDD_EXIT_INPUT;
	if (status == FDD_EXIT_OK && !has_calls(&c))
		status = FDD_EXIT_INPUT;
	if (status == FDD_EXIT_OK) {
		if (!wish->no_pager)
			fdd_pager_begin();
		print(&c);
		status = fdd_output_ok() ? FDD_EXIT_OK : FDD_EXIT_INPUT;
		fdd_pager_end();
	}
	for (int i = 0; i < 2; i++) {
		fdd_table_free(c.sides[i].t);
		fdd_model_free(c.sides[i].m);
	}
	fdd_map_free(&c.keys);
	fdd_names_free(&c.names);
	free(c.rows);
	free(c.calls);
	return status;
}

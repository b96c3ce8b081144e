// SPDX-License-Identifier: GPL-2.0
/* Prints the slow calls of a trace by their causes: a row for each cause of a function. */
#include <stdlib.h>
#include <string.h>

#include "view/account.h"
#include "view/document.h"
#include "view/slow.h"
#include "view/write.h"

#define LEAST_SHARE	0.01

struct row {
	const struct fdd_slow_func *func;
	const struct fdd_path	*path;
	uint64_t		ns;
	const char		*cause;		/* in words; NULL: the other causes */
	bool			first;		/* of the function */
};

static const char *name_of(void *arg, const struct row *r)
{
	const struct fdd_slow_view *v = arg;

	return fdd_name(&v->slow->l->m->funcs, r->func->func);
}

static double share(const struct row *r)
{
	return r->path->ns ? (double)r->ns / r->path->ns : 0;
}

static const char *words(const struct row *r)
{
	return r->cause ? r->cause : "other causes";
}

static void print_head(void *arg, const struct row *r)
{
	const char *name = name_of(arg, r);
	char least[FDD_MAX_TIME], all[FDD_MAX_TIME];

	fdd_print_clean(name, strlen(name));
	printf(": %u of %u call%s took %s or longer, %s in all\n", r->func->nr_slow,
	       r->func->nr_calls, r->func->nr_calls == 1 ? "" : "s",
	       fdd_time_text(least, sizeof(least), r->func->least),
	       fdd_time_text(all, sizeof(all), r->path->ns));
}

static void print_text(void *arg, const void *row)
{
	const struct row *r = row;
	char text[FDD_MAX_TIME];

	if (r->first)
		print_head(arg, r);
	printf("%5.1f %%  %10s  %s\n", 100 * share(r), fdd_time_text(text, sizeof(text), r->ns),
	       words(r));
}

static void print_csv(void *arg, const void *row)
{
	const struct row *r = row;

	fdd_csv_string(name_of(arg, r));
	printf(",%u,%u,%llu,%llu,%llu,%.4f,", r->func->nr_calls, r->func->nr_slow,
	       (unsigned long long)r->func->least, (unsigned long long)r->path->ns,
	       (unsigned long long)r->ns, share(r));
	fdd_csv_string(words(r));
	putchar('\n');
}

static json_object *json_row(void *arg, const void *row)
{
	const struct row *r = row;
	const char *name = name_of(arg, r);
	json_object *o = json_object_new_object();

	json_object_object_add(o, "name", fdd_json_string(name, strlen(name)));
	json_object_object_add(o, "calls", fdd_json_ns(r->func->nr_calls));
	json_object_object_add(o, "slow_calls", fdd_json_ns(r->func->nr_slow));
	json_object_object_add(o, "least_ns", fdd_json_ns(r->func->least));
	json_object_object_add(o, "slow_ns", fdd_json_ns(r->path->ns));
	json_object_object_add(o, "ns", fdd_json_ns(r->ns));
	json_object_object_add(o, "share", fdd_json_double(share(r), 4));
	json_object_object_add(o, "cause", r->cause ? fdd_json_string(r->cause, strlen(r->cause)) :
						      NULL);
	return o;
}

static json_object *json_document(void *arg)
{
	const struct fdd_slow_view *v = arg;

	return fdd_json_document(v->slow->l->m, v->t);
}

static const struct fdd_list list = {
	.key = "slow",
	.csv_head = "name,calls,slow_calls,least_ns,slow_ns,ns,share,cause",
	.text = print_text,
	.csv = print_csv,
	.json = json_row,
};

/* In a text small ones are joined. */
static bool is_told(const struct fdd_path *path, uint32_t i, enum fdd_format format)
{
	return format != FDD_TEXT || !i || path->causes[i].ns >= LEAST_SHARE * path->ns;
}

static void write_function(const struct fdd_slow_view *v, const struct fdd_slow_func *func,
			   struct fdd_writer *w)
{
	struct fdd_path path;
	struct row row = { .func = func, .path = &path, .first = true };
	uint64_t told = 0;

	fdd_slow_explain(v->slow, func, &path);
	for (uint32_t i = 0; i < path.nr && i < v->causes && is_told(&path, i, w->format); i++) {
		char *text = fdd_account_cause_text(&path, &path.causes[i], false);

		row.ns = path.causes[i].ns;
		row.cause = text;
		fdd_write_row(w, &row);
		free(text);
		told += row.ns;
		row.first = false;
	}
	row.ns = path.ns - told;
	row.cause = NULL;
	if (row.ns)
		fdd_write_row(w, &row);
	fdd_path_free(&path);
}

void fdd_slow_print(const struct fdd_slow_view *v, enum fdd_format format)
{
	struct fdd_writer w;

	fdd_write_begin(&w, format, json_document, (void *)v);
	fdd_write_list(&w, &list, (void *)v);
	for (uint32_t i = 0; i < v->slow->nr && i < v->functions; i++)
		write_function(v, &v->slow->funcs[i], &w);
	fdd_write_end(&w);
	if (format == FDD_TEXT && !v->slow->nr)
		puts("no calls but those that are long on request");
}

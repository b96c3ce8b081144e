// SPDX-License-Identifier: GPL-2.0
/* Prints the comparison of slow calls with ordinary ones. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "view/contrast.h"
#include "view/write.h"
#include "view/document.h"

#define DEFAULT_ROWS	15

static const char *const kinds[] = {
	[FDD_WHY_RUNNING] = "running", [FDD_WHY_ASLEEP] = "asleep",
	[FDD_WHY_WAITING] = "waiting", [FDD_WHY_INTERRUPTS] = "interrupts",
	[FDD_WHY_UNKNOWN] = "unknown",
};

static const char *const phrases[] = {
	[FDD_WHY_RUNNING] = "running in ", [FDD_WHY_ASLEEP] = "asleep in ",
	[FDD_WHY_WAITING] = "ready, but the CPU ran ", [FDD_WHY_INTERRUPTS] = "interrupt ",
	[FDD_WHY_UNKNOWN] = "not known: ",
};

static double difference(const struct fdd_contrast *c)
{
	return fdd_contrast_avg(c, c->ns[FDD_SLOW], FDD_SLOW) -
	       fdd_contrast_avg(c, c->ns[FDD_ORDINARY], FDD_ORDINARY);
}

static void print_time(double ns)
{
	char text[FDD_MAX_TIME];

	printf("%11s ", fdd_time_in(text, ns < 0 ? -ns : ns, FDD_AUTO));
}

/* "512 slow calls of 3 ms on average" */
static void print_side(const struct fdd_contrast *c, enum fdd_contrast_side side,
		       const char *what)
{
	char text[FDD_MAX_TIME];

	printf("%llu %s call%s of %s on average", (unsigned long long)c->calls[side], what,
	       c->calls[side] == 1 ? "" : "s",
	       fdd_time_in(text, fdd_contrast_avg(c, c->ns[side], side), FDD_AUTO));
}

/* "count", "argument 3", "the return value" */
static const char *value_name(const struct fdd_values *v, const struct fdd_value_rule *r,
			      char *text, size_t size)
{
	const char *name = v->lists[r->nr].name;

	if (r->nr == FDD_VALUE_ARGS)
		return "the return value";
	if (name)
		return name;
	snprintf(text, size, "argument %u", r->nr + 1);
	return text;
}

/* "count was 4194304 or more in 100 % of the slow calls, and in 2 % of the ordinary ones" */
static void print_values(const struct fdd_values *v)
{
	char text[32];

	for (unsigned int i = 0; i < v->nr_rules; i++) {
		const struct fdd_value_rule *r = &v->rules[i];
		const char *name = value_name(v, r, text, sizeof(text));

		fdd_print_clean(name, strlen(name));
		printf(" was %lld or %s in %.0f %% of the slow calls, and in %.0f %% of the ordinary ones\n",
		       (long long)r->limit, r->at_most ? "less" : "more",
		       100 * r->part[FDD_SLOW], 100 * r->part[FDD_ORDINARY]);
	}
}

static void print_head(void *arg)
{
	const struct fdd_contrast_view *v = arg;
	char text[FDD_MAX_TIME];

	fdd_print_clean(v->name, strlen(v->name));
	printf(", %llu calls: ", (unsigned long long)v->calls);
	print_side(v->c, FDD_SLOW, v->more_slow ? "of the slow" : "slow");
	printf(" (%s%s), ", v->by_p99 ? "above p99, " : "at least ",
	       fdd_time_in(text, v->limit, FDD_AUTO));
	print_side(v->c, FDD_ORDINARY, "ordinary");
	putchar('\n');
	print_values(v->values);
	printf("%s       Slow    Ordinary        More  Share  Per call%s\n", fdd_color.head,
	       fdd_color.reset);
	puts("----------- ----------- ----------- ------  ------------------------------");
}

static void print_text(void *arg, const void *row)
{
	const struct fdd_contrast_view *v = arg;
	const struct fdd_contrast_row *r = row;
	double all = difference(v->c);

	print_time(fdd_contrast_avg(v->c, r->ns[FDD_SLOW], FDD_SLOW));
	print_time(fdd_contrast_avg(v->c, r->ns[FDD_ORDINARY], FDD_ORDINARY));
	print_time(r->more);
	printf("%5.1f%%  %s", all > 0 ? 100 * r->more / all : 0, phrases[r->kind]);
	if (*r->name)
		fdd_print_clean(r->name, strlen(r->name));
	else
		fputs("the call itself", stdout);
	putchar('\n');
}

static void print_csv(void *arg, const void *row)
{
	const struct fdd_contrast_row *r = row;

	(void)arg;
	printf("%s,", kinds[r->kind]);
	fdd_csv_string(r->name);
	printf(",%llu,%llu,%.1f\n", (unsigned long long)r->ns[FDD_SLOW],
	       (unsigned long long)r->ns[FDD_ORDINARY], r->more);
}

static json_object *json_row(void *arg, const void *row)
{
	const struct fdd_contrast_row *r = row;
	json_object *o = json_object_new_object();

	(void)arg;
	json_object_object_add(o, "kind", json_object_new_string(kinds[r->kind]));
	json_object_object_add(o, "name", fdd_json_string(r->name, strlen(r->name)));
	json_object_object_add(o, "slow_ns", fdd_json_ns(r->ns[FDD_SLOW]));
	json_object_object_add(o, "ordinary_ns", fdd_json_ns(r->ns[FDD_ORDINARY]));
	json_object_object_add(o, "more_ns", fdd_json_double(r->more, 1));
	return o;
}

static json_object *json_side(const struct fdd_contrast *c, enum fdd_contrast_side side)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "calls", fdd_json_ns(c->calls[side]));
	json_object_object_add(o, "ns", fdd_json_ns(c->ns[side]));
	return o;
}

static json_object *json_values(const struct fdd_values *v)
{
	json_object *list = json_object_new_array();
	char text[32];

	for (unsigned int i = 0; i < v->nr_rules; i++) {
		const struct fdd_value_rule *r = &v->rules[i];
		const char *name = value_name(v, r, text, sizeof(text));
		json_object *o = json_object_new_object();

		json_object_object_add(o, "name", fdd_json_string(name, strlen(name)));
		json_object_object_add(o, r->at_most ? "at_most" : "at_least",
				       json_object_new_int64(r->limit));
		json_object_object_add(o, "of_slow", fdd_json_double(r->part[FDD_SLOW], 4));
		json_object_object_add(o, "of_ordinary",
				       fdd_json_double(r->part[FDD_ORDINARY], 4));
		json_object_array_add(list, o);
	}
	return list;
}

static json_object *json_document(void *arg)
{
	const struct fdd_contrast_view *v = arg;
	json_object *o = fdd_json_document(v->m, v->t);

	json_object_object_add(o, "name", fdd_json_string(v->name, strlen(v->name)));
	json_object_object_add(o, "calls", fdd_json_ns(v->calls));
	json_object_object_add(o, "limit_ns", fdd_json_ns(v->limit));
	json_object_object_add(o, "slow", json_side(v->c, FDD_SLOW));
	json_object_object_add(o, "ordinary", json_side(v->c, FDD_ORDINARY));
	json_object_object_add(o, "values", json_values(v->values));
	return o;
}

static const struct fdd_list list = {
	.key = "contrast",
	.csv_head = "kind,name,slow_ns,ordinary_ns,more_ns",
	.head = print_head,
	.text = print_text,
	.csv = print_csv,
	.json = json_row,
};

void fdd_contrast_print(const struct fdd_contrast_view *v, enum fdd_format format)
{
	uint64_t most = v->rows ? v->rows : format == FDD_TEXT ? DEFAULT_ROWS : UINT64_MAX;
	const struct fdd_contrast *c = v->c;
	struct fdd_writer w;
	uint32_t i;

	fdd_write_begin(&w, format, json_document, (void *)v);
	fdd_write_list(&w, &list, (void *)v);
	for (i = 0; i < c->nr && i < most; i++)
		fdd_write_row(&w, &c->rows[i]);
	fdd_write_end(&w);
	if (format == FDD_TEXT && i < c->nr)
		printf("%u more rows, with less of the difference (-n)\n", c->nr - i);
}

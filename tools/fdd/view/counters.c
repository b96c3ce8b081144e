// SPDX-License-Identifier: GPL-2.0
/* Values of the counters that programs wrote to the trace, by process. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "view/counters.h"

/* Limit of counters, for programs that name each value differently. */
#define MAX_COUNTERS	65536
#define MAX_TEXT	(16u << 20)	/* of their names */

struct fdd_counter {
	const char	*name;
	uint64_t	count;
	int64_t		min, max, last;
	long double	sum;
	int32_t		process;
};

static struct fdd_counter *add(struct fdd_counters *c, const char *name, int32_t process)
{
	GROW(c->list, c->nr, c->cap);
	c->list[c->nr] = (struct fdd_counter){
		.name = name, .process = process, .min = INT64_MAX, .max = INT64_MIN,
	};
	return &c->list[c->nr++];
}

static struct fdd_counter *get(struct fdd_counters *c, const struct fdd_region_line *line)
{
	uint64_t *number;
	uint32_t name;

	if (!fdd_names_find(&c->names, line->name, line->name_len, &name)) {
		if (c->nr == MAX_COUNTERS || c->names.text + line->name_len >= MAX_TEXT)
			return NULL;
		name = fdd_names_get(&c->names, line->name, line->name_len);
	}
	number = fdd_map_find(&c->numbers, (uint64_t)line->process << 32 | name);
	if (number)
		return &c->list[*number - 1];
	if (c->nr == MAX_COUNTERS)
		return NULL;
	*fdd_map_get(&c->numbers, (uint64_t)line->process << 32 | name) = c->nr + 1;
	return add(c, fdd_name(&c->names, name), line->process);
}

void fdd_counters_add(struct fdd_counters *c, const struct fdd_region_line *line)
{
	struct fdd_counter *counter = get(c, line);

	if (!counter) {
		c->more++;
		return;
	}
	counter->count++;
	counter->last = line->value;
	counter->sum += line->value;
	if (line->value < counter->min)
		counter->min = line->value;
	if (line->value > counter->max)
		counter->max = line->value;
}

static int by_name(const void *a, const void *b)
{
	const struct fdd_counter *x = a, *y = b;
	int cmp = strcmp(x->name, y->name);

	return cmp ? cmp : (x->process > y->process) - (x->process < y->process);
}

/* Returns the number of rows to show. No counters may be added afterwards. */
static uint32_t sort(struct fdd_counters *c, uint64_t limit)
{
	if (c->nr)
		qsort(c->list, c->nr, sizeof(*c->list), by_name);
	if (c->more && c->nr == MAX_COUNTERS)
		fdd_warning("more than %u different counters: %llu values of others are left out",
			    MAX_COUNTERS, (unsigned long long)c->more);
	else if (c->more)
		fdd_warning("the names of counters have more than %u MiB: %llu values of others are left out",
			    MAX_TEXT >> 20, (unsigned long long)c->more);
	return limit && c->nr > limit ? limit : c->nr;
}

static double average(const struct fdd_counter *c)
{
	return c->sum / c->count;
}

static int name_width(const struct fdd_counters *c, uint32_t nr)
{
	int width = 30;

	for (uint32_t i = 0; i < nr; i++)
		if ((int)strlen(c->list[i].name) > width)
			width = strlen(c->list[i].name);
	return width;
}

/* Counters have a table of their own. */
static void print_head(void *arg)
{
	const struct fdd_counters *c = arg;

	printf("\n%s%-*s %8s %7s %14s %14s %14s %14s%s\n", fdd_color.head, c->width,
	       "Counter", "Process", "Count", "Min", "Avg", "Max", "Last", fdd_color.reset);
	for (int i = 0; i < c->width; i++)
		putchar('-');
	puts(" -------- ------- -------------- -------------- -------------- --------------");
}

static void print_text(void *arg, const void *row)
{
	const struct fdd_counters *all = arg;
	const struct fdd_counter *c = row;
	int len = fdd_print_clean(c->name, strlen(c->name));

	printf("%*s %8d %7llu %14lld %14.1f %14lld %14lld\n",
	       all->width > len ? all->width - len : 0, "", c->process,
	       (unsigned long long)c->count, (long long)c->min, average(c),
	       (long long)c->max, (long long)c->last);
}

static json_object *json_counter(void *arg, const void *row)
{
	const struct fdd_counter *c = row;
	json_object *o = json_object_new_object();

	(void)arg;
	json_object_object_add(o, "name", fdd_json_string(c->name, strlen(c->name)));
	if (c->process)
		json_object_object_add(o, "process", json_object_new_int(c->process));
	json_object_object_add(o, "count", json_object_new_int64(c->count));
	json_object_object_add(o, "min", json_object_new_int64(c->min));
	json_object_object_add(o, "avg", fdd_json_double(average(c), 4));
	json_object_object_add(o, "max", json_object_new_int64(c->max));
	json_object_object_add(o, "last", json_object_new_int64(c->last));
	return o;
}

/* CSV has only one table, that of the regions. */
static const struct fdd_list list = {
	.key = "counters",
	.head = print_head,
	.text = print_text,
	.json = json_counter,
};

void fdd_counters_write(struct fdd_counters *c, struct fdd_writer *w, uint64_t limit)
{
	uint32_t nr = sort(c, limit);

	if (!nr)
		return;
	if (w->format == FDD_CSV) {
		fdd_warning("%u counter%s left out of CSV, which has one table (--format=text and json have them)",
			    nr, nr == 1 ? " is" : "s are");
		return;
	}
	c->width = name_width(c, nr);
	fdd_write_list(w, &list, c);
	for (uint32_t i = 0; i < nr; i++)
		fdd_write_row(w, &c->list[i]);
}

void fdd_counters_free(struct fdd_counters *c)
{
	free(c->list);
	fdd_map_free(&c->numbers);
	fdd_names_free(&c->names);
}

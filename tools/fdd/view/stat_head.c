// SPDX-License-Identifier: GPL-2.0
/* The header of statistics. */
#include <stdio.h>
#include <string.h>

#include "lib/util.h"
#include "view/stat_head.h"

#define ULL(x)	((unsigned long long)(x))

#define MAX_TEXT	256

static const char *text_of(char text[MAX_TEXT], const struct fdd_stats *s)
{
	snprintf(text, MAX_TEXT,
		 "all calls in %llu.%03llu s%s: %llu calls of %llu %s; without room: %llu calls of functions, %llu calls of tasks",
		 ULL(s->interval / NSEC_PER_SEC), ULL(s->interval % NSEC_PER_SEC / 1000000),
		 s->counting ? " so far" : "", ULL(s->calls), ULL(s->functions),
		 s->of_cgroups ? "cgroups" : "functions", ULL(s->no_room), ULL(s->no_task));
	return text;
}

static void warn(const struct fdd_stats *s)
{
	if (s->no_room)
		fdd_warning("%llu calls were not counted: there was no room for their functions; set the module parameter stat_functions to more",
			    ULL(s->no_room));
	if (s->no_task)
		fdd_warning("%llu calls were not counted: there was no room for their tasks; set the module parameter stat_tasks to more",
			    ULL(s->no_task));
}

void fdd_stat_head_print(const struct fdd_stats *s, const char *name, enum fdd_format format)
{
	char text[MAX_TEXT];

	warn(s);
	text_of(text, s);
	if (format == FDD_TEXT) {
		fputs("# ", stdout);
		fdd_print_clean(name, strlen(name));
		printf("%s%s\n", *name ? ": " : "", text);
	} else if (format == FDD_CSV) {
		fdd_tell("%s%s%s", name, *name ? ": " : "", text);
	}
}

void fdd_stat_head_error(enum fdd_format format)
{
	if (format == FDD_TEXT)
		printf("# percentiles are %s\n", FDD_STAT_ERROR);
}

json_object *fdd_stat_head_json(const struct fdd_stats *s)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "interval_ns", fdd_json_ns(s->interval));
	json_object_object_add(o, "counting", json_object_new_boolean(s->counting));
	json_object_object_add(o, "calls", fdd_json_ns(s->calls));
	json_object_object_add(o, s->of_cgroups ? "cgroups" : "functions",
			       fdd_json_ns(s->functions));
	json_object_object_add(o, "no_room_function", fdd_json_ns(s->no_room));
	json_object_object_add(o, "no_room_task", fdd_json_ns(s->no_task));
	json_object_object_add(o, "histograms", json_object_new_boolean(s->has_buckets));
	return o;
}

// SPDX-License-Identifier: GPL-2.0
/* Contents and defects of the traces. */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "view/document.h"
#include "view/view.h"

#define ULL(x)	((unsigned long long)(x))

static void print_count(const char *what, uint64_t value)
{
	printf("  %-22s %llu\n", what, ULL(value));
}

static void print_seconds(const char *what, uint64_t ns)
{
	printf("  %-22s %llu.%09llu s\n", what, ULL(ns / NSEC_PER_SEC),
	       ULL(ns % NSEC_PER_SEC));
}

static void print_clean(const char *s)
{
	fdd_print_clean(s, strlen(s));
}

/* "2026-11-29T10:11:43.123456789Z" */
static void print_utc(uint64_t ns)
{
	time_t seconds = ns / NSEC_PER_SEC;
	char text[32];
	struct tm tm;

	gmtime_r(&seconds, &tm);
	strftime(text, sizeof(text), "%FT%T", &tm);
	printf("%s.%09lluZ", text, ULL(ns % NSEC_PER_SEC));
}

/* When the first call began, by the wall clock */
static void print_wall(const struct fdd_source *src)
{
	uint64_t real, error;

	if (*src->wall.boot)
		printf("  %-22s %s\n", "boot", src->wall.boot);
	printf("  %-22s ", "wall clock");
	if (src->calls && fdd_wall_at(&src->wall, src->first, &real, &error)) {
		print_utc(real);
		printf(" +- %.3f us at the first call\n", error / 1000.0);
	} else {
		puts("not known");
	}
}

static void print_source(const struct fdd_source *src)
{
	const char *machine = fdd_source_machine(src);

	fputs(fdd_color.head, stdout);
	print_clean(src->label);
	printf("%s: %s%s", fdd_color.reset, src->format, src->tracer ? ", tracer " : "");
	print_clean(src->tracer ? src->tracer : "");
	putchar('\n');
	if (machine) {
		printf("  %-22s ", "machine");
		print_clean(machine);
		putchar('\n');
	}
	if (src->lines)
		print_count("lines", src->lines);
	print_count("bytes", src->bytes);
	print_count("calls", src->calls);
	if (src->stats) {
		print_count("calls counted", src->stats->calls);
		print_count("no room for function", src->stats->no_room);
		print_count("no room for task", src->stats->no_task);
	}
	print_count("markers", src->markers);
	print_count("other events", src->events);
	if (src->calls) {
		print_seconds("first call", src->first);
		print_seconds("last return", src->last);
		print_seconds("span", src->last - src->first);
	}
	print_wall(src);
	print_count("places with loss", src->lost_places);
	print_count("events lost, counted", src->lost);
	print_count("overwritten", src->overwritten);
	print_count("most overruns", src->overruns);
	print_count("not parsed", src->unparsed);
	if (src->unparsed)
		printf("    first at %llu: %s\n", ULL(src->unparsed_line),
		       src->unparsed_text);
	print_count("returns, no entry", src->no_entry);
	print_count("entries, no return", src->no_return);
	if (src->switches || src->switches_no_time) {
		print_count("switches of tasks", src->switches);
		print_count("switches, no time", src->switches_no_time);
		print_count("wake-ups", src->wakes);
	}
	if (src->sleeps)
		print_count("asleep by function", src->sleeps);
	printf("  %-22s %s\n", "cut off at the end", src->truncated || src->cut ? "yes" : "no");
	printf("  %-22s %s\n", "call times", src->no_times ? "no" : "yes");
	printf("  %-22s %s\n", "tasks named", src->no_tasks ? "no" : "yes");
	printf("  %-22s %s\n", "interrupts marked", src->no_contexts ? "no" : "yes");
}

static uint64_t callers(struct fdd_table *t, uint32_t func)
{
	uint64_t nr = 0;

	for (uint32_t i = 0; i < t->nr_edges; i++)
		if (!t->edges[i].direct && fdd_special_func(t->edges[i].kind) == func)
			nr += t->edges[i].calls;
	return nr;
}

static json_object *json_selected(struct fdd_table *t)
{
	json_object *o = json_object_new_object();

	json_object_object_add(o, "functions", fdd_json_ns(t->nr));
	json_object_object_add(o, "calls", fdd_json_ns(fdd_table_calls(t)));
	json_object_object_add(o, "self_ns", fdd_json_ns(fdd_table_self(t)));
	json_object_object_add(o, "roots_ns", fdd_json_ns(t->root_total));
	json_object_object_add(o, "caller_none", fdd_json_ns(callers(t, FDD_FUNC_NONE)));
	json_object_object_add(o, "caller_filtered",
			       fdd_json_ns(callers(t, FDD_FUNC_FILTERED)));
	json_object_object_add(o, "caller_unknown",
			       fdd_json_ns(callers(t, FDD_FUNC_UNKNOWN)));
	json_object_object_add(o, "caller_interrupt",
			       fdd_json_ns(callers(t, FDD_FUNC_INTERRUPT)));
	return o;
}

static void print_selected(const struct fdd_view *v)
{
	struct fdd_table *t = v->t;

	printf("%sselected%s\n", fdd_color.head, fdd_color.reset);
	print_count("functions", t->nr);
	print_count("calls", fdd_table_calls(t));
	printf("  %-22s %.3f us\n", "sum of self times", fdd_table_self(t) / 1000.0);
	printf("  %-22s %.3f us\n", "total of outermost", t->root_total / 1000.0);
	print_count("without caller", callers(t, FDD_FUNC_NONE));
	print_count("behind a gap", v->m->gaps);
	print_count("caller filtered", callers(t, FDD_FUNC_FILTERED));
	print_count("caller unknown", callers(t, FDD_FUNC_UNKNOWN));
	print_count("first of an interrupt", callers(t, FDD_FUNC_INTERRUPT));
}

static void print(struct fdd_view *v)
{
	if (v->o->format == FDD_JSON) {
		json_object *o = fdd_json_document(v->m, v->t);

		json_object_object_add(o, "selected", json_selected(v->t));
		fdd_json_print(o);
		return;
	}
	for (unsigned int i = 0; i < v->m->nr_sources; i++)
		print_source(&v->m->sources[i]);
	print_selected(v);
}

const struct fdd_view_ops fdd_view_info = {
	.name = "--info",
	.option = { 'z', "info", NULL, "contents of the traces, and lost events" },
	.scope = FDD_OF_CALLS,
	.formats = 1 << FDD_TEXT | 1 << FDD_JSON,
	.without_calls = true,
	.print = print,
	.parts = FDD_TABLE_EDGES,
};

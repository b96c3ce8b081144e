// SPDX-License-Identifier: GPL-2.0
/* What the data is, and what is wrong with it. */
#include <stdlib.h>
#include <string.h>

#include "view/view.h"

struct fdd_view {
	struct fdd_model	*m;
	struct fdd_options	*o;
};

static struct fdd_view *begin(struct fdd_model *m, struct fdd_options *o)
{
	struct fdd_view *v = xcalloc(1, sizeof(*v));

	v->m = m;
	v->o = o;
	return v;
}

static void end(struct fdd_view *v)
{
	free(v);
}

#define ULL(x)	((unsigned long long)(x))

static void warn_lost(const struct fdd_source *src)
{
	char count[48] = "events";

	if (!src->lost_places)
		return;
	if (src->lost)
		snprintf(count, sizeof(count), "at least %llu events", ULL(src->lost));
	fdd_warning("%s: %s lost in %llu place%s; a larger buffer (buffer_size_kb), "
		    "a higher threshold or fewer functions help", src->path, count,
		    ULL(src->lost_places), src->lost_places == 1 ? "" : "s");
}

static void warn_unparsed(const struct fdd_source *src)
{
	bool text = !strcmp(src->format, "text");

	if (!src->unparsed)
		return;
	fdd_warning("%s: %llu %s%s not understood; the first is %s %llu: '%s'",
		    src->path, ULL(src->unparsed), text ? "line" : "record",
		    src->unparsed == 1 ? "" : "s", text ? "line" : "at byte",
		    ULL(src->unparsed_line), src->unparsed_text);
}

/* What matters less: only with -w. */
static void warn_more(const struct fdd_source *src)
{
	if (src->overwritten)
		fdd_warning("%s: %llu events overwritten before the trace was read",
			    src->path, ULL(src->overwritten));
	if (src->overruns)
		fdd_warning("%s: a task had up to %llu calls too deep to record",
			    src->path, ULL(src->overruns));
	if (src->no_entry)
		fdd_warning("%s: returns without a name, their entries are missing: %llu",
			    src->path, ULL(src->no_entry));
	if (src->no_return)
		fdd_warning("%s: entries without a return: %llu", src->path,
			    ULL(src->no_return));
	if (src->no_times)
		fdd_warning("%s: has no call times (funcgraph-abstime would give them)",
			    src->path);
	if (src->no_tasks)
		fdd_warning("%s: does not name the tasks; calls of several tasks on one CPU may nest wrongly (duration-proc or funcgraph-proc would name them)",
			    src->path);
}

void fdd_warn_sources(struct fdd_model *m, bool all)
{
	for (unsigned int i = 0; i < m->nr_sources; i++) {
		const struct fdd_source *src = &m->sources[i];

		warn_lost(src);
		warn_unparsed(src);
		if (src->truncated)
			fdd_warning("%s: is cut off at its end", src->path);
		if (all)
			warn_more(src);
	}
	if (m->folded)
		fdd_warning("%llu calls waited too long for their callers, which are now unknown",
			    ULL(m->folded));
}

static void print_count(const char *what, uint64_t value)
{
	printf("  %-22s %llu\n", what, ULL(value));
}

static void print_seconds(const char *what, uint64_t ns)
{
	printf("  %-22s %llu.%09llu s\n", what, ULL(ns / NSEC_PER_SEC),
	       ULL(ns % NSEC_PER_SEC));
}

static void print_source(const struct fdd_source *src)
{
	printf("%s%s%s: %s", fdd_color.head, src->label, fdd_color.reset, src->format);
	printf("%s%s\n", src->tracer ? ", tracer " : "", src->tracer ? src->tracer : "");
	if (src->machine)
		printf("  %-22s %s\n", "machine", src->machine);
	if (src->lines)
		print_count("lines", src->lines);
	print_count("bytes", src->bytes);
	print_count("calls", src->calls);
	print_count("markers", src->markers);
	print_count("other events", src->events);
	if (src->calls) {
		print_seconds("first call", src->first);
		print_seconds("last return", src->last);
		print_seconds("span", src->last - src->first);
	}
	print_count("places with loss", src->lost_places);
	print_count("events lost, counted", src->lost);
	print_count("overwritten", src->overwritten);
	print_count("most overruns", src->overruns);
	print_count("not understood", src->unparsed);
	if (src->unparsed)
		printf("    first at %llu: %s\n", ULL(src->unparsed_line),
		       src->unparsed_text);
	print_count("returns, no entry", src->no_entry);
	print_count("entries, no return", src->no_return);
	printf("  %-22s %s\n", "cut off at the end", src->truncated ? "yes" : "no");
	printf("  %-22s %s\n", "call times", src->no_times ? "no" : "yes");
	printf("  %-22s %s\n", "tasks named", src->no_tasks ? "no" : "yes");
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

static void print_selected(struct fdd_table *t)
{
	printf("%sselected%s\n", fdd_color.head, fdd_color.reset);
	print_count("functions", t->nr);
	print_count("calls", fdd_table_calls(t));
	printf("  %-22s %.3f us\n", "sum of local times", fdd_table_self(t) / 1000.0);
	printf("  %-22s %.3f us\n", "time of outermost calls", t->root_total / 1000.0);
	print_count("without caller", callers(t, FDD_FUNC_NONE));
	print_count("caller filtered", callers(t, FDD_FUNC_FILTERED));
	print_count("caller unknown", callers(t, FDD_FUNC_UNKNOWN));
	print_count("first of an interrupt", callers(t, FDD_FUNC_INTERRUPT));
}

static void print(struct fdd_view *v, struct fdd_table *t)
{
	if (v->o->format == FDD_JSON) {
		json_object *o = fdd_json_document(v->m);

		json_object_object_add(o, "selected", json_selected(t));
		fdd_json_print(o);
		return;
	}
	for (unsigned int i = 0; i < v->m->nr_sources; i++)
		print_source(&v->m->sources[i]);
	print_selected(t);
}

const struct fdd_view_ops fdd_view_info = {
	.name = "info",
	.begin = begin,
	.print = print,
	.end = end,
	.edges = true,
};

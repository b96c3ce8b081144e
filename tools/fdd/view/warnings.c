// SPDX-License-Identifier: GPL-2.0
/* Warnings about the data. */
#include <stdlib.h>
#include <string.h>

#include "lib/clean.h"
#include "lib/util.h"
#include "view/bounds.h"
#include "view/warnings.h"

#define ULL(x)	((unsigned long long)(x))

static void warn_lost(const struct fdd_source *src)
{
	char count[48] = "events";

	if (!src->lost_places)
		return;
	if (src->lost)
		snprintf(count, sizeof(count), "at least %llu events", ULL(src->lost));
	fdd_warning("%s: %s lost in %llu place%s; a larger buffer (buffer_size_kb), a higher threshold or fewer functions help",
		    src->path, count, ULL(src->lost_places), src->lost_places == 1 ? "" : "s");
}

static void warn_unparsed(const struct fdd_source *src)
{
	bool text = !strcmp(src->format, "text");

	if (!src->unparsed)
		return;
	fdd_warning("%s: cannot parse %llu %s%s; the first is %s %llu: '%s'",
		    src->path, ULL(src->unparsed), text ? "line" : "record",
		    src->unparsed == 1 ? "" : "s", text ? "line" : "at byte",
		    ULL(src->unparsed_line), src->unparsed_text);
}

static void warn_cut_off(const struct fdd_source *src)
{
	if (src->cut_line)
		fdd_warning("%s: lines are cut off, as a pager does it; the first is line %llu, with '%s': functions whose names begin alike count as one",
			    src->path, ULL(src->cut_line), src->cut_name);
}

static void warn_forgotten(const struct fdd_source *src)
{
	if (src->forgotten)
		fdd_warning("%s: too many calls were open in too many tasks: %llu of those that ran least recently are not known by their entries",
			    src->path, ULL(src->forgotten));
}

/* Less important warnings, with -w only. */
static void warn_more(const struct fdd_source *src)
{
	if (src->overwritten)
		fdd_warning("%s: %llu events overwritten before the trace was read",
			    src->path, ULL(src->overwritten));
	if (src->overruns)
		fdd_warning("%s: a task had up to %llu calls too deep to record",
			    src->path, ULL(src->overruns));
	if (src->no_entry)
		fdd_warning("%s: returns without a name, because their entries are missing: %llu",
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

/* Kernels have shorter names than those whose text is limited. */
static void warn_limit(const struct fdd_names *n, const char *what, const char *others)
{
	if (n->nr >= n->most)
		fdd_warning("limited to %u %s: %s %s", n->most, what, others,
			    fdd_name(n, n->other));
	else
		fdd_warning("limited to %s whose names have %zu MiB together and %zu bytes each: %s %s",
			    what, n->most_text >> 20, n->most_len, others,
			    fdd_name(n, n->other));
}

static void warn_names(const struct fdd_model *m)
{
	char calls[64];

	snprintf(calls, sizeof(calls), "%llu calls of others are shown as",
		 ULL(m->funcs.left_out));
	if (m->funcs.left_out)
		warn_limit(&m->funcs, "functions", calls);
	snprintf(calls, sizeof(calls), "%llu calls have arguments that are shown as",
		 ULL(m->args.left_out));
	if (m->args.left_out)
		warn_limit(&m->args, "different arguments", calls);
	if (m->comms.left_out)
		warn_limit(&m->comms, "tasks by their names", "others are named");
}

void fdd_warn_sources(struct fdd_model *m, bool all)
{
	for (unsigned int i = 0; i < m->nr_sources; i++) {
		const struct fdd_source *src = &m->sources[i];

		warn_lost(src);
		warn_unparsed(src);
		warn_cut_off(src);
		if (src->no_depths)
			fdd_warning("%s: has single blanks where there were several: which call contains another is lost, and self times have those of the callees",
				    src->path);
		warn_forgotten(src);
		if (src->truncated)
			fdd_warning("%s: is truncated", src->path);
		if (src->cut)
			fdd_warning("%s: is not read to its end, which would need too much memory (see LIMITS in fdd(1))",
				    src->path);
		if (all)
			warn_more(src);
	}
	fdd_warn_bounds(m, all);
	if (m->offs.cut)
		fdd_warning("more than %u tasks: time asleep is known for the first ones only",
			    m->offs.nr);
	if (m->offs.missing)
		fdd_warning("too many sleeps and interrupts were within calls: %llu calls lack some of their time asleep, waiting and in interrupts",
			    ULL(m->offs.missing));
	warn_names(m);
	if (m->more_tasks)
		fdd_warning("limited to %u tasks: calls of others are nested by CPU, as if the trace did not name their tasks",
			    FDD_MAX_STACKS);
	if (m->folded)
		fdd_warning("%llu calls waited too long for their callers, which are now unknown",
			    ULL(m->folded));
}

bool fdd_has_calls(const struct fdd_model *m)
{
	for (unsigned int i = 0; i < m->nr_sources; i++)
		if (m->sources[i].calls)
			return true;
	return false;
}

#define NO_RETURNS \
	", which does not record when calls return: function_graph and \"fdd record\" do"

/* What its tracer does not record */
static const char *why_no_calls(const char *tracer)
{
	static const char *const without[] = {
		"function", "irqsoff", "preemptoff", "preemptirqsoff", "wakeup", "wakeup_rt",
		"wakeup_dl",
	};

	for (size_t i = 0; i < ARRAY_SIZE(without); i++)
		if (!strcmp(tracer, without[i]))
			return NO_RETURNS;
	return "";
}

#define EVENTS_TOLD	4

static int by_events(const void *a, const void *b)
{
	const struct fdd_event_count *x = a, *y = b;

	return x->events < y->events ? 1 : x->events > y->events ? -1 : strcmp(x->name, y->name);
}

/* " (sched_switch 12, sched_wakeup 3, ...)": the most frequent ones, or "" */
static const char *names_of_events(struct fdd_source *src, char *text, size_t size)
{
	struct fdd_event_count *named = src->named;
	size_t len = 0;
	uint64_t more = src->events;

	qsort(named, ARRAY_SIZE(src->named), sizeof(*named), by_events);
	text[0] = 0;
	for (int i = 0; i < EVENTS_TOLD && named[i].events; i++) {
		char *name = fdd_clean_copy(named[i].name, strlen(named[i].name));

		len += snprintf(text + len, size - len, "%s%s %llu", len ? ", " : " (", name,
				ULL(named[i].events));
		more -= named[i].events;
		free(name);
	}
	if (len)
		snprintf(text + len, size - len, more ? ", ...)" : ")");
	return text;
}

void fdd_error_no_calls(const struct fdd_model *m)
{
	char events[EVENTS_TOLD * (FDD_EVENT_NAME * 4 + 24) + 16];

	for (unsigned int i = 0; i < m->nr_sources; i++) {
		struct fdd_source *src = &m->sources[i];

		if (src->tracer)
			fdd_error("%s: has no calls; its tracer was %s%s", src->path, src->tracer,
				  why_no_calls(src->tracer));
		else if (src->bytes)
			fdd_error("%s: has no calls", src->path);
		if (src->events || src->markers)
			fdd_tell("%s: has %llu markers and %llu other events%s: \"fdd -d\" lists them, \"fdd --regions\" measures what is between markers, \"fdd export --to=chrome\" draws them",
				 src->path, ULL(src->markers), ULL(src->events),
				 names_of_events(src, events, sizeof(events)));
	}
}

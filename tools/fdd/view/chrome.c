// SPDX-License-Identifier: GPL-2.0
/*
 * The trace event format of Chrome's about:tracing, which Perfetto reads too:
 * complete events ("X") for calls and regions, a pair of events ("b", "e") for an
 * asynchronous region, instants ("i") for markers, counters ("C"). With events of the scheduler,
 * complete events on tracks of their own for the states of tasks, their work and interrupts,
 * and a flow ("s", "f") from what woke a task to where the task continues.
 *
 * A task is a thread of its process, or a process of its own if the trace does not hold the
 * process. Tracks of CPUs are in one process per trace.
 */
#include <stdlib.h>
#include <string.h>

#include "model/timeline.h"
#include "view/view.h"

struct chrome_view {
	struct fdd_view		view;
	struct fdd_timeline	tl;
	struct fdd_map		named;		/* processes */
	bool			first;
};

static struct chrome_view *own(struct fdd_view *view)
{
	return container_of(view, struct chrome_view, view);
}

static void begin(struct fdd_view *view)
{
	struct chrome_view *v = own(view);

	fdd_timeline_begin(&v->tl, view->m, view->filter);
	fdd_timeline_want_states(&v->tl, view->o->wish.nr);
}

static void end(struct fdd_view *view)
{
	struct chrome_view *v = own(view);

	fdd_timeline_free(&v->tl);
	fdd_map_free(&v->named);
}

static void next_event(struct chrome_view *v)
{
	fputs(v->first ? "\n" : ",\n", stdout);
	v->first = false;
}

/* As short as it is: "12", "12.5", "12.345". @before ends with the key. */
static void print_us(const char *before, uint64_t ns)
{
	unsigned int rest = ns % 1000, unit = 100;

	fputs(before, stdout);
	fdd_print_number(ns / 1000);
	if (rest)
		putchar('.');
	for (; rest; rest %= unit, unit /= 10)
		putchar('0' + rest / unit);
	putchar(',');
}

/* Thread ids for CPUs and for regions of a task, beyond any pid. */
static int64_t thread_id(const struct fdd_track *track)
{
	return track->kind == FDD_TRACK_TASK ? track->number :
	       (int64_t)track->kind * 100000000 + track->number;
}

static void print_place(const struct chrome_view *v, const struct fdd_track *track)
{
	fputs("\"pid\":", stdout);
	fdd_print_number(fdd_track_process_id(&v->tl, track));
	fputs(",\"tid\":", stdout);
	fdd_print_number(thread_id(track));
}

static void print_process(struct chrome_view *v, const struct fdd_track *track)
{
	char *name = fdd_track_process_name(&v->tl, track);

	next_event(v);
	printf("{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%lld,\"args\":{\"name\":",
	       (long long)fdd_track_process_id(&v->tl, track));
	fdd_json_print_string(name, strlen(name));
	fputs("}}", stdout);
	free(name);
}

/* A process has the name of its first thread, or of another one that has calls. */
static void print_processes(struct chrome_view *v, bool first_threads)
{
	for (uint32_t i = 0; i < v->tl.nr_tracks; i++) {
		const struct fdd_track *track = &v->tl.tracks[i];
		bool first = fdd_track_process(&v->tl, track) == track->number;
		uint64_t *named;

		if (!track->used || (first_threads && !first))
			continue;
		named = fdd_map_get(&v->named, fdd_track_process_id(&v->tl, track));
		if (!*named)
			print_process(v, track);
		*named = 1;
	}
}

static void print_thread(struct chrome_view *v, const struct fdd_track *track)
{
	char *name = fdd_track_name(&v->tl, track);

	next_event(v);
	fputs("{\"ph\":\"M\",\"name\":\"thread_name\",", stdout);
	print_place(v, track);
	fputs(",\"args\":{\"name\":", stdout);
	fdd_json_print_string(name, strlen(name));
	fputs("}}", stdout);
	free(name);
}

/* The tracks that are used, each once. */
static void print_names(struct chrome_view *v)
{
	print_processes(v, true);
	print_processes(v, false);
	for (uint32_t i = 0; i < v->tl.nr_tracks; i++)
		if (v->tl.tracks[i].used)
			print_thread(v, &v->tl.tracks[i]);
}

/* The common members of events, up to the first argument. */
static void print_event(struct chrome_view *v, const struct fdd_span *span,
			const char *phase, uint64_t time)
{
	const struct fdd_span_text name = fdd_span_name(&v->tl, span);

	next_event(v);
	fputs("{\"ph\":\"", stdout);
	fputs(phase, stdout);
	print_us("\",\"ts\":", time);
	if (*phase == 'X')
		print_us("\"dur\":", span->to - span->from);
	print_place(v, &v->tl.tracks[fdd_span_track(span)]);
	fputs(",\"name\":", stdout);
	fdd_json_print_string(name.text, name.len);
	fputs(",\"cat\":\"", stdout);
	fputs(fdd_span_category(&v->tl, span), stdout);
	putchar('"');
}

static void print_args(struct chrome_view *v, const struct fdd_span *span)
{
	const struct fdd_span_text pairs = fdd_span_pairs(&v->tl, span);

	fputs(",\"args\":{\"cpu\":", stdout);
	fdd_print_number(span->cpu);
	if (pairs.len) {
		fputs(",\"pairs\":", stdout);
		fdd_json_print_string(pairs.text, pairs.len);
	}
	fputs("}}", stdout);
}

/* Begin and end have the number of the span as id. */
static void print_async(struct chrome_view *v, const struct fdd_span *span, uint64_t nr)
{
	print_event(v, span, "b", span->from);
	printf(",\"id\":%llu", (unsigned long long)nr);
	print_args(v, span);
	print_event(v, span, "e", span->to);
	printf(",\"id\":%llu}", (unsigned long long)nr);
}

/* The id separates counters of several processes with the same name. */
static void print_counter(struct chrome_view *v, const struct fdd_span *span)
{
	print_event(v, span, "C", span->from);
	if (span->process)
		printf(",\"id\":%d", span->process);
	fputs(",\"args\":{\"value\":", stdout);
	fdd_print_number(span->value);
	fputs("}}", stdout);
}

/* "wakes cat-1234", "woken by": "cpu 0 hardirq" */
static void print_task(struct chrome_view *v, const char *before, uint32_t track)
{
	char *task = fdd_track_name(&v->tl, &v->tl.tracks[track]), *text;

	if (asprintf(&text, "%s%s", before, task) >= 0) {
		fdd_json_print_string(text, strlen(text));
		free(text);
	}
	free(task);
}

/* One end of a flow. It belongs to the slice before, which begins at the same time. */
static void print_flow(struct chrome_view *v, const struct fdd_span *span, const char *phase)
{
	next_event(v);
	printf("{\"ph\":\"%s\",%s", phase, *phase == 'f' ? "\"bp\":\"e\"," : "");
	print_us("\"ts\":", span->from);
	print_place(v, &v->tl.tracks[fdd_span_track(span)]);
	printf(",\"name\":\"wakeup\",\"cat\":\"wakeup\",\"id\":%u}",
	       fdd_wake_number(span->wake));
}

static void print_state(struct chrome_view *v, const struct fdd_span *span)
{
	print_event(v, span, "X", span->from);
	printf(",\"args\":{\"cpu\":%u", span->cpu);
	if (span->wake) {
		fputs(",\"woken by\":", stdout);
		print_task(v, "", fdd_wake_track(span->wake));
	}
	fputs("}}", stdout);
	if (span->wake && span->name == FDD_STATE_RUNNING)
		print_flow(v, span, "f");
}

static void print_wake(struct chrome_view *v, const struct fdd_span *span)
{
	next_event(v);
	print_us("{\"ph\":\"X\",\"ts\":", span->from);
	print_us("\"dur\":", span->to - span->from);
	print_place(v, &v->tl.tracks[span->track]);
	fputs(",\"name\":", stdout);
	print_task(v, "wakes ", fdd_wake_track(span->wake));
	fputs(",\"cat\":\"wakeup\"", stdout);
	print_args(v, span);
	print_flow(v, span, "s");
}

static void print_span(struct chrome_view *v, const struct fdd_span *span, uint64_t nr)
{
	if (span->is_state) {
		print_state(v, span);
	} else if (span->is_wake) {
		print_wake(v, span);
	} else if (span->is_counter) {
		print_counter(v, span);
	} else if (span->is_async) {
		print_async(v, span, nr);
	} else {
		print_event(v, span, span->is_mark ? "i" : "X", span->from);
		if (span->is_mark)
			fputs(",\"s\":\"t\"", stdout);
		print_args(v, span);
	}
}

static void print(struct fdd_view *view)
{
	struct chrome_view *v = own(view);
	const struct fdd_span *span;

	fdd_timeline_finish(&v->tl, view->t);
	v->first = true;
	fputs("{\"displayTimeUnit\":\"ns\",\"traceEvents\":[", stdout);
	print_names(v);
	for (uint64_t nr = 1; (span = fdd_timeline_next(&v->tl)); nr++)
		print_span(v, span, nr);
	puts("\n]}");
}

const struct fdd_view_ops fdd_view_chrome = {
	.name = "--to=chrome",
	.only_export = true,
	.export = "chrome",
	.export_help = "trace events, for Perfetto and chrome://tracing",
	.scope = FDD_OF_CALLS | FDD_OF_ROWS,
	.formats = 1 << FDD_TEXT,
	.size = sizeof(struct chrome_view),
	.begin = begin,
	.without_calls = true,
	.print = print,
	.end = end,
};

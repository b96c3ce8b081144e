// SPDX-License-Identifier: GPL-2.0
/* speedscope's file format: one "evented" profile per track. */
#include <stdlib.h>
#include <string.h>

#include "model/timeline.h"
#include "view/view.h"

/* Limits of the frames, without one that all others share. */
#define MAX_FRAMES	((1u << 17) - 1)
#define MAX_TEXT	(32u << 20)

/* An open span. */
struct open {
	uint64_t	to;
	uint32_t	frame;
};

struct speedscope_view {
	struct fdd_view		view;
	struct fdd_timeline	tl;
	struct fdd_names	frames;		/* names of functions and regions */
	struct open		*open;
	size_t			nr_open, cap_open;
	unsigned int		nr_profiles;
	unsigned int		busiest;	/* number of the profile */
	uint64_t		busiest_time;
	uint64_t		time;		/* of the outermost spans of its profile */
	bool			first;		/* the first event of its profile */
};

static struct speedscope_view *own(struct fdd_view *view)
{
	return container_of(view, struct speedscope_view, view);
}

static void limit_frames(struct speedscope_view *v, uint32_t most, size_t most_text)
{
	v->frames.most = most;
	v->frames.most_text = most_text;
}

static void begin(struct fdd_view *view)
{
	struct speedscope_view *v = own(view);

	fdd_timeline_begin(&v->tl, view->m, view->filter);
	limit_frames(v, MAX_FRAMES, MAX_TEXT);
}

static void end(struct fdd_view *view)
{
	struct speedscope_view *v = own(view);

	fdd_timeline_free(&v->tl);
	fdd_names_free(&v->frames);
	free(v->open);
}

static uint32_t add_other(struct speedscope_view *v)
{
	limit_frames(v, 0, 0);
	v->frames.other = fdd_names_get(&v->frames, "(other names)", 13);
	limit_frames(v, MAX_FRAMES, MAX_TEXT);
	return v->frames.other;
}

static uint32_t frame_of(struct speedscope_view *v, const struct fdd_span *span)
{
	const struct fdd_span_text name = fdd_span_name(&v->tl, span);
	bool any = v->frames.left_out;
	uint32_t frame = fdd_names_get(&v->frames, name.text, name.len);

	return any || !v->frames.left_out ? frame : add_other(v);
}

static void print_event(struct speedscope_view *v, char type, uint32_t frame, uint64_t at)
{
	printf("%s{\"type\":\"%c\",\"frame\":%u,\"at\":%llu}", v->first ? "" : ",", type,
	       frame, (unsigned long long)at);
	v->first = false;
}

static void close_until(struct speedscope_view *v, uint64_t time)
{
	while (v->nr_open && v->open[v->nr_open - 1].to <= time) {
		const struct open *o = &v->open[--v->nr_open];

		print_event(v, 'C', o->frame, o->to);
	}
}

static void open_span(struct speedscope_view *v, const struct fdd_span *span)
{
	const struct open o = { span->to, frame_of(v, span) };

	close_until(v, span->from);
	if (!v->nr_open)
		v->time += span->to - span->from;
	print_event(v, 'O', o.frame, span->from);
	GROW(v->open, v->nr_open, v->cap_open);
	v->open[v->nr_open++] = o;
}

static void begin_profile(struct speedscope_view *v, const struct fdd_track *track,
			  const char *separator)
{
	char *name = fdd_track_name(&v->tl, track);

	printf("%s{\"type\":\"evented\",\"name\":", separator);
	fdd_json_print_string(name, strlen(name));
	printf(",\"unit\":\"nanoseconds\",\"startValue\":%llu,\"endValue\":%llu,\"events\":[",
	       (unsigned long long)track->first, (unsigned long long)track->last);
	v->first = true;
	v->time = 0;
	free(name);
}

/* speedscope shows the busiest profile first. Idle CPUs do not count as busy. */
static void end_profile(struct speedscope_view *v, const struct fdd_track *track)
{
	close_until(v, UINT64_MAX);
	fputs("]}", stdout);
	if (track->kind != FDD_TRACK_IDLE && v->time > v->busiest_time) {
		v->busiest = v->nr_profiles;
		v->busiest_time = v->time;
	}
	v->nr_profiles++;
}

/* Spans of a profile have to nest. A track with marks only would be an empty profile. */
static void print_profiles(struct speedscope_view *v)
{
	const struct fdd_track *track = NULL, *next;
	const struct fdd_span *span;

	while ((span = fdd_timeline_next(&v->tl))) {
		if (span->is_mark || span->is_async)
			continue;
		next = &v->tl.tracks[span->track];
		if (next != track) {
			if (track)
				end_profile(v, track);
			begin_profile(v, next, track ? ",\n" : "\n");
			track = next;
		}
		open_span(v, span);
	}
	if (track)
		end_profile(v, track);
}

static void print_frames(struct speedscope_view *v)
{
	for (uint32_t i = 0; i < v->frames.nr; i++) {
		const struct fdd_name *name = fdd_name_at(&v->frames, i);

		fputs(i ? ",\n{\"name\":" : "\n{\"name\":", stdout);
		fdd_json_print_string(name->text, name->len);
		putchar('}');
	}
}

static void print(struct fdd_view *view)
{
	struct speedscope_view *v = own(view);

	fdd_timeline_finish(&v->tl, view->t);
	puts("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",");
	fputs("\"exporter\":\"fdd\",\"profiles\":[", stdout);
	print_profiles(v);
	printf("\n],\"activeProfileIndex\":%u,\"shared\":{\"frames\":[", v->busiest);
	print_frames(v);
	puts("\n]}}");
	if (v->frames.left_out)
		fdd_warning("limited to %u functions and regions, and %u MiB of their names: %llu spans of others are named (other names)",
			    MAX_FRAMES, MAX_TEXT >> 20, (unsigned long long)v->frames.left_out);
	if (v->tl.nr_async)
		fdd_warning("%llu regions overlap others of their thread or ended on another one, which speedscope cannot show, and were left out (--to=chrome shows them)",
			    (unsigned long long)v->tl.nr_async);
}

const struct fdd_view_ops fdd_view_speedscope = {
	.name = "--to=speedscope",
	.only_export = true,
	.export = "speedscope",
	.export_help = "for speedscope",
	.scope = FDD_OF_CALLS | FDD_OF_ROWS,
	.formats = 1 << FDD_TEXT,
	.size = sizeof(struct speedscope_view),
	.begin = begin,
	.print = print,
	.end = end,
};

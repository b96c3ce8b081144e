// SPDX-License-Identifier: GPL-2.0
/* speedscope's file format: one "evented" profile per track. */
#include <stdlib.h>
#include <string.h>

#include "model/timeline.h"
#include "view/view.h"

struct speedscope_view {
	struct fdd_view		view;
	struct fdd_timeline	tl;
	struct fdd_names	frames;		/* names of functions and regions */
	uint32_t		*open;		/* spans */
	size_t			nr_open;
	uint64_t		left_out;	/* regions */
	unsigned int		nr_profiles;
	unsigned int		busiest;	/* of the profiles */
	uint64_t		busiest_time;
	bool			first;		/* event of its profile */
};

static struct speedscope_view *own(struct fdd_view *view)
{
	return container_of(view, struct speedscope_view, view);
}

static void begin(struct fdd_view *view)
{
	struct speedscope_view *v = own(view);

	fdd_timeline_begin(&v->tl, view->m, view->filter);
}

static void end(struct fdd_view *view)
{
	struct speedscope_view *v = own(view);

	fdd_timeline_free(&v->tl);
	fdd_names_free(&v->frames);
}

static uint32_t frame_of(struct speedscope_view *v, const struct fdd_span *span)
{
	const struct fdd_name *name = fdd_span_name(&v->tl, span);

	return fdd_names_get(&v->frames, name->text, name->len);
}

static void print_event(struct speedscope_view *v, char type, const struct fdd_span *span)
{
	printf("%s{\"type\":\"%c\",\"frame\":%u,\"at\":%llu}", v->first ? "" : ",", type,
	       frame_of(v, span),
	       (unsigned long long)(type == 'O' ? span->from : span->to));
	v->first = false;
}

static void close_until(struct speedscope_view *v, uint64_t time)
{
	while (v->nr_open && v->tl.spans[v->open[v->nr_open - 1]].to <= time)
		print_event(v, 'C', &v->tl.spans[v->open[--v->nr_open]]);
}

static uint64_t last_end(const struct fdd_timeline *tl, size_t from, size_t to)
{
	uint64_t last = 0;

	for (size_t i = from; i < to; i++)
		if (tl->spans[i].to > last)
			last = tl->spans[i].to;
	return last;
}

/* In a profile all has to nest. */
static bool has_place(const struct fdd_span *span)
{
	return !span->is_mark && !span->is_async;
}

/* speedscope opens on it. An idle CPU is not busy. */
static void note_busiest(struct speedscope_view *v, const struct fdd_track *track, uint64_t time)
{
	if (track->kind != FDD_TRACK_IDLE && time > v->busiest_time) {
		v->busiest = v->nr_profiles;
		v->busiest_time = time;
	}
}

/* The spans of one track, sorted and nested. */
static void print_profile(struct speedscope_view *v, size_t from, size_t to)
{
	const struct fdd_timeline *tl = &v->tl;
	const struct fdd_track *track = &tl->tracks[tl->spans[from].track];
	char *name = fdd_track_name(tl, track);
	uint64_t time = 0;

	fputs("{\"type\":\"evented\",\"name\":", stdout);
	fdd_json_print_string(name, strlen(name));
	printf(",\"unit\":\"nanoseconds\",\"startValue\":%llu,\"endValue\":%llu,\"events\":[",
	       (unsigned long long)tl->spans[from].from,
	       (unsigned long long)last_end(tl, from, to));
	v->first = true;
	v->nr_open = 0;
	for (size_t i = from; i < to; i++) {
		if (!has_place(&tl->spans[i]))
			continue;
		close_until(v, tl->spans[i].from);
		if (!v->nr_open)
			time += tl->spans[i].to - tl->spans[i].from;
		print_event(v, 'O', &tl->spans[i]);
		v->open[v->nr_open++] = i;
	}
	close_until(v, UINT64_MAX);
	fputs("]}", stdout);
	free(name);
	note_busiest(v, track, time);
	v->nr_profiles++;
}

/* A track with nothing but marks on it would be an empty profile. */
static void print_profiles(struct speedscope_view *v)
{
	const struct fdd_timeline *tl = &v->tl;
	const char *separator = "\n";
	size_t from, to;

	for (from = 0; from < tl->nr; from = to) {
		bool empty = true;

		for (to = from; to < tl->nr && tl->spans[to].track == tl->spans[from].track; to++) {
			empty &= !has_place(&tl->spans[to]);
			v->left_out += tl->spans[to].is_async;
		}
		if (empty)
			continue;
		fputs(separator, stdout);
		separator = ",\n";
		print_profile(v, from, to);
	}
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
	v->open = xmalloc((v->tl.nr + 1) * sizeof(*v->open));
	puts("{\"$schema\":\"https://www.speedscope.app/file-format-schema.json\",");
	fputs("\"exporter\":\"fdd\",\"profiles\":[", stdout);
	print_profiles(v);
	printf("\n],\"activeProfileIndex\":%u,\"shared\":{\"frames\":[", v->busiest);
	print_frames(v);
	puts("\n]}}");
	free(v->open);
	if (v->left_out)
		fdd_warning("%llu regions overlap others of their thread or ended on another one, which speedscope cannot show, and were left out (--to=chrome shows them)",
			    (unsigned long long)v->left_out);
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

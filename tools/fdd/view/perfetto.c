// SPDX-License-Identifier: GPL-2.0
/*
 * Perfetto's own format, a sequence of TracePackets. The tracks are those of chrome.c: slices for
 * calls, regions, states, work and interrupts, instants for markers, counters, and flows from what
 * woke a task to where it continues.
 *
 * A slice has a begin and an end, and an end closes the slice that began last on its track. Viewers
 * sort packets by time; those of a track with the same time have to be in order. Spans come task
 * by task, so interrupts of a CPU, which are on top of several tasks, are sorted again.
 *
 * The times are those of the trace's clock. With traces of several boots they are those of the boot
 * that began first, if all traces have the wall clock, so that hosts are side by side.
 */
#include <stdlib.h>
#include <string.h>

#include "lib/proto.h"
#include "model/timeline.h"
#include "view/view.h"

/* Numbers of fields, of protos/perfetto/trace of Perfetto */
enum {
	TRACE_PACKET = 1,

	PACKET_CLOCK_SNAPSHOT = 6,
	PACKET_TIMESTAMP = 8,
	PACKET_SEQUENCE_ID = 10,
	PACKET_TRACK_EVENT = 11,
	PACKET_INTERNED_DATA = 12,
	PACKET_SEQUENCE_FLAGS = 13,
	PACKET_TRACK_DESCRIPTOR = 60,
	PACKET_FIRST_ON_SEQUENCE = 87,

	SNAPSHOT_CLOCKS = 1,

	CLOCK_ID = 1,
	CLOCK_TIMESTAMP = 2,

	TRACK_UUID = 1,
	TRACK_NAME = 2,
	TRACK_PROCESS = 3,
	TRACK_THREAD = 4,
	TRACK_PARENT_UUID = 5,
	TRACK_COUNTER = 8,

	PROCESS_PID = 1,
	PROCESS_NAME = 6,

	THREAD_PID = 1,
	THREAD_TID = 2,
	THREAD_NAME = 5,

	EVENT_CATEGORY_IIDS = 3,
	EVENT_DEBUG_ANNOTATIONS = 4,
	EVENT_TYPE = 9,
	EVENT_NAME_IID = 10,
	EVENT_TRACK_UUID = 11,
	EVENT_NAME = 23,
	EVENT_COUNTER_VALUE = 30,
	EVENT_FLOW_IDS = 47,
	EVENT_TERMINATING_FLOW_IDS = 48,

	ANNOTATION_NAME_IID = 1,
	ANNOTATION_UINT = 3,
	ANNOTATION_STRING = 6,

	INTERNED_CATEGORIES = 1,
	INTERNED_EVENT_NAMES = 2,
	INTERNED_ANNOTATION_NAMES = 3,

	INTERNED_IID = 1,
	INTERNED_NAME = 2,
};

/* Packets without a clock have CLOCK_BOOTTIME. */
enum builtin_clock {
	CLOCK_OF_REALTIME = 1,
	CLOCK_OF_PACKETS = 6,
};

enum event_type {
	SLICE_BEGIN = 1,
	SLICE_END = 2,
	INSTANT = 3,
	COUNTER = 4,
};

#define STATE_CLEARED		1	/* of interned data */
#define NEEDS_STATE		2
#define SEQUENCE		1	/* the only one */

/* Interned names that are not of functions; others are written with each event. */
#define MAX_NAMES		(1u << 16)
#define MAX_TEXT		(8u << 20)
#define TEXT_IIDS		(FDD_MAX_NAMES * 2ull)	/* beyond those of functions */

#define MAX_COUNTERS		(1u << 16)
#define COUNTER_UUIDS		(1ull << 63)
#define SORT_MEMORY		(4u << 20)

static const char *const categories[] = {
	"kernel", "state", "wakeup", "interrupt", "work", "region", "marker",
};

enum annotation { ANNOTATION_CPU, ANNOTATION_PAIRS, ANNOTATION_WOKEN_BY };

static const char *const annotations[] = {
	[ANNOTATION_CPU] = "cpu", [ANNOTATION_PAIRS] = "pairs",
	[ANNOTATION_WOKEN_BY] = "woken by",
};

/* Those that have begun. */
struct slices {
	uint64_t	*ends;
	size_t		nr, cap;
	uint64_t	uuid;		/* of their track */
};

struct perfetto_view {
	struct fdd_view		view;
	struct fdd_timeline	tl;
	struct fdd_proto	out;
	struct fdd_map		processes;	/* fdd_track_process_id() -> uuid */
	struct fdd_map		threads;	/* fdd_thread_key() -> uuid */
	uint64_t		*uuids;		/* by track */
	uint64_t		last_uuid;
	uint8_t			*funcs;		/* by function: its name is interned */
	uint32_t		nr_funcs;
	struct fdd_names	names;		/* of others */
	struct fdd_map		counters;	/* uuids of those that have a track */
	struct slices		slices;
	struct fdd_sorter	interrupts;
	uint64_t		*shifts;	/* to be added to times, by source */
};

static struct perfetto_view *own(struct fdd_view *view)
{
	return container_of(view, struct perfetto_view, view);
}

/* By track and time; the outer one first. */
static int by_track_and_time(const void *a, const void *b)
{
	const struct fdd_span *x = a, *y = b;

	if (x->on != y->on)
		return x->on < y->on ? -1 : 1;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (x->to != y->to)
		return x->to > y->to ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

static void begin(struct fdd_view *view)
{
	struct perfetto_view *v = own(view);

	fdd_timeline_begin(&v->tl, view->m, view->filter);
	fdd_timeline_want_states(&v->tl, view->o->wish.nr);
	fdd_sorter_init(&v->interrupts, sizeof(struct fdd_span), by_track_and_time, SORT_MEMORY);
	v->names.most = MAX_NAMES;
	v->names.most_text = MAX_TEXT;
}

static void end(struct fdd_view *view)
{
	struct perfetto_view *v = own(view);

	fdd_timeline_free(&v->tl);
	fdd_sorter_free(&v->interrupts);
	fdd_proto_free(&v->out);
	fdd_map_free(&v->processes);
	fdd_map_free(&v->threads);
	fdd_map_free(&v->counters);
	fdd_names_free(&v->names);
	free(v->uuids);
	free(v->funcs);
	free(v->slices.ends);
	free(v->shifts);
}

/* Packets */

static size_t begin_packet(struct perfetto_view *v, unsigned int flags)
{
	size_t at = fdd_proto_begin(&v->out, TRACE_PACKET);

	fdd_proto_uint(&v->out, PACKET_SEQUENCE_ID, SEQUENCE);
	fdd_proto_uint(&v->out, PACKET_SEQUENCE_FLAGS, flags);
	return at;
}

static void end_packet(struct perfetto_view *v, size_t at)
{
	fdd_proto_end(&v->out, at);
	fdd_proto_write(&v->out, stdout);
}

static void put_interned(struct perfetto_view *v, unsigned int field, uint64_t iid,
			 const char *name, size_t len)
{
	size_t at = fdd_proto_begin(&v->out, field);

	fdd_proto_uint(&v->out, INTERNED_IID, iid);
	fdd_proto_string(&v->out, INTERNED_NAME, name, len);
	fdd_proto_end(&v->out, at);
}

/* The first packet has the names that all others may use. */
static void print_head(struct perfetto_view *v)
{
	size_t at = begin_packet(v, STATE_CLEARED), interned;

	fdd_proto_uint(&v->out, PACKET_FIRST_ON_SEQUENCE, true);
	interned = fdd_proto_begin(&v->out, PACKET_INTERNED_DATA);
	for (size_t i = 0; i < ARRAY_SIZE(categories); i++)
		put_interned(v, INTERNED_CATEGORIES, i + 1, categories[i], strlen(categories[i]));
	for (size_t i = 0; i < ARRAY_SIZE(annotations); i++)
		put_interned(v, INTERNED_ANNOTATION_NAMES, i + 1, annotations[i],
			     strlen(annotations[i]));
	fdd_proto_end(&v->out, interned);
	end_packet(v, at);
}

/* The wall clock */

/* The first one of the same boot that has the wall clock: its traces keep their distance. */
static const struct fdd_source *first_of_boot(const struct fdd_model *m, unsigned int source)
{
	unsigned int i = 0;

	while (!m->sources[i].wall.nr ||
	       strcmp(m->sources[i].wall.boot, m->sources[source].wall.boot))
		i++;
	return &m->sources[i];
}

/* All with calls; returns the first one, or NULL. */
static const struct fdd_source *all_know_wall(const struct fdd_model *m)
{
	const struct fdd_source *first = NULL;

	for (unsigned int i = 0; i < m->nr_sources; i++) {
		if (!m->sources[i].calls)
			continue;
		if (!m->sources[i].wall.nr)
			return NULL;
		first = first ? first : &m->sources[i];
	}
	return first;
}

static int64_t offset_of(const struct fdd_source *src)
{
	return src->wall.nr ? src->wall.anchors->offset : INT64_MAX;
}

static void find_shifts(struct perfetto_view *v)
{
	const struct fdd_model *m = v->tl.m;
	int64_t least = INT64_MAX;

	v->shifts = xcalloc(m->nr_sources + 1, sizeof(*v->shifts));
	if (!all_know_wall(m))
		return;
	for (unsigned int i = 0; i < m->nr_sources; i++)
		if (offset_of(&m->sources[i]) < least)
			least = offset_of(&m->sources[i]);
	for (unsigned int i = 0; i < m->nr_sources; i++)
		if (m->sources[i].wall.nr)
			v->shifts[i] = offset_of(first_of_boot(m, i)) - least;
}

static void put_clock(struct perfetto_view *v, enum builtin_clock id, uint64_t time)
{
	size_t at = fdd_proto_begin(&v->out, SNAPSHOT_CLOCKS);

	fdd_proto_uint(&v->out, CLOCK_ID, id);
	fdd_proto_uint(&v->out, CLOCK_TIMESTAMP, time);
	fdd_proto_end(&v->out, at);
}

/* Of the first trace: one clock is enough for all. */
static void print_clocks(struct perfetto_view *v)
{
	const struct fdd_source *src = all_know_wall(v->tl.m);
	uint64_t shift = src ? v->shifts[src - v->tl.m->sources] : 0;

	for (uint32_t i = 0; src && i < src->wall.nr; i++) {
		const struct fdd_wall_anchor *a = &src->wall.anchors[i];
		size_t at = begin_packet(v, NEEDS_STATE), snapshot;

		fdd_proto_uint(&v->out, PACKET_TIMESTAMP, a->time + shift);
		snapshot = fdd_proto_begin(&v->out, PACKET_CLOCK_SNAPSHOT);
		put_clock(v, CLOCK_OF_PACKETS, a->time + shift);
		put_clock(v, CLOCK_OF_REALTIME, a->time + a->offset);
		fdd_proto_end(&v->out, snapshot);
		end_packet(v, at);
	}
}

/* Tracks */

static size_t begin_track(struct perfetto_view *v, uint64_t uuid, uint64_t parent)
{
	size_t at = fdd_proto_begin(&v->out, PACKET_TRACK_DESCRIPTOR);

	fdd_proto_uint(&v->out, TRACK_UUID, uuid);
	if (parent)
		fdd_proto_uint(&v->out, TRACK_PARENT_UUID, parent);
	return at;
}

static void print_named_track(struct perfetto_view *v, uint64_t uuid, uint64_t parent,
			      const char *name, size_t len, bool counter)
{
	size_t at = begin_packet(v, NEEDS_STATE), track = begin_track(v, uuid, parent);

	fdd_proto_string(&v->out, TRACK_NAME, name, len);
	if (counter)
		fdd_proto_end(&v->out, fdd_proto_begin(&v->out, TRACK_COUNTER));
	fdd_proto_end(&v->out, track);
	end_packet(v, at);
}

static void print_process(struct perfetto_view *v, uint64_t uuid, int64_t pid, const char *name)
{
	size_t at = begin_packet(v, NEEDS_STATE), track = begin_track(v, uuid, 0);
	size_t process = fdd_proto_begin(&v->out, TRACK_PROCESS);

	fdd_proto_uint(&v->out, PROCESS_PID, pid);
	fdd_proto_string(&v->out, PROCESS_NAME, name, strlen(name));
	fdd_proto_end(&v->out, process);
	fdd_proto_end(&v->out, track);
	end_packet(v, at);
}

/* Perfetto's pids have 32 bits: tasks of very many traces are tracks without a number. */
static bool has_number(const struct perfetto_view *v, const struct fdd_track *track)
{
	return fdd_track_process(&v->tl, track) && fdd_track_process_id(&v->tl, track) <= INT32_MAX;
}

/* The tracks of CPUs are not a process, but have a track like one. */
static uint64_t process_uuid(struct perfetto_view *v, const struct fdd_track *track)
{
	int64_t pid = fdd_track_process_id(&v->tl, track);
	uint64_t *uuid = fdd_map_get(&v->processes, pid);
	char *name;

	if (*uuid)
		return *uuid;
	*uuid = ++v->last_uuid;
	name = fdd_track_process_name(&v->tl, track);
	if (has_number(v, track))
		print_process(v, *uuid, pid, name);
	else
		print_named_track(v, *uuid, 0, name, strlen(name), false);
	free(name);
	return *uuid;
}

static void print_thread(struct perfetto_view *v, const struct fdd_track *track, uint64_t uuid)
{
	const char *comm = fdd_name(&v->tl.m->comms, track->comm);
	uint64_t process = process_uuid(v, track);
	size_t at = begin_packet(v, NEEDS_STATE), descriptor = begin_track(v, uuid, process);
	size_t thread = fdd_proto_begin(&v->out, TRACK_THREAD);
	int64_t pid = fdd_track_process_id(&v->tl, track);

	comm = *comm ? comm : "<...>";
	fdd_proto_uint(&v->out, THREAD_PID, pid);
	fdd_proto_uint(&v->out, THREAD_TID,
		       pid - fdd_track_process(&v->tl, track) + track->number);
	fdd_proto_string(&v->out, THREAD_NAME, comm, strlen(comm));
	fdd_proto_end(&v->out, thread);
	fdd_proto_end(&v->out, descriptor);
	end_packet(v, at);
}

/* The thread of a track: it has the calls, and the other tracks of the task below it. */
static uint64_t thread_uuid(struct perfetto_view *v, const struct fdd_track *track)
{
	uint64_t *uuid = fdd_map_get(&v->threads,
				     fdd_thread_key(track->source, track->number, 0));

	if (!*uuid) {
		*uuid = ++v->last_uuid;
		print_thread(v, track, *uuid);
	}
	return *uuid;
}

static uint64_t track_uuid(struct perfetto_view *v, const struct fdd_track *track)
{
	bool thread = has_number(v, track);
	uint64_t parent, uuid;
	char *name;

	if (thread && track->kind == FDD_TRACK_TASK)
		return thread_uuid(v, track);
	parent = thread ? thread_uuid(v, track) : process_uuid(v, track);
	name = fdd_track_name(&v->tl, track);
	uuid = ++v->last_uuid;
	print_named_track(v, uuid, parent, name, strlen(name), false);
	free(name);
	return uuid;
}

static void print_first_processes(struct perfetto_view *v)
{
	for (uint32_t i = 0; i < v->tl.nr_tracks; i++) {
		const struct fdd_track *track = &v->tl.tracks[i];

		if (track->used && fdd_track_process(&v->tl, track) == track->number)
			process_uuid(v, track);
	}
}

static void print_tracks_of(struct perfetto_view *v, bool tasks)
{
	for (uint32_t i = 0; i < v->tl.nr_tracks; i++) {
		const struct fdd_track *track = &v->tl.tracks[i];
		bool is_task = track->kind == FDD_TRACK_TASK;

		if (track->used && is_task == tasks)
			v->uuids[i] = track_uuid(v, track);
	}
}

/* A process has the name of its first thread, and a thread that of its calls. */
static void print_tracks(struct perfetto_view *v)
{
	v->uuids = xcalloc(v->tl.nr_tracks + 1, sizeof(*v->uuids));
	print_first_processes(v);
	print_tracks_of(v, true);
	print_tracks_of(v, false);
}

/* Names of events */

struct name {
	const char	*text;
	size_t		len;
	uint64_t	iid;		/* 0: not interned */
	bool		is_new;
};

static struct name name_of_call(struct perfetto_view *v, const struct fdd_span *span)
{
	const struct fdd_name *func = fdd_name_at(&v->tl.m->funcs, span->name);
	bool is_new;

	GROW_TO(v->funcs, v->nr_funcs, span->name);
	is_new = !v->funcs[span->name];
	v->funcs[span->name] = true;
	return (struct name){ func->text, func->len, span->name + 1, is_new };
}

static struct name name_of_text(struct perfetto_view *v, const char *text, size_t len)
{
	uint32_t nr = v->names.nr;
	uint64_t left_out = v->names.left_out;
	uint32_t id = fdd_names_get(&v->names, text, len);

	return (struct name){
		.text = text, .len = len, .is_new = v->names.nr > nr,
		.iid = v->names.left_out > left_out ? 0 : TEXT_IIDS + id,
	};
}

/* @text is freed by the caller. */
static struct name name_of(struct perfetto_view *v, const struct fdd_span *span, char **text)
{
	struct fdd_span_text own_name;
	char *woken;

	if (span->is_call)
		return name_of_call(v, span);
	if (!span->is_wake) {
		own_name = fdd_span_name(&v->tl, span);
		return name_of_text(v, own_name.text, own_name.len);
	}
	woken = fdd_track_name(&v->tl, &v->tl.tracks[fdd_wake_track(span->wake)]);
	if (asprintf(text, "wakes %s", woken) < 0)
		*text = xstrdup("wakes");
	free(woken);
	return name_of_text(v, *text, strlen(*text));
}

static void put_new_name(struct perfetto_view *v, const struct name *name)
{
	size_t at;

	if (!name->is_new)
		return;
	at = fdd_proto_begin(&v->out, PACKET_INTERNED_DATA);
	put_interned(v, INTERNED_EVENT_NAMES, name->iid, name->text, name->len);
	fdd_proto_end(&v->out, at);
}

/* Events */

static void put_category(struct perfetto_view *v, const struct fdd_span *span)
{
	const char *category = fdd_span_category(&v->tl, span);

	for (size_t i = 0; i < ARRAY_SIZE(categories); i++)
		if (!strcmp(categories[i], category))
			fdd_proto_uint(&v->out, EVENT_CATEGORY_IIDS, i + 1);
}

static void put_number(struct perfetto_view *v, enum annotation name, uint64_t value)
{
	size_t at = fdd_proto_begin(&v->out, EVENT_DEBUG_ANNOTATIONS);

	fdd_proto_uint(&v->out, ANNOTATION_NAME_IID, name + 1);
	fdd_proto_uint(&v->out, ANNOTATION_UINT, value);
	fdd_proto_end(&v->out, at);
}

static void put_text(struct perfetto_view *v, enum annotation name, const char *text, size_t len)
{
	size_t at = fdd_proto_begin(&v->out, EVENT_DEBUG_ANNOTATIONS);

	fdd_proto_uint(&v->out, ANNOTATION_NAME_IID, name + 1);
	fdd_proto_string(&v->out, ANNOTATION_STRING, text, len);
	fdd_proto_end(&v->out, at);
}

/* A flow begins at a wake, and ends where the task that was woken runs. */
static void put_wake(struct perfetto_view *v, const struct fdd_span *span)
{
	char *waker;

	if (span->is_wake)
		fdd_proto_fixed64(&v->out, EVENT_FLOW_IDS, fdd_wake_number(span->wake));
	if (!span->is_state || !span->wake)
		return;
	waker = fdd_track_name(&v->tl, &v->tl.tracks[fdd_wake_track(span->wake)]);
	put_text(v, ANNOTATION_WOKEN_BY, waker, strlen(waker));
	free(waker);
	if (span->name == FDD_STATE_RUNNING)
		fdd_proto_fixed64(&v->out, EVENT_TERMINATING_FLOW_IDS,
				  fdd_wake_number(span->wake));
}

static void put_args(struct perfetto_view *v, const struct fdd_span *span)
{
	const struct fdd_span_text pairs = fdd_span_pairs(&v->tl, span);

	put_number(v, ANNOTATION_CPU, span->cpu);
	if (pairs.len)
		put_text(v, ANNOTATION_PAIRS, pairs.text, pairs.len);
	put_wake(v, span);
}

static size_t begin_event(struct perfetto_view *v, enum event_type type, uint64_t uuid,
			  uint64_t time)
{
	size_t at;

	fdd_proto_uint(&v->out, PACKET_TIMESTAMP, time);
	at = fdd_proto_begin(&v->out, PACKET_TRACK_EVENT);
	fdd_proto_uint(&v->out, EVENT_TYPE, type);
	fdd_proto_uint(&v->out, EVENT_TRACK_UUID, uuid);
	return at;
}

/* The begin of a slice, or an instant. */
static void print_event(struct perfetto_view *v, const struct fdd_span *span,
			enum event_type type, uint64_t uuid)
{
	char *text = NULL;
	const struct name name = name_of(v, span, &text);
	size_t at = begin_packet(v, NEEDS_STATE);
	size_t event = begin_event(v, type, uuid, span->from);

	put_category(v, span);
	if (name.iid)
		fdd_proto_uint(&v->out, EVENT_NAME_IID, name.iid);
	else
		fdd_proto_string(&v->out, EVENT_NAME, name.text, name.len);
	put_args(v, span);
	fdd_proto_end(&v->out, event);
	put_new_name(v, &name);
	end_packet(v, at);
	free(text);
}

static void print_slice_end(struct perfetto_view *v, uint64_t uuid, uint64_t time)
{
	size_t at = begin_packet(v, NEEDS_STATE);

	fdd_proto_end(&v->out, begin_event(v, SLICE_END, uuid, time));
	end_packet(v, at);
}

static void print_counter(struct perfetto_view *v, const struct fdd_span *span, uint64_t uuid)
{
	size_t at = begin_packet(v, NEEDS_STATE);
	size_t event = begin_event(v, COUNTER, uuid, span->from);

	fdd_proto_uint(&v->out, EVENT_COUNTER_VALUE, span->value);
	fdd_proto_end(&v->out, event);
	end_packet(v, at);
}

/* Slices */

static void end_slices(struct perfetto_view *v, uint64_t time)
{
	struct slices *s = &v->slices;

	while (s->nr && s->ends[s->nr - 1] <= time)
		print_slice_end(v, s->uuid, s->ends[--s->nr]);
}

static void choose_track(struct perfetto_view *v, uint64_t uuid)
{
	if (v->slices.uuid != uuid)
		end_slices(v, UINT64_MAX);
	v->slices.uuid = uuid;
}

/* The next one on its track: those that have ended before it are closed. */
static void print_slice(struct perfetto_view *v, const struct fdd_span *span, uint64_t uuid)
{
	struct slices *s = &v->slices;
	uint64_t to = span->to;

	choose_track(v, uuid);
	end_slices(v, span->from);
	if (s->nr && s->ends[s->nr - 1] < to)
		to = s->ends[s->nr - 1];
	print_event(v, span, SLICE_BEGIN, uuid);
	GROW(s->ends, s->nr, s->cap);
	s->ends[s->nr++] = to;
}

/* A slice that is alone on its track, or between others. */
static void print_apart(struct perfetto_view *v, const struct fdd_span *span, uint64_t uuid)
{
	print_event(v, span, SLICE_BEGIN, uuid);
	print_slice_end(v, uuid, span->to);
}

/* It may overlap others of its track. */
static void print_async(struct perfetto_view *v, const struct fdd_span *span)
{
	const struct fdd_span_text name = fdd_span_name(&v->tl, span);
	uint64_t uuid = ++v->last_uuid;

	print_named_track(v, uuid, v->uuids[span->track], name.text, name.len, false);
	print_apart(v, span, uuid);
}

static uint64_t hash_of(const char *text, size_t len, uint64_t hash)
{
	for (size_t i = 0; i < len; i++)
		hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3ull;
	return hash;
}

/* A track for each name and process; beyond a limit its description is repeated. */
static uint64_t counter_uuid(struct perfetto_view *v, const struct fdd_span *span)
{
	const struct fdd_track *track = &v->tl.tracks[span->track];
	const struct fdd_span_text name = fdd_span_name(&v->tl, span);
	const uint64_t of[] = { track->source, span->process };
	uint64_t uuid = hash_of((const char *)of, sizeof(of), 0xcbf29ce484222325ull);

	uuid = hash_of(name.text, name.len, uuid) | COUNTER_UUIDS;
	if (fdd_map_find(&v->counters, uuid))
		return uuid;
	if (v->counters.nr < MAX_COUNTERS)
		*fdd_map_get(&v->counters, uuid) = true;
	print_named_track(v, uuid, process_uuid(v, track), name.text, name.len, true);
	return uuid;
}

static void print_span(struct perfetto_view *v, struct fdd_span *span)
{
	uint64_t uuid = v->uuids[fdd_span_track(span)];
	uint64_t shift = v->shifts[v->tl.tracks[span->track].source];

	span->from += shift;
	span->to += shift;
	if (span->is_work && v->tl.tracks[span->on].kind == FDD_TRACK_INTERRUPTS)
		*(struct fdd_span *)fdd_sorter_add(&v->interrupts) = *span;
	else if (span->is_state || span->is_work)
		print_apart(v, span, uuid);
	else if (span->is_counter)
		print_counter(v, span, counter_uuid(v, span));
	else if (span->is_async)
		print_async(v, span);
	else if (span->is_mark)
		print_event(v, span, INSTANT, uuid);
	else
		print_slice(v, span, uuid);
}

static void print_interrupts(struct perfetto_view *v)
{
	const struct fdd_span *span;

	fdd_sorter_rewind(&v->interrupts);
	while ((span = fdd_sorter_next(&v->interrupts)))
		print_slice(v, span, v->uuids[span->on]);
	end_slices(v, UINT64_MAX);
}

static void print(struct fdd_view *view)
{
	struct perfetto_view *v = own(view);
	const struct fdd_span *next;

	fdd_timeline_finish(&v->tl, view->t);
	find_shifts(v);
	print_head(v);
	print_clocks(v);
	print_tracks(v);
	while ((next = fdd_timeline_next(&v->tl))) {
		struct fdd_span span = *next;

		print_span(v, &span);
	}
	end_slices(v, UINT64_MAX);
	print_interrupts(v);
}

const struct fdd_view_ops fdd_view_perfetto = {
	.name = "--to=perfetto",
	.only_export = true,
	.export = "perfetto",
	.export_help = "trace packets, for Perfetto; half the size of chrome",
	.binary = true,
	.scope = FDD_OF_CALLS | FDD_OF_ROWS,
	.formats = 1 << FDD_TEXT,
	.size = sizeof(struct perfetto_view),
	.begin = begin,
	.without_calls = true,
	.print = print,
	.end = end,
};

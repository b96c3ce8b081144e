// SPDX-License-Identifier: GPL-2.0
/* All calls, regions and markers of a trace on tracks. */
#include <stdlib.h>
#include <string.h>

#include "lib/patterns.h"
#include "model/timeline.h"

/* Limit of tracks; viewers show far fewer. */
#define MAX_TRACKS	(1u << 17)
#define NO_TRACK	UINT32_MAX
#define MAX_WAKES	(1u << 28)	/* a bit each */
#define WAKE_NS		1		/* a wake has no length; viewers need one */

static uint64_t track_id(uint16_t source, enum fdd_track_kind kind, int32_t number)
{
	return (uint64_t)source << 40 | (uint64_t)kind << 32 | (uint32_t)number;
}

static uint32_t get_track(struct fdd_timeline *tl, uint16_t source,
			  enum fdd_track_kind kind, int32_t number, uint32_t comm)
{
	uint64_t id = track_id(source, kind, number);
	uint64_t *index = tl->nr_tracks < MAX_TRACKS ? fdd_map_get(&tl->track_keys, id) :
						       fdd_map_find(&tl->track_keys, id);

	if (!index)
		return NO_TRACK;
	if (!*index) {
		GROW(tl->tracks, tl->nr_tracks, tl->cap_tracks);
		tl->tracks[tl->nr_tracks++] = (struct fdd_track){
			.source = source, .kind = kind, .number = number, .id = id,
		};
		*index = tl->nr_tracks;
	}
	/* Use a task's last name: before exec() it has its parent's. */
	if (comm)
		tl->tracks[*index - 1].comm = comm;
	return *index - 1;
}

static uint32_t track_of_thread(struct fdd_timeline *tl, enum fdd_track_kind kind,
				uint16_t source, int32_t pid, uint16_t cpu,
				uint32_t comm)
{
	if (pid > 0)
		return get_track(tl, source, kind, pid, comm);
	if (kind == FDD_TRACK_REGIONS)
		kind = FDD_TRACK_CPU_REGIONS;
	else
		kind = pid ? FDD_TRACK_CPU : FDD_TRACK_IDLE;
	return get_track(tl, source, kind, cpu, 0);
}

static uint32_t track_of_call(struct fdd_timeline *tl, const struct fdd_call *call)
{
	static const enum fdd_track_kind kinds[] = {
		[FDD_CTX_SOFTIRQ] = FDD_TRACK_SOFTIRQ,
		[FDD_CTX_HARDIRQ] = FDD_TRACK_HARDIRQ,
		[FDD_CTX_NMI] = FDD_TRACK_NMI,
	};

	if (call->context != FDD_CTX_TASK)
		return get_track(tl, call->source, kinds[call->context], call->cpu, 0);
	return track_of_thread(tl, FDD_TRACK_TASK, call->source, call->pid, call->cpu,
			       call->comm);
}

static void add_span(struct fdd_timeline *tl, const struct fdd_span *span)
{
	if (span->track == NO_TRACK || fdd_span_track(span) == NO_TRACK) {
		tl->left_out++;
		return;
	}
	*(struct fdd_span *)fdd_sorter_add(&tl->spans) = *span;
}

/* Remember the process of a task, from its records. */
static void note_process(struct fdd_timeline *tl, uint16_t source, int32_t pid,
			 int32_t process)
{
	if (pid > 0 && process > 0 && tl->processes.nr < MAX_TRACKS)
		*fdd_map_get(&tl->processes, fdd_thread_key(source, pid, 0)) = process;
}

static void on_call(struct fdd_sink *sink, struct fdd_stack *stack,
		    struct fdd_frame *frame)
{
	struct fdd_timeline *tl = container_of(sink, struct fdd_timeline, sink);
	const struct fdd_call *call = &frame->call;

	(void)stack;
	if (tl->want_states)
		fdd_states_see(&tl->states, call->source, call->calltime + call->duration);
	if (!frame->selected)
		return;
	add_span(tl, &(struct fdd_span){
		.from = call->calltime,
		.to = call->calltime + call->duration,
		.seq = frame->seq,
		.order = tl->nr++,
		.track = track_of_call(tl, call),
		.name = call->func,
		.cpu = call->cpu,
		.depth = call->depth,
		.is_call = true,
	});
}

/* With --region, only markers within a matching region. */
static void add_mark(struct fdd_timeline *tl, const struct fdd_note *note,
		     struct fdd_span span)
{
	if (tl->regions.patterns->nr && !fdd_regions_open(&tl->regions, note))
		return;
	span.from = span.to = note->time;
	span.seq = tl->m->seq;
	span.order = tl->nr++;
	span.track = track_of_thread(tl, FDD_TRACK_TASK, note->source, note->pid,
				     note->cpu, note->comm);
	span.cpu = note->cpu;
	span.is_mark = true;
	add_span(tl, &span);
}

static void on_note(struct fdd_sink *sink, const struct fdd_note *note)
{
	struct fdd_timeline *tl = container_of(sink, struct fdd_timeline, sink);

	note_process(tl, note->source, note->pid, note->tgid);
	if (tl->want_states)
		fdd_states_note(&tl->states, note);
	if (fdd_regions_note(&tl->regions, note) || note->kind != FDD_NOTE_MARKER)
		return;
	add_mark(tl, note, (struct fdd_span){
		.name = fdd_texts_add(&tl->texts, note->text, note->len),
	});
}

static void counter_or_instant(void *arg, const struct fdd_note *note,
			       const struct fdd_region_line *line)
{
	struct fdd_timeline *tl = arg;

	add_mark(tl, note, (struct fdd_span){
		.name = fdd_texts_add(&tl->texts, line->name, line->name_len),
		.value = line->value,
		.process = line->process,
		.is_counter = line->what == FDD_REGION_COUNTER,
	});
}

/* The region is added at its end. */
static void region_began(void *arg, struct fdd_region *region,
			 const struct fdd_region_line *line)
{
	struct fdd_timeline *tl = arg;
	struct fdd_span *span = xmalloc(sizeof(*span));
	char *name = fdd_region_text(line);

	note_process(tl, region->source, region->pid, region->process);
	*span = (struct fdd_span){
		.from = region->from,
		.to = region->from,
		.seq = tl->m->seq,
		.order = tl->nr++,
		.track = track_of_thread(tl, FDD_TRACK_REGIONS, region->source,
					 region->pid, region->cpu, region->comm),
		.name = fdd_texts_add(&tl->texts, name, strlen(name)),
		.pairs = fdd_texts_add(&tl->texts, line->pairs, line->pairs_len),
		.process = region->process,
		.cpu = region->cpu,
		.is_region = true,
		.is_async = region->is_async,
	};
	region->tag = (uintptr_t)span;
	free(name);
}

static void add_region(struct fdd_timeline *tl, const struct fdd_region *region, uint64_t to)
{
	struct fdd_span *span = (struct fdd_span *)(uintptr_t)region->tag;

	span->to = to;
	add_span(tl, span);
	free(span);
}

static void region_ended(void *arg, const struct fdd_region *region)
{
	struct fdd_span *span = (struct fdd_span *)(uintptr_t)region->tag;

	span->is_async = region->is_async;
	add_region(arg, region, region->to);
}

/* A region without an end: take the end of the region around it, or of the trace. */
static void region_unfinished(void *arg, const struct fdd_region *region)
{
	struct fdd_timeline *tl = arg;
	const struct fdd_source *source = &tl->m->sources[region->source];
	uint64_t to = region->from;

	if (region->left)
		to = region->left;
	else if (source->calls && source->last > region->from)
		to = source->last;
	add_region(tl, region, to);
}

/* States, work and wakes */

static void add_stretch(void *arg, const struct fdd_stretch *s)
{
	struct fdd_timeline *tl = arg;

	add_span(tl, &(struct fdd_span){
		.from = s->from, .to = s->to, .order = tl->nr++,
		.track = get_track(tl, s->source, FDD_TRACK_TASK, s->pid, s->comm),
		.on = get_track(tl, s->source, FDD_TRACK_STATES, s->pid, s->comm),
		.name = s->state, .wake = s->wake, .cpu = s->cpu, .is_state = true,
	});
}

static void add_worked(void *arg, const struct fdd_worked *w)
{
	struct fdd_timeline *tl = arg;
	bool item = w->work == FDD_WORK_QUEUED;

	add_span(tl, &(struct fdd_span){
		.from = w->from, .to = w->to, .order = tl->nr++,
		.track = track_of_thread(tl, FDD_TRACK_TASK, w->source, w->pid, w->cpu, 0),
		.on = get_track(tl, w->source, item ? FDD_TRACK_WORK : FDD_TRACK_INTERRUPTS,
				item ? w->pid : w->cpu, 0),
		.name = fdd_texts_add(&tl->texts, w->name, strlen(w->name)),
		.cpu = w->cpu, .is_work = true,
	});
}

/* The track of what is running there: the task, or an interrupt on top of it. */
static uint32_t track_of_note(struct fdd_timeline *tl, const struct fdd_note *note)
{
	return track_of_call(tl, &(struct fdd_call){
		.source = note->source, .context = note->context, .pid = note->pid,
		.cpu = note->cpu, .comm = note->comm,
	});
}

static uint64_t add_wake(void *arg, const struct fdd_note *note)
{
	struct fdd_timeline *tl = arg;
	uint32_t waker = track_of_note(tl, note);
	uint32_t woken = get_track(tl, note->source, FDD_TRACK_TASK, note->next, 0);
	uint64_t number;

	if (waker == NO_TRACK || woken == NO_TRACK || tl->nr_wakes == MAX_WAKES)
		return 0;
	tl->nr_wakes++;
	number = (uint64_t)tl->nr_wakes << 32;
	add_span(tl, &(struct fdd_span){
		.from = note->time, .to = note->time + WAKE_NS, .order = tl->nr++,
		.track = waker, .wake = number | woken, .cpu = note->cpu, .depth = UINT16_MAX,
		.is_wake = true,
	});
	return number | waker;
}

void fdd_timeline_want_states(struct fdd_timeline *tl, bool within_calls)
{
	tl->want_states = true;
	tl->within_calls = within_calls;
	tl->m->want_work = true;
	tl->states.watch = (struct fdd_state_watch){
		.stretch = add_stretch, .woke = add_wake, .worked = add_worked, .arg = tl,
	};
}

static void show_wake(struct fdd_timeline *tl, uint64_t wake)
{
	uint32_t i = fdd_wake_number(wake);

	if (!i)
		return;
	tl->wakes[i / 8] |= 1 << i % 8;
	tl->tracks[fdd_wake_track(wake)].used = true;
}

static bool is_wake_shown(const struct fdd_timeline *tl, uint64_t wake)
{
	uint32_t i = fdd_wake_number(wake);

	return tl->wakes[i / 8] & 1 << i % 8;
}

static bool is_beside(const struct fdd_span *span)
{
	return span->is_state || span->is_work;
}

/* Is it shown? The calls around it are open. */
static bool is_shown(struct fdd_timeline *tl, const struct fdd_span *span)
{
	if (span->is_wake)
		return is_wake_shown(tl, span->wake);
	return !is_beside(span) || !tl->within_calls || tl->nr_open;
}

/* By time; a caller before a callee with the same time, and other spans last. */
static int by_track_and_time(const void *a, const void *b)
{
	const struct fdd_span *x = a, *y = b;

	if (x->track != y->track)
		return x->track < y->track ? -1 : 1;
	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	if (is_beside(x) != is_beside(y))
		return is_beside(x) ? 1 : -1;
	if (x->to != y->to)
		return x->to > y->to ? -1 : 1;
	if (x->depth != y->depth)
		return x->depth < y->depth ? -1 : 1;
	if (x->seq != y->seq)
		return x->seq > y->seq ? -1 : 1;
	return (x->order > y->order) - (x->order < y->order);
}

void fdd_timeline_begin(struct fdd_timeline *tl, struct fdd_model *m,
			const struct fdd_filter *filter)
{
	*tl = (struct fdd_timeline){ .m = m, .filter = filter };
	tl->sink.call = on_call;
	tl->sink.note = on_note;
	fdd_sorter_init(&tl->spans, sizeof(struct fdd_span), by_track_and_time, 0);
	fdd_texts_init(&tl->texts);
	fdd_regions_init(&tl->regions, fdd_filter_regions(filter));
	tl->regions.watch = (struct fdd_region_watch){
		.began = region_began,
		.ended = region_ended,
		.unfinished = region_unfinished,
		.single = counter_or_instant,
		.arg = tl,
	};
	fdd_model_add_sink(m, &tl->sink);
}

/*
 * Clocks of CPUs differ slightly, and text has no nanoseconds, so a call may seem to end
 * after its caller. Then its end is moved, because viewers need spans to nest. A region
 * that ends after the one it began in is shown as asynchronous.
 */
static void fit(struct fdd_timeline *tl, uint64_t to, struct fdd_span *span)
{
	if (to >= span->to)
		return;
	if (!span->is_call) {
		span->is_async = true;
		return;
	}
	span->to = to;
	tl->cut++;
}

static void close_ended(struct fdd_timeline *tl, const struct fdd_span *span)
{
	while (tl->nr_open && (tl->open[tl->nr_open - 1].track != span->track ||
			       tl->open[tl->nr_open - 1].to <= span->from))
		tl->nr_open--;
}

static void make_nest(struct fdd_timeline *tl, struct fdd_span *span)
{
	if (span->is_mark || span->is_async || is_beside(span))
		return;
	if (span->is_wake) {
		if (tl->nr_open && tl->open[tl->nr_open - 1].to < span->to)
			span->to = tl->open[tl->nr_open - 1].to;
		return;
	}
	if (tl->nr_open)
		fit(tl, tl->open[tl->nr_open - 1].to, span);
	if (span->is_async)
		return;
	GROW(tl->open, tl->nr_open, tl->cap_open);
	tl->open[tl->nr_open++] = (struct fdd_open_span){ span->to, span->track };
}

/* The next span is the first one. */
static void timeline_rewind(struct fdd_timeline *tl)
{
	fdd_sorter_rewind(&tl->spans);
	tl->nr_open = 0;
	tl->cut = 0;
}

const struct fdd_span *fdd_timeline_next(struct fdd_timeline *tl)
{
	const struct fdd_span *span;

	do {
		span = fdd_sorter_next(&tl->spans);
		if (!span)
			return NULL;
		close_ended(tl, span);
	} while (!is_shown(tl, span) ||
		 (span->is_call && !fdd_filter_func(tl->filter, tl->t, span->name)));
	/* a copy, because the spans can be read again */
	tl->span = *span;
	make_nest(tl, &tl->span);
	return &tl->span;
}

/* A task is not always named by an event of its own. */
static void name_tracks(struct fdd_timeline *tl)
{
	for (uint32_t i = 0; i < tl->nr_tracks; i++) {
		struct fdd_track *track = &tl->tracks[i];
		const uint64_t *own = fdd_map_find(&tl->track_keys,
						   track_id(track->source, FDD_TRACK_TASK,
							    track->number));

		if (!track->comm && own &&
		    (track->kind == FDD_TRACK_STATES || track->kind == FDD_TRACK_WORK))
			track->comm = tl->tracks[*own - 1].comm;
	}
}

/* A marker in a text may have no time. */
static void measure_all(struct fdd_timeline *tl, const struct fdd_span *span)
{
	if (span->from && (!tl->first || span->from < tl->first))
		tl->first = span->from;
	if (span->to > tl->last)
		tl->last = span->to;
}

static void measure_tracks(struct fdd_timeline *tl)
{
	const struct fdd_span *span;
	uint32_t last = UINT32_MAX;

	timeline_rewind(tl);
	while ((span = fdd_timeline_next(tl))) {
		struct fdd_track *track = &tl->tracks[span->track];

		tl->tracks[fdd_span_track(span)].used = true;
		if (span->is_state && span->name == FDD_STATE_RUNNING)
			show_wake(tl, span->wake);
		if (is_beside(span))
			continue;
		if (span->track != last)
			track->first = span->from;
		last = span->track;
		if (span->to > track->last)
			track->last = span->to;
		measure_all(tl, span);
		tl->nr_async += span->is_async;
	}
}

static void warn(const struct fdd_timeline *tl)
{
	if (tl->cut)
		fdd_warning("%llu calls seemed to end after their callers and were shortened",
			    (unsigned long long)tl->cut);
	if (tl->left_out)
		fdd_warning("the output is limited to %u tasks: %llu calls, regions and markers of others are left out",
			    MAX_TRACKS, (unsigned long long)tl->left_out);
	fdd_regions_warn(&tl->regions);
}

void fdd_timeline_finish(struct fdd_timeline *tl, struct fdd_table *t)
{
	tl->t = t;
	fdd_regions_finish(&tl->regions);
	fdd_states_finish(&tl->states);
	name_tracks(tl);
	tl->wakes = xcalloc(tl->nr_wakes / 8 + 1, 1);
	measure_tracks(tl);
	if (!tl->quiet)
		warn(tl);
	timeline_rewind(tl);
}

void fdd_timeline_free(struct fdd_timeline *tl)
{
	fdd_regions_finish(&tl->regions);
	fdd_regions_free(&tl->regions);
	fdd_states_free(&tl->states);
	free(tl->wakes);
	fdd_sorter_free(&tl->spans);
	fdd_texts_free(&tl->texts);
	free(tl->name.text);
	free(tl->pairs.text);
	free(tl->open);
	free(tl->tracks);
	fdd_map_free(&tl->track_keys);
	fdd_map_free(&tl->processes);
}

struct fdd_span_text fdd_span_name(struct fdd_timeline *tl, const struct fdd_span *span)
{
	static const char *const states[] = {
		[FDD_STATE_UNKNOWN] = "unknown", [FDD_STATE_RUNNING] = "running",
		[FDD_STATE_ASLEEP] = "asleep", [FDD_STATE_READY] = "ready",
	};
	const struct fdd_name *func;

	if (span->is_state)
		return (struct fdd_span_text){ states[span->name], strlen(states[span->name]) };
	if (span->is_call) {
		func = fdd_name_at(&tl->m->funcs, span->name);
		return (struct fdd_span_text){ func->text, func->len };
	}
	fdd_texts_get(&tl->texts, span->name, &tl->name);
	return (struct fdd_span_text){ tl->name.text, tl->name.len };
}

struct fdd_span_text fdd_span_pairs(struct fdd_timeline *tl, const struct fdd_span *span)
{
	if (!span->is_region)
		return (struct fdd_span_text){ "", 0 };
	fdd_texts_get(&tl->texts, span->pairs, &tl->pairs);
	return (struct fdd_span_text){ tl->pairs.text, tl->pairs.len };
}

const char *fdd_span_category(const struct fdd_timeline *tl, const struct fdd_span *span)
{
	if (span->is_mark)
		return "marker";
	if (span->is_state)
		return "state";
	if (span->is_wake)
		return "wakeup";
	if (span->is_work)
		return tl->tracks[span->on].kind == FDD_TRACK_WORK ? "work" : "interrupt";
	return span->is_call ? "kernel" : "region";
}

static bool is_of_task(const struct fdd_track *track)
{
	return track->kind == FDD_TRACK_TASK || track->kind == FDD_TRACK_REGIONS ||
	       track->kind == FDD_TRACK_STATES || track->kind == FDD_TRACK_WORK;
}

int32_t fdd_track_process(const struct fdd_timeline *tl, const struct fdd_track *track)
{
	const uint64_t *process;

	if (!is_of_task(track))
		return 0;
	process = fdd_map_find(&tl->processes, fdd_thread_key(track->source, track->number, 0));
	return process ? (int32_t)*process : track->number;
}

/* A pid is at most 2^22. */
#define PIDS_OF_SOURCE	(1 << 23)
#define CPUS_PID	((1 << 22) + 1)

int64_t fdd_track_process_id(const struct fdd_timeline *tl, const struct fdd_track *track)
{
	int32_t process = fdd_track_process(tl, track);

	return (int64_t)track->source * PIDS_OF_SOURCE + (process ? process : CPUS_PID);
}

char *fdd_track_process_name(const struct fdd_timeline *tl, const struct fdd_track *track)
{
	const struct fdd_model *m = tl->m;
	const char *comm = fdd_name(&m->comms, track->comm);
	char *name;

	if (!fdd_track_process(tl, track))
		comm = "CPUs";
	if (asprintf(&name, "%s%s%s", m->nr_sources > 1 ? m->sources[track->source].label : "",
		     m->nr_sources > 1 ? ": " : "", *comm ? comm : "<...>") < 0)
		return xstrdup("?");
	return name;
}

char *fdd_track_name(const struct fdd_timeline *tl, const struct fdd_track *track)
{
	static const char *const formats[] = {
		[FDD_TRACK_IDLE] = "swapper/%d",
		[FDD_TRACK_CPU] = "cpu %d",
		[FDD_TRACK_SOFTIRQ] = "cpu %d softirq",
		[FDD_TRACK_HARDIRQ] = "cpu %d hardirq",
		[FDD_TRACK_NMI] = "cpu %d NMI",
		[FDD_TRACK_CPU_REGIONS] = "regions on cpu %d",
		[FDD_TRACK_INTERRUPTS] = "interrupts of cpu %d",
	};
	static const char *const prefixes[] = {
		[FDD_TRACK_TASK] = "", [FDD_TRACK_REGIONS] = "regions of ",
		[FDD_TRACK_STATES] = "states of ", [FDD_TRACK_WORK] = "work of ",
	};
	const char *comm = fdd_name(&tl->m->comms, track->comm);
	char *name = NULL;
	int ret;

	if (is_of_task(track))
		ret = asprintf(&name, "%s%s-%d", prefixes[track->kind],
			       *comm ? comm : "<...>", track->number);
	else
		ret = asprintf(&name, formats[track->kind], track->number);
	return ret < 0 ? xstrdup("?") : name;
}

// SPDX-License-Identifier: GPL-2.0
/* The interface between readers and sinks: what happens to each call and each note. */
#include <assert.h>
#include <stdlib.h>

#include "lib/clean.h"
#include "model/callers.h"
#include "model/calm.h"
#include "model/folds.h"
#include "model/interrupts.h"
#include "model/off_calls.h"
#include "model/open_told.h"
#include "model/stacks.h"

/* While traces are read, of 200 MiB: sorting and printing need memory, too. */
#define MAX_RESIDENT	(160u << 20)
#define LOOK_AFTER	(1u << 20)	/* bytes: to look takes time */

struct fdd_model *fdd_model_new(void)
{
	static const char *const special[] = {
		[FDD_FUNC_NONE] = "(none)",
		[FDD_FUNC_FILTERED] = "(filtered)",
		[FDD_FUNC_UNKNOWN] = "(unknown)",
		[FDD_FUNC_INTERRUPT] = "(interrupt)",
		[FDD_FUNC_OTHER] = "(other functions)",
	};
	struct fdd_model *m = xcalloc(1, sizeof(*m));

	m->most_resident = MAX_RESIDENT;
	pthread_mutex_init(&m->numbers_lock, NULL);
	for (size_t i = 0; i < ARRAY_SIZE(special); i++)
		fdd_names_get(&m->funcs, special[i], strlen(special[i]));
	for (size_t i = 0; i < ARRAY_SIZE(fdd_off_funcs); i++)
		fdd_names_get(&m->funcs, fdd_off_funcs[i], strlen(fdd_off_funcs[i]));
	m->funcs.most = FDD_MAX_NAMES;
	m->funcs.most_text = FDD_MAX_FUNC_TEXT;
	m->funcs.most_len = FDD_MAX_FUNC_LEN;
	m->funcs.other = FDD_FUNC_OTHER;
	fdd_names_get(&m->comms, "", 0);
	m->comms.most = FDD_MAX_NAMES;
	m->comms.most_text = FDD_MAX_COMM_TEXT;
	m->comms.most_len = FDD_MAX_COMM_LEN;
	m->comms.other = fdd_names_get(&m->comms, "<...>", 5);
	fdd_names_get(&m->args, "", 0);
	m->args.most = FDD_MAX_NAMES;
	m->args.most_text = FDD_MAX_ARGS_TEXT;
	m->args.most_len = FDD_MAX_ARGS_LEN;
	m->args.other = fdd_names_get(&m->args, "...", 3);
	fdd_names_get(&m->modules, "", 0);
	return m;
}

void fdd_model_forget_tasks(struct fdd_model *m)
{
	fdd_stacks_free(m);
	fdd_offs_free(&m->offs);
}

void fdd_model_free(struct fdd_model *m)
{
	fdd_model_forget_tasks(m);
	pthread_mutex_destroy(&m->numbers_lock);
	for (unsigned int i = 0; i < m->nr_sources; i++) {
		free(m->sources[i].path);
		free(m->sources[i].label);
		free(m->sources[i].tracer);
		free(m->sources[i].machine);
		free(m->sources[i].host);
		free(m->sources[i].unparsed_text);
		free(m->sources[i].cut_name);
		free(m->sources[i].irqs);
		fdd_stats_free(m->sources[i].stats);
		fdd_clock_free(&m->sources[i].clock);
		fdd_wall_free(&m->sources[i].wall);
		fdd_open_marks_free(&m->sources[i].open_marks);
		fdd_cgroup_names_free(&m->sources[i].cgroups);
	}
	free(m->sources);
	free(m->interrupt_known);
	free(m->func_modules);
	fdd_names_free(&m->funcs);
	fdd_names_free(&m->comms);
	fdd_names_free(&m->args);
	fdd_names_free(&m->modules);
	free(m);
}

static void add_sink(struct fdd_sinks *sinks, struct fdd_sink *sink, bool wanted)
{
	size_t nr = 0;

	if (!wanted)
		return;
	while (sinks->list[nr])
		nr++;
	assert(nr + 1 < ARRAY_SIZE(sinks->list));
	sinks->list[nr] = sink;
}

void fdd_model_add_sink(struct fdd_model *m, struct fdd_sink *sink)
{
	add_sink(&m->to_call, sink, sink->call);
	add_sink(&m->to_caller, sink, sink->caller);
	add_sink(&m->to_orphan, sink, sink->orphan);
	add_sink(&m->to_note, sink, sink->note);
	add_sink(&m->to_open_calls, sink, sink->open_calls);
}

/* The first source with this name as host, or as label if it has no host. */
static uint16_t first_of_host(const struct fdd_model *m, const char *name)
{
	uint16_t i = 0;

	while (strcmp(fdd_source_host(&m->sources[i]), name))
		i++;
	return i;
}

uint16_t fdd_model_add_source(struct fdd_model *m, const char *path,
			      const char *label)
{
	struct fdd_source *src;

	if (m->nr_sources == UINT16_MAX) {
		fdd_error("more than %u sources", UINT16_MAX);
		exit(1);
	}
	m->sources = xrealloc(m->sources, (m->nr_sources + 1) * sizeof(*src));
	src = &m->sources[m->nr_sources];
	*src = (struct fdd_source){
		.path = xstrdup(path),
		.label = xstrdup(label),
		.format = "text",
		.user = m->user,
	};
	src->same_host = first_of_host(m, label);
	return m->nr_sources++;
}

void fdd_model_set_machine(struct fdd_model *m, uint16_t source,
			   const char *machine)
{
	struct fdd_source *src = &m->sources[source];

	src->machine = xstrdup(machine);
	src->host = fdd_host_of(machine);
	if (!src->host)
		return;
	src->same_host = first_of_host(m, src->host);
	if (m->label_hosts && !src->labelled) {
		free(src->label);
		src->label = xstrdup(src->host);
	}
}

const char *fdd_source_host(const struct fdd_source *src)
{
	return src->host ? src->host : src->label;
}

const char *fdd_source_machine(const struct fdd_source *src)
{
	return src->machine ? src->machine : src->wall.machine;
}

const char *fdd_source_host_name(const struct fdd_source *src)
{
	return src->host ? src->host : src->wall.host;
}

const char *fdd_source_cgroup(struct fdd_source *src, uint64_t id)
{
	return fdd_cgroup_name(&src->cgroups, id, src->wall.boot, fdd_source_host_name(src));
}

void fdd_source_unparsed(struct fdd_source *src, uint64_t line,
			 const char *text, size_t len)
{
	if (!src->unparsed++) {
		src->unparsed_line = line;
		src->unparsed_text = fdd_clean_copy(text, len < 60 ? len : 60);
	}
	fdd_debug("%s:%llu: cannot parse: %.*s", src->path,
		  (unsigned long long)line, (int)(len < 200 ? len : 200), text);
}

void fdd_source_cut_off(struct fdd_source *src, uint64_t line, const char *name, size_t len)
{
	if (src->cut_line)
		return;
	src->cut_line = line;
	src->cut_name = fdd_clean_copy(name, len < 60 ? len : 60);
}

/* Calls. */

/*
 * Without call times, take the start of the first callee as the start of a call, or its
 * own position if it has no callees.
 */
static void guess_calltime(struct fdd_frame *frame, const struct fdd_frame *first)
{
	if (first->call.calltime < frame->call.calltime)
		frame->call.calltime = first->call.calltime;
}

/*
 * The frame of a call, whose callees are the frames from @first on: behind them, or in the
 * place of the first one if no sink needs them any longer.
 */
static __always_inline struct fdd_frame *
make_frame(struct fdd_model *m, struct fdd_body *b, const struct fdd_call *call,
	   unsigned int *first, bool in_place)
{
	struct fdd_frame *frame;
	unsigned int i = b->nr, behind = call->depth + 1;
	uint64_t sub;

	/* a self time that was measured does not depend on calls that are missing */
	if (call->flags & FDD_CALL_SELF)
		behind = FDD_MAX_DEPTH;
	sub = fdd_take_callees(m, b, call, call->flags & FDD_CALL_NO_TIME, behind, &i);
	if (b->nr_folds && !i)
		sub += fdd_unfold(m, b, call);
	*first = b->waiting = i;
	if (!in_place || call->flags & FDD_CALL_NO_TIME)
		i = b->nr;
	frame = &b->frames[i];
	frame->call = *call;
	if (call->flags & FDD_CALL_NO_TIME)
		guess_calltime(frame, &b->frames[*first]);
	frame->self = sub < call->duration ? call->duration - sub : 0;
	frame->tag = 0;
	frame->from = FDD_FUNC_NONE;
	return frame;
}

/* Push the new frame, which may be stored behind the top of the stack. */
static __always_inline void keep(struct fdd_model *m, struct fdd_stack *s,
				 const struct fdd_frame *frame)
{
	struct fdd_body *b = s->body;

	if (b->nr == FDD_MAX_FRAMES)
		fdd_fold_oldest(m, s);
	if (frame != &b->frames[b->nr])
		b->frames[b->nr] = *frame;
	b->nr++;
}

static __always_inline void count_call(struct fdd_source *src, const struct fdd_call *call)
{
	uint64_t end = call->calltime + call->duration;

	if (!src->calls++) {
		src->anchor = call->calltime;
		src->first = call->calltime;
	}
	/* The task's overrun count is cumulative. */
	if (call->overrun > src->overruns)
		src->overruns = call->overrun;
	if (call->calltime < src->first)
		src->first = call->calltime;
	/* no branch, because tasks on several CPUs would make it mispredicted often */
	src->last = end > src->last ? end : src->last;
	src->last_seen = end;
}

static void tell_note(struct fdd_model *m, const struct fdd_note *raw)
{
	struct fdd_note note = *raw;

	fdd_clock_correct(&m->sources[note.source].clock, &note);
	if (fdd_wall_is_mark(&note)) {
		fdd_wall_take(&m->sources[note.source].wall, &note);
		return;
	}
	if (fdd_open_marks_is(&note)) {
		if (fdd_model_wants_open_calls(m))
			fdd_open_marks_take(&m->sources[note.source].open_marks, &note);
		return;
	}
	if (note.sched)
		fdd_take_sched(m, &note);
	FDD_TELL(&m->to_note, note, &note);
}

/* Notes wait for the first call, which gives the difference of the clocks. */
static void release_notes(struct fdd_model *m, uint16_t source)
{
	struct fdd_clock *c = &m->sources[source].clock;

	for (unsigned int i = 0; i < c->nr_held; i++)
		tell_note(m, &c->held[i]);
	fdd_clock_free(c);
}

static __always_inline void take_call(struct fdd_model *m, const struct fdd_call *call,
				      bool plain)
{
	struct fdd_source *src = &m->sources[call->source];
	struct fdd_stack *s = fdd_stack_of(m, call);
	struct fdd_frame *frame;
	unsigned int first;
	struct fdd_body *b;

	/* before any sink gets the call: see fdd_task_body() */
	if (call->context != FDD_CTX_TASK)
		fdd_body_take(m, fdd_stack_interrupted(m, call));
	b = fdd_body_take(m, s);

	if (call->stamp)
		fdd_clock_learn(&src->clock, call->stamp,
				call->calltime + call->duration);
	if (src->clock.nr_held)
		release_notes(m, call->source);
	count_call(src, call);
	fdd_end_interrupts(m, src, s, call);
	if (s->context != FDD_CTX_TASK) {
		fdd_begin_interrupt(m, src, s, call);
		b = fdd_body_take(m, s);
	}

	if (b->nr == b->cap)
		fdd_grow_frames(m, s);
	frame = make_frame(m, b, call, &first, plain || !*m->to_caller.list);
	frame->seq = ++m->seq;
	if (__builtin_expect(call->flags & FDD_CALL_DETAIL, 0))
		fdd_take_detail(m, s, frame);
	else
		fdd_find_off(m, s, frame, plain);
	frame->selected = plain || !m->select || m->select(m->select_arg, frame);
	fdd_body_note_return(b, call->depth, frame->seq);
	if (plain)
		(*m->to_call.list)->call(*m->to_call.list, s, frame);
	else
		FDD_TELL(&m->to_call, call, s, frame);
	if (!plain && *m->to_caller.list)
		fdd_tell_callees(m, s, b->frames + first, b->nr - first, frame);
	b->nr = first;

	if (!plain && fdd_is_interrupt(m, call->func)) {
		m->has_interrupts = true;
		fdd_tell_orphan(m, s, frame, FDD_CALLER_INTERRUPT);
	} else if (call->depth == 0 && s->context == FDD_CTX_TASK) {
		fdd_end_of_task_stack(m, s, frame);
	} else {
		keep(m, s, frame);
	}
}

/* Only one sink, no filter and no functions to treat as interrupts. */
static bool is_plain(const struct fdd_model *m)
{
	return m->to_call.list[0] && !m->to_call.list[1] && !m->to_caller.list[0] &&
	       !m->select && !m->is_interrupt;
}

static void take_plain_calls(struct fdd_model *m, const struct fdd_call *calls, size_t nr)
{
	for (size_t i = 0; i < nr;) {
		i += fdd_take_calm_calls(m, &calls[i], nr - i);
		if (i < nr)
			take_call(m, &calls[i++], true);
	}
}

/* Separate loops for the frequent cases, where fdd spends most of its time. */
void fdd_model_calls(struct fdd_model *m, const struct fdd_call *calls, size_t nr)
{
	if (m->detour) {
		for (size_t i = 0; i < nr; i++)
			m->detour->call(m->detour, &calls[i]);
		return;
	}
	if (is_plain(m) && (*m->to_call.list)->calls) {
		take_plain_calls(m, calls, nr);
		return;
	}
	if (is_plain(m)) {
		for (size_t i = 0; i < nr; i++)
			take_call(m, &calls[i], true);
		return;
	}
	for (size_t i = 0; i < nr; i++)
		take_call(m, &calls[i], false);
}

void fdd_model_call(struct fdd_model *m, const struct fdd_call *call)
{
	fdd_model_calls(m, call, 1);
}

void fdd_model_leave_out(struct fdd_model *m, const struct fdd_call *call)
{
	struct fdd_source *src = &m->sources[call->source];
	uint64_t end = call->calltime + call->duration;

	if (call->stamp)
		fdd_clock_learn(&src->clock, call->stamp, end);
	if (src->clock.nr_held)
		release_notes(m, call->source);
	src->last_seen = end;
}

/* By its name, "sched_switch: ..."; names beyond the first ones are not counted. */
static void count_name(struct fdd_source *src, const struct fdd_note *note)
{
	const char *colon = note->len ? memchr(note->text, ':', note->len) : NULL;
	size_t len = colon ? colon - note->text : 0;

	if (!len || len >= FDD_EVENT_NAME || memchr(note->text, ' ', len) ||
	    (note->text[0] >= '0' && note->text[0] <= '9'))
		return;
	for (size_t i = 0; i < ARRAY_SIZE(src->named); i++) {
		struct fdd_event_count *named = &src->named[i];

		if (!named->events)
			memcpy(named->name, note->text, len);
		if (!memcmp(named->name, note->text, len) && !named->name[len]) {
			named->events++;
			return;
		}
	}
}

void fdd_model_note(struct fdd_model *m, const struct fdd_note *told)
{
	struct fdd_source *src = &m->sources[told->source];
	struct fdd_note copy = *told, *note = &copy;

	if (m->detour) {
		m->detour->note(m->detour, told);
		return;
	}
	if (note->kind == FDD_NOTE_DETAIL) {
		m->detail = note->detail;
		return;
	}
	if (note->no_time)
		note->time = src->last_seen;
	if (note->kind == FDD_NOTE_MARKER) {
		src->markers += !fdd_wall_is_mark(note) && !fdd_open_marks_is(note);
	} else if (note->kind == FDD_NOTE_EVENT) {
		src->events++;
		if (!src->calls)
			count_name(src, note);
	} else {
		src->lost += note->count;
		src->lost_places++;
		m->lost_seq = m->seq;
	}
	if (!src->calls && fdd_clock_hold(&src->clock, note))
		return;
	release_notes(m, note->source);
	tell_note(m, note);
}

/* A time of a record, by the clock of the calls. */
static uint64_t corrected(const struct fdd_source *src, uint64_t time)
{
	struct fdd_note note = { .time = time };

	fdd_clock_correct(&src->clock, &note);
	return note.time;
}

void fdd_model_open_calls(struct fdd_model *m, const struct fdd_open_calls *told)
{
	const struct fdd_source *src = &m->sources[told->source];
	struct fdd_open_calls calls = *told;

	for (uint32_t i = 0; i < calls.nr; i++)
		calls.list[i].time = corrected(src, calls.list[i].time);
	calls.end = corrected(src, calls.end);
	FDD_TELL(&m->to_open_calls, open_calls, &calls);
}

static void flush_detour(struct fdd_model *m)
{
	if (m->detour)
		m->detour->flush(m->detour);
}

void fdd_model_task_named(struct fdd_model *m, const struct fdd_call *unnamed,
			  const struct fdd_call *named)
{
	struct fdd_stack *from, *to;

	flush_detour(m);
	from = fdd_stack_of(m, unnamed);
	to = fdd_stack_of(m, named);
	/* The CPU's stack is empty, or the task's stack is in use already. */
	if (!from->body || to->body || to == from)
		return;
	to->body = from->body;
	from->body = NULL;
}

/* Where all sources so far have ended, the next one to end has none of their stacks. */
static void note_end(struct fdd_model *m, struct fdd_source *src)
{
	m->nr_ended += !src->ended;
	src->ended = true;
	if (m->nr_ended == m->nr_sources)
		m->ended_stacks = m->last_stack + 1;
}

/* The end of a source: calls still without a caller get none. */
void fdd_model_end_source(struct fdd_model *m, uint16_t source)
{
	uint32_t first = m->sources[source].ended ? 0 : m->ended_stacks;

	flush_detour(m);
	release_notes(m, source);
	/* first what is on top of tasks: see fdd_task_body() */
	for (unsigned int c = 0; c < m->sources[source].nr_irqs; c++)
		fdd_end_interrupts_above(m, &m->sources[source].irqs[c], FDD_CTX_TASK);
	for (uint32_t i = first; i < m->nr_stacks; i++)
		if (m->stacks[i] && m->stacks[i]->source == source)
			fdd_flush_stack(m, m->stacks[i]);
	fdd_open_told(m, source);
	note_end(m, &m->sources[source]);
}

bool fdd_model_is_full(struct fdd_model *m, uint16_t source, size_t read)
{
	m->since_look += read;
	if (!m->full && m->since_look >= LOOK_AFTER) {
		m->since_look = 0;
		m->full = fdd_resident() + m->beside > m->most_resident;
	}
	m->sources[source].cut |= m->full;
	return m->full;
}

/* Names are "func" or "func [module]". */
static uint32_t find_module(struct fdd_model *m, uint32_t func)
{
	const char *open = strrchr(fdd_name(&m->funcs, func), '[');
	const char *close = open ? strchr(open, ']') : NULL;

	if (!close)
		return 0;
	return fdd_names_get(&m->modules, open + 1, close - open - 1);
}

uint32_t fdd_func_module(struct fdd_model *m, uint32_t func)
{
	if (func >= m->nr_func_modules) {
		uint32_t nr = func * 2 + 64;

		m->func_modules = xrealloc(m->func_modules,
					   nr * sizeof(*m->func_modules));
		while (m->nr_func_modules < nr)
			m->func_modules[m->nr_func_modules++] = UINT32_MAX;
	}
	if (m->func_modules[func] == UINT32_MAX)
		m->func_modules[func] = find_module(m, func);
	return m->func_modules[func];
}

bool fdd_model_counted(const struct fdd_model *m, const char *func, uint64_t *calls)
{
	bool any = false;

	*calls = 0;
	for (unsigned int i = 0; i < m->nr_sources; i++) {
		const struct fdd_stats *s = m->sources[i].stats;
		const struct fdd_stat *f = s ? fdd_stats_find(s, func) : NULL;

		any = any || s;
		*calls += f ? f->calls : 0;
	}
	return any && !m->without_stats;
}

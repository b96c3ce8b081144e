// SPDX-License-Identifier: GPL-2.0
/* What a trace holds of the time of some calls. */
#include <stdlib.h>
#include <string.h>

#include "model/window.h"

#define MAX_COMMS	(1u << 17)
#define MAX_EARLIER	(1u << 16)
#define DISORDER	1000000		/* ns */
#define NO_TASK		(1ull << 40)
#define INTERRUPTS	(1ull << 41)

uint64_t fdd_window_key(enum fdd_context context, int32_t pid, uint16_t cpu)
{
	if (context != FDD_CTX_TASK)
		return INTERRUPTS | cpu;
	return pid > 0 ? (uint64_t)pid : NO_TASK | cpu;
}

static uint64_t cpu_key(uint16_t source, uint16_t cpu)
{
	return (uint64_t)source << 16 | cpu;
}

static bool is_full(struct fdd_windows *ws, struct fdd_window *w, uint32_t nr, uint64_t time)
{
	if (nr < ws->most)
		return false;
	if (!w->cut || time < w->cut)
		w->cut = time;
	return true;
}

/* Calls */

static bool is_target(const struct fdd_window *w, const struct fdd_call *call)
{
	return call->calltime == w->from && call->duration == w->call.duration &&
	       call->depth == w->call.depth && call->context == w->call.context &&
	       call->cpu == w->call.cpu && call->pid == w->call.pid;
}

static bool is_own(const struct fdd_window *w, const struct fdd_call *call)
{
	return call->context == w->call.context && call->pid == w->call.pid &&
	       (call->pid > 0 || call->cpu == w->call.cpu);
}

/* It was on top of the task: an interrupt, or of higher rank than this one. */
static bool is_on_top(const struct fdd_window *w, const struct fdd_call *call)
{
	return call->context > w->call.context && call->pid == w->call.pid &&
	       (call->pid > 0 || call->cpu == w->call.cpu);
}

/* Was it open when its task woke another one, or left the CPU? */
static bool saw_an_event(const struct fdd_window *w, const struct fdd_call *call)
{
	const uint64_t *recent = fdd_map_find(&w->recent,
					      fdd_window_key(call->context, call->pid, call->cpu));

	/* text has microseconds only */
	return recent && *recent + NSEC_PER_USEC > call->calltime;
}

static bool is_wanted(const struct fdd_windows *ws, const struct fdd_window *w,
		      const struct fdd_call *call)
{
	uint64_t end = call->calltime + call->duration;

	if (call->calltime > w->to || end < w->from)
		return false;
	if (is_own(w, call))
		return call->calltime >= w->from && end <= w->to && call->depth > w->call.depth;
	return is_on_top(w, call) || (!ws->own && saw_an_event(w, call));
}

/* Keep the longer calls only: the time of the others is that of their callers then. */
static void drop_short(struct fdd_windows *ws, struct fdd_window *w)
{
	while (w->nr_calls > ws->most / 2) {
		uint32_t nr = 0;

		w->shortest = w->shortest ? w->shortest * 2 : NSEC_PER_USEC;
		for (uint32_t i = 0; i < w->nr_calls; i++)
			if (w->calls[i].end - w->calls[i].start >= w->shortest)
				w->calls[nr++] = w->calls[i];
		w->nr_calls = nr;
	}
}

/* The time off the CPU that a call was recorded with, or NULL. */
static const struct fdd_off *measured_off(const struct fdd_windows *ws,
					  const struct fdd_call *call)
{
	const struct fdd_model *m = ws->m;

	if (!(call->flags & FDD_CALL_DETAIL) || !(m->detail.has & FDD_DETAIL_SLEEP) || !m->off)
		return NULL;
	return &m->off->all;
}

static void take_call(struct fdd_windows *ws, struct fdd_window *w, const struct fdd_call *call)
{
	const struct fdd_off *off = measured_off(ws, call);

	if (call->source != w->call.source)
		return;
	if (!w->found && is_target(w, call)) {
		w->found = true;
		w->call = *call;
		w->measured = off;
		w->args = call->flags & FDD_CALL_DETAIL && ws->m->detail.has & FDD_DETAIL_ARGS ?
			  ws->m->detail.args : 0;
		w->asleep = off ? off->asleep : 0;
		w->waiting = off ? off->waiting : 0;
		return;
	}
	if (call->duration < w->shortest || !is_wanted(ws, w, call))
		return;
	if (w->nr_calls == ws->most)
		drop_short(ws, w);
	GROW(w->calls, w->nr_calls, w->cap_calls);
	w->calls[w->nr_calls++] = (struct fdd_window_call){
		.start = call->calltime, .end = call->calltime + call->duration,
		.key = fdd_window_key(call->context, call->pid, call->cpu),
		.asleep = off ? off->asleep : 0, .waiting = off ? off->waiting : 0,
		.func = call->func, .pid = call->pid, .cpu = call->cpu, .depth = call->depth,
		.context = call->context,
	};
}

/* Events */

static void note_recent(struct fdd_window *w, uint64_t key, uint64_t time)
{
	*fdd_map_get(&w->recent, key) = time + 1;
}

/* A task that comes in a window may have left before it. */
static void note_left(struct fdd_windows *ws, const struct fdd_note *n)
{
	uint64_t key = fdd_thread_key(n->source, n->prev, 0);

	if (n->prev > 0 && (ws->left.nr < MAX_COMMS || fdd_map_find(&ws->left, key)))
		*fdd_map_get(&ws->left, key) = n->runnable ? 'R' : (unsigned char)n->state;
}

static char state_it_left(const struct fdd_windows *ws, const struct fdd_note *n)
{
	const uint64_t *state = fdd_map_find(&ws->left, fdd_thread_key(n->source, n->next, 0));

	return state ? (char)*state : '\0';
}

static void take_switch(struct fdd_windows *ws, struct fdd_window *w, const struct fdd_note *n)
{
	if (is_full(ws, w, w->nr_switches, n->time))
		return;
	GROW(w->switches, w->nr_switches, w->cap_switches);
	w->switches[w->nr_switches] = (struct fdd_window_switch){
		.at = { n->time, w->nr_switches }, .prev = n->prev, .next = n->next, .cpu = n->cpu,
		.slack = n->slack, .runnable = n->runnable, .state = n->state,
		.left = state_it_left(ws, n),
	};
	w->nr_switches++;
	note_recent(w, fdd_window_key(FDD_CTX_TASK, n->prev, n->cpu), n->time);
	/* it may have left before the window */
	note_recent(w, fdd_window_key(FDD_CTX_TASK, n->next, n->cpu), n->time);
}

int32_t fdd_windows_runner(const struct fdd_windows *ws, uint16_t source, int32_t cpu)
{
	const uint64_t *task = cpu < 0 ? NULL : fdd_map_find(&ws->running, cpu_key(source, cpu));

	return task ? (int64_t)*task - 1 : -1;
}

static void take_wake(struct fdd_windows *ws, struct fdd_window *w, const struct fdd_note *n)
{
	if (is_full(ws, w, w->nr_wakes, n->time))
		return;
	GROW(w->wakes, w->nr_wakes, w->cap_wakes);
	w->wakes[w->nr_wakes] = (struct fdd_window_wake){
		.at = { n->time, w->nr_wakes },
		.waker = n->pid, .woken = n->next, .to_cpu = n->to_cpu,
		.runner = fdd_windows_runner(ws, n->source, n->to_cpu),
		.slack = n->slack, .cpu = n->cpu, .context = n->context,
		.of_waker = n->sched == FDD_SCHED_WAKE,
		.moved = n->sched == FDD_SCHED_MIGRATE,
	};
	w->nr_wakes++;
	if (n->sched == FDD_SCHED_MIGRATE)
		return;
	note_recent(w, fdd_window_key(n->context, n->pid, n->cpu), n->time);
}

static struct fdd_window_work work_of(struct fdd_windows *ws, const struct fdd_note *n,
				      uint32_t seq)
{
	return (struct fdd_window_work){
		.at = { n->time, seq }, .pid = n->pid, .cpu = n->cpu, .kind = n->work,
		.ends = n->work_ends,
		.name = fdd_names_get(&ws->names, n->text + n->name_at, n->name_len),
	};
}

static void take_work(struct fdd_windows *ws, struct fdd_window *w, const struct fdd_note *n)
{
	if (is_full(ws, w, w->nr_work, n->time))
		return;
	GROW(w->work, w->nr_work, w->cap_work);
	w->work[w->nr_work] = work_of(ws, n, w->nr_work);
	w->nr_work++;
}

/* Work that may still be open when the window begins: one of a kind for each CPU or worker. */
static void take_earlier(struct fdd_windows *ws, struct fdd_window *w, const struct fdd_note *n)
{
	uint64_t key = (uint64_t)n->work << 32 |
		       (n->work == FDD_WORK_QUEUED ? (uint32_t)n->pid : n->cpu);
	uint64_t *number = fdd_map_find(&w->earlier, key);

	if (!number) {
		if (n->work_ends || w->nr_begun == MAX_EARLIER / ws->nr)
			return;
		GROW(w->begun, w->nr_begun, w->cap_begun);
		number = fdd_map_get(&w->earlier, key);
		*number = ++w->nr_begun;
	}
	w->begun[*number - 1] = work_of(ws, n, 0);
}

static void add_earlier(struct fdd_window *w)
{
	for (uint32_t i = 0; i < w->nr_begun; i++) {
		if (w->begun[i].ends)
			continue;
		GROW(w->work, w->nr_work, w->cap_work);
		w->work[w->nr_work++] = w->begun[i];
	}
}

static void take_note(struct fdd_windows *ws, struct fdd_window *w, const struct fdd_note *n)
{
	if (n->source != w->call.source || n->time > w->to)
		return;
	/* all switches: they say who ran while it waited */
	if (ws->own && (n->work ? n->pid : n->next) != w->call.pid &&
	    n->sched != FDD_SCHED_SWITCH)
		return;
	if (n->time + n->slack < w->from) {
		if (n->work)
			take_earlier(ws, w, n);
		return;
	}
	if (n->sched == FDD_SCHED_SWITCH)
		take_switch(ws, w, n);
	else if (n->sched)
		take_wake(ws, w, n);
	else if (n->work)
		take_work(ws, w, n);
}

/* Lost events */

static void take_gap(struct fdd_windows *ws, struct fdd_window *w,
		     const struct fdd_window_gap *gap, uint16_t source)
{
	if (source != w->call.source || gap->from > w->to || gap->to < w->from ||
	    is_full(ws, w, w->nr_gaps, gap->from))
		return;
	GROW(w->gaps, w->nr_gaps, w->cap_gaps);
	w->gaps[w->nr_gaps++] = *gap;
}

/* A record of a CPU: events lost before it were after the CPU's last one. */
static void see_cpu(struct fdd_windows *ws, uint16_t source, uint16_t cpu, uint64_t time)
{
	uint64_t key = cpu_key(source, cpu), *losing, *first;
	struct fdd_window_gap gap = { .to = time, .cpu = cpu };

	losing = fdd_map_find(&ws->losing, key);
	if (losing && *losing) {
		gap.count = *losing - 1;
		gap.from = *fdd_map_get(&ws->cpus, key);
		*losing = 0;
		for (uint32_t i = 0; i < ws->nr; i++)
			take_gap(ws, &ws->list[i], &gap, source);
	}
	*fdd_map_get(&ws->cpus, key) = time;
	first = fdd_map_get(&ws->firsts, key);
	if (!*first)
		*first = time + 1;
}

static void name_task(struct fdd_windows *ws, uint16_t source, int32_t pid, uint32_t comm)
{
	uint64_t key = fdd_thread_key(source, pid, 0);

	if (pid > 0 && comm && (ws->comms.nr < MAX_COMMS || fdd_map_find(&ws->comms, key)))
		*fdd_map_get(&ws->comms, key) = comm;
}

/*
 * With many windows, only those around the time of a record are looked at. Records are not
 * quite in the order of their times.
 */
static void open_windows(struct fdd_windows *ws, uint64_t now)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < ws->nr_open; i++)
		if (ws->list[ws->open[i]].to + DISORDER >= now)
			ws->open[nr++] = ws->open[i];
	ws->nr_open = nr;
	while (ws->next < ws->nr && ws->list[ws->order[ws->next]].from <= now + DISORDER)
		ws->open[ws->nr_open++] = ws->order[ws->next++];
}

/* Wakers may return long after a window: then all are open. */
static void set_time(struct fdd_windows *ws, uint64_t now)
{
	if (ws->own)
		open_windows(ws, now);
}

static void on_call(struct fdd_sink *sink, struct fdd_stack *stack, struct fdd_frame *frame)
{
	struct fdd_windows *ws = container_of(sink, struct fdd_windows, sink);
	const struct fdd_call *call = &frame->call;

	(void)stack;
	name_task(ws, call->source, call->pid, call->comm);
	see_cpu(ws, call->source, call->cpu, call->calltime + call->duration);
	set_time(ws, call->calltime + call->duration);
	for (uint32_t i = 0; i < ws->nr_open; i++)
		take_call(ws, &ws->list[ws->open[i]], call);
}

static void on_note(struct fdd_sink *sink, const struct fdd_note *note)
{
	struct fdd_windows *ws = container_of(sink, struct fdd_windows, sink);

	if (note->kind == FDD_NOTE_LOST) {
		*fdd_map_get(&ws->losing, cpu_key(note->source, note->cpu)) = note->count + 1;
		return;
	}
	name_task(ws, note->source, note->pid, note->comm);
	ws->work_seen |= note->work == FDD_WORK_IRQ || note->work == FDD_WORK_SOFTIRQ;
	if (note->no_time)
		return;
	see_cpu(ws, note->source, note->cpu, note->time);
	if (note->sched == FDD_SCHED_SWITCH && note->next >= 0)
		*fdd_map_get(&ws->running, cpu_key(note->source, note->cpu)) = note->next + 1ull;
	set_time(ws, note->time);
	for (uint32_t i = 0; i < ws->nr_open; i++)
		take_note(ws, &ws->list[ws->open[i]], note);
	if (note->sched == FDD_SCHED_SWITCH)
		note_left(ws, note);
}

struct begin {
	uint64_t	from;
	uint32_t	number;
};

static int by_begin(const void *a, const void *b)
{
	const struct begin *x = a, *y = b;

	if (x->from != y->from)
		return x->from < y->from ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

static void sort_windows(struct fdd_windows *ws)
{
	struct begin *list = xcalloc(ws->nr + 1, sizeof(*list));

	for (uint32_t i = 0; i < ws->nr; i++)
		list[i] = (struct begin){ ws->list[i].from, i };
	qsort(list, ws->nr, sizeof(*list), by_begin);
	for (uint32_t i = 0; i < ws->nr; i++)
		ws->order[i] = list[i].number;
	free(list);
}

static void begin(struct fdd_windows *ws, struct fdd_model *m, const struct fdd_call *calls,
		  uint32_t nr)
{
	*ws = (struct fdd_windows){ .m = m, .nr = nr, .most = FDD_WINDOW_ITEMS / (nr ? nr : 1) };
	ws->names.other = fdd_names_get(&ws->names, "(others)", 8);
	ws->names.most = FDD_MAX_NAMES;
	ws->names.most_text = FDD_MAX_FUNC_TEXT;
	ws->names.most_len = FDD_MAX_FUNC_LEN;
	ws->list = xcalloc(nr + 1, sizeof(*ws->list));
	ws->order = xcalloc(nr + 1, sizeof(*ws->order));
	ws->open = xcalloc(nr + 1, sizeof(*ws->open));
	for (uint32_t i = 0; i < nr; i++) {
		ws->list[i].call = calls[i];
		ws->list[i].from = calls[i].calltime;
		ws->list[i].to = calls[i].calltime + calls[i].duration;
	}
	m->want_work = true;
	ws->sink.call = on_call;
	ws->sink.note = on_note;
	fdd_model_add_sink(m, &ws->sink);
}

void fdd_windows_begin(struct fdd_windows *ws, struct fdd_model *m,
		       const struct fdd_call *calls, uint32_t nr)
{
	begin(ws, m, calls, nr);
	for (uint32_t i = 0; i < nr; i++)
		ws->open[ws->nr_open++] = i;
}

void fdd_windows_begin_own(struct fdd_windows *ws, struct fdd_model *m,
			   const struct fdd_call *calls, uint32_t nr)
{
	begin(ws, m, calls, nr);
	ws->own = true;
	sort_windows(ws);
}

/* After reading */

static int by_start(const void *a, const void *b)
{
	const struct fdd_window_call *x = a, *y = b;

	if (x->key != y->key)
		return x->key < y->key ? -1 : 1;
	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	if (x->depth != y->depth)
		return x->depth < y->depth ? -1 : 1;
	return (x->end < y->end) - (x->end > y->end);
}

static const struct fdd_window_call *call_of(const struct fdd_window *w, uint32_t number)
{
	return number ? &w->calls[number - 1] : NULL;
}

static uint64_t later(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/*
 * Very many calls may be around each other. So each one has a jump over some of them: over as many
 * as the two jumps from its parent, if these are of one length, else to its parent. The way to any
 * call around it is then as short as the logarithm of their number.
 */
static void link_jump(const struct fdd_window *w, struct fdd_window_call *c)
{
	const struct fdd_window_call *parent = call_of(w, c->parent), *jump, *next;

	c->jump = c->parent;
	c->latest = c->end;
	c->level = parent ? parent->level + 1 : 0;
	jump = parent ? call_of(w, parent->jump) : NULL;
	next = jump ? call_of(w, jump->jump) : NULL;
	if (!next || parent->level - jump->level != jump->level - next->level)
		return;
	c->jump = jump->jump;
	c->latest = later(c->end, later(parent->latest, jump->latest));
}

static void link_parents(struct fdd_window *w)
{
	uint32_t around = 0;	/* the call before, or one around it, + 1 */

	for (uint32_t i = 0; i < w->nr_calls; i++) {
		struct fdd_window_call *c = &w->calls[i];

		while (around && (w->calls[around - 1].key != c->key ||
				  w->calls[around - 1].end <= c->start))
			around = w->calls[around - 1].parent;
		c->parent = around;
		link_jump(w, c);
		around = i + 1;
	}
}

static int by_time(const void *a, const void *b)
{
	const struct fdd_window_time *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? -1 : 1;
	return (x->seq > y->seq) - (x->seq < y->seq);
}

static void sort_by_time(void *list, uint32_t nr, size_t size)
{
	if (nr)
		qsort(list, nr, size, by_time);
}

void fdd_windows_finish(struct fdd_windows *ws)
{
	if (ws->names.left_out)
		fdd_warning("limited to %u interrupts and work items by their names: others are named (others)",
			    FDD_MAX_NAMES);
	for (uint32_t i = 0; i < ws->nr; i++) {
		struct fdd_window *w = &ws->list[i];
		const uint64_t *first = fdd_map_find(&ws->firsts,
						     cpu_key(w->call.source, w->call.cpu));

		w->first = first ? *first - 1 : 0;
		if (w->nr_calls)
			qsort(w->calls, w->nr_calls, sizeof(*w->calls), by_start);
		link_parents(w);
		add_earlier(w);
		sort_by_time(w->switches, w->nr_switches, sizeof(*w->switches));
		sort_by_time(w->wakes, w->nr_wakes, sizeof(*w->wakes));
		sort_by_time(w->work, w->nr_work, sizeof(*w->work));
	}
}

void fdd_windows_free(struct fdd_windows *ws)
{
	for (uint32_t i = 0; i < ws->nr; i++) {
		free(ws->list[i].calls);
		free(ws->list[i].switches);
		free(ws->list[i].wakes);
		free(ws->list[i].work);
		free(ws->list[i].gaps);
		free(ws->list[i].begun);
		fdd_map_free(&ws->list[i].earlier);
		fdd_map_free(&ws->list[i].recent);
	}
	free(ws->list);
	free(ws->order);
	free(ws->open);
	fdd_names_free(&ws->names);
	fdd_map_free(&ws->comms);
	fdd_map_free(&ws->cpus);
	fdd_map_free(&ws->firsts);
	fdd_map_free(&ws->losing);
	fdd_map_free(&ws->running);
	fdd_map_free(&ws->left);
}

const struct fdd_window_call *fdd_window_at(const struct fdd_window *w, uint64_t key,
					    uint64_t time)
{
	const struct fdd_window_call *call;
	uint32_t low = 0, high = w->nr_calls;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		call = &w->calls[mid];
		if (call->key < key || (call->key == key && call->start <= time))
			low = mid + 1;
		else
			high = mid;
	}
	call = low ? &w->calls[low - 1] : NULL;
	if (call && call->key != key)
		return NULL;
	while (call && call->end <= time)
		call = call_of(w, call->latest <= time ? call->jump : call->parent);
	return call;
}

uint32_t fdd_window_switch_after(const struct fdd_window *w, uint64_t time)
{
	uint32_t low = 0, high = w->nr_switches;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (w->switches[mid].at.time <= time)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

const char *fdd_windows_comm(const struct fdd_windows *ws, uint16_t source, int32_t pid)
{
	const uint64_t *comm = fdd_map_find(&ws->comms, fdd_thread_key(source, pid, 0));

	return comm ? fdd_name(&ws->m->comms, *comm) : "";
}

// SPDX-License-Identifier: GPL-2.0
/* What all tasks did while a trace was recorded. */
#include <stdlib.h>
#include <string.h>

#include "model/lives.h"
#include "model/waits.h"
#include "model/work.h"

#define MAX_COMMS	(1u << 17)
#define WORKER		(1ull << 40)
#define MAX_SIBLINGS	64	/* looked at, for each sleep of their parent */
#define MAX_ANCESTORS	64	/* likewise */

static bool is_full(struct fdd_lives *l, uint32_t nr, uint64_t time)
{
	if (nr < FDD_LIVES_ITEMS)
		return false;
	if (!l->cut || time < l->cut)
		l->cut = time;
	return true;
}

/* What is open in a worker, or in an interrupt of a CPU */

static uint64_t place_of(const struct fdd_note *n)
{
	return n->work == FDD_WORK_QUEUED ? WORKER | (uint32_t)n->pid : n->cpu;
}

static uint32_t name_of_work(struct fdd_lives *l, const struct fdd_note *n)
{
	char *text = xstrndup(n->text + n->name_at, n->name_len < 64 ? n->name_len : 64);
	char *name = fdd_work_name(n->work, text);
	uint32_t id = fdd_names_get(&l->names, name, strlen(name));

	free(text);
	free(name);
	return id;
}

/* The barrier behind an item wakes the task that waits for that item: so it stays. */
static void note_work(struct fdd_lives *l, const struct fdd_note *n)
{
	uint64_t *open;

	if (!n->work || !n->name_len || n->work_ends)
		return;
	if (n->work == FDD_WORK_QUEUED && n->name_len == 15 &&
	    !memcmp(n->text + n->name_at, "wq_barrier_func", 15))
		return;
	open = fdd_map_get(&l->working, place_of(n));
	*open = name_of_work(l, n);
}

static uint32_t open_work(const struct fdd_lives *l, uint64_t place)
{
	const uint64_t *open = fdd_map_find(&l->working, place);

	return open ? *open : 0;
}

/* What fdd_states finds */

static void on_stretch(void *arg, const struct fdd_stretch *s)
{
	struct fdd_lives *l = arg;

	if (is_full(l, l->nr_stretches, s->from))
		return;
	GROW(l->stretches, l->nr_stretches, l->cap_stretches);
	l->stretches[l->nr_stretches++] = (struct fdd_life_stretch){
		.from = s->from, .to = s->to, .wake = s->wake, .pid = s->pid, .cpu = s->cpu,
		.state = s->state, .letter = s->letter,
	};
}

static uint64_t on_wake(void *arg, const struct fdd_note *n)
{
	struct fdd_lives *l = arg;
	bool interrupt = n->context != FDD_CTX_TASK || n->pid <= 0;
	const struct fdd_request *done = interrupt ? fdd_disks_done(&l->disks, n->cpu) : NULL;

	if (is_full(l, l->nr_wakes, n->time))
		return 0;
	GROW(l->wakes, l->nr_wakes, l->cap_wakes);
	l->wakes[l->nr_wakes++] = (struct fdd_life_wake){
		.waker = n->pid, .interrupt = interrupt,
		.name = open_work(l, interrupt ? n->cpu : WORKER | (uint32_t)n->pid),
		.end = interrupt ? fdd_tcp_other_end(&l->tcp, n->cpu) : 0,
		.device = done ? done->device : 0, .issued = done ? done->issued : 0,
	};
	return l->nr_wakes;
}

static void on_woke_awake(void *arg, const struct fdd_note *n)
{
	struct fdd_lives *l = arg;

	if (n->context != FDD_CTX_TASK || n->pid <= 0 || n->pid == n->next ||
	    is_full(l, l->nr_ends, n->time))
		return;
	GROW(l->ends, l->nr_ends, l->cap_ends);
	l->ends[l->nr_ends++] = (struct fdd_life_end){ n->time, n->next, n->pid };
}

static void on_worked(void *arg, const struct fdd_worked *w)
{
	struct fdd_lives *l = arg;

	bool queued = w->work == FDD_WORK_QUEUED;
	struct fdd_life_irq item = { .from = w->from, .to = w->to, .pid = w->pid };

	if (is_full(l, queued ? l->nr_works : l->nr_irqs, w->from))
		return;
	item.name = fdd_names_get(&l->names, w->name, strlen(w->name));
	if (queued) {
		GROW(l->works, l->nr_works, l->cap_works);
		l->works[l->nr_works++] = item;
	} else {
		GROW(l->irqs, l->nr_irqs, l->cap_irqs);
		l->irqs[l->nr_irqs++] = item;
	}
}

/* The sink */

static void see(struct fdd_lives *l, uint16_t cpu, uint64_t time)
{
	fdd_gaps_see(&l->gaps, cpu, time);
	l->first = time < l->first ? time : l->first;
	l->last = time > l->last ? time : l->last;
}

static void name_task(struct fdd_map *comms, int32_t pid, uint32_t comm)
{
	if (pid > 0 && comm && (comms->nr < MAX_COMMS || fdd_map_find(comms, pid)))
		*fdd_map_get(comms, pid) = comm + 1ull;
}

/* The name that a task had until another one got its pid */
static void end_name(struct fdd_lives *l, int32_t pid, uint64_t time)
{
	uint64_t *comm = fdd_map_find(&l->switched, pid);

	if (!comm || !*comm || is_full(l, l->nr_former, time))
		return;
	GROW(l->former, l->nr_former, l->cap_former);
	l->former[l->nr_former++] = (struct fdd_life_name){ time, pid, *comm - 1 };
	*comm = 0;
}

static void note_death(struct fdd_lives *l, const struct fdd_note *n)
{
	/* of those that have a name there is a limit */
	if (n->sched == FDD_SCHED_SWITCH && fdd_state_is_dead(n->state) &&
	    fdd_map_find(&l->switched, n->prev))
		*fdd_map_get(&l->dead, n->prev) = 1;
}

/* It lives, and the event of its birth was lost. */
static void note_life(struct fdd_lives *l, int32_t pid, uint64_t time)
{
	uint64_t *dead = fdd_map_find(&l->dead, pid);

	if (!dead || !*dead)
		return;
	end_name(l, pid, time);
	*dead = 0;
}

static void name_switched(struct fdd_lives *l, const struct fdd_note *n)
{
	bool itself = n->sched == FDD_SCHED_SWITCH && n->pid == n->prev;

	note_life(l, n->next, n->time);
	name_task(&l->switched, n->prev, n->prev_comm || !itself ? n->prev_comm : n->comm);
	note_death(l, n);
	name_task(&l->switched, n->next, n->next_comm);
}

static void drop_short(struct fdd_lives *l)
{
	while (l->nr_calls > FDD_LIVES_ITEMS / 2) {
		uint32_t nr = 0;

		l->shortest = l->shortest ? l->shortest * 2 : NSEC_PER_USEC;
		for (uint32_t i = 0; i < l->nr_calls; i++)
			if (l->calls[i].end - l->calls[i].start >= l->shortest)
				l->calls[nr++] = l->calls[i];
		l->nr_calls = nr;
	}
}

static void note_throttle(struct fdd_lives *l, const struct fdd_call *call)
{
	if (!fdd_is_throttle(fdd_name(&l->m->funcs, call->func)) ||
	    is_full(l, l->nr_throttles, call->calltime))
		return;
	GROW(l->throttles, l->nr_throttles, l->cap_throttles);
	l->throttles[l->nr_throttles++] = (struct fdd_life_throttle){ call->calltime, call->cpu };
}

static void add_call(struct fdd_lives *l, const struct fdd_life_call *call)
{
	if (call->end - call->start < l->shortest)
		return;
	if (l->nr_calls == FDD_LIVES_ITEMS)
		drop_short(l);
	GROW(l->calls, l->nr_calls, l->cap_calls);
	l->calls[l->nr_calls++] = *call;
}

/* As if a function of that name had been called */
static void note_lock(struct fdd_lives *l, const struct fdd_note *n)
{
	struct fdd_contention c;
	const char *name;

	if (!fdd_locks_note(&l->locks, n, &c) || n->time < c.from)
		return;
	name = fdd_lock_name(c.kind);
	add_call(l, &(struct fdd_life_call){
		.start = c.from, .end = n->time, .pid = n->pid,
		.func = fdd_names_get(&l->m->funcs, name, strlen(name)),
	});
}

static void on_call(struct fdd_sink *sink, struct fdd_stack *stack, struct fdd_frame *frame)
{
	struct fdd_lives *l = container_of(sink, struct fdd_lives, sink);
	const struct fdd_call *call = &frame->call;

	(void)stack;
	if (call->flags & FDD_CALL_NO_TIME)
		return;
	name_task(&l->comms, call->pid, call->comm);
	see(l, call->cpu, call->calltime + call->duration);
	note_throttle(l, call);
	if (call->context != FDD_CTX_TASK || call->pid <= 0)
		return;
	add_call(l, &(struct fdd_life_call){
		.start = call->calltime, .end = call->calltime + call->duration,
		.func = call->func, .pid = call->pid,
	});
}

static struct fdd_life_run *run_of(struct fdd_lives *l, const struct fdd_note *n)
{
	uint64_t *number = fdd_map_get(&l->run_of, n->cpu);

	if (!*number) {
		GROW(l->runs, l->nr_runs, l->cap_runs);
		l->runs[l->nr_runs] = (struct fdd_life_run){
			.pid = n->kind == FDD_NOTE_LOST ? 0 : n->pid, .cpu = n->cpu,
		};
		*number = ++l->nr_runs;
	}
	return &l->runs[*number - 1];
}

static void note_run(struct fdd_lives *l, const struct fdd_note *n)
{
	struct fdd_life_run *run;

	if (n->kind != FDD_NOTE_LOST && (n->no_time || (!n->sched && !n->work)))
		return;
	run = run_of(l, n);
	if (n->kind == FDD_NOTE_LOST && !run->until)
		run->pid = 0;
	if (n->sched != FDD_SCHED_SWITCH)
		return;
	l->switches = true;
	if (run->until)
		return;
	run->until = n->time;
	/* records of other tasks before it: there were switches */
	if (run->pid != n->prev)
		run->pid = 0;
}

static void note_birth(struct fdd_lives *l, const struct fdd_note *n)
{
	if (n->born <= 0 || n->pid <= 0 || is_full(l, l->nr_births, n->time))
		return;
	GROW(l->births, l->nr_births, l->cap_births);
	l->births[l->nr_births++] = (struct fdd_life_birth){
		.time = n->no_time ? 0 : n->time, .parent = n->pid, .child = n->born,
	};
	*fdd_map_get(&l->parents, n->born) = n->pid;
	if (n->no_time)
		return;
	*fdd_map_get(&l->born, n->born) = n->time;
	end_name(l, n->born, n->time);
}

static void on_note(struct fdd_sink *sink, const struct fdd_note *note)
{
	struct fdd_lives *l = container_of(sink, struct fdd_lives, sink);

	if (note->kind == FDD_NOTE_LOST) {
		l->lost += note->count ? note->count : 1;
		fdd_gaps_lose(&l->gaps, note->cpu);
	} else {
		name_task(&l->comms, note->pid, note->comm);
		name_switched(l, note);
		if (!note->no_time)
			see(l, note->cpu, note->time);
		note_work(l, note);
		note_birth(l, note);
		note_lock(l, note);
		fdd_partly_note(&l->partly, note);
	}
	note_run(l, note);
	fdd_disks_note(&l->disks, note);
	fdd_tcp_note(&l->tcp, note);
	fdd_states_note(&l->states, note);
}

void fdd_lives_begin(struct fdd_lives *l, struct fdd_model *m)
{
	*l = (struct fdd_lives){ .m = m, .first = UINT64_MAX };
	l->names.other = fdd_names_get(&l->names, "(others)", 8);
	l->names.most = FDD_MAX_NAMES;
	l->names.most_text = FDD_MAX_FUNC_TEXT;
	l->names.most_len = FDD_MAX_FUNC_LEN;
	l->states.watch = (struct fdd_state_watch){
		.stretch = on_stretch, .woke = on_wake, .worked = on_worked,
		.woke_awake = on_woke_awake, .arg = l,
	};
	m->want_work = true;
	l->sink.call = on_call;
	l->sink.note = on_note;
	fdd_model_add_sink(m, &l->sink);
}

/* The last time of the trace is in them. Of those that may have returned nothing is known. */
static void on_open_calls(struct fdd_sink *sink, const struct fdd_open_calls *calls)
{
	struct fdd_lives *l = container_of(sink, struct fdd_lives, open_calls);

	name_task(&l->comms, calls->pid, calls->comm);
	for (uint32_t i = 0; i < calls->nr && !calls->lost; i++) {
		const struct fdd_open_call *call = &calls->list[i];

		if (call->func && call->time <= calls->end)
			add_call(l, &(struct fdd_life_call){
				.start = call->time, .end = calls->end + 1, .func = call->func,
				.pid = calls->pid,
			});
	}
}

void fdd_lives_take_open_calls(struct fdd_lives *l)
{
	l->open_calls.open_calls = on_open_calls;
	fdd_model_add_sink(l->m, &l->open_calls);
}

/* After reading */

static int by_task(int32_t a, int32_t b, uint64_t from_a, uint64_t from_b)
{
	if (a != b)
		return a < b ? -1 : 1;
	return (from_a > from_b) - (from_a < from_b);
}

static int compare_stretches(const void *a, const void *b)
{
	const struct fdd_life_stretch *x = a, *y = b;

	return by_task(x->pid, y->pid, x->from, y->from);
}

static int compare_irqs(const void *a, const void *b)
{
	const struct fdd_life_irq *x = a, *y = b;

	return by_task(x->pid, y->pid, x->from, y->from);
}

static int compare_calls(const void *a, const void *b)
{
	const struct fdd_life_call *x = a, *y = b;
	int order = by_task(x->pid, y->pid, x->start, y->start);

	return order ? order : (x->end < y->end) - (x->end > y->end);
}

static int compare_throttles(const void *a, const void *b)
{
	const struct fdd_life_throttle *x = a, *y = b;

	return by_task(x->cpu, y->cpu, x->time, y->time);
}

static int compare_cpus(const void *a, const void *b, void *stretches)
{
	const struct fdd_life_stretch *list = stretches;
	const struct fdd_life_stretch *x = &list[*(const uint32_t *)a];
	const struct fdd_life_stretch *y = &list[*(const uint32_t *)b];

	return by_task(x->cpu, y->cpu, x->from, y->from);
}

static int compare_names(const void *a, const void *b)
{
	const struct fdd_life_name *x = a, *y = b;

	return by_task(x->pid, y->pid, x->until, y->until);
}

static int compare_births(const void *a, const void *b)
{
	const struct fdd_life_birth *x = a, *y = b;

	return by_task(x->parent, y->parent, x->time, y->time);
}

static int compare_ends(const void *a, const void *b)
{
	const struct fdd_life_end *x = a, *y = b;

	return by_task(x->pid, y->pid, x->time, y->time);
}

static void sort(void *list, uint32_t nr, size_t size, int (*compare)(const void *, const void *))
{
	if (nr)
		qsort(list, nr, size, compare);
}

static void link_calls(struct fdd_lives *l)
{
	uint32_t around = 0;

	for (uint32_t i = 0; i < l->nr_calls; i++) {
		struct fdd_life_call *c = &l->calls[i];

		while (around && (l->calls[around - 1].pid != c->pid ||
				  l->calls[around - 1].end <= c->start))
			around = l->calls[around - 1].around;
		c->around = around;
		around = i + 1;
	}
}

static void sort_by_cpu(struct fdd_lives *l)
{
	l->by_cpu = xcalloc(l->nr_stretches + 1, sizeof(*l->by_cpu));
	for (uint32_t i = 0; i < l->nr_stretches; i++)
		if (l->stretches[i].state == FDD_STATE_RUNNING)
			l->by_cpu[l->nr_by_cpu++] = i;
	if (l->nr_by_cpu)
		qsort_r(l->by_cpu, l->nr_by_cpu, sizeof(*l->by_cpu), compare_cpus, l->stretches);
}

static bool is_overwritten(const struct fdd_lives *l)
{
	for (unsigned int i = 0; i < l->m->nr_sources; i++)
		if (l->m->sources[i].overwritten)
			return true;
	return false;
}

/* Not of a task that did something else before */
static bool was_elsewhere(const struct fdd_lives *l, const struct fdd_life_run *run)
{
	uint32_t i = fdd_lives_stretch(l, run->pid, 0);

	return i < l->nr_stretches && l->stretches[i].pid == run->pid &&
	       l->stretches[i].from < run->until;
}

/*
 * A CPU whose first switch is that from a task ran it since the trace began, and up to its end
 * without any switch.
 */
static void add_first_runs(struct fdd_lives *l)
{
	if (!l->switches || is_overwritten(l))
		return;
	for (uint32_t i = 0; i < l->nr_runs; i++) {
		l->runs[i].until = l->runs[i].until ? l->runs[i].until : l->last;
		if (was_elsewhere(l, &l->runs[i]))
			l->runs[i].pid = 0;
	}
	for (uint32_t i = 0; i < l->nr_runs; i++) {
		const struct fdd_life_run *run = &l->runs[i];
		uint64_t from = fdd_lives_begin_of(l, run->pid);

		/* the next task with its pid is born later */
		from = from < run->until ? from : l->first;
		if (run->pid <= 0 || from >= run->until || l->nr_stretches == FDD_LIVES_ITEMS)
			continue;
		GROW(l->stretches, l->nr_stretches, l->cap_stretches);
		l->stretches[l->nr_stretches++] = (struct fdd_life_stretch){
			.from = from, .to = run->until, .pid = run->pid, .cpu = run->cpu,
			.state = FDD_STATE_RUNNING,
		};
	}
}

/*
 * A task whose first event wakes it slept since the trace began. If others may be missing, that
 * is not known.
 */
static void add_first_sleeps(struct fdd_lives *l)
{
	uint32_t nr = l->nr_stretches;
	int32_t pid = 0;

	if (l->lost || is_overwritten(l))
		return;
	for (uint32_t i = 0; i < nr; i++) {
		struct fdd_life_stretch s = l->stretches[i];

		if (s.pid == pid)
			continue;
		pid = s.pid;
		if (!s.wake || s.from <= l->first || l->nr_stretches == FDD_LIVES_ITEMS)
			continue;
		GROW(l->stretches, l->nr_stretches, l->cap_stretches);
		l->stretches[l->nr_stretches++] = (struct fdd_life_stretch){
			.from = l->first, .to = s.from, .pid = pid, .cpu = s.cpu,
			.state = FDD_STATE_ASLEEP,
		};
	}
}

void fdd_lives_finish(struct fdd_lives *l)
{
	fdd_states_finish(&l->states);
	fdd_states_free(&l->states);
	if (l->cut)
		fdd_warning("limited to %u events of each kind: events after %.3f s are not known",
			    FDD_LIVES_ITEMS, (l->cut - l->first) / 1e9);
	fdd_gaps_finish(&l->gaps, is_overwritten(l));
	sort(l->stretches, l->nr_stretches, sizeof(*l->stretches), compare_stretches);
	add_first_runs(l);
	sort(l->stretches, l->nr_stretches, sizeof(*l->stretches), compare_stretches);
	add_first_sleeps(l);
	sort(l->stretches, l->nr_stretches, sizeof(*l->stretches), compare_stretches);
	sort(l->irqs, l->nr_irqs, sizeof(*l->irqs), compare_irqs);
	sort(l->works, l->nr_works, sizeof(*l->works), compare_irqs);
	sort(l->calls, l->nr_calls, sizeof(*l->calls), compare_calls);
	sort(l->births, l->nr_births, sizeof(*l->births), compare_births);
	sort(l->former, l->nr_former, sizeof(*l->former), compare_names);
	sort(l->ends, l->nr_ends, sizeof(*l->ends), compare_ends);
	sort(l->throttles, l->nr_throttles, sizeof(*l->throttles), compare_throttles);
	link_calls(l);
	sort_by_cpu(l);
}

void fdd_lives_free(struct fdd_lives *l)
{
	free(l->stretches);
	free(l->runs);
	fdd_map_free(&l->run_of);
	free(l->by_cpu);
	free(l->calls);
	free(l->irqs);
	free(l->works);
	free(l->wakes);
	fdd_names_free(&l->names);
	fdd_map_free(&l->comms);
	fdd_map_free(&l->switched);
	free(l->former);
	fdd_map_free(&l->working);
	free(l->throttles);
	free(l->ends);
	free(l->births);
	fdd_map_free(&l->born);
	fdd_map_free(&l->dead);
	fdd_map_free(&l->parents);
	fdd_gaps_free(&l->gaps);
	fdd_disks_free(&l->disks);
	fdd_locks_free(&l->locks);
	fdd_tcp_free(&l->tcp);
	fdd_partly_free(&l->partly);
}

typedef bool before_fn(const struct fdd_lives *l, uint32_t i, int32_t key, uint64_t time);

/* The first of @nr that is not before a time of a key. */
static uint32_t first(const struct fdd_lives *l, uint32_t nr, before_fn *before, int32_t key,
		      uint64_t time)
{
	uint32_t low = 0, high = nr;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (before(l, mid, key, time))
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

static bool is_before(int32_t key, uint64_t to, int32_t wanted, uint64_t time)
{
	return key < wanted || (key == wanted && to <= time);
}

static bool stretch_before(const struct fdd_lives *l, uint32_t i, int32_t pid, uint64_t time)
{
	return is_before(l->stretches[i].pid, l->stretches[i].to, pid, time);
}

static bool irq_before(const struct fdd_lives *l, uint32_t i, int32_t pid, uint64_t time)
{
	return is_before(l->irqs[i].pid, l->irqs[i].to, pid, time);
}

static bool work_before(const struct fdd_lives *l, uint32_t i, int32_t pid, uint64_t time)
{
	return is_before(l->works[i].pid, l->works[i].to, pid, time);
}

static bool cpu_before(const struct fdd_lives *l, uint32_t i, int32_t cpu, uint64_t time)
{
	const struct fdd_life_stretch *s = &l->stretches[l->by_cpu[i]];

	return is_before(s->cpu, s->to, cpu, time);
}

static bool throttle_before(const struct fdd_lives *l, uint32_t i, int32_t cpu, uint64_t time)
{
	return is_before(l->throttles[i].cpu, l->throttles[i].time, cpu, time);
}

static bool end_before(const struct fdd_lives *l, uint32_t i, int32_t pid, uint64_t time)
{
	return is_before(l->ends[i].pid, l->ends[i].time, pid, time);
}

static bool call_before(const struct fdd_lives *l, uint32_t i, int32_t pid, uint64_t time)
{
	return is_before(l->calls[i].pid, l->calls[i].start, pid, time);
}

static bool name_before(const struct fdd_lives *l, uint32_t i, int32_t pid, uint64_t time)
{
	return is_before(l->former[i].pid, l->former[i].until, pid, time);
}

uint32_t fdd_lives_comm(const struct fdd_lives *l, int32_t pid, uint64_t time)
{
	uint32_t i = first(l, l->nr_former, name_before, pid, time);
	const uint64_t *comm;

	if (i < l->nr_former && l->former[i].pid == pid)
		return l->former[i].comm;
	comm = fdd_map_find(&l->switched, pid);
	if (!comm || !*comm)
		comm = fdd_map_find(&l->comms, pid);
	return comm && *comm ? *comm - 1 : 0;
}

uint32_t fdd_lives_stretch(const struct fdd_lives *l, int32_t pid, uint64_t time)
{
	return first(l, l->nr_stretches, stretch_before, pid, time);
}

bool fdd_lives_knows(const struct fdd_lives *l, int32_t pid)
{
	uint32_t i = fdd_lives_stretch(l, pid, 0);

	return i < l->nr_stretches && l->stretches[i].pid == pid;
}

uint32_t fdd_lives_irq(const struct fdd_lives *l, int32_t pid, uint64_t time)
{
	return first(l, l->nr_irqs, irq_before, pid, time);
}

const struct fdd_life_irq *fdd_lives_work(const struct fdd_lives *l, int32_t pid, uint64_t time)
{
	uint32_t i = first(l, l->nr_works, work_before, pid, time);

	return i < l->nr_works && l->works[i].pid == pid ? &l->works[i] : NULL;
}

uint32_t fdd_lives_on_cpu(const struct fdd_lives *l, uint16_t cpu, uint64_t time)
{
	return first(l, l->nr_by_cpu, cpu_before, cpu, time);
}

bool fdd_lives_throttled(const struct fdd_lives *l, uint16_t cpu, uint64_t from, uint64_t to)
{
	uint32_t i = first(l, l->nr_throttles, throttle_before, cpu, from);

	return i < l->nr_throttles && l->throttles[i].cpu == cpu && l->throttles[i].time < to;
}

int32_t fdd_lives_end_of_spin(const struct fdd_lives *l, int32_t pid, uint64_t from, uint64_t to)
{
	uint32_t i = first(l, l->nr_ends, end_before, pid, to);

	return i && l->ends[i - 1].pid == pid && l->ends[i - 1].time > from ?
	       l->ends[i - 1].waker : 0;
}

static bool birth_before(const struct fdd_lives *l, uint32_t i, int32_t parent, uint64_t time)
{
	return is_before(l->births[i].parent, l->births[i].time, parent, time);
}

uint64_t fdd_lives_switches(const struct fdd_lives *l, int32_t pid)
{
	uint64_t nr = 0;

	for (uint32_t i = fdd_lives_stretch(l, pid, 0);
	     i < l->nr_stretches && l->stretches[i].pid == pid; i++)
		nr += l->stretches[i].state == FDD_STATE_RUNNING && l->stretches[i].to < l->last;
	return nr;
}

uint64_t fdd_lives_begin_of(const struct fdd_lives *l, int32_t pid)
{
	const uint64_t *born = fdd_map_find(&l->born, pid);

	return born ? *born : l->first;
}

static bool is_dead(const struct fdd_life_stretch *s)
{
	return fdd_state_is_dead(s->letter);
}

uint64_t fdd_lives_end_of(const struct fdd_lives *l, int32_t pid)
{
	/* that of the next task is behind it */
	uint32_t i = fdd_lives_stretch(l, pid, UINT64_MAX);

	return i && l->stretches[i - 1].pid == pid && is_dead(&l->stretches[i - 1]) ?
	       l->stretches[i - 1].from : l->last;
}

/* One that was born may run for the first time later. */
static bool lives_at(const struct fdd_lives *l, int32_t pid, uint64_t time)
{
	uint32_t i = fdd_lives_stretch(l, pid, time);

	return i < l->nr_stretches && l->stretches[i].pid == pid && !is_dead(&l->stretches[i]);
}

int32_t fdd_lives_only_child(const struct fdd_lives *l, int32_t parent, uint64_t time)
{
	uint32_t i = first(l, l->nr_births, birth_before, parent, time), last = i;
	int32_t child = 0;

	for (; i && l->births[i - 1].parent == parent; i--) {
		if (last - i == MAX_SIBLINGS)
			return 0;
		if (!lives_at(l, l->births[i - 1].child, time))
			continue;
		if (child)
			return 0;
		child = l->births[i - 1].child;
	}
	return child;
}

static uint64_t time_running(const struct fdd_lives *l, int32_t pid, uint64_t from, uint64_t to)
{
	uint64_t ns = 0;

	for (uint32_t i = fdd_lives_stretch(l, pid, from); i < l->nr_stretches; i++) {
		const struct fdd_life_stretch *s = &l->stretches[i];

		if (s->pid != pid || s->from >= to)
			break;
		if (s->state == FDD_STATE_RUNNING)
			ns += (s->to < to ? s->to : to) - (s->from > from ? s->from : from);
	}
	return ns;
}

int32_t fdd_lives_busiest_child(const struct fdd_lives *l, int32_t parent, uint64_t from,
				uint64_t to)
{
	uint32_t i = first(l, l->nr_births, birth_before, parent, from), last = i;
	uint64_t most = 0;
	int32_t child = 0;

	for (; i && l->births[i - 1].parent == parent && last - i < MAX_SIBLINGS; i--) {
		int32_t pid = l->births[i - 1].child;
		uint64_t ns = lives_at(l, pid, from) ? time_running(l, pid, from, to) + 1 : 0;

		if (ns <= most)
			continue;
		most = ns;
		child = pid;
	}
	return child;
}

bool fdd_lives_descends(const struct fdd_lives *l, int32_t pid, int32_t from)
{
	for (unsigned int n = 0; n < MAX_ANCESTORS && pid != from; n++) {
		const uint64_t *parent = fdd_map_find(&l->parents, pid);

		if (!parent)
			return false;
		pid = *parent;
	}
	return pid == from;
}

static uint32_t calls_up_to(const struct fdd_lives *l, int32_t pid, uint64_t time)
{
	return first(l, l->nr_calls, call_before, pid, time);
}

const struct fdd_life_call *fdd_lives_call(const struct fdd_lives *l, int32_t pid, uint64_t time)
{
	uint32_t i = calls_up_to(l, pid, time);

	/* a kernel stack is not deeper */
	for (unsigned int n = 0; i && n < FDD_MAX_DEPTH; n++) {
		const struct fdd_life_call *c = &l->calls[i - 1];

		if (c->pid != pid)
			break;
		if (c->end > time)
			return c;
		i = c->around;
	}
	return NULL;
}

const struct fdd_life_call *fdd_lives_outermost(const struct fdd_lives *l, int32_t pid,
						uint64_t time)
{
	const struct fdd_life_call *c = fdd_lives_call(l, pid, time);

	for (unsigned int n = 0; c && c->around && n < FDD_MAX_DEPTH; n++)
		c = fdd_lives_around(l, c);
	return c;
}

const struct fdd_life_call *fdd_lives_next_call(const struct fdd_lives *l, int32_t pid,
						uint64_t time)
{
	uint32_t i = calls_up_to(l, pid, time);

	return i < l->nr_calls && l->calls[i].pid == pid ? &l->calls[i] : NULL;
}

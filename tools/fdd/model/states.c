// SPDX-License-Identifier: GPL-2.0
/* The states of tasks over time. */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "model/states.h"
#include "model/work.h"

#define MAX_TASKS	(1u << 17)
#define MAX_WORKS	(1u << 14)	/* CPUs and workers */
#define MAX_NESTED	8	/* interrupts on top of each other */
#define MAX_NAME	64

struct fdd_task_state {
	uint64_t	since;
	uint64_t	wake;
	uint64_t	losses;		/* of the CPU, at that time */
	int32_t		pid;
	uint16_t	source, cpu;
	uint8_t		state;		/* enum fdd_state */
	char		letter;
};

/* What is open on a CPU, or in a worker: those of one CPU nest. */
struct fdd_open_work {
	struct fdd_worked	list[MAX_NESTED];
	unsigned int		nr;
};

static uint64_t losses_of(struct fdd_states *s, uint16_t source, uint16_t cpu)
{
	const uint64_t *nr = fdd_map_find(&s->losses, (uint64_t)source << 16 | cpu);

	return nr ? *nr : 0;
}

static struct fdd_task_state *task_of(struct fdd_states *s, uint16_t source, int32_t pid)
{
	uint64_t key = fdd_thread_key(source, pid, 0);
	uint64_t *number = s->nr < MAX_TASKS ? fdd_map_get(&s->keys, key) :
					       fdd_map_find(&s->keys, key);

	/* the idle task is never asleep */
	if (pid <= 0 || !number)
		return NULL;
	if (!*number) {
		GROW(s->tasks, s->nr, s->cap);
		s->tasks[s->nr] = (struct fdd_task_state){ .pid = pid, .source = source };
		*number = ++s->nr;
	}
	return &s->tasks[*number - 1];
}

/* The task was in its state up to a time. */
static void end_state(struct fdd_states *s, const struct fdd_task_state *t, uint64_t to,
		      uint32_t comm)
{
	if (t->state == FDD_STATE_UNKNOWN || to <= t->since ||
	    t->losses != losses_of(s, t->source, t->cpu))
		return;
	s->watch.stretch(s->watch.arg, &(struct fdd_stretch){
		.from = t->since, .to = to, .wake = t->wake, .comm = comm, .pid = t->pid,
		.source = t->source, .cpu = t->cpu, .state = t->state,
		.letter = t->state == FDD_STATE_ASLEEP ? t->letter : 0,
	});
}

static void begin_state(struct fdd_states *s, struct fdd_task_state *t, enum fdd_state state,
			uint64_t time, uint16_t cpu)
{
	/* clocks of CPUs differ slightly */
	t->since = time > t->since ? time : t->since;
	t->state = state;
	t->cpu = cpu;
	t->losses = losses_of(s, t->source, cpu);
}

static void leave(struct fdd_states *s, const struct fdd_note *n)
{
	struct fdd_task_state *t = task_of(s, n->source, n->prev);

	if (!t)
		return;
	if (t->state == FDD_STATE_RUNNING && t->cpu == n->cpu)
		end_state(s, t, n->time, n->pid == n->prev ? n->comm : 0);
	begin_state(s, t, n->runnable ? FDD_STATE_READY : FDD_STATE_ASLEEP, n->time, n->cpu);
	t->wake = 0;
	t->letter = n->state;
}

static void come(struct fdd_states *s, const struct fdd_note *n)
{
	struct fdd_task_state *t = task_of(s, n->source, n->next);

	if (!t)
		return;
	/* a sleep without its wake: that was lost, unless there are none, or none comes */
	if (t->state == FDD_STATE_READY ||
	    (t->state == FDD_STATE_ASLEEP && (!s->by_wakers || fdd_state_is_dead(t->letter))))
		end_state(s, t, n->time, 0);
	begin_state(s, t, FDD_STATE_RUNNING, n->time, n->cpu);
}

/* sched_wakeup comes later, and may be an event of the woken task's CPU. */
static void wake(struct fdd_states *s, const struct fdd_note *n)
{
	struct fdd_task_state *t;

	s->by_wakers |= n->sched == FDD_SCHED_WAKE;
	if (s->by_wakers && n->sched != FDD_SCHED_WAKE)
		return;
	t = task_of(s, n->source, n->next);
	if (!t)
		return;
	if (t->state == FDD_STATE_READY || t->state == FDD_STATE_RUNNING) {
		if (s->watch.woke_awake)
			s->watch.woke_awake(s->watch.arg, n);
		return;
	}
	end_state(s, t, n->time, 0);
	begin_state(s, t, FDD_STATE_READY, n->time, n->to_cpu < 0 ? n->cpu : n->to_cpu);
	t->wake = s->watch.woke(s->watch.arg, n);
}

/* A task that waits still waits in the queue of another CPU. */
static void move(struct fdd_states *s, const struct fdd_note *n)
{
	struct fdd_task_state *t = task_of(s, n->source, n->next);

	if (!t || t->state != FDD_STATE_READY || n->to_cpu < 0)
		return;
	if (t->losses != losses_of(s, t->source, t->cpu))
		t->state = FDD_STATE_UNKNOWN;
	t->cpu = n->to_cpu;
	t->losses = losses_of(s, t->source, t->cpu);
}

/* Interrupts and work items */

static struct fdd_open_work *works_of(struct fdd_states *s, const struct fdd_note *n)
{
	uint64_t key = n->work == FDD_WORK_QUEUED ? fdd_thread_key(n->source, n->pid, n->cpu) :
						    1ull << 62 | (uint64_t)n->source << 16 | n->cpu;
	uint64_t *number = s->nr_works < MAX_WORKS ? fdd_map_get(&s->open, key) :
						     fdd_map_find(&s->open, key);

	if (!number)
		return NULL;
	if (!*number) {
		GROW(s->works, s->nr_works, s->cap_works);
		s->works[s->nr_works] = (struct fdd_open_work){ 0 };
		*number = ++s->nr_works;
	}
	return &s->works[*number - 1];
}

static char *name_of(const struct fdd_note *n)
{
	size_t len = n->name_len < MAX_NAME ? n->name_len : MAX_NAME;
	char *text = xstrndup(n->text + n->name_at, len), *name;

	name = fdd_work_name(n->work, text);
	free(text);
	return name;
}

static void work_begins(struct fdd_open_work *o, const struct fdd_note *n)
{
	if (o->nr == MAX_NESTED)
		return;
	o->list[o->nr++] = (struct fdd_worked){
		.from = n->time, .name = name_of(n), .pid = n->pid, .source = n->source,
		.cpu = n->cpu, .work = n->work,
	};
}

/* Work that began within it and has no end is left out. */
static void work_ends(struct fdd_states *s, struct fdd_open_work *o, const struct fdd_note *n)
{
	unsigned int i = o->nr;

	while (i && o->list[i - 1].work != n->work)
		i--;
	if (!i)
		return;
	while (o->nr > i)
		free(o->list[--o->nr].name);
	o->list[--o->nr].to = n->time;
	if (n->time > o->list[o->nr].from)
		s->watch.worked(s->watch.arg, &o->list[o->nr]);
	free(o->list[o->nr].name);
}

static void forget_works(struct fdd_states *s, const struct fdd_note *n)
{
	struct fdd_open_work *o = works_of(s, n);

	while (o && o->nr)
		free(o->list[--o->nr].name);
}

static void work(struct fdd_states *s, const struct fdd_note *n)
{
	struct fdd_open_work *o = works_of(s, n);

	if (o && n->work_ends)
		work_ends(s, o, n);
	else if (o)
		work_begins(o, n);
}

void fdd_states_see(struct fdd_states *s, uint16_t source, uint64_t time)
{
	uint64_t *last = fdd_map_get(&s->lasts, source);

	*last = time > *last ? time : *last;
}

void fdd_states_note(struct fdd_states *s, const struct fdd_note *note)
{
	if (note->kind == FDD_NOTE_LOST) {
		++*fdd_map_get(&s->losses, (uint64_t)note->source << 16 | note->cpu);
		forget_works(s, note);
		return;
	}
	if (note->no_time)
		return;
	fdd_states_see(s, note->source, note->time);
	if (note->sched == FDD_SCHED_SWITCH) {
		leave(s, note);
		come(s, note);
	} else if (note->sched == FDD_SCHED_MIGRATE) {
		move(s, note);
	} else if (note->sched == FDD_SCHED_WAKE || note->sched == FDD_SCHED_WAKEUP) {
		wake(s, note);
	} else if (note->work) {
		work(s, note);
	}
}

bool fdd_states_last(struct fdd_states *s, uint16_t source, int32_t pid,
		     struct fdd_stretch *last)
{
	const uint64_t *number = fdd_map_find(&s->keys, fdd_thread_key(source, pid, 0));
	const uint64_t *end = fdd_map_find(&s->lasts, source);
	const struct fdd_task_state *t = number ? &s->tasks[*number - 1] : NULL;

	if (!t || !end || t->state == FDD_STATE_UNKNOWN ||
	    t->losses != losses_of(s, t->source, t->cpu))
		return false;
	*last = (struct fdd_stretch){
		.from = t->since, .to = *end, .pid = pid, .source = source, .cpu = t->cpu,
		.state = t->state, .letter = t->state == FDD_STATE_ASLEEP ? t->letter : 0,
	};
	return true;
}

void fdd_states_finish(struct fdd_states *s)
{
	for (uint32_t i = 0; i < s->nr; i++)
		end_state(s, &s->tasks[i], *fdd_map_get(&s->lasts, s->tasks[i].source), 0);
	s->nr = 0;
}

void fdd_states_free(struct fdd_states *s)
{
	for (uint32_t i = 0; i < s->nr_works; i++)
		while (s->works[i].nr)
			free(s->works[i].list[--s->works[i].nr].name);
	free(s->works);
	free(s->tasks);
	fdd_map_free(&s->keys);
	fdd_map_free(&s->losses);
	fdd_map_free(&s->lasts);
	fdd_map_free(&s->open);
}

// SPDX-License-Identifier: GPL-2.0
/* The calls that had not returned when a trace ended. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "model/unreturned.h"
#include "model/waits.h"

/* The first reading */

static const char *func_name(const struct fdd_unreturned_list *u, uint32_t func)
{
	return fdd_name(&u->m->funcs, func);
}

static enum fdd_duty duty_of(struct fdd_unreturned_list *u, uint32_t func)
{
	return fdd_duties_get(&u->duties, &u->m->funcs, func);
}

static bool only_sleeps(uint32_t func)
{
	return func >= FDD_FUNC_IDLE && func < FDD_FUNC_FIRST;
}

/* A lock that another task holds is no wait by habit, whatever the system call around it. */
static bool waits_for_holder(const struct fdd_unreturned_list *u, const struct fdd_open_calls *c)
{
	for (uint32_t i = c->nr; i-- > 0; ) {
		const struct fdd_wait *wait = fdd_wait_of(func_name(u, c->list[i].func));

		if (wait && wait->words)
			return strstr(wait->words, "%s held");
	}
	return false;
}

/* A task that has ended never returns. */
static bool has_ended(const struct fdd_unreturned_list *u, const struct fdd_open_calls *c)
{
	const char *inner = func_name(u, c->list[c->nr - 1].func);
	const char *call = fdd_system_call(inner);

	if (call)
		return !strcmp(call, "exit") || !strcmp(call, "exit_group");
	for (uint32_t i = 0; i < c->nr; i++)
		if (!strcmp(func_name(u, c->list[i].func), "do_task_dead"))
			return true;
	return !strcmp(inner, "do_exit") || !strcmp(inner, "do_group_exit");
}

/*
 * The call that says most: the outermost one that does not only call others, wait for work or
 * sleep. NULL: there is none.
 */
static const struct fdd_open_call *find_call(struct fdd_unreturned_list *u,
					     const struct fdd_open_calls *c)
{
	for (uint32_t i = 0; i < c->nr; i++) {
		enum fdd_duty duty = duty_of(u, c->list[i].func);

		if (duty != FDD_DUTY_DISPATCH && duty != FDD_DUTY_LOOP &&
		    !only_sleeps(c->list[i].func))
			return &c->list[i];
	}
	return NULL;
}

static const struct fdd_open_call *find_duty(struct fdd_unreturned_list *u,
					     const struct fdd_open_calls *c, enum fdd_duty duty)
{
	for (uint32_t i = 0; i < c->nr; i++)
		if (duty_of(u, c->list[i].func) == duty)
			return &c->list[i];
	return NULL;
}

/* The call in which the task waits by habit, or NULL. */
static const struct fdd_open_call *find_habit(struct fdd_unreturned_list *u,
					      const struct fdd_open_calls *c,
					      const struct fdd_open_call *call)
{
	const struct fdd_open_call *habit = find_duty(u, c, FDD_DUTY_REQUEST);

	if (call)
		return habit && !waits_for_holder(u, c) ? habit : NULL;
	habit = find_duty(u, c, FDD_DUTY_LOOP);
	if (habit)
		return habit;
	return fdd_is_kernel_thread(fdd_name(&u->m->comms, c->comm)) ? &c->list[0] : NULL;
}

static void count_idle(struct fdd_unreturned_list *u, uint32_t func)
{
	uint32_t i = 0;

	u->nr_idle++;
	while (i < u->nr_idle_calls && u->idle[i].func != func)
		i++;
	if (i == FDD_UNRETURNED_IDLE)
		return;
	if (i == u->nr_idle_calls)
		u->idle[u->nr_idle_calls++] = (struct fdd_idle){ .func = func };
	u->idle[i].tasks++;
}

static int by_time(const void *a, const void *b)
{
	const struct fdd_unreturned *x = a, *y = b;

	if (x->ns != y->ns)
		return x->ns > y->ns ? -1 : 1;
	if (x->source != y->source)
		return x->source < y->source ? -1 : 1;
	return (x->pid > y->pid) - (x->pid < y->pid);
}

/* Those that may wait by habit are last. */
static int by_rank(const void *a, const void *b)
{
	const struct fdd_unreturned *x = a, *y = b;

	return x->only_sleeps != y->only_sleeps ? x->only_sleeps - y->only_sleeps : by_time(a, b);
}

static void leave_out(struct fdd_unreturned_list *u, const struct fdd_unreturned *t)
{
	if (t->only_sleeps) {
		count_idle(u, t->func);
		return;
	}
	u->others++;
	u->others_ns = t->ns > u->others_ns ? t->ns : u->others_ns;
}

static void keep_longest(struct fdd_unreturned_list *u)
{
	if (u->nr)
		qsort(u->list, u->nr, sizeof(*u->list), by_rank);
	for (; u->nr > FDD_UNRETURNED; u->nr--)
		leave_out(u, &u->list[u->nr - 1]);
}

static void add_task(struct fdd_unreturned_list *u, const struct fdd_open_calls *c,
		     const struct fdd_open_call *call, bool only_sleeps)
{
	struct fdd_unreturned *t;

	if (u->nr == 2 * FDD_UNRETURNED)
		keep_longest(u);
	GROW(u->list, u->nr, u->cap);
	t = &u->list[u->nr++];
	*t = (struct fdd_unreturned){
		.since = call->time, .ns = c->end > call->time ? c->end - call->time : 0,
		.end = c->end, .inner = c->list[c->nr - 1].time, .func = call->func,
		.comm = c->comm, .pid = c->pid, .source = c->source, .cpu = c->cpu,
		.lost = c->lost, .by_event = c->by_event, .more = c->nr > FDD_UNRETURNED_CHAIN,
		.only_sleeps = only_sleeps, .runner = -1, .marked = c->marked,
		.mark_state = c->state, .mark_letter = c->letter,
	};
	for (uint32_t i = c->nr; i-- > 0 && t->nr_chain < FDD_UNRETURNED_CHAIN; )
		t->chain[t->nr_chain++] = c->list[i].func;
}

static bool is_selected(const struct fdd_unreturned_list *u, const struct fdd_open_calls *c,
			const struct fdd_open_call *call)
{
	struct fdd_frame frame = { .call = {
		.calltime = call->time, .duration = c->end > call->time ? c->end - call->time : 0,
		.func = call->func, .comm = c->comm, .pid = c->pid, .cpu = c->cpu,
		.source = c->source,
	} };

	return !u->m->select || u->m->select(u->m->select_arg, &frame);
}

/* A system call is named by its event, if no function below says it. */
static void name_syscall(struct fdd_unreturned_list *u, struct fdd_open_calls *c)
{
	const char *known;
	char text[64];

	for (uint32_t i = 1; i < c->nr && c->by_event; i++) {
		if (!fdd_system_call(func_name(u, c->list[i].func)))
			continue;
		c->by_event = false;
		c->list++;
		c->nr--;
		break;
	}
	if (!c->by_event || c->list[0].func)
		return;
	known = u->syscall ? u->syscall(&u->m->sources[c->source], c->syscall) : NULL;
	if (known)
		snprintf(text, sizeof(text), FDD_UNSEEN_CALL "%s", known);
	else
		snprintf(text, sizeof(text), FDD_UNSEEN_CALL "system call %d", c->syscall);
	c->list[0].func = fdd_names_get(&u->m->funcs, text, strlen(text));
}

static void on_open_calls(struct fdd_sink *sink, const struct fdd_open_calls *calls)
{
	struct fdd_unreturned_list *u = container_of(sink, struct fdd_unreturned_list, sink);
	const struct fdd_open_call *call, *habit;
	struct fdd_open_calls c = *calls;

	name_syscall(u, &c);
	call = find_call(u, &c);
	if (has_ended(u, &c) || !is_selected(u, &c, call ? call : &c.list[0]))
		return;
	habit = find_habit(u, &c, call);
	if (habit)
		count_idle(u, habit->func);
	else
		add_task(u, &c, call ? call : &c.list[0], !call);
}

void fdd_unreturned_begin(struct fdd_unreturned_list *u, struct fdd_model *m)
{
	u->m = m;
	u->sink.open_calls = on_open_calls;
	fdd_model_add_sink(m, &u->sink);
}

/* The second reading */

static uint64_t key_of(uint16_t source, int32_t pid)
{
	return fdd_thread_key(source, pid, 0);
}

static struct fdd_unreturned *task_of(const struct fdd_unreturned_list *u, uint16_t source,
				      int32_t pid)
{
	const uint64_t *number = u->known[(uint8_t)pid] ?
				 fdd_map_find(&u->keys, key_of(source, pid)) : NULL;

	return number ? &u->list[*number - 1] : NULL;
}

/* It may return after its marker was written. */
static void on_call(struct fdd_sink *sink, struct fdd_stack *stack, struct fdd_frame *frame)
{
	struct fdd_unreturned_list *u = container_of(sink, struct fdd_unreturned_list, watch);
	const struct fdd_call *call = &frame->call;
	struct fdd_unreturned *t = task_of(u, call->source, call->pid);

	(void)stack;
	if (t && t->marked && t->since == call->calltime &&
	    !strcmp(func_name(u, t->func), fdd_name(&u->ws->m->funcs, call->func)))
		t->returned = true;
}

/* Only the last states count. */
static void on_stretch(void *arg, const struct fdd_stretch *s)
{
	(void)arg;
	(void)s;
}

static uint64_t on_wake(void *arg, const struct fdd_note *note)
{
	(void)arg;
	(void)note;
	return 0;
}

static void on_worked(void *arg, const struct fdd_worked *w)
{
	(void)arg;
	(void)w;
}

static void on_note(struct fdd_sink *sink, const struct fdd_note *note)
{
	struct fdd_unreturned_list *u = container_of(sink, struct fdd_unreturned_list, watch);
	struct fdd_contention c;

	if (note->lock && task_of(u, note->source, note->pid))
		fdd_locks_note(&u->locks, note, &c);
	if (note->kind == FDD_NOTE_LOST ||
	    (note->sched && (task_of(u, note->source, note->next) ||
			     (note->sched == FDD_SCHED_SWITCH &&
			      task_of(u, note->source, note->prev)))))
		fdd_states_note(&u->states, note);
}

void fdd_unreturned_begin_again(struct fdd_unreturned_list *u, struct fdd_windows *ws)
{
	keep_longest(u);
	if (!u->nr)
		return;
	u->ws = ws;
	u->watch.note = on_note;
	u->states.watch = (struct fdd_state_watch){
		.stretch = on_stretch, .woke = on_wake, .worked = on_worked, .arg = u,
	};
	for (uint32_t i = 0; i < u->nr; i++) {
		const struct fdd_unreturned *t = &u->list[i];

		*fdd_map_get(&u->keys, key_of(t->source, t->pid)) = i + 1;
		u->known[(uint8_t)t->pid] = true;
		if (t->marked)
			u->watch.call = on_call;
		fdd_states_see(&u->states, t->source, t->end);
	}
	fdd_model_add_sink(ws->m, &u->watch);
}

/*
 * Without a switch since its entry a task is where it was then: on that CPU. In a trace without any
 * switch a function that only sleeps says that it is asleep. A marker says what the kernel said.
 */
static void guess_state(const struct fdd_unreturned_list *u, struct fdd_unreturned *t)
{
	const struct fdd_source *src = &u->ws->m->sources[t->source];
	bool slept = !src->switches && only_sleeps(t->chain[0]);

	if (t->marked) {
		t->last = (struct fdd_stretch){
			.cpu = t->cpu, .state = t->mark_state, .letter = t->mark_letter,
		};
		return;
	}
	if (!slept && (!src->switches || t->lost))
		return;
	t->last = (struct fdd_stretch){
		.from = slept ? t->inner : t->since, .to = t->end, .cpu = t->cpu,
		.state = slept ? FDD_STATE_ASLEEP : FDD_STATE_RUNNING,
	};
}

static void find_state(struct fdd_unreturned_list *u, struct fdd_unreturned *t)
{
	const struct fdd_contention *c = fdd_locks_open(&u->locks, t->pid);

	if (c && c->from >= t->since)
		t->lock = c->kind;
	if (!fdd_states_last(&u->states, t->source, t->pid, &t->last))
		guess_state(u, t);
	if (t->last.state == FDD_STATE_READY)
		t->runner = fdd_windows_runner(u->ws, t->source, t->last.cpu);
}

static bool is_dead(const struct fdd_unreturned *t)
{
	return t->last.state == FDD_STATE_ASLEEP && fdd_state_is_dead(t->last.letter);
}

/* Nothing says that it waits for something: for work, then, unless it is in D, or has no CPU. */
static bool waits_by_habit(const struct fdd_unreturned *t)
{
	return t->only_sleeps && (t->last.state == FDD_STATE_UNKNOWN ||
				  (t->last.state == FDD_STATE_ASLEEP && t->last.letter != 'D'));
}

void fdd_unreturned_finish(struct fdd_unreturned_list *u)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < u->nr; i++) {
		struct fdd_unreturned *t = &u->list[i];

		find_state(u, t);
		if (waits_by_habit(t))
			count_idle(u, t->func);
		else if (!is_dead(t) && !t->returned)
			u->list[nr++] = *t;
	}
	u->nr = nr;
	if (nr)
		qsort(u->list, nr, sizeof(*u->list), by_time);
}

uint64_t fdd_unreturned_left_out(const struct fdd_unreturned_list *u)
{
	uint64_t nr = 0;

	for (unsigned int i = 0; i < u->m->nr_sources; i++)
		nr += u->m->sources[i].open_marks.left_out;
	return nr;
}

void fdd_unreturned_free(struct fdd_unreturned_list *u)
{
	free(u->list);
	fdd_duties_free(&u->duties);
	fdd_map_free(&u->keys);
	fdd_states_free(&u->states);
	fdd_locks_free(&u->locks);
}

// SPDX-License-Identifier: GPL-2.0
/* The calls that are open while a trace is read. */
#include <stdlib.h>

#include "read/open_calls.h"

/* Limits of the tasks and of room for their calls: 25 MB */
#define MAX_TASKS	(1u << 16)
#define MAX_CALLS	(1u << 20)
#define FIRST_CALLS	8

static struct fdd_open_task *task_at(const struct fdd_map *keys, size_t slot)
{
	return keys->used[slot] ? (void *)(uintptr_t)keys->slots[slot].value : NULL;
}

static void free_task(struct fdd_entries *e, struct fdd_open_task *t)
{
	e->nr_calls -= t->cap;
	free(t->calls);
	free(t);
}

static bool is_open(const struct fdd_open_task *t)
{
	uint32_t i = 0;

	while (i < t->nr && !t->calls[i].time)
		i++;
	return t->in_syscall || i < t->nr;
}

/* Drop tasks without open calls, most of which have ended. */
static void make_room(struct fdd_entries *e)
{
	struct fdd_map old = e->keys;

	e->keys = (struct fdd_map){ 0 };
	for (size_t i = 0; i <= old.mask; i++) {
		struct fdd_open_task *t = task_at(&old, i);

		if (t && is_open(t))
			*fdd_map_get(&e->keys, t->key) = (uintptr_t)t;
		else if (t)
			free_task(e, t);
	}
	fdd_map_free(&old);
	for (uint32_t i = 0; i < e->nr_last; i++)
		e->last[i] = NULL;
	/* not again for a few */
	e->full = e->keys.nr > MAX_TASKS / 2;
}

static struct fdd_open_task *add_task(struct fdd_entries *e, uint64_t key)
{
	struct fdd_open_task *t;

	if (!e->full && e->keys.nr == MAX_TASKS)
		make_room(e);
	if (e->full && e->keys.nr >= MAX_TASKS) {
		e->left_out = true;
		return NULL;
	}
	t = xcalloc(1, sizeof(*t));
	t->key = key;
	*fdd_map_get(&e->keys, key) = (uintptr_t)t;
	return t;
}

struct fdd_open_task *fdd_entries_find(struct fdd_entries *e, uint16_t source, int32_t pid,
				       uint16_t cpu)
{
	uint64_t key = fdd_thread_key(source, pid, cpu), *value;
	struct fdd_open_task *t;

	/* the idle task waits by habit */
	if (pid <= 0)
		return NULL;
	value = fdd_map_find(&e->keys, key);
	t = value ? (void *)(uintptr_t)*value : add_task(e, key);
	if (!t)
		return NULL;
	t->pid = pid;
	t->source = source;
	if (cpu >= e->nr_last) {
		e->last = xrealloc(e->last, (cpu + 1) * sizeof(*e->last));
		while (e->nr_last <= cpu)
			e->last[e->nr_last++] = NULL;
	}
	e->last[cpu] = t;
	return t;
}

bool fdd_entries_grow(struct fdd_entries *e, struct fdd_open_task *t, unsigned int depth)
{
	uint32_t more = t->cap ? t->cap : FIRST_CALLS;

	if (depth > FDD_MAX_DEPTH)
		return false;
	while (t->cap + more <= depth)
		more += more;
	if (e->nr_calls + more > MAX_CALLS) {
		e->left_out = true;
		return false;
	}
	e->nr_calls += more;
	t->cap += more;
	t->calls = xrealloc(t->calls, t->cap * sizeof(*t->calls));
	return true;
}

static void add_syscall(const struct fdd_open_syscall *s, const struct fdd_trace_end *end,
			struct fdd_open_calls *open)
{
	uint32_t func = s->func && end->syscall ? end->syscall(end->arg, s->func) : s->func;

	open->list[open->nr++] = (struct fdd_open_call){ s->time, func };
	open->by_event = true;
	open->syscall = s->nr;
}

void fdd_entries_take_syscall(struct fdd_entries *e, struct fdd_open_calls *open)
{
	const struct fdd_trace_end same = { 0 };
	uint64_t *value = fdd_map_find(&e->keys, fdd_thread_key(open->source, open->pid, 0));
	struct fdd_open_task *t = value ? (void *)(uintptr_t)*value : NULL;

	if (!t || !t->in_syscall)
		return;
	add_syscall(&t->syscall, &same, open);
	t->in_syscall = false;
}

static void pass_task(const struct fdd_open_task *t, struct fdd_model *m,
		      const struct fdd_trace_end *end)
{
	struct fdd_open_call list[FDD_MAX_DEPTH + 1];
	struct fdd_open_calls open = {
		.list = list, .pid = t->pid, .source = t->source, .cpu = t->cpu, .end = end->time,
		.comm = end->comm ? end->comm(end->arg, t->pid) : t->comm,
	};

	if (t->in_syscall)
		add_syscall(&t->syscall, end, &open);
	for (uint32_t i = 0; i < t->nr && open.nr < ARRAY_SIZE(list); i++)
		if (t->calls[i].time)
			list[open.nr++] = (struct fdd_open_call){
				t->calls[i].time, end->func(end->arg, t->calls[i].func),
			};
	open.lost = end->lost && list[0].time <= end->lost;
	fdd_model_open_calls(m, &open);
}

void fdd_entries_end(struct fdd_entries *e, struct fdd_model *m, const struct fdd_trace_end *end)
{
	for (size_t i = 0; e->keys.mask && i <= e->keys.mask; i++) {
		const struct fdd_open_task *t = task_at(&e->keys, i);

		if (t && is_open(t))
			pass_task(t, m, end);
	}
	if (e->left_out)
		fdd_warning("too many calls were open in too many tasks: which others had not returned is not known");
	fdd_entries_free(e);
}

void fdd_entries_free(struct fdd_entries *e)
{
	for (size_t i = 0; e->keys.mask && i <= e->keys.mask; i++)
		if (e->keys.used[i])
			free_task(e, task_at(&e->keys, i));
	fdd_map_free(&e->keys);
	free(e->last);
	*e = (struct fdd_entries){ 0 };
}

// SPDX-License-Identifier: GPL-2.0
/* Which task waits for which. */
#include <stdlib.h>
#include <string.h>

#include "lib/util.h"
#include "waits/chain.h"

static uint32_t *slot_of(const struct waits *w, pid_t task)
{
	uint32_t i = (uint32_t)task * 0x9e3779b1u & (w->nr_slots - 1);

	while (w->slots[i] && w->nodes[w->slots[i] - 1]->task.tid != task)
		i = (i + 1) & (w->nr_slots - 1);
	return &w->slots[i];
}

static void make_room(struct waits *w)
{
	if (w->nr * 2 < w->nr_slots)
		return;
	free(w->slots);
	w->nr_slots = w->nr_slots ? w->nr_slots * 2 : 64;
	w->slots = xcalloc(w->nr_slots, sizeof(*w->slots));
	for (uint32_t i = 0; i < w->nr; i++)
		*slot_of(w, w->nodes[i]->task.tid) = i + 1;
}

static void read_node(struct waits *w, struct waits_node *n, pid_t task)
{
	if (!waits_task_read(&n->task, task)) {
		n->task.tid = task;
		n->gone = true;
		return;
	}
	waits_task_read_times(&n->task);
	waits_clock_note(&w->clock, &n->task);
	if (!n->task.kthread)
		waits_task_read_syscall(&n->task);
	waits_find(&w->sources, &n->task, &n->wait);
}

struct waits_node *waits_of(struct waits *w, pid_t task)
{
	struct waits_node *n;
	uint32_t *slot;

	make_room(w);
	slot = slot_of(w, task);
	if (*slot)
		return w->nodes[*slot - 1];
	n = xcalloc(1, sizeof(*n));
	read_node(w, n, task);
	GROW(w->nodes, w->nr, w->cap);
	w->nodes[w->nr++] = n;
	*slot = w->nr;
	return n;
}

bool waits_is_blocked(const struct waits_node *n)
{
	return !n->gone && !n->moved && n->wait.kind != WAITS_RUNS && n->wait.kind != WAITS_IDLE &&
	       n->wait.kind != WAITS_ENDED && n->wait.kind != WAITS_HIDDEN;
}

/* Of a process with several threads, another one may be the one that is waited for. */
static bool is_sure(const struct waits_node *n)
{
	return n->next && waits_is_blocked(n) && !n->wait.others &&
	       (!n->wait.of_process || n->next->task.threads == 1);
}

/* A finding holds only if the task has not run, and is still in the same call. */
static void look_again(struct waits_node *n)
{
	struct waits_task now;

	if (n->gone)
		return;
	if (!waits_task_read(&now, n->task.tid)) {
		n->gone = true;
		return;
	}
	if (n->wait.kind == WAITS_RUNS)
		return;
	waits_task_read_times(&now);
	if (!n->task.kthread)
		waits_task_read_syscall(&now);
	n->moved |= !waits_task_is_same(&n->task, &now);
}

static void mark_circle(struct waits_node *n)
{
	struct waits_node *first = n;
	pid_t least = n->task.tid;

	do {
		n = n->next;
		if (n->task.tid < least)
			least = n->task.tid;
	} while (n != first);
	do {
		n->circle = least;
		n = n->next;
	} while (n != first);
}

static void find_circles(struct waits *w)
{
	for (uint32_t i = 0; i < w->nr; i++) {
		struct waits_node *n = w->nodes[i];

		while (!n->walk && is_sure(n)) {
			n->walk = i + 1;
			n = n->next;
		}
		if (n->walk == i + 1 && !n->circle)
			mark_circle(n);
	}
}

void waits_follow(struct waits *w)
{
	/* Holders are added at the end. */
	for (uint32_t i = 0; i < w->nr; i++) {
		struct waits_node *n = w->nodes[i];

		if (n->wait.holder > 0)
			n->next = waits_of(w, n->wait.holder);
	}
	for (uint32_t i = 0; i < w->nr; i++)
		look_again(w->nodes[i]);
	for (uint32_t i = 0; i < w->nr; i++)
		waits_clock_age(&w->clock, &w->nodes[i]->task, w->seen_ns, &w->nodes[i]->age);
	find_circles(w);
}

void waits_free(struct waits *w)
{
	for (uint32_t i = 0; i < w->nr; i++) {
		free(w->nodes[i]->wait.what);
		free(w->nodes[i]);
	}
	free(w->nodes);
	free(w->slots);
	waits_sources_free(&w->sources);
	waits_clock_free(&w->clock);
	memset(w, 0, sizeof(*w));
}

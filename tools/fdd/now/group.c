// SPDX-License-Identifier: GPL-2.0
/* Groups tasks by what they wait for. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/util.h"
#include "now/now.h"
#include "waits/say.h"
#include "waits/syscalls.h"

/* The worst first. */
enum rank {
	CIRCLE,
	IN_KERNEL,	/* state D, or for the server of a file system; or for one that does */
	FOR_OTHER,	/* for one that is known */
	FOR_IDLE,	/* for one that itself waits by habit, or for a child */
	NOT_KNOWN,
	BY_HABIT,
};

#define LONGEST_CHAIN	64

static bool is_in_kernel(const struct waits_node *n)
{
	enum waits_kind kind = n->wait.kind;

	return kind == WAITS_FUSE || kind == WAITS_NFS || kind == WAITS_DISK ||
	       kind == WAITS_KERNEL_LOCK || kind == WAITS_KERNEL || kind == WAITS_FROZEN;
}

static int rank_of(const struct waits_node *n)
{
	const struct waits_node *last = n;

	if (n->wait.kind == WAITS_IDLE)
		return BY_HABIT;
	for (int i = 0; i < LONGEST_CHAIN && last->next && !last->circle; i++)
		last = last->next;
	if (last->circle)
		return CIRCLE;
	if (is_in_kernel(last))
		return IN_KERNEL;
	if (n->wait.kind == WAITS_STOPPED || n->wait.kind == WAITS_TRACER)
		return FOR_OTHER;
	if (!n->next)
		return n->wait.kind == WAITS_TCP ? FOR_OTHER : NOT_KNOWN;
	/* A task that holds a lock should not sleep. */
	if (n->wait.kind == WAITS_FUTEX || n->wait.kind == WAITS_LOCK)
		return FOR_OTHER;
	return last->wait.kind == WAITS_IDLE || n->wait.kind == WAITS_CHILD ||
	       n->wait.kind == WAITS_THREAD ? FOR_IDLE : FOR_OTHER;
}

/* A task that waits for fdd, such as the shell and a pager, or for one that does. */
static bool waits_for_us(const struct waits_node *n)
{
	for (int i = 0; i < LONGEST_CHAIN && n; i++, n = n->next)
		if (n->task.pid == getpid())
			return true;
	return false;
}

static char *object_of(const struct waits_node *n)
{
	return n->wait.kind == WAITS_IDLE ? xstrdup(n->task.comm) : waits_object(n);
}

char *now_object(const struct now_group *g)
{
	return object_of(g->first);
}

/* Of several that could be the holder each task names one that is not itself. */
static char *key_object(const struct waits_node *n)
{
	return n->wait.others && n->wait.what ? xstrdup(n->wait.what) : object_of(n);
}

static char *key_of(const struct waits_node *n)
{
	char name[32], *object, *key = NULL;

	if (n->circle) {
		if (asprintf(&key, "circle %d", n->circle) < 0)
			key = NULL;
		return key ? key : xstrdup("");
	}
	object = key_object(n);
	if (asprintf(&key, "%d %c %s %s", n->wait.kind, n->task.state,
		     waits_syscall_name(&n->task, name), object) < 0)
		key = xstrdup("");
	free(object);
	return key;
}

static void add_member(struct now *now, const struct waits_node *n)
{
	GROW(now->members, now->nr_members, now->member_cap);
	now->members[now->nr_members++] = (struct now_member){ n, key_of(n) };
}

static void count_idle(struct now *now, const struct waits_node *n)
{
	char name[32];
	const char *call = n->task.kthread ? "" : waits_syscall_name(&n->task, name);
	uint32_t i;

	now->nr_idle++;
	for (i = 0; i < now->nr_idles && strcmp(now->idles[i].name, call); i++)
		;
	if (i == NOW_IDLE_CALLS)
		return;
	if (i == now->nr_idles)
		snprintf(now->idles[now->nr_idles++].name, sizeof(now->idles->name), "%s", call);
	now->idles[i].nr++;
}

static void sort_task(struct now *now, const struct now_wish *wish, const struct waits_node *n)
{
	if (!n->listed || n->gone || n->wait.kind == WAITS_ENDED)
		return;
	if (n->wait.kind == WAITS_IDLE) {
		count_idle(now, n);
		if (wish->all)
			add_member(now, n);
	} else if (n->moved || n->wait.kind == WAITS_RUNS) {
		now->nr_ran++;
	} else if (n->wait.kind == WAITS_HIDDEN) {
		now->nr_hidden++;
	} else if (waits_for_us(n)) {
		return;
	} else if (n->age.ns < wish->least_ns) {
		now->nr_short++;
	} else {
		now->nr_blocked++;
		add_member(now, n);
	}
}

static int by_key(const void *a, const void *b)
{
	const struct now_member *x = a, *y = b;
	int order = strcmp(x->key, y->key);

	if (order)
		return order;
	if (x->node->age.ns != y->node->age.ns)
		return x->node->age.ns > y->node->age.ns ? -1 : 1;
	return (x->node->task.tid > y->node->task.tid) - (x->node->task.tid < y->node->task.tid);
}

static int by_rank(const void *a, const void *b)
{
	const struct now_group *x = a, *y = b;

	if (x->rank != y->rank)
		return x->rank - y->rank;
	if (x->nr != y->nr)
		return x->nr > y->nr ? -1 : 1;
	if (x->first->age.ns != y->first->age.ns)
		return x->first->age.ns > y->first->age.ns ? -1 : 1;
	return (x->from > y->from) - (x->from < y->from);
}

static int by_percent(const void *a, const void *b)
{
	const struct now_runner *x = a, *y = b;

	return (x->percent < y->percent) - (x->percent > y->percent);
}

static int by_number(const void *a, const void *b)
{
	const struct now_idle *x = a, *y = b;

	return (x->nr < y->nr) - (x->nr > y->nr);
}

static void add_group(struct now *now, uint32_t from, uint32_t nr)
{
	const struct waits_node *first = now->members[from].node;

	GROW(now->groups, now->nr_groups, now->group_cap);
	now->groups[now->nr_groups++] = (struct now_group){
		.first = first, .from = from, .nr = nr, .rank = rank_of(first),
	};
}

void now_group(struct now *now, const struct now_wish *wish)
{
	uint32_t from = 0;

	for (uint32_t i = 0; i < now->waits.nr; i++)
		sort_task(now, wish, now->waits.nodes[i]);
	if (now->nr_members)
		qsort(now->members, now->nr_members, sizeof(*now->members), by_key);
	for (uint32_t i = 1; i <= now->nr_members; i++) {
		if (i < now->nr_members &&
		    !strcmp(now->members[i].key, now->members[from].key))
			continue;
		add_group(now, from, i - from);
		from = i;
	}
	if (now->nr_groups)
		qsort(now->groups, now->nr_groups, sizeof(*now->groups), by_rank);
	if (now->nr_runners)
		qsort(now->runners, now->nr_runners, sizeof(*now->runners), by_percent);
	qsort(now->idles, now->nr_idles, sizeof(*now->idles), by_number);
}

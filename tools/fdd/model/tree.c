// SPDX-License-Identifier: GPL-2.0
/*
 * The call tree, like that of KFT's "kd -c": calls and times per path of callers.
 *
 * A call comes after its callees, so the tree is built from its leaves: each call that waits
 * for its caller has a tree, and a caller takes the trees of its callees and joins those of
 * the same function.
 *
 * The tree is pruned by lossy counting (Manku and Motwani, VLDB 2002): a node stores how
 * much time of its path may have been cut before the node was created, and is cut only if
 * this and its own time together are below the share. So a path with at least the share of
 * the time is always in the tree, and its time is too low by at most the share.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/map.h"
#include "lib/util.h"
#include "model/tree.h"

#define MILLION		1000000u

/* Up to this many callees are searched linearly; more get an index. */
#define MANY		16

/* Functions of programs, and bytes of a name */
#define MAX_USERS	(1u << 17)
#define MAX_USER	256
#define OTHER_USER	"(other names)"

/* of about a hundred bytes each */
#define MAX_NODES	(1u << 18)

const char *const fdd_tree_kinds[] = {
	[FDD_CALLER_NONE] = "",
	[FDD_CALLER_DIRECT] = "",
	[FDD_CALLER_FILTERED] = "(caller filtered)",
	[FDD_CALLER_UNKNOWN] = "(caller unknown)",
	[FDD_CALLER_INTERRUPT] = "(interrupt)",
};

static struct fdd_tree_node *new_node(struct fdd_tree *tree)
{
	struct fdd_tree_node *n = tree->free;

	if (n)
		tree->free = n->next;
	else
		n = xmalloc(sizeof(*n));
	*n = (struct fdd_tree_node){ 0 };
	return n;
}

static void drop_index(struct fdd_tree_node *n)
{
	if (n->index)
		fdd_map_free(n->index);
	free(n->index);
	n->index = NULL;
}

static void drop_node(struct fdd_tree *tree, struct fdd_tree_node *n)
{
	drop_index(n);
	n->next = tree->free;
	tree->free = n;
	tree->nr--;
}

static bool is_same(const struct fdd_tree_node *a, const struct fdd_tree_node *b)
{
	return a->name == b->name && a->gap == b->gap && a->task == b->task && a->user == b->user;
}

static uint64_t *index_of(struct fdd_tree_node *caller, const struct fdd_tree_node *n)
{
	return fdd_map_get(caller->index,
			   (uint64_t)n->name << 3 | n->user << 2 | n->task << 1 | n->gap);
}

static void index_callees(struct fdd_tree_node *caller)
{
	caller->index = xcalloc(1, sizeof(*caller->index));
	for (struct fdd_tree_node *n = caller->callees; n; n = n->next)
		*index_of(caller, n) = (uintptr_t)n;
}

/* The callee of the same function, or NULL. */
static struct fdd_tree_node *find_same(struct fdd_tree_node *caller,
				       const struct fdd_tree_node *n)
{
	struct fdd_tree_node *same = caller->callees;

	for (unsigned int nr = 0; !caller->index && nr < MANY; same = same->next, nr++)
		if (!same || is_same(same, n))
			return same;
	if (!caller->index)
		index_callees(caller);
	return (struct fdd_tree_node *)(uintptr_t)*index_of(caller, n);
}

/* Time that was cut below the caller may belong to this path. */
static void add_new(struct fdd_tree *tree, struct fdd_tree_node *caller,
		    struct fdd_tree_node *n)
{
	n->lost += caller->cut.total < tree->least ? caller->cut.total : tree->least;
	n->next = caller->callees;
	caller->callees = n;
	if (caller->index)
		*index_of(caller, n) = (uintptr_t)n;
}

/* Add a tree to a caller; join it with a tree of the same function. */
static void add_tree(struct fdd_tree *tree, struct fdd_tree_node *caller,
		     struct fdd_tree_node *n)
{
	struct fdd_tree_node *same = find_same(caller, n);

	if (!same) {
		add_new(tree, caller, n);
		return;
	}
	same->calls += n->calls;
	same->total += n->total;
	same->self += n->self;
	same->asleep += n->asleep;
	same->below += n->below;
	same->lost += n->lost;
	fdd_tree_cut_add(&same->cut, &n->cut);
	while (n->callees) {
		struct fdd_tree_node *callee = n->callees;

		n->callees = callee->next;
		add_tree(tree, same, callee);
	}
	drop_node(tree, n);
}

/*
 * Cutting
 */

static void cut_node(struct fdd_tree *tree, struct fdd_tree_node *caller,
		     struct fdd_tree_node *n, uint64_t time)
{
	const struct fdd_tree_cut cut = {
		.paths = n->cut.paths + 1,
		.calls = n->calls ? n->calls : n->cut.calls,
		.total = time,
	};

	fdd_tree_cut_add(&caller->cut, &cut);
	tree->nr_cut++;
	drop_node(tree, n);
}

/*
 * Cut leaves with less than the least time, then nodes that became leaves by that.
 * Returns the time of a node; without calls, that of its callees.
 */
static uint64_t cut_below(struct fdd_tree *tree, struct fdd_tree_node *caller)
{
	struct fdd_tree_node **link = &caller->callees, *n;
	uint64_t sum = caller->cut.total;
	bool any = false;

	while ((n = *link)) {
		uint64_t time = cut_below(tree, n);

		sum += time;
		if (n->callees || time + n->lost >= tree->least) {
			link = &n->next;
			continue;
		}
		*link = n->next;
		cut_node(tree, caller, n, time);
		any = true;
	}
	if (any)
		drop_index(caller);
	return fdd_tree_time(caller) > sum ? fdd_tree_time(caller) : sum;
}

/* A root and a node of a task have no time of their own. */
static uint64_t time_of(const struct fdd_tree_node *n)
{
	uint64_t time = fdd_tree_time(n);

	if (time)
		return time;
	time = n->cut.total;
	for (n = n->callees; n; n = n->next)
		time += time_of(n);
	return time;
}

static uint64_t time_of_all(const struct fdd_tree *tree)
{
	uint64_t time = 0;

	for (size_t i = 0; i < ARRAY_SIZE(tree->roots); i++)
		time += time_of(&tree->roots[i]);
	for (const struct fdd_tree_node *n = tree->waiting; n; n = n->next)
		time += time_of(n);
	return time;
}

static void cut_all(struct fdd_tree *tree)
{
	for (size_t i = 0; i < ARRAY_SIZE(tree->roots); i++)
		cut_below(tree, &tree->roots[i]);
	for (struct fdd_tree_node *n = tree->waiting; n; n = n->next)
		cut_below(tree, n);
}

/* 1, 2, 5, 10, ... millionths: round numbers for the message. */
static unsigned int next_share(unsigned int share)
{
	unsigned int ten = 1;

	while (ten * 10 <= share)
		ten *= 10;
	if (share < 2 * ten)
		return 2 * ten;
	return share < 5 * ten ? 5 * ten : 10 * ten;
}

void fdd_tree_limit(struct fdd_tree *tree, size_t most)
{
	uint64_t all = time_of_all(tree);

	if (tree->nr > most && !tree->share)
		tree->share = 1;
	for (; tree->share; tree->share = next_share(tree->share)) {
		tree->least = (unsigned __int128)all * tree->share / MILLION + 1;
		cut_all(tree);
		if (tree->nr <= most || tree->share >= MILLION)
			break;
	}
}

/*
 * Filters of rows
 */

/* Is anything shown here or below? */
static bool has_calls(const struct fdd_tree_node *n)
{
	return n->calls || n->callees || n->cut.paths;
}

static uint64_t time_of_callees(const struct fdd_tree_node *n)
{
	uint64_t time = n->cut.total;

	for (n = n->callees; n; n = n->next)
		time += fdd_tree_time(n);
	return time;
}

/* The shown nodes below a node have changed, or the node itself. */
static void leave_calls_out(struct fdd_tree_node *n, bool wanted)
{
	uint64_t time = time_of_callees(n);

	if (wanted) {
		n->below = n->below < time ? n->below : time;
		return;
	}
	n->calls = n->total = n->self = n->asleep = 0;
	n->below = time;
}

static void select_callees(struct fdd_tree *tree, struct fdd_tree_node *caller,
			   bool (*wanted)(void *arg, uint32_t func), void *arg)
{
	struct fdd_tree_node **link = &caller->callees, *n;

	drop_index(caller);
	while ((n = *link)) {
		select_callees(tree, n, wanted, arg);
		if (!n->task && !n->user)
			leave_calls_out(n, wanted(arg, n->name));
		if (has_calls(n)) {
			link = &n->next;
			continue;
		}
		*link = n->next;
		drop_node(tree, n);
	}
}

void fdd_tree_select(struct fdd_tree *tree, bool (*wanted)(void *arg, uint32_t func), void *arg)
{
	for (size_t i = 0; i < ARRAY_SIZE(tree->roots); i++)
		select_callees(tree, &tree->roots[i], wanted, arg);
}

/*
 * Building
 */

static void wait_for_caller(struct fdd_tree *tree, struct fdd_tree_node *n)
{
	n->next = tree->waiting;
	if (n->next)
		n->next->previous = n;
	tree->waiting = n;
}

static void end_waiting(struct fdd_tree *tree, struct fdd_tree_node *n)
{
	if (n->next)
		n->next->previous = n->previous;
	if (n->previous)
		n->previous->next = n->next;
	else
		tree->waiting = n->next;
	n->next = n->previous = NULL;
}

static void count_asleep(struct fdd_tree *tree, struct fdd_tree_node *n)
{
	if (!tree->m->off)
		return;
	n->asleep = tree->m->off->self.asleep;
	tree->knows_off = true;
}

/* A call that does not pass the filters is a node without calls, for its callees. */
static void on_call(struct fdd_sink *sink, struct fdd_stack *stack,
		    struct fdd_frame *frame)
{
	struct fdd_tree *tree = container_of(sink, struct fdd_tree, sink);
	struct fdd_tree_node *n = new_node(tree);

	(void)stack;
	n->name = frame->call.func;
	if (frame->selected) {
		n->calls = 1;
		n->total = frame->call.duration;
		n->self = frame->self;
		count_asleep(tree, n);
	}
	frame->tag = (uintptr_t)n;
	wait_for_caller(tree, n);
}

/* A new node, with this one as its only callee. */
static struct fdd_tree_node *below(struct fdd_tree *tree, struct fdd_tree_node *n, uint32_t name)
{
	struct fdd_tree_node *caller = new_node(tree);

	caller->name = name;
	caller->callees = n;
	tree->nr++;
	return caller;
}

/* A node of the task */
static struct fdd_tree_node *below_task(struct fdd_tree *tree, struct fdd_tree_node *n,
					uint32_t comm)
{
	struct fdd_tree_node *task = below(tree, n, comm);

	task->task = true;
	return task;
}

static struct fdd_tree_node *below_user(struct fdd_tree *tree, struct fdd_tree_node *n,
					const char *fmt, const char *name)
{
	char text[MAX_USER];
	int len = snprintf(text, sizeof(text), fmt, name);

	n = below(tree, n, fdd_names_get(&tree->users, text, len < MAX_USER ? len : MAX_USER - 1));
	n->user = true;
	return n;
}

/* An address is of no use in a path: the name of its file is. */
static struct fdd_tree_node *below_frame(struct fdd_tree *tree, struct fdd_tree_node *n,
					 const struct fdd_user_stacks *s,
					 const struct fdd_user_frame *frame)
{
	const char *name = fdd_user_name(s, frame->name);

	if (frame->unnamed && *name != '[')
		return below_user(tree, n, "[%s]", fdd_user_name(s, frame->module));
	return below_user(tree, n, "%s", name);
}

/*
 * The functions of the program, the innermost first. A reason for which the outermost ones are
 * missing takes their place, and so does the kind of a missing caller within the kernel.
 */
static struct fdd_tree_node *below_program(struct fdd_tree *tree, struct fdd_tree_node *n,
					   const struct fdd_call *call,
					   enum fdd_caller_kind *kind)
{
	const struct fdd_user_stacks *s = tree->m->sources[call->source].user;
	uint32_t stack = s ? fdd_user_stack_of(s, call) : FDD_USER_NONE;
	const char *end;

	if (stack == FDD_USER_NONE)
		return n;
	if (*kind != FDD_CALLER_NONE)
		n = below_user(tree, n, "%s", fdd_tree_kinds[*kind]);
	*kind = FDD_CALLER_NONE;
	for (uint32_t i = 0; i < s->list[stack].nr; i++)
		n = below_frame(tree, n, s, fdd_user_frame_at(s, stack, i));
	end = fdd_user_name(s, s->list[stack].end);
	return *end ? below_user(tree, n, "(%s)", end) : n;
}

/* An interrupt is a root: it has no caller and no task. */
static void add_root(struct fdd_tree *tree, struct fdd_tree_node *n,
		     const struct fdd_call *call, enum fdd_caller_kind kind)
{
	if (tree->by_task && kind != FDD_CALLER_INTERRUPT) {
		n = below_program(tree, n, call, &kind);
		n = below_task(tree, n, call->comm);
	}
	add_tree(tree, &tree->roots[kind], n);
}

static void add_to_caller(struct fdd_tree *tree, struct fdd_tree_node *caller,
			  struct fdd_tree_node *n)
{
	if (!caller->calls)
		caller->below += fdd_tree_time(n);
	add_tree(tree, caller, n);
}

static void on_caller(struct fdd_sink *sink, struct fdd_stack *stack,
		      struct fdd_frame *frame, struct fdd_frame *parent,
		      enum fdd_caller_kind kind)
{
	struct fdd_tree *tree = container_of(sink, struct fdd_tree, sink);
	struct fdd_tree_node *n = (struct fdd_tree_node *)(uintptr_t)frame->tag;

	(void)stack;
	end_waiting(tree, n);
	tree->nr++;
	n->gap = parent && kind != FDD_CALLER_DIRECT;
	if (!has_calls(n))
		drop_node(tree, n);
	else if (parent)
		add_to_caller(tree, (struct fdd_tree_node *)(uintptr_t)parent->tag, n);
	else
		add_root(tree, n, &frame->call, kind);
	if (tree->nr > MAX_NODES)
		fdd_tree_limit(tree, MAX_NODES / 2);
}

void fdd_tree_begin(struct fdd_tree *tree, struct fdd_model *m, bool by_task)
{
	tree->m = m;
	tree->by_task = by_task;
	fdd_names_get(&tree->users, OTHER_USER, strlen(OTHER_USER));
	tree->users.most = MAX_USERS;
	tree->sink.call = on_call;
	tree->sink.caller = on_caller;
	fdd_model_add_sink(m, &tree->sink);
}

static void free_callees(struct fdd_tree_node *caller);

static void free_nodes(struct fdd_tree_node *n)
{
	while (n) {
		struct fdd_tree_node *next = n->next;

		free_callees(n);
		free(n);
		n = next;
	}
}

static void free_callees(struct fdd_tree_node *caller)
{
	free_nodes(caller->callees);
	drop_index(caller);
}

void fdd_tree_free(struct fdd_tree *tree)
{
	for (size_t i = 0; i < ARRAY_SIZE(tree->roots); i++)
		free_callees(&tree->roots[i]);
	free_nodes(tree->waiting);
	fdd_names_free(&tree->users);
	for (struct fdd_tree_node *n = tree->free; n; n = tree->free) {
		tree->free = n->next;
		free(n);
	}
}

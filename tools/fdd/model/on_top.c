// SPDX-License-Identifier: GPL-2.0
/*
 * Interrupts: counts the self time of calls on top of others once in a row.
 *
 * The calls of an interrupt return before the call that it interrupted. So each of them leaves
 * its self time and its key in a list of each stack below: that of the task, and those of
 * interrupts of lower rank on its CPU. The first call of that stack around it is the innermost
 * one, and the only one whose self time has that of the interrupt. It takes the entries off the
 * list, and does not count those with its own key again.
 *
 * A call that never returns leaves its entries: a list drops its older half above MAX_ENTRIES,
 * or above FEW if there are more than MAX_ALL in total.
 */
#include <stdlib.h>
#include <string.h>

#include "model/on_top.h"

#define MAX_ENTRIES	4096		/* of a stack */
#define FEW		16
#define MAX_ALL		(1u << 19)	/* of all stacks */

struct entry {
	uint64_t	start;
	uint64_t	self;
	uint32_t	key;
};

struct fdd_on_top_list {
	struct entry	*entries;
	unsigned int	nr, cap;
	uint64_t	dropped;	/* start of the last dropped entry, or 0 */
};

static uint32_t stack_below(struct fdd_model *m, const struct fdd_call *call,
			    enum fdd_context context)
{
	struct fdd_call below = *call;

	below.context = context;
	below.stack = 0;
	return fdd_stack_of_call(m, &below);
}

static void drop_older(struct fdd_on_top_list *list)
{
	unsigned int half = list->nr / 2;

	list->dropped = list->entries[half - 1].start;
	memmove(list->entries, list->entries + half, (list->nr - half) * sizeof(*list->entries));
	list->nr -= half;
}

/* In the order of their starts: an inner call may come before the outer one, or long after. */
static void insert(struct fdd_on_top_list *list, const struct entry *entry)
{
	unsigned int at = list->nr;

	while (at && list->entries[at - 1].start > entry->start)
		at--;
	memmove(&list->entries[at + 1], &list->entries[at],
		(list->nr++ - at) * sizeof(*list->entries));
	list->entries[at] = *entry;
}

static void leave(struct fdd_on_top *o, uint32_t stack, const struct entry *entry)
{
	struct fdd_on_top_list *list;

	GROW_TO(o->lists, o->nr_lists, stack);
	list = &o->lists[stack];
	if (list->nr == MAX_ENTRIES || (list->nr >= FEW && o->nr > MAX_ALL))
		drop_older(list);
	if (list->nr == list->cap) {
		o->nr += list->cap ? list->cap : FEW;
		list->cap = list->cap ? list->cap * 2 : FEW;
		list->entries = xrealloc(list->entries, list->cap * sizeof(*list->entries));
	}
	insert(list, entry);
}

/* Take the entries within a call off the end of its stack's list, and keep later ones. */
static uint64_t take_within(struct fdd_on_top_list *list, const struct fdd_call *call, uint32_t key)
{
	unsigned int from = list->nr, nr;
	uint64_t time = 0;

	while (from && list->entries[from - 1].start + call->slack >= call->calltime)
		from--;
	nr = from;
	for (unsigned int i = from; i < list->nr; i++) {
		const struct entry *entry = &list->entries[i];

		if (entry->start > call->calltime + call->duration)
			list->entries[nr++] = *entry;
		else if (entry->key == key)
			time += entry->self;
	}
	list->nr = nr;
	return time;
}

static uint64_t take(struct fdd_on_top *o, uint32_t stack, const struct fdd_call *call,
		     uint32_t key)
{
	struct fdd_on_top_list *list = stack < o->nr_lists ? &o->lists[stack] : NULL;
	uint64_t time;

	if (!list || !list->cap)
		return 0;
	time = take_within(list, call, key);
	o->cut += list->dropped && list->dropped >= call->calltime;
	if (!call->depth && call->context == FDD_CTX_TASK)
		list->nr = list->dropped = 0;
	return time;
}

uint64_t fdd_on_top_part(struct fdd_on_top *o, struct fdd_model *m,
			 const struct fdd_frame *frame, uint32_t key)
{
	const struct fdd_call *call = &frame->call;
	uint32_t stack = fdd_stack_of_call(m, call);
	uint64_t part = take(o, stack, call, key);

	/* a measured self time has no interrupts */
	if (!frame->selected || call->flags & FDD_CALL_SELF)
		part = 0;
	else if (part > frame->self)
		part = frame->self;
	if (call->context == FDD_CTX_TASK || !frame->selected || part == frame->self)
		return part;
	for (int context = FDD_CTX_TASK; context < call->context; context++)
		leave(o, stack_below(m, call, context), &(struct entry){
			.start = call->calltime, .self = frame->self - part, .key = key });
	return part;
}

void fdd_on_top_free(struct fdd_on_top *o)
{
	for (uint32_t i = 0; i < o->nr_lists; i++)
		free(o->lists[i].entries);
	free(o->lists);
	o->lists = NULL;
	o->nr_lists = 0;
}

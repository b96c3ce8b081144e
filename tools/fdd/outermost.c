// SPDX-License-Identifier: GPL-2.0
/*
 * Recursion: time that is already counted.
 *
 * The inner call of a recursion returns first, and nobody knows then whether
 * an outer one is under way. So every call's time is counted when it returns,
 * and when an outer one of the same function returns, what its inner calls
 * counted is taken off again. Per stack and function this keeps the outermost
 * calls so far, in order.
 *
 * They would be as many as there are calls. But two of them lie in the same
 * calls to come once everything between their common caller and them has
 * returned: then they are one entry. What decides is the least depth of any
 * call that returned on the stack since; so there are at most as many entries
 * as the stack is deep. When the outermost call of the task returns, all of
 * them are history.
 */
#include <stdlib.h>

#include "fdd.h"
#include "outermost.h"

struct entry {
	uint64_t	start;
	uint64_t	duration;
	uint64_t	seq;
	unsigned int	depth;
};

#define FEW	3

struct fdd_outer_slot {
	struct fdd_outer_slot	*next_free;
	struct fdd_stack	*stack;		/* NULL is free */
	uint64_t		epoch;
	uint32_t		key;
	uint32_t		nr, cap;
	struct entry		*entries;
	struct entry		first[FEW];	/* most need no more */
};

/* Slots of tasks that are long gone are worth looking for beyond this. */
#define FIRST_LIMIT	(1u << 17)

static struct fdd_outer_slot *slot_at(const struct fdd_map *map, size_t i)
{
	return (struct fdd_outer_slot *)(uintptr_t)map->slots[i].value;
}

static uint64_t slot_key(const struct fdd_stack *stack, uint32_t key)
{
	return fdd_stack_id(stack) << 32 | key;
}

/* Build the map anew without the slots of earlier epochs. */
static void drop_stale(struct fdd_outermost *o)
{
	struct fdd_map old = o->slots;

	o->slots = (struct fdd_map){ 0 };
	for (size_t i = 0; i <= old.mask; i++) {
		struct fdd_outer_slot *slot;

		if (!old.used[i])
			continue;
		slot = slot_at(&old, i);
		if (slot->epoch == fdd_stack_epoch(slot->stack)) {
			*fdd_map_get(&o->slots, old.slots[i].key) =
				(uintptr_t)slot;
			continue;
		}
		slot->stack = NULL;
		slot->next_free = o->free_slots;
		o->free_slots = slot;
	}
	fdd_map_free(&old);
}

static struct fdd_outer_slot *new_slot(struct fdd_outermost *o,
				       struct fdd_stack *stack, uint32_t key)
{
	struct fdd_outer_slot *slot = o->free_slots;

	if (slot) {
		o->free_slots = slot->next_free;
	} else {
		slot = xcalloc(1, sizeof(*slot));
		slot->entries = slot->first;
		slot->cap = FEW;
	}
	slot->stack = stack;
	slot->key = key;
	slot->nr = 0;
	return slot;
}

static struct fdd_outer_slot *find_slot(struct fdd_outermost *o,
					struct fdd_stack *stack, uint32_t key)
{
	uint64_t *value = fdd_map_find(&o->slots, slot_key(stack, key));
	struct fdd_outer_slot *slot;

	if (value)
		return (struct fdd_outer_slot *)(uintptr_t)*value;
	if (!o->limit)
		o->limit = FIRST_LIMIT;
	if (o->slots.nr >= o->limit) {
		drop_stale(o);
		if (o->slots.nr * 2 > o->limit)
			o->limit *= 2;
	}
	slot = new_slot(o, stack, key);
	*fdd_map_get(&o->slots, slot_key(stack, key)) = (uintptr_t)slot;
	return slot;
}

/* Entries that lie in the same calls to come become one. */
static void compact(struct fdd_outer_slot *slot)
{
	uint32_t nr = 0;

	for (uint32_t i = 0; i < slot->nr; i++) {
		struct entry e = slot->entries[i];

		e.depth = fdd_stack_least_depth(slot->stack, e.seq, e.depth);
		if (e.depth == 0)
			continue;	/* no call can be around it any more */
		if (nr && slot->entries[nr - 1].depth == e.depth) {
			slot->entries[nr - 1].duration += e.duration;
			slot->entries[nr - 1].seq = e.seq;
		} else {
			slot->entries[nr++] = e;
		}
	}
	slot->nr = nr;
}

static void make_room(struct fdd_outer_slot *slot)
{
	compact(slot);
	if (slot->nr * 2 < slot->cap)
		return;
	slot->cap *= 2;
	if (slot->entries == slot->first) {
		slot->entries = xmalloc(slot->cap * sizeof(*slot->entries));
		memcpy(slot->entries, slot->first, sizeof(slot->first));
	} else {
		slot->entries = xrealloc(slot->entries,
					 slot->cap * sizeof(*slot->entries));
	}
}

static void remember(struct fdd_outer_slot *slot, const struct entry *e)
{
	struct entry *top = slot->nr ? &slot->entries[slot->nr - 1] : NULL;

	if (top && top->depth == e->depth &&
	    top->seq >= fdd_stack_low_seq(slot->stack, e->depth)) {
		top->duration += e->duration;
		top->seq = e->seq;
		return;
	}
	if (slot->nr == slot->cap)
		make_room(slot);
	slot->entries[slot->nr++] = *e;
}

static uint64_t take_inner(struct fdd_outer_slot *slot, const struct fdd_call *call)
{
	uint64_t counted = 0;

	while (slot->nr) {
		const struct entry *e = &slot->entries[slot->nr - 1];

		if (e->depth <= call->depth || e->start + call->slack < call->calltime)
			break;
		counted += e->duration;
		slot->nr--;
	}
	return counted;
}

uint64_t fdd_outermost(struct fdd_outermost *o, struct fdd_outer_slot **last,
		       struct fdd_stack *stack, uint32_t key,
		       const struct fdd_call *call, uint64_t seq)
{
	struct fdd_outer_slot *slot = *last;
	uint64_t counted;

	if (!slot || slot->stack != stack || slot->key != key)
		*last = slot = find_slot(o, stack, key);
	if (slot->epoch != fdd_stack_epoch(stack)) {
		slot->epoch = fdd_stack_epoch(stack);
		slot->nr = 0;
	}
	counted = take_inner(slot, call);
	if (call->depth)
		remember(slot, &(struct entry){ call->calltime, call->duration,
						seq, call->depth });
	/* What rounding makes of inner times never exceeds the outer one. */
	return counted < call->duration ? counted : call->duration;
}

static void free_slot(struct fdd_outer_slot *slot)
{
	if (slot->entries != slot->first)
		free(slot->entries);
	free(slot);
}

void fdd_outermost_free(struct fdd_outermost *o)
{
	for (size_t i = 0; o->slots.mask && i <= o->slots.mask; i++)
		if (o->slots.used[i])
			free_slot(slot_at(&o->slots, i));
	while (o->free_slots) {
		struct fdd_outer_slot *next = o->free_slots->next_free;

		free_slot(o->free_slots);
		o->free_slots = next;
	}
	fdd_map_free(&o->slots);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Recursion: time that is already counted.
 *
 * The inner call of a recursion returns first, and nobody knows then whether
 * an outer one is under way. So every call's time is counted when it returns,
 * and when an outer one of the same function returns, what its inner calls
 * counted is taken off again. Per stack (its body) and function this keeps the outermost
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

#include "model/model.h"
#include "model/outermost.h"

struct entry {
	uint64_t	start;
	uint64_t	duration;
	uint64_t	seq;
	unsigned int	depth;
};

#define FEW	3

/* Two cache lines, of which most look-ups need the first. */
struct fdd_outer_slot {
	const struct fdd_body	*body;		/* NULL is free */
	uint64_t		epoch;
	struct entry		*more;		/* NULL: they are in few */
	uint32_t		key;
	uint16_t		nr, cap;
	struct entry		few[FEW];
};

/* The table begins with so many places, and slots of earlier epochs stay below so many. */
#define FIRST_SIZE	(1u << 10)
#define FIRST_LIMIT	(1u << 17)

static inline struct entry *entries_of(struct fdd_outer_slot *slot)
{
	return slot->more ? slot->more : slot->few;
}

/* The slot, or a free one where it would be. */
static inline struct fdd_outer_slot *place_of(const struct fdd_outermost *o,
					      const struct fdd_body *body, uint32_t key)
{
	/* keys are mostly numbers from 0 on, which the golden ratio keeps apart */
	uint64_t hash = (fdd_body_id(body) << 32 | key) * 0x9e3779b97f4a7c15ull;
	struct fdd_outer_slot *slot = &o->slots[hash >> o->shift];

	while (slot->body && (slot->body != body || slot->key != key))
		slot = slot == &o->slots[o->mask] ? o->slots : slot + 1;
	return slot;
}

/* Build the table anew, with that many places, and without stale slots if so asked. */
static void rebuild(struct fdd_outermost *o, size_t size, bool drop_stale)
{
	struct fdd_outer_slot *old = o->slots;
	size_t old_size = old ? o->mask + 1 : 0;

	o->slots = xlines(size * sizeof(*o->slots));
	o->mask = size - 1;
	o->shift = __builtin_clzll(o->mask);
	for (size_t i = 0; i < old_size; i++) {
		struct fdd_outer_slot *slot = &old[i];

		if (!slot->body)
			continue;
		if (drop_stale && slot->epoch != fdd_body_epoch(slot->body)) {
			free(slot->more);
			o->nr--;
		} else {
			*place_of(o, slot->body, slot->key) = *slot;
		}
	}
	free(old);
}

static void make_place(struct fdd_outermost *o)
{
	if (!o->slots) {
		o->limit = FIRST_LIMIT;
		rebuild(o, FIRST_SIZE, false);
	}
	if (o->nr >= o->limit) {
		rebuild(o, o->mask + 1, true);
		if (o->nr * 2 > o->limit)
			o->limit *= 2;
	}
	/* At most half full, so that most look-ups end at the first place. */
	if (o->nr * 2 >= o->mask)
		rebuild(o, (o->mask + 1) * 2, false);
}

static __attribute__((noinline)) struct fdd_outer_slot *
add_slot(struct fdd_outermost *o, const struct fdd_body *body, uint32_t key)
{
	struct fdd_outer_slot *slot;

	make_place(o);
	slot = place_of(o, body, key);
	slot->body = body;
	slot->epoch = fdd_body_epoch(body);
	slot->key = key;
	slot->cap = FEW;
	o->nr++;
	return slot;
}

/* Entries that lie in the same calls to come become one. */
static void compact(struct fdd_outer_slot *slot)
{
	struct entry *entries = entries_of(slot);
	uint32_t nr = 0;

	for (uint32_t i = 0; i < slot->nr; i++) {
		struct entry e = entries[i];

		e.depth = fdd_body_least_depth(slot->body, e.seq, e.depth);
		if (e.depth == 0)
			continue;	/* no call can be around it any more */
		if (nr && entries[nr - 1].depth == e.depth) {
			entries[nr - 1].duration += e.duration;
			entries[nr - 1].seq = e.seq;
		} else {
			entries[nr++] = e;
		}
	}
	slot->nr = nr;
}

static __attribute__((noinline)) void make_room(struct fdd_outer_slot *slot)
{
	bool few = !slot->more;

	compact(slot);
	if (slot->nr * 2 < slot->cap)
		return;
	slot->cap *= 2;
	slot->more = xrealloc(slot->more, slot->cap * sizeof(*slot->more));
	if (few)
		memcpy(slot->more, slot->few, sizeof(slot->few));
}

static void remember(struct fdd_outer_slot *slot, const struct fdd_call *call,
		     uint64_t seq)
{
	struct entry *top = slot->nr ? &entries_of(slot)[slot->nr - 1] : NULL;

	if (top && top->depth == call->depth &&
	    !fdd_body_went_below(slot->body, call->depth, top->seq)) {
		top->duration += call->duration;
		top->seq = seq;
		return;
	}
	if (slot->nr == slot->cap)
		make_room(slot);
	entries_of(slot)[slot->nr++] = (struct entry){
		.start = call->calltime,
		.duration = call->duration,
		.seq = seq,
		.depth = call->depth,
	};
}

static uint64_t take_inner(struct fdd_outer_slot *slot, const struct fdd_call *call)
{
	uint64_t counted = 0;

	while (slot->nr) {
		const struct entry *e = &entries_of(slot)[slot->nr - 1];

		if (e->depth <= call->depth || e->start + call->slack < call->calltime)
			break;
		counted += e->duration;
		slot->nr--;
	}
	return counted;
}

uint64_t fdd_outermost(struct fdd_outermost *o, const struct fdd_body *body,
		       uint32_t key, const struct fdd_call *call, uint64_t seq)
{
	struct fdd_outer_slot *slot = o->slots ? place_of(o, body, key) : NULL;
	uint64_t counted;

	if (!slot || !slot->body)
		slot = add_slot(o, body, key);
	if (slot->epoch != fdd_body_epoch(body)) {
		slot->epoch = fdd_body_epoch(body);
		slot->nr = 0;
	}
	counted = take_inner(slot, call);
	if (call->depth)
		remember(slot, call, seq);
	/* What rounding makes of inner times never exceeds the outer one. */
	return counted < call->duration ? counted : call->duration;
}

void fdd_outermost_free(struct fdd_outermost *o)
{
	for (size_t i = 0; o->slots && i <= o->mask; i++)
		free(o->slots[i].more);
	free(o->slots);
}

// SPDX-License-Identifier: GPL-2.0
/*
 * Recursion: time that is already counted.
 *
 * The inner call of a recursion returns first, and nobody knows then whether
 * an outer one is under way. So every call's time is counted when it returns,
 * and when an outer one of the same function returns, what its inner calls
 * counted is taken off again. Per stack (its body) and function this keeps the outermost
 * calls so far, by start.
 *
 * They would be as many as there are calls. But those within a call that was recorded and
 * waits for its caller lie in the same calls to come: they become one entry. Calls whose
 * common caller was not recorded stay apart, because a call to come may be around one of
 * them and not around the others. Only where there are more than MAX_ENTRIES of a function,
 * or MAX_ALL of all, neighbours are joined all the same. When a call then begins in the
 * middle of an entry, as much as fits is taken to be within it: the sum is never more than
 * the time that passed.
 *
 * When the outermost call of the task returns, all of them are history.
 */
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "model/outermost.h"

struct entry {
	uint64_t	start, end;
	uint64_t	duration;	/* counted between them */
	unsigned int	depth;
	bool		loose;		/* they need not lie in the same calls to come */
};

#define FEW		3
#define MAX_ENTRIES	1024		/* of a slot */
#define MAX_ALL		(1u << 19)	/* of all slots, less the first few of each */

/* Two cache lines, of which most look-ups need the first. */
struct fdd_outer_slot {
	const struct fdd_body	*body;		/* NULL is free */
	uint64_t		epoch;
	struct entry		*more;		/* NULL: they are in few */
	uint32_t		key;
	uint16_t		nr, cap : 12;
	uint16_t		apart : 4;	/* how often to take them for separate calls */
	struct entry		few[FEW];
};

/* The table begins with so many places, and has so many slots at most. */
#define FIRST_SIZE	(1u << 10)
#define LIMIT		(1u << 17)

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

static bool is_stale(const struct fdd_outer_slot *slot)
{
	return slot->epoch != fdd_body_epoch(slot->body);
}

static uint64_t last_start(struct fdd_outer_slot *slot)
{
	return slot->nr ? entries_of(slot)[slot->nr - 1].start : 0;
}

/* Drop slots of before that time, and stale ones if so asked; the others go to the front. */
static size_t drop_slots(struct fdd_outermost *o, bool stale, uint64_t since)
{
	size_t nr = 0;

	for (size_t i = 0; o->slots && i <= o->mask; i++) {
		struct fdd_outer_slot *slot = &o->slots[i];

		if (!slot->body)
			continue;
		if ((stale && is_stale(slot)) || last_start(slot) < since) {
			if (slot->more)
				o->nr_more -= slot->cap;
			free(slot->more);
		} else {
			o->slots[nr++] = *slot;
		}
	}
	return nr;
}

/* Build the table anew with that many places. Never are both tables in memory. */
static void rebuild(struct fdd_outermost *o, size_t size, bool drop_stale, uint64_t since)
{
	struct fdd_outer_slot *kept;

	o->nr = drop_slots(o, drop_stale, since);
	kept = xmalloc(o->nr * sizeof(*kept));
	if (o->nr)
		memcpy(kept, o->slots, o->nr * sizeof(*kept));
	free(o->slots);
	o->slots = xlines(size * sizeof(*o->slots));
	o->mask = size - 1;
	o->shift = __builtin_clzll(o->mask);
	for (size_t i = 0; i < o->nr; i++)
		*place_of(o, kept[i].body, kept[i].key) = kept[i];
	free(kept);
}

/*
 * About half of them: the memory must have an end. If a call of the same function is around
 * such calls, their time is counted twice.
 */
static void drop_older(struct fdd_outermost *o)
{
	unsigned __int128 sum = 0;
	size_t nr = o->nr;

	for (size_t i = 0; i <= o->mask; i++)
		if (o->slots[i].body)
			sum += last_start(&o->slots[i]);
	rebuild(o, o->mask + 1, false, sum / nr + 1);
	o->dropped += nr - o->nr;
}

static void make_place(struct fdd_outermost *o)
{
	if (!o->slots)
		rebuild(o, FIRST_SIZE, false, 0);
	if (o->nr >= LIMIT) {
		rebuild(o, o->mask + 1, true, 0);
		if (o->nr * 2 > LIMIT)
			drop_older(o);
	}
	/* At most half full, so that most look-ups end at the first place. */
	if (o->nr * 2 >= o->mask)
		rebuild(o, (o->mask + 1) * 2, false, 0);
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

/* One entry of two neighbours. */
static void join(struct entry *to, const struct entry *from)
{
	if (from->end > to->end)
		to->end = from->end;
	to->duration += from->duration;
	if (from->depth > to->depth)
		to->depth = from->depth;
	to->loose |= from->loose;
}

/* What lies in the same call that waits becomes one. */
static void join_within_calls(struct fdd_outer_slot *slot)
{
	struct entry *entries = entries_of(slot);
	const struct fdd_frame *last = NULL;
	unsigned int nr = 0;

	for (unsigned int i = 0; i < slot->nr; i++) {
		const struct fdd_frame *around = fdd_body_around(slot->body, entries[i].start);

		if (around && around == last)
			join(&entries[nr - 1], &entries[i]);
		else
			entries[nr++] = entries[i];
		last = around;
	}
	slot->nr = nr;
}

/* Of the older ones two become one, whatever they lie in. */
static void join_pairs(struct fdd_outer_slot *slot)
{
	struct entry *entries = entries_of(slot);
	unsigned int old = slot->nr - slot->nr / 4, nr = 0, i = 0;

	for (; i + 1 < old; i += 2) {
		entries[nr] = entries[i];
		entries[nr].loose = true;
		join(&entries[nr++], &entries[i + 1]);
	}
	memmove(&entries[nr], &entries[i], (slot->nr - i) * sizeof(*entries));
	slot->nr -= i - nr;
}

static __attribute__((noinline)) void make_room(struct fdd_outermost *o,
						struct fdd_outer_slot *slot)
{
	bool few = !slot->more, full = slot->cap >= MAX_ENTRIES || o->nr_more >= MAX_ALL;

	if (full && slot->apart) {
		slot->apart--;
		join_pairs(slot);
		return;
	}
	join_within_calls(slot);
	if (slot->nr * 2 < slot->cap)
		return;
	if (full) {
		slot->apart = 15;
		join_pairs(slot);
		return;
	}
	slot->cap *= 2;
	o->nr_more += few ? slot->cap : slot->cap / 2;
	slot->more = xrealloc(slot->more, slot->cap * sizeof(*slot->more));
	if (few)
		memcpy(slot->more, slot->few, sizeof(slot->few));
}

/* How many of the entries began no later than that? Nearly always all. */
static inline unsigned int began_until(struct fdd_outer_slot *slot, uint64_t time)
{
	const struct entry *entries = entries_of(slot);
	unsigned int nr = slot->nr;

	while (nr && entries[nr - 1].start > time)
		nr--;
	return nr;
}

static inline void remember_at(struct fdd_outer_slot *slot, unsigned int at,
			       const struct fdd_call *call, uint64_t time)
{
	entries_of(slot)[at] = (struct entry){
		.start = call->calltime,
		.end = call->calltime + call->duration,
		.duration = time,
		.depth = call->depth,
	};
	slot->nr++;
}

/* A caller is known later than that of the calls within the same one: then in between. */
static void remember(struct fdd_outermost *o, struct fdd_outer_slot *slot,
		     const struct fdd_call *call, uint64_t time)
{
	struct entry *entries;
	unsigned int at;

	if (slot->nr == slot->cap)
		make_room(o, slot);
	entries = entries_of(slot);
	at = began_until(slot, call->calltime);
	if (at < slot->nr)
		memmove(&entries[at + 1], &entries[at], (slot->nr - at) * sizeof(*entries));
	remember_at(slot, at, call, time);
}

/* Did all that is known return before the call began? That is how it nearly always is. */
static inline bool is_apart(struct fdd_outer_slot *slot, const struct fdd_call *call)
{
	const struct entry *last;

	if (!slot->nr)
		return true;
	last = &entries_of(slot)[slot->nr - 1];
	return last->start + call->slack < call->calltime && !last->loose;
}

/* Of a loose entry that began before the call: the part that may be within it. */
static uint64_t take_part(struct entry *e, const struct fdd_call *call)
{
	uint64_t part = fdd_part_within(e->end, e->duration, call);

	if (!e->loose || !part)
		return 0;
	e->duration -= part;
	e->end = call->calltime;
	return part;
}

/*
 * When did the call return? At the latest: text has seven digits of a duration, and rounds
 * them down.
 */
static uint64_t end_of(const struct fdd_call *call)
{
	if (call->flags & FDD_CALL_NO_TIME)
		return UINT64_MAX;
	return call->calltime + call->duration + (call->duration >> 19) + call->slack;
}

static uint64_t take_inner(struct fdd_outermost *o, struct fdd_outer_slot *slot,
			   const struct fdd_call *call)
{
	struct entry *entries = entries_of(slot);
	unsigned int until = began_until(slot, end_of(call)), from = until;
	uint64_t counted = 0, part;

	for (; from; from--) {
		struct entry *e = &entries[from - 1];

		/* without times at least the order is known: see guess_calltime() */
		if (e->depth <= call->depth || e->start + call->slack < call->calltime) {
			part = take_part(e, call);
			o->parts += part > 0;
			counted += part;
			break;
		}
		counted += e->duration;
	}
	if (until < slot->nr)
		memmove(&entries[from], &entries[until],
			(slot->nr - until) * sizeof(*entries));
	slot->nr -= until - from;
	return counted;
}

uint64_t fdd_outermost_part(struct fdd_outermost *o, const struct fdd_body *body,
			    uint32_t key, const struct fdd_call *call, uint64_t time)
{
	struct fdd_outer_slot *slot = o->slots ? place_of(o, body, key) : NULL;
	uint64_t counted;

	if (!slot || !slot->body)
		slot = add_slot(o, body, key);
	if (slot->epoch != fdd_body_epoch(body)) {
		slot->epoch = fdd_body_epoch(body);
		slot->nr = 0;
	}
	if (is_apart(slot, call) && slot->nr < slot->cap) {
		if (call->depth)
			remember_at(slot, slot->nr, call, time);
		return 0;
	}
	counted = take_inner(o, slot, call);
	if (call->depth)
		remember(o, slot, call, time);
	/* What rounding makes of inner times never exceeds the outer one. */
	return counted < time ? counted : time;
}

void fdd_outermost_free(struct fdd_outermost *o)
{
	for (size_t i = 0; o->slots && i <= o->mask; i++)
		free(o->slots[i].more);
	free(o->slots);
}

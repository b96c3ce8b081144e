// SPDX-License-Identifier: GPL-2.0
/*
 * Recursion: counts the time of nested calls of a function once.
 *
 * The inner call of a recursion returns first, when it is not known yet whether an outer
 * one is open. So every call's time is counted at its return; at the return of an outer call
 * of the same function, the time of its inner calls is subtracted again. For that, the
 * outermost calls so far are kept per stack (its body) and function, ordered by start.
 *
 * To limit their number, calls within the same recorded call that waits for its caller are
 * joined into one entry, since all later callers contain all of them. Calls whose common
 * caller was not recorded are kept separate, because a later caller may contain only some
 * of them; so are those of tasks that the trace does not name, which need not nest. But above
 * MAX_ENTRIES of a function, or MAX_ALL in total, neighbours are joined in any case. If a
 * later call begins within such an entry, as much of its time as fits is subtracted: the sum
 * never exceeds the elapsed time.
 *
 * When the outermost call of the task returns, all entries are obsolete.
 */
#include <stdlib.h>
#include <string.h>

#include "model/model.h"
#include "model/outermost.h"

struct entry {
	uint64_t	start, end;
	uint64_t	duration;	/* counted between start and end */
	unsigned int	depth;
	bool		loose;		/* later callers may contain only a part of it */
};

#define FEW		3
#define MAX_ENTRIES	1024		/* of a slot */
#define MAX_ALL		(1u << 19)	/* of all slots, without the first few of each */

/* Two cache lines; most look-ups read the first only. */
struct fdd_outer_slot {
	const struct fdd_body	*body;		/* NULL: free */
	uint64_t		epoch;
	struct entry		*more;		/* NULL: use few */
	uint32_t		key;
	uint16_t		nr, cap : 12;
	uint16_t		apart : 4;	/* how often to keep them separate */
	struct entry		few[FEW];
};

/* Initial size of the table, and the largest number of slots. */
#define FIRST_SIZE	(1u << 10)
#define LIMIT		(1u << 17)

static inline struct entry *entries_of(struct fdd_outer_slot *slot)
{
	return slot->more ? slot->more : slot->few;
}

/* The slot, or a free one where it would be. */
static inline struct fdd_outer_slot *place_at(const struct fdd_outermost *o, uint64_t hash,
					      const struct fdd_body *body, uint32_t key)
{
	struct fdd_outer_slot *slot = &o->slots[hash >> o->shift];

	while (slot->body && (slot->body != body || slot->key != key))
		slot = slot == &o->slots[o->mask] ? o->slots : slot + 1;
	return slot;
}

static inline struct fdd_outer_slot *place_of(const struct fdd_outermost *o,
					      const struct fdd_body *body, uint32_t key)
{
	return place_at(o, fdd_body_hash(body, key), body, key);
}

static bool is_stale(const struct fdd_outer_slot *slot)
{
	return slot->epoch != fdd_body_epoch(slot->body);
}

static uint64_t last_start(struct fdd_outer_slot *slot)
{
	return slot->nr ? entries_of(slot)[slot->nr - 1].start : 0;
}

/* Drop slots older than @since, and obsolete ones if @stale; move the others to the front. */
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

/* Rehash the table to @size. The two tables never exist at the same time, to limit memory. */
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
 * Drop about half of the slots, to limit memory. The time of dropped calls is counted twice
 * if a call of the same function contains them.
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

static size_t limit_of(const struct fdd_outermost *o)
{
	return o->most ? o->most : LIMIT;
}

static void keep_limit(struct fdd_outermost *o)
{
	if (o->nr < limit_of(o))
		return;
	rebuild(o, o->mask + 1, true, 0);
	if (o->nr * 2 > limit_of(o))
		drop_older(o);
}

static void make_place(struct fdd_outermost *o)
{
	if (!o->slots)
		rebuild(o, FIRST_SIZE, false, 0);
	/* of calls that came together, the model may have ended the stack of those to come */
	if (!o->nr_calls)
		keep_limit(o);
	/*
	 * Keep the table at most half full, so that most look-ups need one probe; but for the
	 * few beyond the limit that come together.
	 */
	if (o->nr * 2 >= o->mask && o->mask + 1 < limit_of(o) * 2)
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

/* Join two neighbours. */
static void join(struct entry *to, const struct entry *from)
{
	if (from->end > to->end)
		to->end = from->end;
	to->duration += from->duration;
	if (from->depth > to->depth)
		to->depth = from->depth;
	to->loose |= from->loose;
}

/*
 * The latest possible return of the call: text has seven digits of a duration, rounded down.
 */
static uint64_t end_of(const struct fdd_call *call)
{
	if (call->flags & FDD_CALL_NO_TIME)
		return UINT64_MAX;
	return call->calltime + call->duration + (call->duration >> 19) + call->slack;
}

static inline struct fdd_call call_of(const struct fdd_returned *r)
{
	return (struct fdd_call){
		.calltime = r->calltime,
		.duration = r->duration,
		.func = r->func,
		.slack = r->slack,
		.depth = r->depth,
	};
}

static bool is_within(const struct entry *e, const struct fdd_call *call)
{
	return e->depth > call->depth && e->start + call->slack >= call->calltime &&
	       e->start <= end_of(call);
}

/*
 * Does a call that is still to be counted contain one of two entries only? The model has taken
 * it, so the call that both are in may be a later one.
 */
static bool are_parted(const struct fdd_outermost *o, const struct fdd_outer_slot *slot,
		       const struct entry *a, const struct entry *b)
{
	for (unsigned int i = o->next; i < o->nr_calls; i++) {
		const struct fdd_returned *r = &o->calls[i];
		struct fdd_call call = call_of(r);

		if (r->func == slot->key && r->body == slot->body && r->epoch == slot->epoch &&
		    is_within(a, &call) != is_within(b, &call))
			return true;
	}
	return false;
}

/* Join entries that are within the same waiting call. */
static void join_within_calls(const struct fdd_outermost *o, struct fdd_outer_slot *slot)
{
	struct entry *entries = entries_of(slot), before = { 0 };
	const struct fdd_frame *last = NULL;
	unsigned int nr = 0;

	for (unsigned int i = 0; i < slot->nr; i++) {
		const struct fdd_frame *around = fdd_body_around(slot->body, entries[i].start);
		struct entry e = entries[i];

		if (around && around == last && !are_parted(o, slot, &before, &e))
			join(&entries[nr - 1], &e);
		else
			entries[nr++] = e;
		last = around;
		before = e;
	}
	slot->nr = nr;
}

/* Join pairs of the older entries in any case. */
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
	if (!fdd_body_shared(slot->body))
		join_within_calls(o, slot);
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

/* The number of entries that began no later than that. Nearly always all. */
static inline unsigned int began_until(struct fdd_outer_slot *slot, uint64_t time)
{
	const struct entry *entries = entries_of(slot);
	unsigned int nr = slot->nr;

	while (nr && entries[nr - 1].start > time)
		nr--;
	return nr;
}

/* Insert in order of start: a caller may arrive after later calls. */
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
	entries[at] = (struct entry){
		.start = call->calltime,
		.end = call->calltime + call->duration,
		.duration = time,
		.depth = call->depth,
	};
	slot->nr++;
}

/* The part of a loose entry, which began before the call, that may be within it. */
static uint64_t take_part(struct entry *e, const struct fdd_call *call)
{
	uint64_t part = fdd_part_within(e->end, e->duration, call);

	if (!e->loose || !part)
		return 0;
	e->duration -= part;
	e->end = call->calltime;
	return part;
}

static uint64_t take_inner(struct fdd_outermost *o, struct fdd_outer_slot *slot,
			   const struct fdd_call *call)
{
	struct entry *entries = entries_of(slot);
	unsigned int until = began_until(slot, end_of(call)), from = until;
	uint64_t counted = 0, part;

	for (; from; from--) {
		struct entry *e = &entries[from - 1];

		/* without times use the order, see guess_calltime() */
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

/* The general case: some recorded calls may be within this one, or there is no room. */
static __attribute__((noinline)) uint64_t take_and_remember(struct fdd_outermost *o,
							    struct fdd_outer_slot *slot,
							    const struct fdd_call *call,
							    uint64_t time)
{
	uint64_t counted = take_inner(o, slot, call);

	if (call->depth)
		remember(o, slot, call, time);
	/* Because of rounding, the inner times may exceed the outer one. */
	return counted < time ? counted : time;
}

/*
 * Did all recorded calls return before this call began, and is there room for it? Nearly always.
 * Most conditions are no branches, because they would be mispredicted often.
 */
static inline bool is_apart(struct fdd_outer_slot *slot, uint64_t epoch, uint64_t calltime,
			    uint32_t slack)
{
	unsigned int nr = slot->nr & -(unsigned int)(slot->epoch == epoch);
	struct entry *last = &entries_of(slot)[nr - (nr > 0)];
	bool apart = (last->start + slack < calltime) & !last->loose;

	slot->epoch = epoch;
	slot->nr = nr;
	return (apart | !nr) & (nr < slot->cap);
}

static inline void append(struct fdd_outer_slot *slot, uint64_t calltime, uint64_t duration,
			  unsigned int depth, uint64_t time)
{
	entries_of(slot)[slot->nr] = (struct entry){
		.start = calltime,
		.end = calltime + duration,
		.duration = time,
		.depth = depth,
	};
	slot->nr += depth > 0;
}

uint64_t fdd_outermost_part(struct fdd_outermost *o, const struct fdd_body *body,
			    uint32_t key, const struct fdd_call *call, uint64_t time)
{
	struct fdd_outer_slot *slot = o->slots ? place_of(o, body, key) : NULL;

	if (!slot || !slot->body)
		slot = add_slot(o, body, key);
	if (!is_apart(slot, fdd_body_epoch(body), call->calltime, call->slack))
		return take_and_remember(o, slot, call, time);
	append(slot, call->calltime, call->duration, call->depth, time);
	return 0;
}

static __attribute__((noinline)) uint64_t take_returned(struct fdd_outermost *o,
							struct fdd_outer_slot *slot,
							const struct fdd_returned *r)
{
	struct fdd_call call = call_of(r);

	return take_and_remember(o, slot, &call, r->duration);
}

void fdd_outermost_begin(struct fdd_outermost *o, const struct fdd_returned *calls,
			 unsigned int nr)
{
	o->calls = calls;
	o->nr_calls = nr;
	o->next = 0;
	if (!o->slots)
		rebuild(o, FIRST_SIZE, false, 0);
}

static inline void slot_soon(const struct fdd_outermost *o, const struct fdd_returned *r)
{
	const struct fdd_outer_slot *slot = &o->slots[r->hash >> o->shift];

	__builtin_prefetch(slot);
	__builtin_prefetch(&slot->few[1]);
}

uint64_t fdd_outermost_next(struct fdd_outermost *o, unsigned int i)
{
	const struct fdd_returned *r = &o->calls[i];
	struct fdd_outer_slot *slot = place_at(o, r->hash, r->body, r->func);

	slot_soon(o, r + FDD_AHEAD);
	if (!slot->body)
		slot = add_slot(o, r->body, r->func);
	if (!is_apart(slot, r->epoch, r->calltime, r->slack)) {
		o->next = i + 1;
		return take_returned(o, slot, r);
	}
	append(slot, r->calltime, r->duration, r->depth, r->duration);
	return 0;
}

void fdd_outermost_end(struct fdd_outermost *o)
{
	o->nr_calls = 0;
	keep_limit(o);
}

void fdd_outermost_free(struct fdd_outermost *o)
{
	for (size_t i = 0; o->slots && i <= o->mask; i++)
		free(o->slots[i].more);
	free(o->slots);
	o->slots = NULL;
	o->nr = o->mask = o->nr_more = 0;
}

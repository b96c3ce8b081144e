// SPDX-License-Identifier: GPL-2.0
/* Strings as small numbers: function names, task names. */
#include <stdbool.h>
#include <stdlib.h>

#include "names.h"
#include "util.h"

static void fill_slot(struct fdd_names *n, uint32_t i, uint32_t id)
{
	const struct fdd_name *name = fdd_name_at(n, id);
	struct fdd_name_slot *slot = &n->slots[i];

	slot->id = id + 1;
	slot->hash = name->hash;
	slot->len = name->len;
	memcpy(slot->head, name->text,
	       name->len < sizeof(slot->head) ? name->len : sizeof(slot->head));
}

static void grow_slots(struct fdd_names *n)
{
	uint32_t size = n->mask ? (n->mask + 1) * 2 : 1024;

	free(n->slots);
	n->slots = xcalloc(size, sizeof(*n->slots));
	n->mask = size - 1;
	for (uint32_t id = 0; id < n->nr; id++) {
		uint32_t i = fdd_name_at(n, id)->hash & n->mask;

		while (n->slots[i].id)
			i = (i + 1) & n->mask;
		fill_slot(n, i, id);
	}
}

/* For number nr: the number after the last of a chunk begins a new one. */
static void make_room(struct fdd_names *n)
{
	uint32_t at = n->nr + (1u << FDD_NAMES_FIRST_BITS);

	if (at & (at - 1))
		return;
	n->chunks[__builtin_ctz(at) - FDD_NAMES_FIRST_BITS] =
		xmalloc(at * sizeof(struct fdd_name));
}

static void add(struct fdd_names *n, const char *s, size_t len, uint32_t hash)
{
	struct fdd_name *name;

	make_room(n);
	name = fdd_name_at(n, n->nr);
	name->text = xstrndup(s, len);
	name->len = len;
	name->hash = hash;
	n->nr++;
}

static inline bool same_eight(const char *a, const char *b)
{
	uint64_t x, y;

	memcpy(&x, a, 8);
	memcpy(&y, b, 8);
	return x == y;
}

/*
 * A call of memcmp() takes longer than most names. The last eight bytes may be in part
 * among those before: a loop over what is left would be guessed wrong for most names.
 */
static inline bool same(const char *a, const char *b, size_t len)
{
	if (len < 8) {
		while (len && a[len - 1] == b[len - 1])
			len--;
		return !len;
	}
	for (size_t at = 0; at + 8 < len; at += 8)
		if (!same_eight(a + at, b + at))
			return false;
	return same_eight(a + len - 8, b + len - 8);
}

static inline bool slot_is(const struct fdd_names *n,
			   const struct fdd_name_slot *slot,
			   const char *s, size_t len, uint32_t hash)
{
	if (slot->hash != hash || slot->len != len)
		return false;
	if (len <= sizeof(slot->head))
		return same(slot->head, s, len);
	return same(fdd_name(n, slot->id - 1), s, len);
}

uint32_t fdd_names_get_hashed(struct fdd_names *n, const char *s, size_t len,
			      uint32_t hash)
{
	uint32_t i;

	/* At most half full, so that most look-ups end at the first slot. */
	if (n->nr * 2 >= n->mask)
		grow_slots(n);
	for (i = hash & n->mask; n->slots[i].id; i = (i + 1) & n->mask)
		if (slot_is(n, &n->slots[i], s, len, hash))
			return n->slots[i].id - 1;
	add(n, s, len, hash);
	fill_slot(n, i, n->nr - 1);
	return n->nr - 1;
}

uint32_t fdd_names_get(struct fdd_names *n, const char *s, size_t len)
{
	return fdd_names_get_hashed(n, s, len, fdd_hash_string(s, len));
}

void fdd_names_free(struct fdd_names *n)
{
	for (uint32_t id = 0; id < n->nr; id++)
		free(fdd_name_at(n, id)->text);
	for (unsigned int i = 0; i < FDD_NAMES_CHUNKS; i++)
		free(n->chunks[i]);
	free(n->slots);
	*n = (struct fdd_names){ 0 };
}

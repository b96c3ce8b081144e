// SPDX-License-Identifier: GPL-2.0
/* Numbers strings: function names, task names. */
#include <stdbool.h>
#include <stdlib.h>

#include "lib/names.h"
#include "lib/util.h"

static inline uint64_t eight(const char *s)
{
	uint64_t word;

	memcpy(&word, s, 8);
	return word;
}

/* Load fewer than eight bytes, without reading beyond them. */
static inline uint64_t few(const char *s, size_t len)
{
	uint32_t first, last;

	if (len < 4)
		return len ? (unsigned char)s[0] | (unsigned char)s[len / 2] << 8 |
			     (unsigned char)s[len - 1] << 16 : 0;
	memcpy(&first, s, 4);
	memcpy(&last, s + len - 4, 4);
	return first | (uint64_t)last << 32;
}

static inline void name_words(uint64_t *words, const char *s, size_t len)
{
	size_t last = len - 8;

	if (len < 8) {
		words[0] = few(s, len);
		words[1] = words[2] = words[3] = 0;
		return;
	}
	words[0] = eight(s);
	words[1] = eight(s + (last < 8 ? last : 8));
	words[2] = eight(s + (last < 16 ? last : 16));
	words[3] = eight(s + last);
}

/* The high bits of words[3] are the last characters of a name, which differ most. */
static inline uint32_t hash_of(const uint64_t *words)
{
	uint64_t hash = (words[0] ^ (words[3] << 29 | words[3] >> 35)) * 0x9e3779b97f4a7c15ull +
			(words[1] ^ (words[2] << 29 | words[2] >> 35)) * 0xc2b2ae3d27d4eb4full;

	return ((hash ^ hash >> 32) * 0x165667b19e3779f9ull) >> 32;
}

static void fill_slot(struct fdd_names *n, uint32_t i, uint32_t id)
{
	const struct fdd_name *name = fdd_name_at(n, id);
	struct fdd_name_slot *slot = &n->slots[i];

	name_words(slot->words, name->text, name->len);
	slot->len = name->len;
	slot->id = id + 1;
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

/* Make room for number @nr: allocate a chunk if it is the first one of it. */
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

static inline bool slot_is(const struct fdd_names *n,
			   const struct fdd_name_slot *slot,
			   const uint64_t *words, const char *s, size_t len)
{
	return slot->len == len && slot->words[0] == words[0] &&
	       slot->words[1] == words[1] && slot->words[2] == words[2] &&
	       slot->words[3] == words[3] &&
	       (len <= FDD_NAME_WHOLE || !memcmp(fdd_name(n, slot->id - 1), s, len));
}

/* Find a name that is not in its first slot. */
static __attribute__((noinline)) uint32_t find_or_add(struct fdd_names *n, const char *s,
						      size_t len)
{
	uint64_t words[FDD_NAME_WORDS];
	uint32_t hash, i;

	/* At most a quarter full, so that most look-ups need one probe. */
	if (n->nr * 4 >= n->mask)
		grow_slots(n);
	name_words(words, s, len);
	hash = hash_of(words);
	for (i = hash & n->mask; n->slots[i].id; i = (i + 1) & n->mask)
		if (slot_is(n, &n->slots[i], words, s, len))
			return n->slots[i].id - 1;
	if (n->most && n->nr >= n->most) {
		n->left_out++;
		return n->other;
	}
	add(n, s, len, hash);
	fill_slot(n, i, n->nr - 1);
	return n->nr - 1;
}

uint32_t fdd_names_get(struct fdd_names *n, const char *s, size_t len)
{
	uint64_t words[FDD_NAME_WORDS];
	const struct fdd_name_slot *slot;

	if (n->mask) {
		name_words(words, s, len);
		slot = &n->slots[hash_of(words) & n->mask];
		if (slot->id && slot_is(n, slot, words, s, len))
			return slot->id - 1;
	}
	return find_or_add(n, s, len);
}

bool fdd_names_find(const struct fdd_names *n, const char *s, size_t len, uint32_t *id)
{
	uint64_t words[FDD_NAME_WORDS];
	const struct fdd_name_slot *slot;

	if (!n->mask)
		return false;
	name_words(words, s, len);
	for (uint32_t i = hash_of(words); ; i++) {
		slot = &n->slots[i & n->mask];
		if (!slot->id)
			return false;
		if (slot_is(n, slot, words, s, len))
			break;
	}
	*id = slot->id - 1;
	return true;
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

// SPDX-License-Identifier: GPL-2.0
/* Numbers strings: function names, task names. */
#include <stdbool.h>
#include <stdlib.h>

#include "lib/map.h"
#include "lib/names.h"
#include "lib/util.h"

#define FIRST_SLOTS_BITS	8
#define MANY			(1u << 14)

static uint64_t swap(uint64_t word)
{
	return word << 32 | word >> 32;
}

static uint32_t hash_words(const uint64_t *words)
{
	const uint64_t both[2] = { words[0] ^ swap(words[3]), words[1] ^ swap(words[2]) };

	return fdd_name_hash(both);
}

/*
 * Many long names have the same beginning: those of Rust's functions, of requests. Their length
 * and all bytes behind it count, too.
 */
static uint32_t hash_rest(const char *s, size_t len)
{
	uint64_t hash = len, word;

	for (; len; s += sizeof(word)) {
		size_t nr = len < sizeof(word) ? len : sizeof(word);

		word = 0;
		memcpy(&word, s, nr);
		hash = fdd_hash64(hash ^ word);
		len -= nr;
	}
	return fdd_hash64(hash) >> 32;
}

/* The words of a key; returns its hash. */
static uint32_t name_key(uint64_t *words, const char *s, size_t len)
{
	memset(words, 0, FDD_NAME_WHOLE);
	if (len <= FDD_NAME_WHOLE) {
		memcpy(words, s, len);
		return hash_words(words);
	}
	memcpy(words, s, FDD_NAME_WHOLE);
	return hash_words(words) + hash_rest(s + FDD_NAME_WHOLE, len - FDD_NAME_WHOLE);
}

/* Is it "name" or "name [module]", as scan_func() parses it? */
static bool is_func(const struct fdd_name *name)
{
	const char *s = name->text;

	if (*s < 'A' || *s > 'z')
		return false;
	while ((unsigned char)*s > ' ' && *s != '(' && *s != ';')
		s++;
	if (s[0] == ' ' && s[1] == '[') {
		for (s += 2; (unsigned char)*s > ' ' && *s != ']'; s++)
			;
		if (*s++ != ']')
			return false;
	}
	return s == name->text + name->len;
}

static void fill_slot(struct fdd_names *n, uint32_t i, uint32_t id)
{
	const struct fdd_name *name = fdd_name_at(n, id);
	struct fdd_name_slot *slot = &n->slots[i];

	name_key(slot->words, name->text, name->len);
	slot->len = name->len;
	slot->func_len = is_func(name) ? name->len : 0;
	slot->id = id + 1;
}

static uint32_t nr_slots(const struct fdd_names *n)
{
	return n->slots ? 1u << (32 - n->shift) : 0;
}

static uint32_t next_slot(const struct fdd_names *n, uint32_t i)
{
	return (i + 1) & (nr_slots(n) - 1);
}

static void grow_slots(struct fdd_names *n)
{
	n->shift = n->slots ? n->shift - 1 : 32 - FIRST_SLOTS_BITS;
	free(n->slots);
	n->slots = xlines((1u << (32 - n->shift)) * sizeof(*n->slots));
	for (uint32_t id = 0; id < n->nr; id++) {
		uint32_t i = fdd_name_at(n, id)->hash >> n->shift;

		while (n->slots[i].id)
			i = next_slot(n, i);
		fill_slot(n, i, id);
	}
}

/* At most a quarter full, so that most look-ups need one probe; half full to limit memory. */
static bool is_full(const struct fdd_names *n)
{
	return n->nr * (n->nr < MANY ? 4 : 2) > nr_slots(n);
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
	n->text += len + 1;
	n->nr++;
}

static inline bool slot_is(const struct fdd_names *n,
			   const struct fdd_name_slot *slot,
			   const uint64_t *words, const char *s, size_t len)
{
	return slot->len == len && slot->words[0] == words[0] &&
	       slot->words[1] == words[1] && slot->words[2] == words[2] &&
	       slot->words[3] == words[3] && slot->id &&
	       (len <= FDD_NAME_WHOLE || !memcmp(fdd_name(n, slot->id - 1), s, len));
}

static bool is_beyond(const struct fdd_names *n, size_t len)
{
	return (n->most && n->nr >= n->most) || (n->most_text && n->text + len >= n->most_text) ||
	       (n->most_len && len > n->most_len);
}

uint32_t fdd_names_get(struct fdd_names *n, const char *s, size_t len)
{
	uint64_t words[FDD_NAME_WORDS];
	uint32_t hash, i;

	if (!n->slots || is_full(n))
		grow_slots(n);
	hash = name_key(words, s, len);
	for (i = hash >> n->shift; n->slots[i].id; i = next_slot(n, i))
		if (slot_is(n, &n->slots[i], words, s, len))
			return n->slots[i].id - 1;
	if (is_beyond(n, len)) {
		n->left_out++;
		return n->other;
	}
	add(n, s, len, hash);
	fill_slot(n, i, n->nr - 1);
	return n->nr - 1;
}

bool fdd_names_find(const struct fdd_names *n, const char *s, size_t len, uint32_t *id)
{
	uint64_t words[FDD_NAME_WORDS];
	uint32_t i;

	if (!n->slots)
		return false;
	i = name_key(words, s, len) >> n->shift;
	while (!slot_is(n, &n->slots[i], words, s, len)) {
		if (!n->slots[i].id)
			return false;
		i = next_slot(n, i);
	}
	*id = n->slots[i].id - 1;
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

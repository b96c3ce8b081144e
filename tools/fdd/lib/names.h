/* SPDX-License-Identifier: GPL-2.0 */
/* Numbers strings: function names, task names. */
#ifndef FDD_NAMES_H
#define FDD_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#ifdef __SSE2__
#include <emmintrin.h>
#endif

struct fdd_name {
	char		*text;
	uint32_t	len;
	uint32_t	hash;
};

/* The key of a name: its length, and its first bytes, followed by zeros. */
#define FDD_NAME_WORDS	4
#define FDD_NAME_WHOLE	(FDD_NAME_WORDS * 8)

/* A look-up reads the slot only, in one cache line, unless the name is long. */
struct fdd_name_slot {
	uint64_t	words[FDD_NAME_WORDS];
	uint32_t	len;
	uint32_t	id;		/* number + 1; 0: free */
	uint32_t	func_len;	/* of "name" and "name [module]"; 0: it has another form */
} __attribute__((aligned(64)));

/*
 * Names do not move: they are in chunks, each twice as large as the one before. So one thread
 * may add names while another one reads those whose numbers it got.
 */
#define FDD_NAMES_FIRST_BITS	8
#define FDD_NAMES_CHUNKS	(32 - FDD_NAMES_FIRST_BITS)

struct fdd_names {
	struct fdd_name	*chunks[FDD_NAMES_CHUNKS];
	uint32_t	nr;
	struct fdd_name_slot *slots;	/* by hash */
	uint32_t	shift;		/* from a hash to an index */
	size_t		text;		/* bytes of all names */
	uint32_t	most;		/* limit of names; 0: none */
	size_t		most_text;	/* limit of their bytes; 0: none */
	size_t		most_len;	/* limit of the bytes of one name; 0: none */
	uint32_t	other;		/* the number of all names beyond a limit */
	uint64_t	left_out;	/* look-ups that returned other */
};

/* The number of a string; a new string is added. */
uint32_t fdd_names_get(struct fdd_names *n, const char *s, size_t len);
/* Look up without adding; false if it is new. */
bool fdd_names_find(const struct fdd_names *n, const char *s, size_t len, uint32_t *id);
void fdd_names_free(struct fdd_names *n);

/* The first chunk holds 2^FIRST_BITS names, each other one twice as many. */
static inline struct fdd_name *fdd_name_at(const struct fdd_names *n, uint32_t id)
{
	uint32_t at = id + (1u << FDD_NAMES_FIRST_BITS);
	unsigned int top = 31 - __builtin_clz(at);

	return &n->chunks[top - FDD_NAMES_FIRST_BITS][at - (1u << top)];
}

static inline const char *fdd_name(const struct fdd_names *n, uint32_t id)
{
	return fdd_name_at(n, id)->text;
}

/* The high bits of each product depend on all bits of the words. */
static inline uint32_t fdd_name_hash(const uint64_t *words)
{
	return (words[0] * 0x9e3779b97f4a7c15ull + words[1] * 0xc2b2ae3d27d4eb4full) >> 32;
}

/*
 * A fast path to look up a function, "name" or "name [module]", with FDD_NAME_WHOLE readable bytes,
 * in two steps: the first one asks the processor for the slot of the name, which the second one
 * needs. So several names can be looked up at once. UINT32_MAX if the name is not found, or if the
 * text has another form.
 */
#ifdef __SSE2__

struct fdd_name_key {
	__m128i		low, high;	/* the name, and zeros */
	uint32_t	hash;
	uint32_t	len;		/* 0: it cannot be looked up */
};

static inline void fdd_names_ask(const struct fdd_names *n, const char *s, size_t len,
				 struct fdd_name_key *key)
{
	static const uint8_t keep[2 * FDD_NAME_WHOLE] = { [0 ... FDD_NAME_WHOLE - 1] = 0xff };
	const uint8_t *mask;
	uint64_t words[2];
	__m128i low, high, both;

	key->len = 0;
	if (len > FDD_NAME_WHOLE || !n->slots)
		return;
	mask = keep + FDD_NAME_WHOLE - len;
	low = _mm_and_si128(_mm_loadu_si128((const __m128i *)s),
			    _mm_loadu_si128((const __m128i *)mask));
	high = _mm_and_si128(_mm_loadu_si128((const __m128i *)(s + 16)),
			     _mm_loadu_si128((const __m128i *)(mask + 16)));
	both = _mm_xor_si128(low, _mm_shuffle_epi32(high, _MM_SHUFFLE(0, 1, 2, 3)));
	words[0] = _mm_cvtsi128_si64(both);
	words[1] = _mm_cvtsi128_si64(_mm_unpackhi_epi64(both, both));
	key->low = low;
	key->high = high;
	key->hash = fdd_name_hash(words);
	key->len = len;
	__builtin_prefetch(&n->slots[key->hash >> n->shift]);
}

static inline uint32_t fdd_names_func(const struct fdd_names *n, const struct fdd_name_key *key)
{
	const struct fdd_name_slot *slot;
	__m128i low, high, same;
	uint32_t i;

	if (!key->len)
		return UINT32_MAX;
	i = key->hash >> n->shift;
	do {
		slot = &n->slots[i];
		low = _mm_cmpeq_epi8(key->low, *(const __m128i *)slot->words);
		high = _mm_cmpeq_epi8(key->high, *(const __m128i *)(slot->words + 2));
		same = _mm_and_si128(low, high);
		if (_mm_movemask_epi8(same) == 0xffff && slot->func_len == key->len)
			return slot->id - 1;
		i = (i + 1) & (UINT32_MAX >> n->shift);
	} while (slot->id);
	return UINT32_MAX;
}

#else

struct fdd_name_key {
	char		none;
};

static inline void fdd_names_ask(const struct fdd_names *n, const char *s, size_t len,
				 struct fdd_name_key *key)
{
	(void)n;
	(void)s;
	(void)len;
	(void)key;
}

static inline uint32_t fdd_names_func(const struct fdd_names *n, const struct fdd_name_key *key)
{
	(void)n;
	(void)key;
	return UINT32_MAX;
}

#endif

#endif

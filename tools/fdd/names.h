/* SPDX-License-Identifier: GPL-2.0 */
/* Strings as small numbers: function names, task names. */
#ifndef FDD_NAMES_H
#define FDD_NAMES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct fdd_name {
	char		*text;
	uint32_t	len;
	uint32_t	hash;
};

/* What a look-up touches: all of it, unless the name is long. */
struct fdd_name_slot {
	uint32_t	id;		/* + 1; 0 is free */
	uint32_t	hash;
	uint32_t	len;
	char		head[20];
};

/*
 * Names stay where they are, in chunks that double: one thread may add some
 * while another one reads those it was told of.
 */
#define FDD_NAMES_FIRST_BITS	8
#define FDD_NAMES_CHUNKS	(32 - FDD_NAMES_FIRST_BITS)

struct fdd_names {
	struct fdd_name	*chunks[FDD_NAMES_CHUNKS];
	uint32_t	nr;
	struct fdd_name_slot *slots;	/* by hash */
	uint32_t	mask;
};

/* The id of a string, which becomes one when it is new. */
uint32_t fdd_names_get(struct fdd_names *n, const char *s, size_t len);
uint32_t fdd_names_get_hashed(struct fdd_names *n, const char *s, size_t len,
			      uint32_t hash);
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

/*
 * The hash of a string, eight bytes at a time. The scanner hashes while it
 * looks for the end of a name, so both take the same steps: add the words,
 * then the last one with the bytes beyond the end cut off.
 */
static inline uint64_t fdd_hash_step(uint64_t hash, uint64_t word)
{
	return ((hash ^ word) * 0x9e3779b97f4a7c15ull) ^ (hash >> 31);
}

static inline uint32_t fdd_hash_end(uint64_t hash)
{
	return (uint32_t)(hash >> 32) ^ (uint32_t)(hash >> 7);
}

static inline uint32_t fdd_hash_string(const char *s, size_t len)
{
	uint64_t hash = 0, word;

	for (; len >= 8; s += 8, len -= 8) {
		memcpy(&word, s, 8);
		hash = fdd_hash_step(hash, word);
	}
	word = 0;
	memcpy(&word, s, len);
	return fdd_hash_end(fdd_hash_step(hash, word));
}

#endif

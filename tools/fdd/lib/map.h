/* SPDX-License-Identifier: GPL-2.0 */
/* A map from 64-bit keys to 64-bit values: open addressing, no removal. */
#ifndef FDD_MAP_H
#define FDD_MAP_H

#include <stdbool.h>
#include <stdint.h>
#include <stddef.h>
#include <string.h>

struct fdd_map_slot {
	uint64_t key;
	uint64_t value;
};

struct fdd_map {
	struct fdd_map_slot	*slots;
	uint8_t			*used;
	size_t			nr;
	size_t			mask;		/* size - 1; 0: not allocated yet */
};

/* The value of a key, or NULL. It may move when another one is added. */
uint64_t *fdd_map_find(const struct fdd_map *map, uint64_t key);
/* The value of a key; a new key is added with 0. It may move, too. */
uint64_t *fdd_map_get(struct fdd_map *map, uint64_t key);
void fdd_map_free(struct fdd_map *map);

static inline uint64_t fdd_hash64(uint64_t x)
{
	x ^= x >> 32;
	x *= 0x9e3779b97f4a7c15ull;
	x ^= x >> 29;
	return x;
}

/* The hash of bytes that follow those with the hash @x; where they are divided counts. */
static inline uint64_t fdd_hash_bytes(uint64_t x, const char *bytes, size_t len)
{
	uint64_t word;

	for (; len >= sizeof(word); len -= sizeof(word), bytes += sizeof(word)) {
		memcpy(&word, bytes, sizeof(word));
		x = fdd_hash64(x ^ word);
	}
	for (; len; len--, bytes++)
		x = fdd_hash64(x ^ (unsigned char)*bytes);
	return x;
}

#endif

// SPDX-License-Identifier: GPL-2.0
/* Strings as small numbers: function names, task names. */
#include <stdbool.h>
#include <stdlib.h>

#include "names.h"
#include "util.h"

static void grow_slots(struct fdd_names *n)
{
	uint32_t size = n->mask ? (n->mask + 1) * 2 : 1024;

	free(n->slots);
	n->slots = xcalloc(size, sizeof(*n->slots));
	n->mask = size - 1;
	for (uint32_t id = 0; id < n->nr; id++) {
		uint32_t i = n->names[id].hash & n->mask;

		while (n->slots[i])
			i = (i + 1) & n->mask;
		n->slots[i] = id + 1;
	}
}

static uint32_t add(struct fdd_names *n, const char *s, size_t len, uint32_t hash)
{
	struct fdd_name *name;

	GROW(n->names, n->nr, n->cap);
	name = &n->names[n->nr];
	name->text = xstrndup(s, len);
	name->len = len;
	name->hash = hash;
	return n->nr++;
}

/* A call of memcmp() takes longer than most names. */
static inline bool same(const char *a, const char *b, size_t len)
{
	uint64_t x, y;

	for (; len >= 8; a += 8, b += 8, len -= 8) {
		memcpy(&x, a, 8);
		memcpy(&y, b, 8);
		if (x != y)
			return false;
	}
	while (len--)
		if (*a++ != *b++)
			return false;
	return true;
}

uint32_t fdd_names_get_hashed(struct fdd_names *n, const char *s, size_t len,
			      uint32_t hash)
{
	uint32_t i;

	/* At most half full, so that most look-ups end at the first slot. */
	if (n->nr * 2 >= n->mask)
		grow_slots(n);
	for (i = hash & n->mask; n->slots[i]; i = (i + 1) & n->mask) {
		struct fdd_name *name = &n->names[n->slots[i] - 1];

		if (name->hash == hash && name->len == len &&
		    same(name->text, s, len))
			return n->slots[i] - 1;
	}
	n->slots[i] = n->nr + 1;
	return add(n, s, len, hash);
}

uint32_t fdd_names_get(struct fdd_names *n, const char *s, size_t len)
{
	return fdd_names_get_hashed(n, s, len, fdd_hash_string(s, len));
}

void fdd_names_free(struct fdd_names *n)
{
	for (uint32_t id = 0; id < n->nr; id++)
		free(n->names[id].text);
	free(n->names);
	free(n->slots);
	*n = (struct fdd_names){ 0 };
}

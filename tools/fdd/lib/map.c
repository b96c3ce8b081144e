// SPDX-License-Identifier: GPL-2.0
/* A map from 64-bit keys to 64-bit values: open addressing, no removal. */
#include <stdlib.h>

#include "lib/map.h"
#include "lib/util.h"

static size_t slot_of(const struct fdd_map *map, uint64_t key)
{
	size_t i = fdd_hash64(key) & map->mask;

	while (map->used[i] && map->slots[i].key != key)
		i = (i + 1) & map->mask;
	return i;
}

uint64_t *fdd_map_find(const struct fdd_map *map, uint64_t key)
{
	size_t i;

	if (!map->mask)
		return NULL;
	i = slot_of(map, key);
	return map->used[i] ? &map->slots[i].value : NULL;
}

static void grow(struct fdd_map *map)
{
	struct fdd_map old = *map;
	size_t size = old.mask ? (old.mask + 1) * 2 : 64;

	map->mask = size - 1;
	map->slots = xcalloc(size, sizeof(*map->slots));
	map->used = xcalloc(size, 1);
	for (size_t i = 0; old.mask && i <= old.mask; i++) {
		size_t to;

		if (!old.used[i])
			continue;
		to = slot_of(map, old.slots[i].key);
		map->used[to] = 1;
		map->slots[to] = old.slots[i];
	}
	free(old.slots);
	free(old.used);
}

uint64_t *fdd_map_get(struct fdd_map *map, uint64_t key)
{
	size_t i;

	/* At most three quarters full, to keep probe sequences short. */
	if (map->nr * 4 >= map->mask * 3)
		grow(map);
	i = slot_of(map, key);
	if (!map->used[i]) {
		map->used[i] = 1;
		map->slots[i].key = key;
		map->slots[i].value = 0;
		map->nr++;
	}
	return &map->slots[i].value;
}

void fdd_map_free(struct fdd_map *map)
{
	free(map->slots);
	free(map->used);
	*map = (struct fdd_map){ 0 };
}

// SPDX-License-Identifier: MIT
/* A map by pointer: interned strings, nodes. Zeroed is empty; its memory is the arena's. Not thread-safe. */
#ifndef BASE_MAP_H
#define BASE_MAP_H
#include "base/arena.h"

struct map {
	struct map_slot {
		const void *key;
		void *val;
	} * at;
	uint32_t n, cap;
};
void *map_get(const struct map *m, const void *key);
void map_put(struct arena *a, struct map *m, const void *key, void *val);
#endif

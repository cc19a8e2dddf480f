// SPDX-License-Identifier: MIT
/* Open addressing over pointers. It grows in an arena, so old tables are not freed (together they are as large as the
 * current one). */
#include "base/map.h"
#include "base/hash.h"
#include <string.h>

static uint32_t slot_of(const struct map *m, const void *key)
{
	uint64_t h = hash_word(0, (uintptr_t)key);
	uint32_t i = (uint32_t)(h >> 32) & (m->cap - 1);
	while (m->at[i].key && m->at[i].key != key)
		i = (i + 1) & (m->cap - 1);
	return i;
}

void *map_get(const struct map *m, const void *key)
{
	return m->cap ? m->at[slot_of(m, key)].val : NULL;
}

static void grow(struct arena *a, struct map *m)
{
	struct map bigger = { .n = m->n, .cap = m->cap ? m->cap * 2 : 8 };
	bigger.at = arena_array(a, struct map_slot, bigger.cap);
	for (uint32_t i = 0; i < m->cap; i++)
		if (m->at[i].key)
			bigger.at[slot_of(&bigger, m->at[i].key)] = m->at[i];
	*m = bigger;
}

void map_put(struct arena *a, struct map *m, const void *key, void *val)
{
	if (m->n * 2 >= m->cap)
		grow(a, m);
	struct map_slot *s = &m->at[slot_of(m, key)];
	m->n += !s->key;
	*s = (struct map_slot){ key, val };
}

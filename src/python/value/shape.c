// SPDX-License-Identifier: MIT
/* The expanded size of each container is memoized, so sharing costs nothing; a container met while it is being
 * measured contains itself. */
#include "python/value/shape.h"
#include "python/value/dict.h"
#include <stdlib.h>

struct measured {
	const void *at;
	uint32_t size; /* 0: in progress */
};
struct shaper {
	struct measured *slot; /* open addressing, at most half full */
	uint32_t n, cap;
	bool circular;
};

static struct measured *find(struct measured *slot, uint32_t cap, const void *at)
{
	for (uint32_t h = (uint32_t)(((uintptr_t)at >> 4) * 0x9E3779B1u);; h++) {
		struct measured *m = &slot[h & (cap - 1)];
		if (!m->at || m->at == at)
			return m;
	}
}

static void grow(struct shaper *s)
{
	if (s->n * 2 < s->cap)
		return;
	uint32_t cap = s->cap ? s->cap * 2 : 64;
	struct measured *bigger = xcalloc(cap, sizeof *bigger);
	for (uint32_t i = 0; i < s->cap; i++)
		if (s->slot[i].at)
			*find(bigger, cap, s->slot[i].at) = s->slot[i];
	free(s->slot);
	s->slot = bigger;
	s->cap = cap;
}

static uint32_t add(uint32_t a, uint32_t b)
{
	return a + b > SHAPE_MAX ? SHAPE_MAX + 1 : a + b;
}

static uint32_t measure(struct shaper *s, struct value v, uint32_t depth);

static uint32_t measure_kids(struct shaper *s, struct value v, uint32_t depth)
{
	uint32_t size = SHAPE_CONTAINER;
	if (v.kind != VALUE_DICT) {
		for (uint32_t i = 0; i < v.as.list->n && !s->circular; i++)
			size = add(size, measure(s, v.as.list->at[i].val, depth));
		return size;
	}
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, v.as.dict); !s->circular && (e = dict_next(&it));)
		size = add(size, measure(s, e->val, depth));
	return size;
}

static uint32_t measure(struct shaper *s, struct value v, uint32_t depth)
{
	if ((v.kind != VALUE_DICT && !value_is_listlike(v)) || depth > VALUE_DEPTH_MAX)
		return 1;
	const void *at = v.kind == VALUE_DICT ? (const void *)v.as.dict : v.as.list;
	grow(s);
	struct measured *m = find(s->slot, s->cap, at);
	if (m->at) {
		s->circular |= m->size == 0;
		return m->size;
	}
	*m = (struct measured){ at, 0 };
	s->n++;
	uint32_t size = measure_kids(s, v, depth + 1);
	find(s->slot, s->cap, at)->size = size; /* the table may have moved */
	return size;
}

enum shape value_shape(struct value v)
{
	struct shaper s = { 0 };
	uint32_t size = measure(&s, v, 0);
	free(s.slot);
	return s.circular ? SHAPE_CIRCULAR : size > SHAPE_MAX ? SHAPE_HUGE : SHAPE_TREE;
}

// SPDX-License-Identifier: MIT
#include "script/paths/states.h"
#include "base/hash.h"
#include <string.h>

enum { STATES_MAX = 256 };

unsigned state_at(state s)
{
	return s >> STATE_AT_SHIFT & ((1 << STATE_AT_BITS) - 1);
}

state state_to(state s, int8_t at)
{
	return (s & ~(((1u << STATE_AT_BITS) - 1) << STATE_AT_SHIFT)) | (state)at << STATE_AT_SHIFT;
}

unsigned state_cond(state s, int8_t slot)
{
	return s >> 2 * slot & 3;
}

state state_set(state s, int8_t slot, unsigned is)
{
	return (s & ~(3u << 2 * slot)) | is << 2 * slot;
}

/* The state's slot in the set's table, or where to insert it. */
static uint16_t *slot_of(const struct states *all, state s)
{
	uint32_t mask = 2 * all->room - 1, h = (uint32_t)(hash_word(0, s) >> 32);

	while (all->slot[h & mask] && all->at[all->slot[h & mask] - 1] != s)
		h++;
	return &all->slot[h & mask];
}

static void make_room(struct states_pool *p, struct states *to)
{
	struct states more = { .n = to->n, .room = to->room ? 2 * to->room : 8 };

	more.at = arena_array(&p->mem, state, more.room);
	more.slot = arena_array(&p->mem, uint16_t, 2 * more.room);
	for (uint32_t i = 0; i < to->n; i++) {
		more.at[i] = to->at[i];
		*slot_of(&more, to->at[i]) = (uint16_t)(i + 1);
	}
	*to = more;
}

void states_add(struct states_pool *p, struct states *to, state s)
{
	uint16_t *slot;

	if (to->n == to->room)
		make_room(p, to);
	slot = slot_of(to, s);
	if (*slot)
		return;
	if (to->n == STATES_MAX) {
		p->full = true;
		return;
	}
	to->at[to->n++] = s;
	*slot = (uint16_t)to->n;
}

void states_join(struct states_pool *p, struct states *to, const struct states *more)
{
	if (!to->n && more->n) {
		*to = *more;
		to->at = arena_array(&p->mem, state, more->room);
		to->slot = arena_array(&p->mem, uint16_t, 2 * more->room);
		memcpy(to->at, more->at, more->n * sizeof *to->at);
		memcpy(to->slot, more->slot, 2 * more->room * sizeof *to->slot);
		return;
	}
	for (uint32_t i = 0; i < more->n; i++)
		states_add(p, to, more->at[i]);
}

// SPDX-License-Identifier: MIT
/* Key paths share the facts about the paths above them, in all configs (struct spots) and in one (struct
 * spots_seen).
 *
 *	cfg.data.train.type and cfg.data.val: one spot for cfg.data, in all configs */
#include "facts/spot.h"
#include "base/hash.h"
#include "code/builds.h"
#include "facts/mark.h"
#include "facts/priv.h"
#include "facts/vocab.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

static bool same_part(struct value a, struct value b)
{
	return a.kind == b.kind && key_same(a, b);
}

const struct spot *spot_get(struct spots *all, const struct spot *up, struct value part, enum level level,
			    bool presence)
{
	uint64_t h =
		hash_word((uintptr_t)up, (up ? key_hash(part) : 0) ^ (uint64_t)level << 8 ^ (uint64_t)presence << 12);
	struct spot **bucket = &all->bucket[h >> 55], *p = *bucket;
	while (p && (p->up != up || p->level != level || p->presence != presence || p->call ||
		     (up && !same_part(p->part, part))))
		p = p->next;
	if (p)
		return p;
	p = arena_new(all->a, struct spot);
	*p = (struct spot){ .up = up, .part = part, .level = level, .presence = presence };
	p->number = all->n++;
	p->depth = up ? up->depth + 1 : 0;
	p->next = *bucket;
	return *bucket = p;
}

const struct spot *spot_of_call(struct spots *all, const struct node *call)
{
	struct spot **bucket = &all->bucket[hash_word(0, (uintptr_t)call) >> 55], *p = *bucket;
	while (p && p->call != call)
		p = p->next;
	if (p)
		return p;
	p = arena_new(all->a, struct spot);
	*p = (struct spot){ .call = call, .number = all->n++, .next = *bucket };
	return *bucket = p;
}

/* ---- values ---- */

enum stands {
	STANDS_NOWHERE_TOLD,
	STANDS,
	STANDS_NOT /* no such key */,
	STANDS_SHORT /* a value on the path has no keys */
};
struct spot_slot {
	struct stand stand;
	enum { STAND_NEW, STAND_KNOWN, STAND_UNKNOWN } state;
	uint32_t number, depth; /* the place's */
	enum stands stands;
	bool open, config; /* the dict around it */
	struct value val;
};

static void step_dict(struct spot_slot *s, const struct dict *d, struct value part)
{
	const struct entry *e = value_hashable(part) ? dict_find(d, part) : NULL;
	s->open = d->open;
	s->config = d->config;
	s->stands = d->type || d->factory || (e && e->flags & EF_MAYBE) ? STANDS_NOWHERE_TOLD : e ? STANDS : STANDS_NOT;
	if (e)
		s->val = e->val;
}

static void step_list(struct spot_slot *s, const struct list *l, struct value part)
{
	bool name =
		part.kind == VALUE_STR && !(part.as.s->s[0] >= '0' && part.as.s->s[0] <= '9'); /* "0" is an index too */
	if (l->open || l->iter || (!name && (part.kind != VALUE_INT || part.as.i < 0)))
		s->stands = STANDS_NOWHERE_TOLD;
	else if (name)
		s->stands = STANDS_SHORT;
	else if (part.as.i >= l->n)
		s->stands = STANDS_NOT;
	else if (l->at[part.as.i].flags & EF_MAYBE)
		s->stands = STANDS_NOWHERE_TOLD;
	else
		s->val = l->at[part.as.i].val;
}

void spots_clear(struct spots_seen *t)
{
	for (size_t i = 0; i < t->slot.n; i++)
		t->index[t->slot.at[i].number] = 0;
	t->slot.n = 0;
}

void spots_release(struct spots_seen *t)
{
	vec_release(&t->slot);
	free(t->index);
	*t = (struct spots_seen){ 0 };
}

static void make_room(struct spots_seen *t, uint32_t number)
{
	uint32_t n = number + 128;
	if (number < t->nindex)
		return;
	t->index = xrealloc(t->index, n, sizeof *t->index);
	memset(t->index + t->nindex, 0, (n - t->nindex) * sizeof *t->index);
	t->nindex = n;
}

static struct spot_slot *slot_of(struct spots_seen *t, struct facts *f, const struct spot *p);

static bool look(struct spots_seen *t, struct facts *f, const struct spot *p, struct spot_slot *s)
{
	*s = (struct spot_slot){ .stands = STANDS };
	if (!p->up) {
		s->val = p->call ? facts_eval(f, p->call, NULL, NULL) : facts_level(f, p->level);
		return true;
	}
	const struct spot_slot *up = slot_of(t, f, p->up);
	if (!up)
		return false;
	*s = *up;
	s->state = STAND_NEW;
	if (s->stands != STANDS)
		return true;
	s->depth = p->depth;
	if (s->val.kind == VALUE_DICT)
		step_dict(s, s->val.as.dict, p->part);
	else if (s->val.kind == VALUE_LIST || s->val.kind == VALUE_TUPLE)
		step_list(s, s->val.as.list, p->part);
	else
		s->stands = STANDS_SHORT;
	return true;
}

/* The classes depend on the place of each. */
static bool is_scoped(const struct facts *f, const struct spot *p, const struct spot_slot *s)
{
	const struct part_list *parts = &f->vocab->parts;
	return p->call && (p->call == parts->scoped || p->call == parts->scopes) && s->val.kind == VALUE_UNKNOWN;
}

/* The identity of the slot; false: it has none. */
static bool identify_slot(struct facts *f, const struct spot *p, const struct spot_slot *s, struct stand *out)
{
	*out = (struct stand){ .kind = s->stands | (uint64_t)s->open << 8 | (uint64_t)s->config << 9 |
				       (uint64_t)s->depth << 16 };
	if (s->stands == STANDS_NOWHERE_TOLD || is_scoped(f, p, s))
		return false;
	if (s->stands == STANDS_NOT || (p->presence && s->val.kind != VALUE_UNKNOWN))
		return true;
	out->kind |= (uint64_t)s->val.kind << 48;
	return contents_bits(f->search_cache ? search_cache_contents(f->search_cache) : NULL, s->val, &out->bits);
}

/* The next call may move it. NULL: too many. */
static struct spot_slot *slot_of(struct spots_seen *t, struct facts *f, const struct spot *p)
{
	if (p->number < t->nindex && t->index[p->number])
		return &t->slot.at[t->index[p->number] - 1];
	struct spot_slot s;
	if (!look(t, f, p, &s) || t->slot.n >= UINT16_MAX)
		return NULL;
	make_room(t, p->number);
	s.number = p->number;
	vec_push(&t->slot, s);
	t->index[p->number] = (uint16_t)t->slot.n;
	return &t->slot.at[t->slot.n - 1];
}

bool spot_look(struct spots_seen *t, struct facts *f, const struct spot *p, struct stand *out)
{
	struct spot_slot *s = slot_of(t, f, p);
	if (s && s->state == STAND_NEW)
		s->state = identify_slot(f, p, s, &s->stand) ? STAND_KNOWN : STAND_UNKNOWN;
	if (!s || s->state == STAND_UNKNOWN)
		return false;
	*out = s->stand;
	return true;
}

bool spot_value(const struct facts *f, struct value v, struct stand *out)
{
	out->kind = v.kind;
	return contents_bits(f->search_cache ? search_cache_contents(f->search_cache) : NULL, v, &out->bits);
}

bool spot_place(struct facts *f, struct value v, struct stand *out)
{
	struct keypath at;
	struct buf b = { 0 };
	if (!facts_marked(f, v, &at))
		return false;
	builds_print(&b, at);
	*out = (struct stand){ .bits = (intptr_t)str_of(buf_str(&b), b.n) };
	buf_release(&b);
	return true;
}

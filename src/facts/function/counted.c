// SPDX-License-Identifier: MIT
/* Which dicts a walk takes, without walking: what is taken at and below a container is written down as words, and what
 * is taken below containers in it as what these were found to be. So a config pays for the containers that it doesn't
 * share, and two whose models differ elsewhere have the same answer. Beside each dict that is taken its place counts,
 * and the types of the dicts around it. */
#include "facts/function/located.h"
#include "facts/function/parts.h"
#include "facts/function/priv.h"
#include "python/value/dict.h"
#include <stdlib.h>

static const struct span nowhere;
static const char nothing; /* is taken */

struct counted {
	struct facts *f;
	const struct str *text;
	const void *kind;    /* of notes (facts/searched.h) */
	uint32_t part, fact; /* the fact's number */
	bool parts;
	VEC(, uint64_t) word; /* a stack */
};
enum { HEAD = 5, FACTS = 31 };

/* Of each key asked once: many patterns are compared. */
static bool is_aside(struct counted *s, struct value key)
{
	const void *patterns = &s->f->vocab->parts;
	if (!s->parts || key.kind != VALUE_STR)
		return false;
	uint32_t known = searched_told(s->f->searched, key.as.s, patterns, 0);
	if (!known) {
		known = 1 + facts_is_aside(s->f, key.as.s);
		searched_tell(s->f->searched, key.as.s, patterns, 0, known - 1);
	}
	return known > 1;
}

static bool is_taken(struct counted *s, struct value dict, bool aside)
{
	const struct asking a = { .facts = s->f };
	struct rulecall c = { .asking = &a, .facts = s->f };
	if (!s->parts)
		return dict_find(dict.as.dict, value_str(s->text, nowhere));
	return rule_part_has(&c, dict, s->text) &&
	       (rule_is_part(&c, dict) || (!aside && rule_type_text(rule_type_value(&c, dict))));
}

static const void *taken_at(struct counted *s, struct value v, struct value key, uint32_t depth);

static bool add_child(struct counted *s, struct value v, struct value key, uint32_t flags, uint32_t depth)
{
	int64_t bits;
	const void *below = tree_holds(v) ? taken_at(s, v, key, depth + 1) : &nothing;
	if (!below || !contents_bits(searched_contents(s->f->searched), key, &bits))
		return false;
	if (below == &nothing)
		return true;
	vec_push(&s->word, (uint64_t)key.kind | (uint64_t)flags << 8);
	vec_push(&s->word, (uint64_t)bits);
	vec_push(&s->word, (uintptr_t)below);
	return true;
}

static bool add_children(struct counted *s, struct value v, uint32_t depth)
{
	struct dict_iter it;
	const struct entry *e;
	for (uint32_t i = 0; v.kind != VALUE_DICT && i < v.as.list->n; i++)
		if (!add_child(s, v.as.list->at[i].val, value_int(i, nowhere), v.as.list->at[i].flags, depth))
			return false;
	if (v.kind != VALUE_DICT)
		return true;
	for (dict_begin(&it, v.as.dict); (e = dict_next(&it));)
		if (!(e->flags & EF_MAYBE) && !add_child(s, e->val, e->key, e->flags, depth))
			return false;
	return true;
}

static uint32_t facts_of(struct counted *s, struct value dict, bool aside)
{
	const struct asking a = { .facts = s->f };
	struct rulecall c = { .asking = &a, .facts = s->f };
	const struct part_list *all = &s->f->vocab->parts;
	const struct located at = part_located(&c, dict);
	bool told =
		!at.part && !aside && rule_told_by_key(s->f, dict, NULL) && rule_type_text(rule_type_value(&c, dict));
	uint32_t found = 0;
	for (uint32_t i = 0; (at.part || told) && i < all->nknown && i < FACTS; i++)
		if (told ? rule_told_by_key(s->f, dict, all->known[i])
			 : parts_fact(all, at.part, part_family(s->f), all->known[i]) != NULL)
			found |= (uint32_t)1 << i;
	return found;
}

/* Which facts the parts at and below v have, a bit each of the first 31; the others may be there. */
static uint32_t facts_below(struct counted *s, struct value v, struct value key, uint32_t depth);

static uint32_t facts_inside(struct counted *s, struct value v, uint32_t depth)
{
	struct dict_iter it;
	const struct entry *e;
	uint32_t found = 0;
	for (uint32_t i = 0; v.kind != VALUE_DICT && i < v.as.list->n; i++)
		found |= facts_below(s, v.as.list->at[i].val, value_int(i, nowhere), depth + 1);
	if (v.kind == VALUE_DICT)
		for (dict_begin(&it, v.as.dict); (e = dict_next(&it));)
			found |= facts_below(s, e->val, e->key, depth + 1);
	return found;
}

static uint32_t facts_below(struct counted *s, struct value v, struct value key, uint32_t depth)
{
	struct searched *b = s->f->searched;
	if (!tree_holds(v))
		return 0;
	const struct contents *c = depth <= VALUE_DEPTH_MAX ? contents_of(searched_contents(b), v) : NULL;
	bool aside = is_aside(s, key);
	uint32_t known = c ? searched_told(b, c, s->kind, aside) : 0, found = UINT32_MAX - 1;
	if (known || !c)
		return known ? known - 1 : found;
	found = facts_inside(s, v, depth);
	if (v.kind == VALUE_DICT)
		found |= facts_of(s, v, aside);
	searched_tell(b, c, s->kind, aside, found);
	return found;
}

/* Nothing is taken at or below v, which is told quickly. */
static bool is_barren(struct counted *s, struct value v, struct value key, uint32_t depth)
{
	if (!s->parts)
		return rule_has_nowhere(s->f, v, s->text, false);
	return s->fact < FACTS && !(facts_below(s, v, key, depth) >> s->fact & 1);
}

/* 0: a list, or a dict without a type */
static bool add_head(struct counted *s, struct value v, const struct contents *taken, uint64_t *head)
{
	const struct entry *e =
		v.kind == VALUE_DICT ? dict_find(v.as.dict, value_str(s->f->vocab->type, nowhere)) : NULL;
	int64_t bits = 0;
	if (e && !contents_bits(searched_contents(s->f->searched), e->val, &bits))
		return false;
	head[1] = v.kind;
	head[2] = e ? (uint64_t)e->val.kind | (uint64_t)e->flags << 8 : 0;
	head[3] = (uint64_t)bits;
	head[4] = (uintptr_t)taken;
	return true;
}

/* One for all containers of which the same is taken; NULL: that can't be told. */
static const void *taken_at(struct counted *s, struct value v, struct value key, uint32_t depth)
{
	struct searched *b = s->f->searched;
	const struct contents *c = depth <= VALUE_DEPTH_MAX ? contents_of(searched_contents(b), v) : NULL;
	bool aside = is_aside(s, key);
	const void *known = c ? searched_noted(b, c, s->kind, s->part + aside) : NULL;
	size_t from = s->word.n;
	if (known || !c)
		return known;
	if (is_barren(s, v, key, depth))
		return &nothing;
	for (uint32_t i = 0; i < HEAD; i++)
		vec_push(&s->word, 0);
	bool taken = v.kind == VALUE_DICT && is_taken(s, v, aside), good = add_children(s, v, depth);
	if (good && !taken && s->word.n == from + HEAD)
		known = &nothing;
	else if (good && add_head(s, v, taken ? c : NULL, s->word.at + from))
		known = contents_of_words(searched_contents(b), s->word.at + from, s->word.n - from);
	s->word.n = from;
	if (known)
		searched_note(b, c, s->kind, s->part + aside, known);
	return known;
}

static const void *taken_in(struct counted *s, struct value v, struct value key)
{
	const void *known = taken_at(s, v, key, 0);
	vec_release(&s->word);
	return known;
}

const void *rule_count_dicts(struct facts *f, struct value v, struct value key, const struct str *text)
{
	struct counted s = { .f = f, .text = text, .kind = text };
	return taken_in(&s, v, key);
}

const void *rule_count_parts(struct facts *f, struct value v, struct value key, const struct str *text)
{
	const struct asking a = { .facts = f };
	struct rulecall c = { .asking = &a, .facts = f };
	const struct part_list *all = &f->vocab->parts;
	struct counted s = { .f = f, .text = text, .parts = true };
	while (s.fact < all->nknown && all->known[s.fact] != text)
		s.fact++;
	s.part = 2 * (s.fact + 1);
	s.kind = s.fact == all->nknown || part_scoped(&c) ? NULL : part_under(f);
	return s.kind ? taken_in(&s, v, key) : NULL;
}

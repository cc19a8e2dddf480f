// SPDX-License-Identifier: MIT
/* Rule functions about the code behind all types in a part of the config: what it names and asserts. */
#include "facts/function/priv.h"
#include "facts/type_scope.h"
#include "base/vec.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

static const struct span nowhere;

enum { STEPS_MAX = 20000, DEEPEST = 40 };
struct types {
	struct rulecall *c;
	const struct str *const *plain; /* left out */
	uint32_t nplain;
	VEC(, const struct str *) name; /* as chosen by code/classes/lookup.h */
	struct value why;		/* none, or that some of them are unknown */
	uint32_t steps;
	struct value *part; /* from the top of the config, if known, down to the dict */
	struct keypath at;
	bool placed;
};

static void collect_types(struct types *t, struct value v, struct scope_said s, uint32_t depth);

static void collect_below(struct types *t, struct value key, struct value v, struct scope_said s, uint32_t depth)
{
	t->part[t->at.n++] = key;
	collect_types(t, v, s, depth);
	t->at.n--;
}

/* A type that isn't found is added under a name outside the project. */
static void collect_type(struct types *t, const struct str *type, struct scope_said s)
{
	struct facts *f = t->c->facts;
	if (str_among(type, t->plain, t->nplain))
		return;
	const struct code_lookup x = f->code ? rule_class(f, type, s, t->placed ? &t->at : NULL)
					     : (struct code_lookup){ .is = CODE_TYPE_NONE };
	if (x.is == CODE_TYPE_FOUND)
		type = x.chosen;
	else if (x.is == CODE_TYPE_OTHERS)
		type = str_lit(arena_printf(f->arena, "another registry's %s", type->s));
	vec_push(&t->name, type);
}

static void types_in_dict(struct types *t, const struct dict *d, struct scope_said s, uint32_t depth)
{
	struct dict_iter it;
	const struct entry *e;
	if (d->open)
		t->why = rule_unknown(t->c, WHY_TYPE, NULL);
	for (dict_begin(&it, d); (e = dict_next(&it));) {
		bool type = e->key.kind == VALUE_STR && !strcmp(e->key.as.s->s, "type");
		if (type && e->val.kind == VALUE_STR && !(e->flags & EF_MAYBE))
			collect_type(t, e->val.as.s, s);
		else if (type)
			t->why = rule_unknown(t->c, WHY_TYPE, NULL);
		else
			collect_below(t, e->key, e->val, s, depth);
	}
}

static void collect_types(struct types *t, struct value v, struct scope_said s, uint32_t depth)
{
	if (v.kind == VALUE_UNKNOWN || t->steps++ > STEPS_MAX || depth > DEEPEST) {
		t->why = v.kind == VALUE_UNKNOWN ? v : rule_unknown(t->c, WHY_TYPE, NULL);
		return;
	}
	if (v.kind == VALUE_DICT)
		types_in_dict(t, v.as.dict, scope_in(&t->c->facts->vocab->parts, v, s), depth + 1);
	for (uint32_t i = 0; value_is_listlike(v) && i < v.as.list->n; i++)
		collect_below(t, value_int(i, nowhere), v.as.list->at[i].val, s, depth + 1);
}

/* All types in the first argument. */
static void collect_all(struct types *t)
{
	struct facts *f = t->c->facts;
	struct value v = rule_arg(t->c, 0);
	struct scope_said s = f->code ? scope_of_tree(f->code, f->subject->tree) : (struct scope_said){ 0 };
	struct keypath at = { 0 };
	t->placed = rule_scope(f, v, &s, &at);
	t->part = arena_array(f->arena, struct value, at.n + DEEPEST + 2);
	if (at.n)
		memcpy(t->part, at.part, at.n * sizeof *at.part);
	t->at = (struct keypath){ t->part, at.n };
	collect_types(t, v, s, 0);
}

/* Texts of a list argument; NULL and *why: it isn't one. */
static const struct str **texts_arg(struct rulecall *c, uint32_t i, uint32_t *n, struct value *why)
{
	struct value v = rule_arg(c, i);
	*why = value_is_known(v) ? rule_unknown(c, WHY_TYPE, NULL) : v;
	if (!value_is_listlike(v))
		return NULL;
	const struct str **out = arena_array(c->facts->arena, const struct str *, v.as.list->n + 1);
	*n = 0;
	for (uint32_t k = 0; k < v.as.list->n; k++)
		if (v.as.list->at[k].val.kind == VALUE_STR)
			out[(*n)++] = v.as.list->at[k].val.as.s;
	return out;
}

static int by_text(const void *x, const void *y)
{
	return strcmp((*(const struct str *const *)x)->s, (*(const struct str *const *)y)->s);
}

/* Sorts them and removes duplicates. */
static uint32_t distinct(const struct str **name, uint32_t n)
{
	uint32_t ndistinct = 0;
	if (n)
		qsort(name, n, sizeof *name, by_text);
	for (uint32_t i = 0; i < n; i++)
		if (!ndistinct || name[ndistinct - 1] != name[i])
			name[ndistinct++] = name[i];
	return ndistinct;
}

/* Queries the code behind the types in the first argument, except those of the third; words: the second. */
static struct value built(struct rulecall *c, struct code_words q)
{
	const struct facts *f = c->facts;
	struct types t = { .c = c, .why = value_none(nowhere) };
	struct value why;
	const struct str **word = texts_arg(c, 1, &q.nwords, &why);
	t.plain = word ? texts_arg(c, 2, &t.nplain, &why) : NULL;
	if (!t.plain)
		return why;
	if (!f->code)
		return rule_unknown(c, WHY_CODE, "there is no training code");
	collect_all(&t);
	q.type = t.name.at;
	q.word = word;
	q.ntypes = distinct(t.name.at, (uint32_t)t.name.n);
	struct code_named x = { .is = CODE_NAMED_UNKNOWN };
	if (q.ntypes && t.why.kind != VALUE_UNKNOWN)
		x = code_named(f->code, f->arena, &q);
	vec_release(&t.name);
	if (x.is != CODE_NAMED_UNKNOWN)
		return rule_bool(x.is == CODE_NAMED);
	if (t.why.kind == VALUE_UNKNOWN)
		return t.why;
	return rule_unknown(c, WHY_NAMES, arena_printf(f->arena, "%s,", x.why));
}

/* built_names(x, words, plain): the code of the types in x names a word; plain: types that are known not to. */
static struct value fn_built_names(struct rulecall *c)
{
	return built(c, (struct code_words){ 0 });
}

/* built_spells(x, words, plain, packages): a word is part of any name or text there; packages: outside packages that
 * are known to contain none. */
static struct value fn_built_spells(struct rulecall *c)
{
	struct code_words q = { .spelt = true };
	struct value why;
	q.package = texts_arg(c, 3, &q.npackages, &why);
	return q.package ? built(c, q) : why;
}

static struct value asserted(struct rulecall *c, int what)
{
	const struct facts *f = c->facts;
	struct types t = { .c = c, .why = value_none(nowhere) };
	uint32_t nwords, nskip;
	struct value why;
	const struct str **word = texts_arg(c, 1, &nwords, &why), **skip = word ? texts_arg(c, 2, &nskip, &why) : NULL;
	if (!skip)
		return why;
	const char *where = NULL;
	collect_all(&t);
	uint32_t n = distinct(t.name.at, (uint32_t)t.name.n);
	if (n && f->code)
		where = code_asserts(f->code, f->arena,
				     &(struct code_words){ .type = t.name.at,
							   .word = word,
							   .ntypes = n,
							   .nwords = nwords,
							   .asserts = what,
							   .skip = skip,
							   .nskip = nskip });
	vec_release(&t.name);
	return value_text(where ? where : "", nowhere);
}

/* asserts_one(x, words, skip): the code of the types in x asserts that one of the words, or its len(), is 1. */
static struct value fn_asserts_one(struct rulecall *c)
{
	return asserted(c, ASSERTS_ONE);
}

static struct value fn_asserts_divides(struct rulecall *c)
{
	return asserted(c, ASSERTS_DIVIDES);
}

/* ---- rows ---- */

static const struct rulefn rows[] = {
	{ "asserts_divides", 3, 3, fn_asserts_divides, LOOKS_CLASS, OF_ANY },
	{ "asserts_one", 3, 3, fn_asserts_one, LOOKS_CLASS, OF_ANY },
	{ "built_names", 3, 3, fn_built_names, LOOKS_CLASS, OF_ANY },
	{ "built_spells", 4, 4, fn_built_spells, LOOKS_CLASS, OF_ANY },
};

const struct rulefns rulefns_built = { rows, ARRAY_SIZE(rows) };

// SPDX-License-Identifier: MIT
/* Rule functions about the code behind all types in a part of the config: what it names and asserts. */
#include "facts/function/priv.h"
#include "base/vec.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

static const struct span nowhere;

struct types {
	struct rulecall *c;
	VEC(, const struct str *) name;
	struct value why; /* none, or that not all of them can be seen */
	uint32_t steps;
};

static void collect_types(struct types *t, struct value v, uint32_t depth);

static void types_in_dict(struct types *t, const struct dict *d, uint32_t depth)
{
	struct dict_iter it;
	const struct entry *e;
	if (d->open)
		t->why = rule_unknown(t->c, WHY_TYPE, NULL);
	for (dict_begin(&it, d); (e = dict_next(&it));) {
		bool type = e->key.kind == VALUE_STR && !strcmp(e->key.as.s->s, "type");
		if (type && e->val.kind == VALUE_STR && !(e->flags & EF_MAYBE))
			vec_push(&t->name, e->val.as.s);
		else if (type)
			t->why = rule_unknown(t->c, WHY_TYPE, NULL);
		else
			collect_types(t, e->val, depth);
	}
}

static void collect_types(struct types *t, struct value v, uint32_t depth)
{
	enum { STEPS_MAX = 20000, DEEPEST = 40 };
	if (v.kind == VALUE_UNKNOWN || t->steps++ > STEPS_MAX || depth > DEEPEST) {
		t->why = v.kind == VALUE_UNKNOWN ? v : rule_unknown(t->c, WHY_TYPE, NULL);
		return;
	}
	if (v.kind == VALUE_DICT)
		types_in_dict(t, v.as.dict, depth + 1);
	for (uint32_t i = 0; value_is_listlike(v) && i < v.as.list->n; i++)
		collect_types(t, v.as.list->at[i].val, depth + 1);
}

/* Texts of a list argument; NULL and *why: it is none. */
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

/* Sorted, each once, without those of the other list. */
static uint32_t distinct(const struct str **name, uint32_t n, const struct str *const *without, uint32_t nwithout)
{
	uint32_t kept = 0;
	if (n)
		qsort(name, n, sizeof *name, by_text);
	for (uint32_t i = 0; i < n; i++) {
		bool drop = kept && name[kept - 1] == name[i];
		for (uint32_t k = 0; k < nwithout && !drop; k++)
			drop = without[k] == name[i];
		if (!drop)
			name[kept++] = name[i];
	}
	return kept;
}

/* Of the code behind the types in the first argument, but for those of the third; words: the second. */
static struct value built(struct rulecall *c, struct code_words q)
{
	const struct facts *f = c->facts;
	struct types t = { .c = c, .why = value_none(nowhere) };
	uint32_t nplain;
	struct value why;
	const struct str **word = texts_arg(c, 1, &q.nwords, &why),
			 **plain = word ? texts_arg(c, 2, &nplain, &why) : NULL;
	if (!plain)
		return why;
	if (!f->code)
		return rule_unknown(c, WHY_CODE, "there is no training code");
	collect_types(&t, rule_arg(c, 0), 0);
	q.type = t.name.at;
	q.word = word;
	q.ntypes = distinct(t.name.at, (uint32_t)t.name.n, plain, nplain);
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

/* built_spells(x, words, plain, packages): a word is part of any name or text there; packages: those outside that are
 * known to have none of them. */
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
	collect_types(&t, rule_arg(c, 0), 0);
	uint32_t n = distinct(t.name.at, (uint32_t)t.name.n, NULL, 0);
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
	{ "asserts_divides", 3, 3, fn_asserts_divides, LOOKS_VALUE, OF_ANY },
	{ "asserts_one", 3, 3, fn_asserts_one, LOOKS_VALUE, OF_ANY },
	{ "built_names", 3, 3, fn_built_names, LOOKS_VALUE, OF_ANY },
	{ "built_spells", 4, 4, fn_built_spells, LOOKS_VALUE, OF_ANY },
};

const struct rulefns rulefns_built = { rows, ARRAY_SIZE(rows) };

// SPDX-License-Identifier: MIT
/* Rule functions that walk over all dicts at and below their argument.
 *
 *	dicts(cfg.data)	every dict at or below data, with its key path */
#include "base/near.h"
#include "code/classes/listing.h"
#include "facts/function/located.h"
#include "facts/function/priv.h"
#include "python/value/dict.h"
#include "python/value/truth.h"
#include <string.h>

enum { DICTS_MAX = 20000 };
static const struct span nowhere;

/* A function's walk over the dicts at and below its first argument. */
struct walk {
	struct rulecall *c;
	const struct tree *tree;
	uint32_t top;	     /* the argument's node */
	struct value key;    /* dicts_with, near_keys: the second argument */
	bool needed, placed; /* the argument's own path is known to be needed, exists */
	struct keypath path;
	struct value out;
	struct value why; /* Unknown: something that decides the answer is unknown */
};

/* The mark of node i, or of a key in it; false: the argument has no place. The path is looked up at the first hit,
 * because most walks have none. */
static bool mark_of(struct walk *w, uint32_t i, struct mark *out)
{
	if (!w->needed) {
		w->needed = true;
		w->placed = facts_path_of(w->c->facts_ctx, rule_node(w->c, 0), &w->path, 0);
	}
	*out = (struct mark){ .up = w->path, .tree = w->tree, .top = w->top, .node = i };
	return w->placed;
}

static void take_dict(struct walk *w, uint32_t i)
{
	struct facts *f = w->c->facts;
	struct value v = w->tree->at[i].val;
	struct mark m;
	list_push(f->arena, w->out.as.list, mark_of(w, i, &m) ? facts_mark_as(f, v, &m) : v, v.at);
}

static void take_dict_with(struct walk *w, uint32_t i)
{
	if (dict_find(w->tree->at[i].val.as.dict, w->key))
		take_dict(w, i);
}

/* The dict's type is known, and none of the call's names. */
static void take_dict_not(struct walk *w, uint32_t i)
{
	struct value type = rule_type_value(w->c, w->tree->at[i].val), among = rule_type_among(w->c, type);
	if (rule_type_text(type) && among.kind == VALUE_BOOL && !among.as.b)
		take_dict(w, i);
}

/* The nearest key above node i, below the walk's top; NULL: there is none. */
static const struct str *key_above(const struct walk *w, uint32_t i)
{
	const struct tree_node *at = w->tree->at;
	while (i != w->top && at[i].part.kind != VALUE_STR)
		i = at[i].up;
	return i != w->top ? at[i].part.as.s : NULL;
}

static bool indicated_by_place(const struct walk *w, uint32_t i)
{
	const struct str *under = key_above(w, i);
	return under && rule_place_indicates(w->c->facts, under, NULL);
}

/* Of a known class, or of one that rules query. The class of a scoped config depends on its place: the mark comes
 * first. */
static void take_part(struct walk *w, uint32_t i)
{
	struct facts *f = w->c->facts;
	struct value v = w->tree->at[i].val;
	struct mark m;
	bool scoped = f->scoped != FACTS_NOT_SCOPED, known = !scoped && rule_is_part(w->c, v),
	     by_key = !known && rule_type_text(rule_type_value(w->c, v)) &&
		      (rule_key_indicates(f, v, NULL) || indicated_by_place(w, i));
	if ((scoped || known || by_key) && mark_of(w, i, &m))
		v = facts_mark_as(f, v, &m);
	if (known || (scoped && rule_is_part(w->c, v)) || (by_key && !rule_is_aside(w->c, v)))
		list_push(f->arena, w->out.as.list, v, v.at);
}

/* The module that registers the type, of a list "Type module Type module" (code_unimported); NULL: not in it. */
static const char *module_in(struct arena *a, const char *list, const char *type)
{
	size_t n = strlen(type);
	for (const char *s = list; s && *s; s += strcspn(s, " "), s += *s == ' ') {
		bool found = !strncmp(s, type, n) && s[n] == ' ';
		s += strcspn(s, " ");
		s += *s == ' ';
		if (found)
			return arena_strndup(a, s, strcspn(s, " "));
	}
	return NULL;
}

static const char *unimported_module(struct rulecall *c, struct value dict)
{
	struct value type = rule_type_value(c, dict);
	const char *list = c->facts->code ? code_unimported(c->facts->code) : NULL;
	return list && type.kind == VALUE_STR ? module_in(c->facts->arena, list, rule_type_text(type)) : NULL;
}

static void take_unimported(struct walk *w, uint32_t i)
{
	if (unimported_module(w->c, w->tree->at[i].val))
		take_dict(w, i);
}

static bool is_left_out(struct rulecall *c, const struct str *key)
{
	struct value why;
	const struct str *name;
	for (uint32_t i = 1; i < c->n; i++)
		if (rule_text(c, i, &name, &why) && name == key)
			return true;
	return false;
}

/* "needs but a b", a question of code/classes/wired.h; NULL: the dict has more keys than that takes. */
static const char *needs_but(struct rulecall *c, const struct dict *d)
{
	enum { KEYS_MAX = 16 };
	struct buf b = { 0 };
	struct dict_iter it;
	const struct entry *e;
	uint32_t n = 0;

	buf_puts(&b, "needs but");
	for (dict_begin(&it, d); (e = dict_next(&it));)
		if (e->key.kind == VALUE_STR && !is_left_out(c, e->key.as.s)) {
			buf_puts(&b, " ");
			buf_add(&b, e->key.as.s->s, e->key.as.s->len);
			n++;
		}
	if (!n)
		buf_puts(&b, " self");
	const char *text = n <= KEYS_MAX ? arena_strndup(c->facts->arena, buf_str(&b), b.n) : NULL;
	buf_release(&b);
	return text;
}

static bool lacks(const struct facts *f, const struct code_class_name *class, const char *question)
{
	return question && code_member(f->code, CODE_WIRED, class, str_lit(question)).is == CODE_MEMBER_KNOWN;
}

/* The project's class behind the dict has a parameter that it certainly doesn't get. */
static void take_lacking(struct walk *w, uint32_t i)
{
	struct facts *f = w->c->facts;
	struct value v = w->tree->at[i].val;
	struct mark m;
	if (!dict_find_lit(v.as.dict, "type"))
		return;
	if (f->scoped != FACTS_NOT_SCOPED && mark_of(w, i, &m))
		v = facts_mark_as(f, v, &m);
	const struct located at = part_located(w->c, v);
	/* most classes need nothing */
	if (at.class.type && lacks(f, &at.class, "needs but self") && lacks(f, &at.class, needs_but(w->c, v.as.dict)))
		take_dict(w, i);
}

static void take_misfit(struct walk *w, uint32_t i)
{
	if (rule_misfit(w->c, w->tree->at[i].val))
		take_dict(w, i);
}

static bool is_near(const struct str *k, const struct str *word)
{
	return k != word && rule_may_be_near(k, word) && near_possible(k->s, word->s) &&
	       near_distance(k->s, word->s) <= 2;
}

static void take_near_keys(struct walk *w, uint32_t i)
{
	struct facts *f = w->c->facts;
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, w->tree->at[i].val.as.dict); (e = dict_next(&it));) {
		if (e->key.kind != VALUE_STR || e->flags & EF_MAYBE || !is_near(e->key.as.s, w->key.as.s))
			continue;
		if (w->c->n > 2 && !value_same(e->val, rule_arg(w->c, 2)))
			continue;
		struct value key = e->key;
		struct mark m;
		if (mark_of(w, i, &m)) {
			m.keys = true;
			key = facts_mark_as(f, key, &m);
		}
		list_push(f->arena, w->out.as.list, key, e->key.at);
	}
}

/* Calls `take` for every dict at or below the walk's top, in order. false: there were too many. */
static bool each_dict(struct walk *w, void (*take)(struct walk *w, uint32_t i))
{
	const struct tree_node *at = w->tree->at;
	uint32_t n = 0, i = w->top;
	while (i < at[w->top].end && n < DICTS_MAX) {
		if (at[i].maybe && i != w->top) {
			i = at[i].end;
			continue;
		}
		if (at[i].val.kind == VALUE_DICT) {
			take(w, i);
			n++;
		}
		i++;
	}
	return i == at[w->top].end;
}

/* Which of the words that rules search for the key is. */
static uint64_t words_of_key(struct search_cache *b, const struct str *key, uint32_t known)
{
	const struct search_word *word;
	struct search_keys k;
	if (search_cache_key(b, key, known, &k))
		return k.words;
	k = (struct search_keys){ .known = search_cache_words(b, &word) };
	for (uint32_t i = 0; i < k.known; i++)
		if (word[i].near ? is_near(key, word[i].word) : key == word[i].word)
			k.words |= (uint64_t)1 << i;
	search_cache_put_key(b, key, &k);
	return k.words;
}

static void add_keys(struct search_keys *to, struct search_keys k)
{
	to->words |= k.words;
	to->dicts = to->dicts + k.dicts < DICTS_MAX ? to->dicts + k.dicts : DICTS_MAX;
}

static struct search_keys keys_below(struct search_cache *b, struct value v, uint32_t known, uint32_t depth);

static struct search_keys keys_inside(struct search_cache *b, struct value v, uint32_t known, uint32_t depth)
{
	struct search_keys k = { .known = known, .dicts = v.kind == VALUE_DICT };
	for (uint32_t i = 0; v.kind != VALUE_DICT && i < v.as.list->n; i++)
		add_keys(&k, keys_below(b, v.as.list->at[i].val, known, depth + 1));
	if (v.kind != VALUE_DICT)
		return k;
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, v.as.dict); (e = dict_next(&it));) {
		if (e->key.kind == VALUE_STR)
			k.words |= words_of_key(b, e->key.as.s, known);
		add_keys(&k, keys_below(b, e->val, known, depth + 1));
	}
	return k;
}

/* The keys at and below v. If they are expensive to determine, all words are assumed. */
static struct search_keys keys_below(struct search_cache *b, struct value v, uint32_t known, uint32_t depth)
{
	struct search_keys k = { .known = known };
	if (!tree_holds(v))
		return k;
	const struct contents *c = contents_of(search_cache_contents(b), v);
	if (!c || depth > VALUE_DEPTH_MAX) {
		k.words = UINT64_MAX;
		return k;
	}
	if (search_cache_below(c, known, &k))
		return k;
	k = keys_inside(b, v, known, depth);
	search_cache_put_below(b, c, &k);
	return k;
}

/* No dict at or below v has the key, and no dict is left out because of limits. */
static bool has_nowhere(struct facts *f, struct value v, const struct str *word, bool near)
{
	const struct search_word *all;
	uint32_t i = search_cache_word(f->search_cache, word, near);
	if (i == SEARCH_WORDS)
		return false;
	struct search_keys k = keys_below(f->search_cache, v, search_cache_words(f->search_cache, &all), 0);
	return !(k.words >> i & 1) && k.dicts < DICTS_MAX;
}

bool rule_has_key(struct rulecall *c, struct value v, const struct str *key)
{
	struct facts *f = c->facts;
	if (f->search_cache)
		return !has_nowhere(f, v, key, false);
	const struct tree t = tree_of(f->arena, v);
	for (uint32_t i = 0; i < t.n; i++)
		if (t.at[i].val.kind == VALUE_DICT && dict_find(t.at[i].val.as.dict, value_str(key, nowhere)))
			return true;
	return false;
}

static struct value walk_dicts(struct rulecall *c, struct value v, struct value key,
			       void (*take)(struct walk *w, uint32_t i))
{
	struct facts *f = c->facts;
	if (v.kind == VALUE_UNKNOWN)
		return v;
	if (f->search_cache && key.kind == VALUE_STR && has_nowhere(f, v, key.as.s, take == take_near_keys))
		return value_list(f->arena, VALUE_LIST, 0, nowhere);
	struct walk w = {
		.c = c, .key = key, .out = value_list(f->arena, VALUE_LIST, 0, nowhere), .why = value_none(nowhere)
	};
	if (!tree_holds(v))
		return w.out;
	w.tree = facts_tree(f);
	w.top = tree_find(w.tree, v);
	if (w.top == TREE_NONE) { /* a base's, or created by the expression */
		struct tree *own = arena_new(f->arena, struct tree);
		*own = tree_of(f->arena, v);
		w.tree = own;
		w.top = 0;
	}
	w.out.as.list->open = !each_dict(&w, take);
	return w.why.kind == VALUE_UNKNOWN ? w.why : w.out;
}

/* dicts_with(x, 'key'): one walk, instead of a comprehension that tests each of dicts(x) */
static struct value fn_dicts_with(struct rulecall *c)
{
	struct value key = rule_arg(c, 1);
	if (!value_is_known(key) || !value_hashable(key))
		return value_is_known(key) ? rule_unknown(c, WHY_TYPE, NULL) : key;
	return walk_dicts(c, rule_arg(c, 0), key, take_dict_with);
}

static struct value fn_dicts_not(struct rulecall *c)
{
	return walk_dicts(c, rule_arg(c, 0), value_none(nowhere), take_dict_not);
}

/* dicts_of(x, 'A', 'B*'): as [d for d in dicts(x) if type_is(d, 'A', 'B*')] */
static void take_dict_of(struct walk *w, uint32_t i)
{
	struct value v = w->tree->at[i].val, among = rule_type_among(w->c, v);
	if (among.kind == VALUE_UNKNOWN && w->why.kind != VALUE_UNKNOWN)
		w->why = among;
	else if (value_truth(among) == TRUE3)
		take_dict(w, i);
}

static struct value fn_dicts_of(struct rulecall *c)
{
	return walk_dicts(c, rule_arg(c, 0), value_none(nowhere), take_dict_of);
}

/* Those of known classes; listed once for a frozen container. */
static struct value all_parts(struct rulecall *c, struct value v)
{
	struct facts *f = c->facts;
	struct container_memo *m = v.kind == VALUE_DICT && v.as.dict->frozen ? rule_memo(f, v.as.dict) : NULL;
	if (m && value_is_known(m->parts))
		return m->parts;
	struct value out = walk_dicts(c, v, value_none(nowhere), take_part);
	if (m)
		m->parts = out;
	return out;
}

/* parts_with(x, 'classes', 'finds'): those whose class has one of the facts, or whose class is unknown and which
 * have a key that indicates it; each once */
static struct value fn_parts_with(struct rulecall *c)
{
	enum { FACTS_MAX = 8 };
	const struct str *fact[FACTS_MAX];
	struct value why, out = value_list(c->facts->arena, VALUE_LIST, 0, nowhere);
	for (uint32_t k = 1; k < c->n; k++)
		if (!rule_text(c, k, &fact[k - 1], &why))
			return why;
	struct value all = all_parts(c, rule_arg(c, 0));
	if (!value_is_listlike(all))
		return all;
	for (uint32_t i = 0; i < all.as.list->n; i++)
		if (rule_part_has(c, all.as.list->at[i].val, fact, c->n - 1))
			list_push(c->facts->arena, out.as.list, all.as.list->at[i].val, nowhere);
	out.as.list->open = all.as.list->open;
	return out;
}

static struct value fn_misfits(struct rulecall *c)
{
	return walk_dicts(c, rule_arg(c, 0), value_none(nowhere), take_misfit);
}

/* dicts_unimported(x): those whose type the project registers in a module that no code imports */
static struct value fn_dicts_unimported(struct rulecall *c)
{
	if (!c->facts->code || !code_unimported(c->facts->code))
		return value_list(c->facts->arena, VALUE_LIST, 0, nowhere);
	return walk_dicts(c, rule_arg(c, 0), value_none(nowhere), take_unimported);
}

/* unimported(d): that module, "mmdet.datasets.mine"; absent where d's type is none of these */
static struct value fn_unimported(struct rulecall *c)
{
	const char *module = unimported_module(c, rule_arg(c, 0));
	struct code_place at;
	if (!module)
		return facts_absent(c->facts, nowhere, "a module that no code imports");
	if (code_class_at(c->facts->code, str_lit(rule_type_text(rule_type_value(c, rule_arg(c, 0)))), &at))
		facts_see_code(c->facts, &(struct code_seen){ at, "registered here" });
	return value_text(module, nowhere);
}

/* dicts_lacking(x, 'type', 'priority'): those whose class in the project has a parameter without a default that they
 * don't give; the names are no arguments */
static struct value fn_dicts_lacking(struct rulecall *c)
{
	if (!c->facts->code)
		return value_list(c->facts->arena, VALUE_LIST, 0, nowhere);
	return walk_dicts(c, rule_arg(c, 0), value_none(nowhere), take_lacking);
}

static struct value fn_near_keys(struct rulecall *c)
{
	const struct str *word;
	struct value why;
	if (!rule_text(c, 1, &word, &why))
		return why;
	return walk_dicts(c, rule_arg(c, 0), value_str(word, nowhere), take_near_keys);
}

static struct value fn_dicts(struct rulecall *c)
{
	struct value v = rule_arg(c, 0);
	bool list = v.kind == VALUE_LIST || v.kind == VALUE_TUPLE;
	if (v.kind != VALUE_DICT && !list)
		return v.kind == VALUE_UNKNOWN ? v : value_list(c->facts->arena, VALUE_LIST, 0, nowhere);
	const void *of = list ? (const void *)v.as.list : v.as.dict;
	bool frozen = list ? v.as.list->frozen : v.as.dict->frozen;
	struct container_memo *m = frozen ? rule_memo(c->facts, of) : NULL;
	if (m && value_is_known(m->dicts))
		return m->dicts;
	struct value out = walk_dicts(c, v, value_none(nowhere), take_dict);
	if (m)
		m->dicts = out;
	return out;
}

/* ---- rows ---- */

static const struct rulefn rows[] = {
	{ "dicts", 1, 1, fn_dicts, LOOKS_VALUE, OF_ANY },
	{ "dicts_not", 1, 255, fn_dicts_not, LOOKS_VALUE, OF_ANY },
	{ "dicts_of", 2, 255, fn_dicts_of, LOOKS_VALUE, OF_ANY },
	{ "dicts_with", 2, 2, fn_dicts_with, LOOKS_VALUE, OF_ANY },
	{ "dicts_lacking", 1, 255, fn_dicts_lacking, LOOKS_PART, OF_CONFIGS },
	{ "dicts_unimported", 1, 1, fn_dicts_unimported, LOOKS_VALUE, OF_ANY },
	{ "misfits", 1, 1, fn_misfits, LOOKS_CLASS, OF_ANY },
	{ "unimported", 1, 1, fn_unimported, LOOKS_TYPE, OF_ANY },
	{ "parts_with", 2, 9, fn_parts_with, LOOKS_PART, OF_CONFIGS },
	{ "near_keys", 2, 3, fn_near_keys, LOOKS_VALUE, OF_ANY },
};

const struct rulefns rulefns_dicts = { rows, ARRAY_SIZE(rows) };

// SPDX-License-Identifier: MIT
/* The functions of rule expressions, as docs/writing-rules.md lists them. Each answers Unknown rather than guess;
 * "absent" (a kind of Unknown) where something is certainly not there. */
#include "config/rulefn_priv.h"
#include "base/near.h"
#include "config/comment.h"
#include "config/loader.h"
#include "config/filetag.h"
#include "lang/ops.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DICTS_MAX = 20000 };
static const struct span nowhere;

/* ---- presence ---- */

static struct value fn_own(struct rulecall *c)
{
	return facts_value_at(c->facts, c->ev, rule_node(c, 0), LEVEL_OWN);
}

static struct value fn_base(struct rulecall *c)
{
	return facts_value_at(c->facts, c->ev, rule_node(c, 0), LEVEL_INHERITED);
}

/* own(...) or base(...): what is asked for is that side's value, not a place in the effective config */
static bool of_a_side(const struct rulecall *c, const struct node *n)
{
	const struct rulefn *fn = n->kind == NODE_CALL ? rulefn_of(c->facts->vocab, n) : NULL;
	return fn && (fn->fn == fn_own || fn->fn == fn_base);
}

static struct value fn_has(struct rulecall *c)
{
	struct keypath p;
	if (!c->facts->root && !of_a_side(c, rule_node(c, 0)) && facts_path_of(c->facts, c->ev, rule_node(c, 0), &p, 0)) {
		struct value v = facts_has(c->facts, p);
		if (c->facts->listener)
			heard(c->facts, &(struct question){ .kind = ASK_HAS, .path = p }, v);
		return v;
	}
	struct value v = rule_arg(c, 0);
	if (value_is_known(v))
		return rule_bool(true);
	return rule_absent(v) ? rule_bool(false) : v;
}

static struct value fn_default(struct rulecall *c)
{
	struct value v = rule_arg(c, 0);
	return rule_absent(v) ? rule_arg(c, 1) : v;
}

static struct value fn_at_level(struct rulecall *c)
{
	struct facts *f = c->facts;
	struct keypath q;
	if (!facts_path_of(f, c->ev, rule_node(c, 1), &q, 0))
		return rule_unknown(c, WHY_UNMAPPED, NULL);
	struct slot s = facts_slot(f, q);
	if (s.found != q.n)
		return s.val;
	const struct module *owner = graph_owner(f->graph, s.use.file ? s.use.file : s.key.file);
	if (!owner)
		return rule_unknown(c, WHY_BASE, NULL);
	return facts_value_in(f, c->ev, rule_node(c, 0), owner->merged);
}

static struct value fn_known(struct rulecall *c)
{
	const struct node *x = rule_node(c, 0);
	const char *member = x->kind == NODE_ATTR ? x->text->s : "";
	bool gpus = !strcmp(member, "gpus") || !strcmp(member, "nodes");
	if (value_is_known(rule_arg(c, 0)) && !(gpus && c->facts->machine->gpus_guessed))
		return rule_bool(true);
	c->facts->asked.gpus |= gpus;
	c->facts->asked.cores |= !strcmp(member, "cores");
	return rule_bool(c->facts->open_guards);
}

/* ---- types ---- */

static bool matches(const char *name, size_t len, const struct str *pattern)
{
	size_t n = pattern->len;
	bool head = n && pattern->s[0] == '*', tail = n > 1 && pattern->s[n - 1] == '*';
	const char *core = pattern->s + head;
	size_t ncore = n - head - tail;
	if (ncore > len)
		return false;
	if (head && tail)
		return memmem(name, len, core, ncore) != NULL;
	if (head)
		return !memcmp(name + len - ncore, core, ncore);
	return (tail || ncore == len) && !memcmp(name, core, ncore);
}

static struct value fn_type_is(struct rulecall *c)
{
	struct value v = rule_type_value(c, rule_arg(c, 0)), why;
	if (!value_is_known(v))
		return v;
	const char *name = rule_type_text(v);
	size_t len = name ? strlen(name) : 0;
	for (uint32_t i = 1; i < c->n; i++) {
		const struct str *pattern;
		if (!rule_text(c, i, &pattern, &why))
			return why;
		if (name && matches(name, len, pattern))
			return rule_bool(true);
	}
	return rule_bool(false);
}

static struct value fn_type_name(struct rulecall *c)
{
	struct value v = rule_type_value(c, rule_arg(c, 0));
	if (!value_is_known(v))
		return v;
	const char *name = rule_type_text(v);
	return name ? value_text(name, nowhere) : facts_absent(c->facts, v.at, "type");
}

/* ---- keys and dicts ---- */

static struct container_memo *memo_of(struct facts *f, const void *of)
{
	for (uint32_t i = 0; i < f->nmemos; i++)
		if (f->memo[i].of == of)
			return &f->memo[i];
	if (f->nmemos == f->memos_cap) {
		uint32_t cap = f->memos_cap ? f->memos_cap * 2 : 16;
		struct container_memo *more = arena_array(f->arena, struct container_memo, cap);
		if (f->nmemos)
			memcpy(more, f->memo, f->nmemos * sizeof *more);
		f->memo = more;
		f->memos_cap = cap;
	}
	struct container_memo *m = &f->memo[f->nmemos++];
	*m = (struct container_memo){ .of = of };
	return m;
}

static bool asked(struct value v)
{
	return v.kind != VALUE_UNKNOWN;
}

/* A remembered list knows key paths: who listens hears where they come from all the same. */
static void hear_place(struct rulecall *c)
{
	struct keypath p;
	if (c->facts->listener)
		facts_path_of(c->facts, c->ev, rule_node(c, 0), &p, 0);
}

/* keys(d, 'a', 'b'): whether the key is one of those; without names all are */
static bool wanted(const struct rulecall *c, const struct str *const *name, struct value key)
{
	bool found = c->n == 1;
	for (uint32_t i = 1; i < c->n && !found; i++)
		found = key.kind == VALUE_STR && name[i - 1] == key.as.s;
	return found;
}

static struct value list_keys(struct rulecall *c, struct value v, const struct str *const *name)
{
	struct facts *f = c->facts;
	struct value out = value_list(f->arena, VALUE_LIST, name ? 0 : v.as.dict->count, nowhere);
	struct keypath p;
	bool side = of_a_side(c, rule_node(c, 0)), marked = false;
	bool placed = side || facts_path_of(f, c->ev, rule_node(c, 0), &p, 0);
	struct value first = { 0 };
	out.as.list->open = v.as.dict->open;
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, v.as.dict); (e = dict_next(&it));) {
		struct value key = e->key;
		if (!wanted(c, name, key))
			continue;
		if (e->flags & EF_MAYBE) {
			out.as.list->open = true;
			continue;
		}
		if (placed && !marked)
			first = facts_mark_as(f, key, side ? &(struct mark){ .of = v, .keys = true } : &(struct mark){ .up = p, .keys = true });
		if (placed)
			key.spare = first.spare; /* one mark for all: each adds itself */
		marked = true;
		list_push(f->arena, out.as.list, key, e->key.at);
	}
	return out;
}

static struct value keys_named(struct rulecall *c, struct value v)
{
	const struct str **name = arena_array(c->facts->arena, const struct str *, c->n);
	bool any = v.as.dict->open;
	for (uint32_t i = 1; i < c->n; i++) {
		struct value why;
		if (!rule_text(c, i, &name[i - 1], &why))
			return why;
		any |= dict_find_str(v.as.dict, name[i - 1]) != NULL;
	}
	return any ? list_keys(c, v, name) : value_list(c->facts->arena, VALUE_LIST, 0, nowhere);
}

static struct value fn_keys(struct rulecall *c)
{
	struct value v = rule_arg(c, 0);
	if (v.kind != VALUE_DICT)
		return v.kind == VALUE_UNKNOWN ? v : rule_unknown(c, WHY_TYPE, NULL);
	if (c->n > 1)
		return keys_named(c, v);
	if (of_a_side(c, rule_node(c, 0))) /* may stand nowhere else */
		return list_keys(c, v, NULL);
	bool frozen = v.as.dict->frozen; /* others may change while the expression runs */
	struct container_memo *m = frozen ? memo_of(c->facts, v.as.dict) : NULL;
	if (m && asked(m->keys)) {
		hear_place(c);
		return m->keys;
	}
	struct value out = list_keys(c, v, NULL);
	if (frozen)
		memo_of(c->facts, v.as.dict)->keys = out;
	return out;
}

/* A function's walk over the dicts at and below its first argument. */
struct walk {
	struct rulecall *c;
	const struct tree *tree;
	uint32_t top;	    /* the argument's node */
	struct value key;   /* dicts_with, near_keys: the second argument */
	bool asked, placed; /* the argument's own path is known to be needed, exists */
	struct keypath path;
	struct value out;
};

/* The mark of node i, or of a key in it; false: the argument has no place. The path is looked up at the first hit: most
 * walks have none. */
static bool mark_of(struct walk *w, uint32_t i, struct mark *out)
{
	if (!w->asked) {
		w->asked = true;
		w->placed = facts_path_of(w->c->facts, w->c->ev, rule_node(w->c, 0), &w->path, 0);
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

static bool is_near(const struct str *k, const struct str *word)
{
	return k != word && k->len + 2 >= word->len && k->len <= word->len + 2 && near_possible(k->s, word->s) &&
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

/* Which of the words that rules look for the key is. */
static uint64_t words_of_key(struct barren *b, const struct str *key, uint32_t known)
{
	const struct barren_word *word;
	struct barren_keys k;
	if (barren_key_told(b, key, known, &k))
		return k.words;
	k = (struct barren_keys){ .known = barren_words(b, &word) };
	for (uint32_t i = 0; i < k.known; i++)
		if (word[i].near ? is_near(key, word[i].word) : key == word[i].word)
			k.words |= (uint64_t)1 << i;
	barren_key_tell(b, key, &k);
	return k.words;
}

static void add_keys(struct barren_keys *to, struct barren_keys k)
{
	to->words |= k.words;
	to->dicts = to->dicts + k.dicts < DICTS_MAX ? to->dicts + k.dicts : DICTS_MAX;
}

static struct barren_keys keys_below(struct barren *b, struct value v, uint32_t known, uint32_t depth);

static struct barren_keys keys_inside(struct barren *b, struct value v, uint32_t known, uint32_t depth)
{
	struct barren_keys k = { .known = known, .dicts = v.kind == VALUE_DICT };
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

/* The keys at and below v. What can't be told cheaply has all of them. */
static struct barren_keys keys_below(struct barren *b, struct value v, uint32_t known, uint32_t depth)
{
	struct barren_keys k = { .known = known };
	if (!tree_holds(v))
		return k;
	const struct contents *c = contents_of(barren_contents(b), v);
	if (!c || depth > VALUE_DEPTH_MAX) {
		k.words = UINT64_MAX;
		return k;
	}
	if (barren_below_told(c, known, &k))
		return k;
	k = keys_inside(b, v, known, depth);
	barren_below_tell(b, c, &k);
	return k;
}

/* No dict at or below v has the key, and no dict is left out for want of room. */
static bool barren(struct facts *f, struct value v, const struct str *word, bool near)
{
	const struct barren_word *all;
	uint32_t i = barren_word(f->barren, word, near);
	if (i == BARREN_WORDS)
		return false;
	struct barren_keys k = keys_below(f->barren, v, barren_words(f->barren, &all), 0);
	return !(k.words >> i & 1) && k.dicts < DICTS_MAX;
}

static struct value walk_dicts(struct rulecall *c, struct value v, struct value key,
			       void (*take)(struct walk *w, uint32_t i))
{
	struct facts *f = c->facts;
	if (v.kind == VALUE_UNKNOWN)
		return v;
	if (f->barren && key.kind == VALUE_STR && barren(f, v, key.as.s, take == take_near_keys))
		return value_list(f->arena, VALUE_LIST, 0, nowhere);
	struct walk w = { .c = c, .key = key, .out = value_list(f->arena, VALUE_LIST, 0, nowhere) };
	if (!tree_holds(v))
		return w.out;
	w.tree = &f->tree;
	w.top = tree_find(w.tree, v);
	if (w.top == TREE_NONE) { /* not listed yet, a base's, or made by the expression */
		struct tree *own = arena_new(f->arena, struct tree);
		*own = tree_of(f->arena, v);
		w.tree = own;
		w.top = 0;
	}
	w.out.as.list->open = !each_dict(&w, take);
	return w.out;
}

/* dicts_with(x, 'key'): one walk, where a comprehension over dicts(x) asks each dict in turn */
static struct value fn_dicts_with(struct rulecall *c)
{
	struct value key = rule_arg(c, 1);
	if (!value_is_known(key) || !value_hashable(key))
		return value_is_known(key) ? rule_unknown(c, WHY_TYPE, NULL) : key;
	return walk_dicts(c, rule_arg(c, 0), key, take_dict_with);
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
	if (frozen && asked(memo_of(c->facts, of)->dicts)) {
		hear_place(c);
		return memo_of(c->facts, of)->dicts;
	}
	struct value out = walk_dicts(c, v, value_none(nowhere), take_dict);
	if (frozen)
		memo_of(c->facts, of)->dicts = out;
	return out;
}

/* ---- words ---- */

static struct value fn_nearest(struct rulecall *c)
{
	struct value why = { 0 };
	const struct str *word;
	if (!rule_text(c, 0, &word, &why))
		return why;
	struct value v = rule_arg(c, 1);
	const struct list *l = op_iterate(c->ev, v, c->at, &why);
	if (!l || l->open)
		return value_is_known(v) ? rule_unknown(c, WHY_BASE, NULL) : v;
	const char **list = xcalloc(l->n + 1, sizeof *list);
	size_t n = 0;
	for (uint32_t i = 0; i < l->n; i++)
		if (l->at[i].val.kind == VALUE_STR)
			list[n++] = l->at[i].val.as.s->s;
	const char *near = near_find(word->s, list, n);
	free(list);
	return near ? value_text(near, nowhere) : value_none(nowhere);
}

static struct value fn_distance(struct rulecall *c)
{
	struct value why;
	const struct str *a, *b;
	if (!rule_text(c, 0, &a, &why) || !rule_text(c, 1, &b, &why))
		return why;
	return value_int(near_distance(a->s, b->s), nowhere);
}

static struct value fn_first(struct rulecall *c)
{
	struct value why = { 0 }, v = rule_arg(c, 0);
	const struct list *l = op_iterate(c->ev, v, c->at, &why);
	if (!l)
		return v.kind == VALUE_UNKNOWN ? v : rule_unknown(c, WHY_TYPE, NULL);
	if (l->n && !(l->at[0].flags & EF_MAYBE))
		return l->at[0].val;
	return l->n || l->open ? rule_unknown(c, WHY_BASE, NULL) : facts_absent(c->facts, nowhere, "the first element");
}

/* 0.0002 -> 2e-4: without the exponent's plus sign and leading zeros; what was computed to more digits than anybody
 * writes is shortened to four */
static void print_float(struct buf *b, double x)
{
	char text[40];
	int digits = 1;
	do
		snprintf(text, sizeof text, "%.*e", digits - 1, x);
	while (strtod(text, NULL) != x && ++digits <= 6);
	if (digits > 6)
		snprintf(text, sizeof text, "%.3e", x);
	double size = fabs(x);
	if (digits > 6 && size >= 1e4 && size < 1e15) {
		buf_printf(b, "%.0f", x);
	} else if (size == 0 || (size >= 1e-3 && size < 1e7)) {
		buf_printf(b, "%.15g", strtod(text, NULL));
	} else {
		char *e = strchr(text, 'e'), *end = e;
		while (digits > 6 && end > text && end[-1] == '0')
			end--;
		buf_printf(b, "%.*se%d", (int)(end - text), text, atoi(e + 1));
	}
}

static struct value fn_num(struct rulecall *c)
{
	struct value v = rule_arg(c, 0);
	struct buf b = { 0 };
	if (v.kind == VALUE_FLOAT && isfinite(v.as.f))
		print_float(&b, v.as.f);
	else if (!value_is_known(v) || !op_repr(&b, v))
		return value_is_known(v) ? rule_unknown(c, WHY_TYPE, NULL) : v;
	struct value text = value_str(str_of(buf_str(&b), b.n), nowhere);
	buf_release(&b);
	return text;
}

static struct value fn_plain(struct rulecall *c)
{
	struct value v = rule_arg(c, 0);
	struct buf b = { 0 };
	bool ok = value_is_known(v) && op_repr(&b, v);
	struct value text = ok			? value_str(str_of(buf_str(&b), b.n), nowhere)
			    : value_is_known(v) ? rule_unknown(c, WHY_TYPE, NULL)
						: v;
	buf_release(&b);
	return text;
}

/* ---- files and packages ---- */

static struct value fn_file_tag(struct rulecall *c)
{
	struct value why;
	const struct str *what;
	struct filetag tag;
	if (!rule_text(c, 0, &what, &why))
		return why;
	if (strcmp(what->s, "gpus") && strcmp(what->s, "batch"))
		return rule_unknown(c, WHY_TYPE, what->s);
	if (!filetag_find(c->facts->module->path, &tag))
		return facts_absent(c->facts, nowhere, "8xb4 in the file name");
	return value_int(what->s[0] == 'g' ? tag.gpus : tag.batch, nowhere);
}

static struct value fn_directive(struct rulecall *c)
{
	struct value why;
	const struct str *name;
	if (!rule_text(c, 0, &name, &why))
		return why;
	const char *text = directive_value(c->facts->arena, c->facts->module, name->s);
	return text ? value_text(text, nowhere) : facts_absent(c->facts, nowhere, name->s);
}

static struct value fn_package(struct rulecall *c)
{
	struct value why;
	const struct str *name;
	if (!rule_text(c, 0, &name, &why))
		return why;
	const char *version = package_version(graph_finder(c->facts->graph), c->facts->module->path, name->s);
	return version ? value_text(version, nowhere) : facts_absent(c->facts, nowhere, name->s);
}

/* Whether the config is in the pure-Python style: dicts of imported configs are replaced, never merged. */
static struct value fn_imports(struct rulecall *c)
{
	return rule_bool(c->facts->module->lazy);
}

/* Whether a direct base could be trained as it is; False for a config put together from fragments. */
static struct value fn_inherits_config(struct rulecall *c)
{
	const struct module *m = c->facts->module;
	const struct dialect *d = c->facts->dialect;
	bool doubt = m->bases_unknown || !d || !d->complete;
	for (uint32_t i = 0; !doubt && i < m->nbases; i++) {
		const struct module *base = m->base[i].module;
		struct value v = base ? facts_value_in(c->facts, c->ev, d->complete, base->merged) : (struct value){ 0 };
		if (v.kind == VALUE_BOOL && v.as.b)
			return rule_bool(true);
		doubt = v.kind != VALUE_BOOL;
	}
	return doubt ? rule_unknown(c, WHY_BASE, NULL) : rule_bool(false);
}

static struct value fn_at_least(struct rulecall *c)
{
	struct value why;
	const struct str *version, *floor_;
	if (!rule_text(c, 0, &version, &why) || !rule_text(c, 1, &floor_, &why))
		return why;
	return rule_bool(version_order(version->s, floor_->s) >= 0);
}

/* ---- table ---- */

static const struct rulefn table[] = {
	{ "accepts", 2, 2, rulefn_accepts, READS_VALUES },
	{ "actual", 2, 2, rulefn_actual, READS_VALUES },
	{ "at_least", 2, 2, fn_at_least, READS_VALUES },
	{ "at_level", 2, 2, fn_at_level, READS_CONFIG },
	{ "base", 1, 1, fn_base, READS_PLACES },
	{ "base_sibling", 1, 1, rulefn_base_sibling, READS_CONFIG },
	{ "built_names", 3, 3, rulefn_built_names, READS_VALUES },
	{ "code_reads", 2, 2, rulefn_code_reads, READS_CONFIG },
	{ "code_says", 1, 1, rulefn_code_says, READS_VALUES },
	{ "default", 2, 2, fn_default, READS_VALUES },
	{ "dicts", 1, 1, fn_dicts, READS_VALUES },
	{ "dicts_with", 2, 2, fn_dicts_with, READS_VALUES },
	{ "directive", 1, 1, fn_directive, READS_CONFIG },
	{ "distance", 2, 2, fn_distance, READS_VALUES },
	{ "file.tag", 1, 1, fn_file_tag, READS_CONFIG },
	{ "first", 1, 1, fn_first, READS_VALUES },
	{ "has", 1, 1, fn_has, READS_PLACES },
	{ "holder", 1, 1, rulefn_holder, READS_CONFIG },
	{ "imports", 0, 0, fn_imports, READS_CONFIG },
	{ "inherits_config", 0, 0, fn_inherits_config, READS_CONFIG },
	{ "keys", 1, 255, fn_keys, READS_VALUES },
	{ "known", 1, 1, fn_known, READS_CONFIG },
	{ "loaded", 1, 1, rulefn_loaded, READS_CONFIG },
	{ "near_keys", 2, 3, fn_near_keys, READS_VALUES },
	{ "nearest", 2, 2, fn_nearest, READS_VALUES },
	{ "num", 1, 1, fn_num, READS_VALUES },
	{ "own", 1, 1, fn_own, READS_PLACES },
	{ "package", 1, 1, fn_package, READS_CONFIG },
	{ "params", 1, 1, rulefn_params, READS_VALUES },
	{ "plain", 1, 1, fn_plain, READS_VALUES },
	{ "read_by", 1, 1, rulefn_read_by, READS_VALUES },
	{ "read_keys", 1, 1, rulefn_read_keys, READS_VALUES },
	{ "reads", 2, 2, rulefn_reads, READS_VALUES },
	{ "rejects", 2, 2, rulefn_rejects, READS_VALUES },
	{ "required_missing", 0, 0, rulefn_required_missing, READS_CONFIG },
	{ "type_is", 2, 255, fn_type_is, READS_VALUES },
	{ "type_name", 1, 1, fn_type_name, READS_VALUES },
};

const struct rulefn *rulefn_all(size_t *n)
{
	*n = ARRAY_SIZE(table);
	return table;
}

static int by_name(const void *name, const void *row)
{
	return strcmp(name, ((const struct rulefn *)row)->name);
}

const struct rulefn *rulefn_find(const char *name)
{
	return bsearch(name, table, ARRAY_SIZE(table), sizeof *table, by_name);
}

const struct rulefn *rulefn_of(const struct vocab *v, const struct node *call)
{
	const struct node *callee = call->kid[0];
	const struct fixed_name *x = callee->kind == NODE_NAME ? vocab_name(v, callee->text) : NULL;
	if (x || callee->kind != NODE_ATTR || callee->kid[0]->kind != NODE_NAME)
		return x ? x->fn : NULL;
	x = vocab_name(v, callee->kid[0]->text);
	return x && x->special == SPECIAL_FILE && !strcmp(callee->text->s, "tag") ? rulefn_find("file.tag") : NULL;
}

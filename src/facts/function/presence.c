// SPDX-License-Identifier: MIT
/* Rule functions about presence, levels, types, keys, words, numbers, files and packages, as listed in
 * docs/writing-rules.md. Each returns Unknown rather than a guess, and "absent" (a kind of Unknown) for what is
 * certainly missing.
 *
 *	has(cfg.lr_config)	True, False, or Unknown where it may be there */
#include "base/near.h"
#include "base/path.h"
#include "subject/comment.h"
#include "project/allowed.h"
#include "project/root.h"
#include "project/versions.h"
#include "facts/filetag.h"
#include "facts/function/priv.h"
#include "python/ops/seq.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include "config/config_subject.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct span nowhere;

/* ---- presence ---- */

static struct value fn_own(struct rulecall *c)
{
	return facts_value_in(c->facts_ctx, rule_node(c, 0), facts_level(c->facts, LEVEL_OWN));
}

static struct value fn_base(struct rulecall *c)
{
	return facts_value_in(c->facts_ctx, rule_node(c, 0), facts_level(c->facts, LEVEL_INHERITED));
}

/* own(...) or base(...): the argument is that side's value, not a place in the effective config */
static bool of_a_side(const struct rulecall *c, const struct node *n)
{
	const struct rulefn *fn = n->kind == NODE_CALL ? vocab_function(c->facts->vocab, n) : NULL;
	return fn && (fn->looks == LOOKS_OWN || fn->looks == LOOKS_BASE);
}

static struct value fn_has(struct rulecall *c)
{
	struct keypath p;
	if (!c->facts_ctx->root && !of_a_side(c, rule_node(c, 0)) &&
	    facts_path_of(c->facts_ctx, rule_node(c, 0), &p, 0))
		return facts_has(c->facts, p);
	struct value v = rule_arg(c, 0);
	if (value_is_known(v))
		return rule_bool(true);
	return facts_is_absent(v) ? rule_bool(false) : v;
}

static struct value fn_placed(struct rulecall *c)
{
	struct keypath p;
	return rule_bool(facts_path_of(c->facts_ctx, rule_node(c, 0), &p, 0) && p.n);
}

static struct value fn_default(struct rulecall *c)
{
	struct value v = rule_arg(c, 0);
	return facts_is_absent(v) ? rule_arg(c, 1) : v;
}

static struct value fn_at_level(struct rulecall *c)
{
	const struct facts *f = c->facts;
	struct keypath q;
	if (!facts_path_of(c->facts_ctx, rule_node(c, 1), &q, 0))
		return rule_unknown(c, WHY_UNMAPPED, NULL);
	struct slot s = facts_slot(f, q);
	if (s.found != q.n)
		return s.val;
	const struct subject *owner = subject_owner(f->subject->set, s.use.file ? s.use.file : s.key.file);
	if (!owner)
		return rule_unknown(c, WHY_BASE, NULL);
	return facts_value_in(c->facts_ctx, rule_node(c, 0), owner->tree);
}

static bool same_literal(struct value x, struct value y)
{
	return x.kind == y.kind && x.at.file && span_same(x.at, y.at);
}

/* The top-level key that got the value from the same literal, for a value at another place. */
static struct value fn_variable(struct rulecall *c)
{
	const struct subject *s = c->facts->subject;
	struct keypath p;
	struct dict_iter it;
	const struct entry *e;
	if (!facts_path_of(c->facts_ctx, rule_node(c, 0), &p, 0))
		return rule_unknown(c, WHY_UNMAPPED, NULL);
	struct slot at = facts_slot(c->facts, p);
	if (at.found != p.n || p.n < 2 || s->tree.kind != VALUE_DICT)
		return facts_absent(c->facts, nowhere, "a variable of the same text");
	for (dict_begin(&it, s->tree.as.dict); (e = dict_next(&it));)
		if (e->key.kind == VALUE_STR && !(e->flags & EF_MAYBE) && same_literal(e->val, at.val))
			return e->key;
	return facts_absent(c->facts, nowhere, "a variable of the same text");
}

static struct value fn_known(struct rulecall *c)
{
	const struct node *x = rule_node(c, 0);
	const char *member = x->kind == NODE_ATTR ? x->text->s : "";
	bool gpus = !strcmp(member, "gpus") || !strcmp(member, "nodes");
	if (value_is_known(rule_arg(c, 0)) && !(gpus && c->facts->machine->gpus_guessed))
		return rule_bool(true);
	c->facts->machine_reads.gpus |= gpus;
	c->facts->machine_reads.cores |= !strcmp(member, "cores");
	return rule_bool(c->facts->open_guards);
}

/* ---- types ---- */

bool rule_matches(const char *name, size_t len, const struct str *pattern)
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

/* Most names of a long list differ in the first letter. */
static bool begins_otherwise(const struct node *pattern, const char *name)
{
	return name && pattern->kind == NODE_STR && !(pattern->flags & NF_BYTES) && pattern->text->s[0] != '*' &&
	       pattern->text->s[0] != name[0];
}

struct value rule_type_among(struct rulecall *c, struct value of)
{
	struct value v = rule_type_value(c, of), why;
	if (!value_is_known(v))
		return v;
	const char *name = rule_type_text(v);
	size_t len = name ? strlen(name) : 0;
	for (uint32_t i = 1; i < c->n; i++) {
		const struct str *pattern;
		if (begins_otherwise(rule_node(c, i), name))
			continue;
		if (!rule_text(c, i, &pattern, &why))
			return why;
		if (name && rule_matches(name, len, pattern))
			return rule_bool(true);
	}
	return rule_bool(false);
}

static struct value fn_type_is(struct rulecall *c)
{
	return rule_type_among(c, rule_arg(c, 0));
}

static struct value fn_type_name(struct rulecall *c)
{
	struct value v = rule_type_value(c, rule_arg(c, 0));
	if (!value_is_known(v))
		return v;
	const char *name = rule_type_text(v);
	return name ? value_text(name, nowhere) : facts_absent(c->facts, v.at, "type");
}

/* ---- keys ---- */

struct container_memo *rule_memo(struct facts *f, const void *of)
{
	struct container_memo *m = map_get(&f->memo, of);
	if (!m) {
		m = arena_new(f->arena, struct container_memo);
		map_put(f->arena, &f->memo, of, m);
	}
	return m;
}

/* keys(d, 'a', 'b'): whether the key is one of those; without names (NULL) all are */
static bool wanted(const struct str *const *name, uint32_t n, struct value key)
{
	bool found = !name;
	for (uint32_t i = 0; i < n && !found; i++)
		found = key.kind == VALUE_STR && name[i] == key.as.s;
	return found;
}

/* mark NULL: they have no place. */
static struct value marked_keys(struct facts *f, const struct dict *d, const struct mark *mark,
				const struct str *const *name, uint32_t n)
{
	struct value out = value_list(f->arena, VALUE_LIST, name ? 0 : d->count, nowhere), first = { 0 };
	out.as.list->open = d->open;
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, d); (e = dict_next(&it));) {
		struct value key = e->key;
		if (!wanted(name, n, key))
			continue;
		if (e->flags & EF_MAYBE) {
			out.as.list->open = true;
			continue;
		}
		if (mark && !out.as.list->n)
			first = facts_mark_as(f, key, mark);
		if (mark)
			key.spare = first.spare; /* one mark for all: each adds itself */
		list_push(f->arena, out.as.list, key, e->key.at);
	}
	return out;
}

static struct value list_keys(struct rulecall *c, struct value v, const struct str *const *name)
{
	struct mark mark = { .keys = true };
	bool side = of_a_side(c, rule_node(c, 0)); /* it may have no other place */
	if (side)
		mark.of = v;
	bool placed = side || facts_path_of(c->facts_ctx, rule_node(c, 0), &mark.up, 0);
	return marked_keys(c->facts, v.as.dict, placed ? &mark : NULL, name, c->n - 1);
}

static struct value keys_named(struct rulecall *c, struct value v)
{
	const struct str **name = arena_array(c->facts->arena, const struct str *, c->n);
	bool any = v.as.dict->open;
	struct dict_iter it;
	const struct entry *e;
	for (uint32_t i = 1; i < c->n; i++) {
		struct value why;
		if (!rule_text(c, i, &name[i - 1], &why))
			return why;
	}
	for (dict_begin(&it, v.as.dict); !any && (e = dict_next(&it));)
		any = wanted(name, c->n - 1, e->key);
	return any ? list_keys(c, v, name) : value_list(c->facts->arena, VALUE_LIST, 0, nowhere);
}

static struct value fn_keys(struct rulecall *c)
{
	struct value v = rule_arg(c, 0);
	if (v.kind != VALUE_DICT) /* `grad_clip=None` certainly has no keys */
		return v.kind == VALUE_UNKNOWN ? v : value_list(c->facts->arena, VALUE_LIST, 0, nowhere);
	if (c->n > 1)
		return keys_named(c, v);
	if (of_a_side(c, rule_node(c, 0)))
		return list_keys(c, v, NULL);
	bool frozen = v.as.dict->frozen; /* others may change while the expression runs */
	struct container_memo *m = frozen ? rule_memo(c->facts, v.as.dict) : NULL;
	if (m && value_is_known(m->keys))
		return m->keys;
	struct value out = list_keys(c, v, NULL);
	if (m)
		m->keys = out;
	return out;
}

/* ---- words ---- */

static bool has_word(const struct list *l, const struct str *word)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (l->at[i].val.kind == VALUE_STR && l->at[i].val.as.s == word)
			return true;
	return false;
}

/* NULL: none is similar. */
static const char *nearest_in(const struct list *l, const struct str *word)
{
	const char **list = xcalloc(l->n + 1, sizeof *list);
	size_t n = 0;
	for (uint32_t i = 0; i < l->n; i++) {
		const struct str *s = l->at[i].val.kind == VALUE_STR ? l->at[i].val.as.s : NULL;
		if (s && rule_may_be_near(s, word))
			list[n++] = s->s;
	}
	const char *near = near_find(word->s, list, n);
	free(list);
	return near;
}

/* The i-th argument's items, all of them known; NULL: *why is the Unknown to return. */
static const struct list *list_arg(struct rulecall *c, uint32_t i, struct value *v, struct value *why)
{
	*v = rule_arg(c, i);
	const struct list *l = op_iterate(c->facts_ctx->ev, *v, c->at, why);
	if (l && !l->open)
		return l;
	*why = value_is_known(*v) ? rule_unknown(c, WHY_BASE, NULL) : *v;
	return NULL;
}

static struct value fn_nearest(struct rulecall *c)
{
	struct value why = { 0 }, names;
	const struct str *word;
	if (!rule_text(c, 0, &word, &why))
		return why;
	const struct list *l = list_arg(c, 1, &names, &why);
	const char *near = l ? nearest_in(l, word) : NULL;
	return !l ? why : near ? value_text(near, nowhere) : value_none(nowhere);
}

static bool is_slip(struct facts *f, const struct str *word, struct value names, const struct list *l)
{
	bool remembers = f->search_cache && value_is_frozen(names); /* the dialect's */
	uint32_t cached = remembers ? search_cache_number(f->search_cache, word, names.as.list, false) : 0;
	bool slip = cached ? cached - 1 : !has_word(l, word) && nearest_in(l, word);
	if (remembers && !cached)
		search_cache_put_number(f->search_cache, word, names.as.list, false, slip);
	return slip;
}

/* near_words(words, names): the words that are none of the names, but similar to one; an open list may have more */
static struct value fn_near_words(struct rulecall *c)
{
	struct value why = { 0 }, words = rule_arg(c, 0), names;
	if (!value_is_listlike(words))
		return words.kind == VALUE_UNKNOWN ? words : rule_unknown(c, WHY_TYPE, NULL);
	const struct list *from = words.as.list, *l = list_arg(c, 1, &names, &why);
	struct value out = value_list(c->facts->arena, VALUE_LIST, 0, nowhere);
	out.as.list->open = from->open;
	for (uint32_t i = 0; l && i < from->n; i++) {
		struct value word = from->at[i].val;
		if (word.kind != VALUE_STR || !is_slip(c->facts, word.as.s, names, l))
			continue;
		if (from->at[i].flags & EF_MAYBE)
			out.as.list->open = true;
		else
			list_push(c->facts->arena, out.as.list, word, word.at);
	}
	return l ? out : why;
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
	const struct list *l = op_iterate(c->facts_ctx->ev, v, c->at, &why);
	if (!l)
		return v.kind == VALUE_UNKNOWN ? v : rule_unknown(c, WHY_TYPE, NULL);
	if (l->n && !(l->at[0].flags & EF_MAYBE))
		return l->at[0].val;
	return l->n || l->open ? rule_unknown(c, WHY_BASE, NULL) : facts_absent(c->facts, nowhere, "the first element");
}

/* 0.0002 -> 2e-4: without the exponent's plus sign and leading zeros; a computed value with more digits than anyone
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
	const struct str *what, *name = NULL;
	struct filetag tag;
	if (!rule_text(c, 0, &what, &why) || (c->n > 1 && !rule_text(c, 1, &name, &why)))
		return why;
	if (strcmp(what->s, "gpus") && strcmp(what->s, "batch"))
		return rule_unknown(c, WHY_TYPE, what->s);
	if (!filetag_find(name ? name->s : c->facts->subject->path, &tag))
		return facts_absent(c->facts, nowhere, "8xb4 in the file name");
	return value_int(what->s[0] == 'g' ? tag.gpus : tag.batch, nowhere);
}

static struct value fn_directive(struct rulecall *c)
{
	struct value why;
	const struct str *name;
	if (!rule_text(c, 0, &name, &why))
		return why;
	const char *text = directive_value(c->facts->arena, c->facts->subject, name->s);
	return text ? value_text(text, nowhere) : facts_absent(c->facts, nowhere, name->s);
}

static struct value fn_package(struct rulecall *c)
{
	struct value why;
	const struct str *name;
	if (!rule_text(c, 0, &name, &why))
		return why;
	const char *version =
		package_version(graph_folders(subject_graph(c->facts->subject->set)), c->facts->subject->path, name->s);
	return version ? value_text(version, nowhere) : facts_absent(c->facts, nowhere, name->s);
}

/* unrelated(x): x; its dependencies don't become those of the finding. */
static struct value fn_unrelated(struct rulecall *c)
{
	return facts_eval_in(c->facts_ctx, rule_node(c, 0), c->facts_ctx->names, NULL);
}

/* sure(x, d) */
static struct value fn_sure(struct rulecall *c)
{
	struct value v = rule_arg(c, 0);
	return v.kind == VALUE_UNKNOWN ? rule_arg(c, 1) : v;
}

/* version_limit('mmcv', FILES...): the first file with a limit counts. */
static struct value fn_version_limit(struct rulecall *c)
{
	struct value why;
	const struct str *name, *file;
	if (!rule_text(c, 0, &name, &why))
		return why;
	for (uint32_t i = 1; i < c->n; i++) {
		if (!rule_text(c, i, &file, &why))
			return why;
		const char *version = package_limit(graph_folders(subject_graph(c->facts->subject->set)),
						    c->facts->arena, c->facts->subject->path, name->s, file->s);
		if (version)
			return value_text(version, nowhere);
	}
	return facts_absent(c->facts, nowhere, name->s);
}

/* version_least('torch'): the lowest version that the files of the nearest folder which name the package allow. */
static struct value fn_version_least(struct rulecall *c)
{
	struct facts *f = c->facts;
	const struct str *name;
	struct value why;
	if (!rule_text(c, 0, &name, &why))
		return why;
	const char *least = package_least(graph_folders(subject_graph(f->subject->set)), f->subject->path, name);
	return least ? value_text(least, nowhere) : facts_absent(f, nowhere, name->s);
}

/* Whether the config is in the pure-Python style: dicts of imported configs are replaced, never merged. */
static struct value fn_imports(struct rulecall *c)
{
	return rule_bool(subject_config(c->facts->subject)->imported);
}

/* Names of all files that the config inherits from, without extension, nearest first. */
static struct value fn_base_names(struct rulecall *c)
{
	struct ancestry all;
	struct value out = value_list(c->facts->arena, VALUE_LIST, 0, nowhere);
	module_ancestry(subject_config(c->facts->subject), &all);
	for (uint32_t i = 1; i < all.n; i++) {
		const char *name = path_base(all.at[i]->path);
		size_t len = strlen(name) - strlen(path_ext(name));
		list_push(c->facts->arena, out.as.list, value_str(str_of(name, len), nowhere), nowhere);
	}
	out.as.list->open = all.cut;
	return out;
}

/* Whether a direct base could be trained as it is; False for a config that consists of fragments. */
static struct value fn_inherits_config(struct rulecall *c)
{
	const struct module *m = subject_config(c->facts->subject);
	const struct dialect *d = c->facts->dialect;
	bool doubt = m->bases_unknown || !d || !d->complete;
	for (uint32_t i = 0; !doubt && i < m->nbases; i++) {
		const struct module *base = m->base[i].module;
		struct value v = base ? facts_value_in(c->facts_ctx, d->complete, base->merged) : (struct value){ 0 };
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

/* ---- rows ---- */

static const struct rulefn rows[] = {
	{ "at_least", 2, 2, fn_at_least, LOOKS_VALUE, OF_ANY },
	{ "at_level", 2, 2, fn_at_level, LOOKS_SETTER, OF_ANY },
	{ "base", 1, 1, fn_base, LOOKS_BASE, OF_ANY },
	{ "base_names", 0, 0, fn_base_names, LOOKS_ALL, OF_CONFIGS },
	{ "default", 2, 2, fn_default, LOOKS_FIRST, OF_ANY },
	{ "directive", 1, 1, fn_directive, LOOKS_ALL, OF_ANY },
	{ "distance", 2, 2, fn_distance, LOOKS_VALUE, OF_ANY },
	{ "file.tag", 1, 2, fn_file_tag, LOOKS_ALL, OF_ANY },
	{ "first", 1, 1, fn_first, LOOKS_VALUE, OF_ANY },
	{ "has", 1, 1, fn_has, LOOKS_PLACE, OF_ANY },
	{ "imports", 0, 0, fn_imports, LOOKS_ALL, OF_CONFIGS },
	{ "inherits_config", 0, 0, fn_inherits_config, LOOKS_ALL, OF_CONFIGS },
	{ "keys", 1, 255, fn_keys, LOOKS_KEYS, OF_ANY },
	{ "known", 1, 1, fn_known, LOOKS_MACHINE, OF_ANY },
	{ "variable", 1, 1, fn_variable, LOOKS_ALL, OF_CONFIGS },
	{ "version_least", 1, 1, fn_version_least, LOOKS_ALL, OF_CONFIGS },
	{ "version_limit", 2, 255, fn_version_limit, LOOKS_VALUE, OF_CONFIGS },
	{ "near_words", 2, 2, fn_near_words, LOOKS_VALUE, OF_ANY },
	{ "nearest", 2, 2, fn_nearest, LOOKS_VALUE, OF_ANY },
	{ "num", 1, 1, fn_num, LOOKS_VALUE, OF_ANY },
	{ "own", 1, 1, fn_own, LOOKS_OWN, OF_ANY },
	{ "package", 1, 1, fn_package, LOOKS_VALUE, OF_CONFIGS },
	{ "placed", 1, 1, fn_placed, LOOKS_PLACE, OF_ANY },
	{ "plain", 1, 1, fn_plain, LOOKS_VALUE, OF_ANY },
	{ "sure", 2, 2, fn_sure, LOOKS_VALUE, OF_ANY },
	{ "unrelated", 1, 1, fn_unrelated, LOOKS_VALUE, OF_ANY },
	{ "type_is", 2, 255, fn_type_is, LOOKS_TYPE, OF_ANY },
	{ "type_name", 1, 1, fn_type_name, LOOKS_TYPE, OF_ANY },
};

const struct rulefns rulefns_presence = { rows, ARRAY_SIZE(rows) };

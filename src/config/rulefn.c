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

static struct value fn_has(struct rulecall *c)
{
	struct keypath p;
	if (facts_path_of(c->facts, c->ev, rule_node(c, 0), &p, 0)) {
		struct slot s = facts_slot(c->facts, p);
		if (s.found == p.n)
			return rule_bool(true);
		return rule_absent(s.val) ? rule_bool(false) : s.val;
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

static struct value fn_own(struct rulecall *c)
{
	return facts_value_in(c->facts, c->ev, rule_node(c, 0), c->facts->module->own);
}

static struct value fn_base(struct rulecall *c)
{
	return facts_value_in(c->facts, c->ev, rule_node(c, 0), c->facts->module->inherited);
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

static bool matches(const char *name, const char *pattern)
{
	size_t n = strlen(pattern), len = strlen(name);
	bool head = n && pattern[0] == '*', tail = n > 1 && pattern[n - 1] == '*';
	const char *core = pattern + head;
	size_t ncore = n - head - tail;
	if (ncore > len)
		return false;
	if (head && tail)
		return memmem(name, len, core, ncore) != NULL;
	if (head)
		return !memcmp(name + len - ncore, core, ncore);
	return tail ? !memcmp(name, core, ncore) : !strcmp(name, pattern);
}

static struct value fn_type_is(struct rulecall *c)
{
	struct value v = rule_type_value(c, rule_arg(c, 0)), why;
	if (!value_is_known(v))
		return v;
	const char *name = rule_type_text(v);
	for (uint32_t i = 1; i < c->n; i++) {
		const struct str *pattern;
		if (!rule_text(c, i, &pattern, &why))
			return why;
		if (name && matches(name, pattern->s))
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

static struct value list_keys(struct rulecall *c, struct value v)
{
	struct facts *f = c->facts;
	struct value out = value_list(f->arena, VALUE_LIST, v.as.dict->count, nowhere);
	struct keypath p;
	bool placed = facts_path_of(f, c->ev, rule_node(c, 0), &p, 0);
	out.as.list->open = v.as.dict->open;
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, v.as.dict); (e = dict_next(&it));) {
		struct value key = e->key;
		if (e->flags & EF_MAYBE) {
			out.as.list->open = true;
			continue;
		}
		if (placed)
			key = facts_mark(f, key, keypath_add(f->arena, p, e->key));
		list_push(f->arena, out.as.list, key, e->key.at);
	}
	return out;
}

static struct value fn_keys(struct rulecall *c)
{
	struct value v = rule_arg(c, 0);
	if (v.kind != VALUE_DICT)
		return v.kind == VALUE_UNKNOWN ? v : rule_unknown(c, WHY_TYPE, NULL);
	bool frozen = v.as.dict->frozen; /* others may change while the expression runs */
	struct container_memo *m = frozen ? memo_of(c->facts, v.as.dict) : NULL;
	if (m && asked(m->keys))
		return m->keys;
	struct value out = list_keys(c, v);
	if (frozen)
		memo_of(c->facts, v.as.dict)->keys = out;
	return out;
}

struct walk {
	struct facts *f;
	struct keypath path;
	struct value val;
	bool placed;
};
VEC(walks, struct walk);

static void walk_push(struct walks *w, struct walk from, struct value part, struct value v)
{
	if (v.kind != VALUE_DICT && v.kind != VALUE_LIST && v.kind != VALUE_TUPLE)
		return;
	if (from.placed)
		from.path = keypath_add(from.f->arena, from.path, part);
	from.val = v;
	vec_push(w, from);
}

/* children in reverse, so that the stack gives them in order */
static void walk_kids(struct walks *w, struct walk x)
{
	size_t first = w->n;
	if (x.val.kind == VALUE_DICT) {
		struct dict_iter it;
		const struct entry *e;
		for (dict_begin(&it, x.val.as.dict); (e = dict_next(&it));)
			if (!(e->flags & EF_MAYBE))
				walk_push(w, x, e->key, e->val);
	} else {
		for (uint32_t i = 0; i < x.val.as.list->n; i++)
			walk_push(w, x, value_int(i, nowhere), x.val.as.list->at[i].val);
	}
	for (size_t i = first, j = w->n; i + 1 < j; i++) {
		struct walk t = w->at[i];
		w->at[i] = w->at[--j];
		w->at[j] = t;
	}
}

/* Calls `take` for every dict at or below v, in order. false: there were too many. */
static bool each_dict(struct rulecall *c, struct value v, void (*take)(struct rulecall *c, const struct walk *x, struct value *out),
		      struct value *out)
{
	struct walks w = { 0 };
	struct walk first = { .f = c->facts, .val = v };
	first.placed = facts_path_of(c->facts, c->ev, rule_node(c, 0), &first.path, 0);
	vec_push(&w, first);
	uint32_t n = 0;
	while (w.n && n < DICTS_MAX) {
		struct walk x = w.at[--w.n];
		if (x.val.kind == VALUE_DICT) {
			take(c, &x, out);
			n++;
		}
		walk_kids(&w, x);
	}
	bool all = w.n == 0;
	vec_release(&w);
	return all;
}

static void take_dict(struct rulecall *c, const struct walk *x, struct value *out)
{
	struct facts *f = c->facts;
	list_push(f->arena, out->as.list, x->placed ? facts_mark(f, x->val, x->path) : x->val, x->val.at);
}

static void take_dict_with(struct rulecall *c, const struct walk *x, struct value *out)
{
	if (dict_find(x->val.as.dict, rule_arg(c, 1)))
		take_dict(c, x, out);
}

static void take_near_keys(struct rulecall *c, const struct walk *x, struct value *out)
{
	const struct str *word = rule_arg(c, 1).as.s;
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, x->val.as.dict); (e = dict_next(&it));) {
		const struct str *k = e->key.kind == VALUE_STR && !(e->flags & EF_MAYBE) ? e->key.as.s : NULL;
		if (!k || k == word || k->len + 2 < word->len || k->len > word->len + 2 ||
		    !near_possible(k->s, word->s) || near_distance(k->s, word->s) > 2)
			continue;
		if (c->n > 2 && !value_same(e->val, rule_arg(c, 2)))
			continue;
		struct value key = e->key;
		if (x->placed)
			key = facts_mark(c->facts, key, keypath_add(c->facts->arena, x->path, e->key));
		list_push(c->facts->arena, out->as.list, key, e->key.at);
	}
}

static struct value walk_dicts(struct rulecall *c, struct value v,
			       void (*take)(struct rulecall *c, const struct walk *x, struct value *out))
{
	struct value out = value_list(c->facts->arena, VALUE_LIST, 16, nowhere);
	if (v.kind == VALUE_UNKNOWN)
		return v;
	if (v.kind == VALUE_DICT || v.kind == VALUE_LIST || v.kind == VALUE_TUPLE)
		out.as.list->open = !each_dict(c, v, take, &out);
	return out;
}

/* dicts_with(x, 'key'): one walk, where a comprehension over dicts(x) asks each dict in turn */
static struct value fn_dicts_with(struct rulecall *c)
{
	struct value key = rule_arg(c, 1);
	if (!value_is_known(key) || !value_hashable(key))
		return value_is_known(key) ? rule_unknown(c, WHY_TYPE, NULL) : key;
	return walk_dicts(c, rule_arg(c, 0), take_dict_with);
}

static struct value fn_near_keys(struct rulecall *c)
{
	const struct str *word;
	struct value why;
	if (!rule_text(c, 1, &word, &why))
		return why;
	return walk_dicts(c, rule_arg(c, 0), take_near_keys);
}

static struct value fn_dicts(struct rulecall *c)
{
	struct value v = rule_arg(c, 0);
	bool list = v.kind == VALUE_LIST || v.kind == VALUE_TUPLE;
	if (v.kind != VALUE_DICT && !list)
		return v.kind == VALUE_UNKNOWN ? v : value_list(c->facts->arena, VALUE_LIST, 0, nowhere);
	const void *of = list ? (const void *)v.as.list : v.as.dict;
	bool frozen = list ? v.as.list->frozen : v.as.dict->frozen;
	if (frozen && asked(memo_of(c->facts, of)->dicts))
		return memo_of(c->facts, of)->dicts;
	struct value out = walk_dicts(c, v, take_dict);
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
	{ "accepts", 2, 2, rulefn_accepts },
	{ "actual", 2, 2, rulefn_actual },
	{ "at_least", 2, 2, fn_at_least },
	{ "at_level", 2, 2, fn_at_level },
	{ "base", 1, 1, fn_base },
	{ "base_sibling", 1, 1, rulefn_base_sibling },
	{ "code_reads", 2, 2, rulefn_code_reads },
	{ "default", 2, 2, fn_default },
	{ "dicts", 1, 1, fn_dicts },
	{ "dicts_with", 2, 2, fn_dicts_with },
	{ "directive", 1, 1, fn_directive },
	{ "distance", 2, 2, fn_distance },
	{ "file.tag", 1, 1, fn_file_tag },
	{ "first", 1, 1, fn_first },
	{ "has", 1, 1, fn_has },
	{ "holder", 1, 1, rulefn_holder },
	{ "keys", 1, 1, fn_keys },
	{ "known", 1, 1, fn_known },
	{ "loaded", 1, 1, rulefn_loaded },
	{ "near_keys", 2, 3, fn_near_keys },
	{ "nearest", 2, 2, fn_nearest },
	{ "num", 1, 1, fn_num },
	{ "own", 1, 1, fn_own },
	{ "package", 1, 1, fn_package },
	{ "params", 1, 1, rulefn_params },
	{ "plain", 1, 1, fn_plain },
	{ "read_by", 1, 1, rulefn_read_by },
	{ "read_keys", 1, 1, rulefn_read_keys },
	{ "reads", 2, 2, rulefn_reads },
	{ "rejects", 2, 2, rulefn_rejects },
	{ "required_missing", 0, 0, rulefn_required_missing },
	{ "type_is", 2, 255, fn_type_is },
	{ "type_name", 1, 1, fn_type_name },
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

const struct rulefn *rulefn_of(const struct node *call)
{
	const struct node *callee = call->kid[0];
	if (callee->kind == NODE_NAME)
		return rulefn_find(callee->text->s);
	bool file = callee->kind == NODE_ATTR && callee->kid[0]->kind == NODE_NAME &&
		    !strcmp(callee->kid[0]->text->s, "file");
	return file && !strcmp(callee->text->s, "tag") ? rulefn_find("file.tag") : NULL;
}

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
	struct keypath p; /* of the effective config: inside own() and base() only the value is that side's */
	if (!c->facts->root && facts_path_of(c->facts, c->ev, rule_node(c, 0), &p, 0)) {
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
			key = facts_mark_as(f, key, &(struct mark){ .up = p, .part = e->key, .has_part = true });
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
			m.part = e->key;
			m.has_part = true;
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

static struct value walk_dicts(struct rulecall *c, struct value v, struct value key,
			       void (*take)(struct walk *w, uint32_t i))
{
	struct facts *f = c->facts;
	if (v.kind == VALUE_UNKNOWN)
		return v;
	struct walk w = { .c = c, .key = key, .out = value_list(f->arena, VALUE_LIST, 0, nowhere) };
	if (!tree_holds(v))
		return w.out;
	w.tree = facts_tree(f);
	w.top = tree_find(w.tree, v);
	if (w.top == TREE_NONE) { /* a base's, or made by the expression */
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
	if (frozen && asked(memo_of(c->facts, of)->dicts))
		return memo_of(c->facts, of)->dicts;
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
	{ "accepts", 2, 2, rulefn_accepts, READS_ARGUMENTS },
	{ "actual", 2, 2, rulefn_actual, READS_ARGUMENTS },
	{ "at_least", 2, 2, fn_at_least, READS_ARGUMENTS },
	{ "at_level", 2, 2, fn_at_level, READS_ARGUMENTS },
	{ "base", 1, 1, fn_base, READS_LEVEL },
	{ "base_sibling", 1, 1, rulefn_base_sibling, READS_ANYTHING },
	{ "code_reads", 2, 2, rulefn_code_reads, READS_ANYTHING },
	{ "default", 2, 2, fn_default, READS_ARGUMENTS },
	{ "dicts", 1, 1, fn_dicts, READS_ARGUMENTS },
	{ "dicts_with", 2, 2, fn_dicts_with, READS_ARGUMENTS },
	{ "directive", 1, 1, fn_directive, READS_FILE },
	{ "distance", 2, 2, fn_distance, READS_ARGUMENTS },
	{ "file.tag", 1, 1, fn_file_tag, READS_FILE },
	{ "first", 1, 1, fn_first, READS_ARGUMENTS },
	{ "has", 1, 1, fn_has, READS_ARGUMENTS },
	{ "holder", 1, 1, rulefn_holder, READS_ANYTHING },
	{ "inherits_config", 0, 0, fn_inherits_config, READS_ANYTHING },
	{ "keys", 1, 1, fn_keys, READS_ARGUMENTS },
	{ "known", 1, 1, fn_known, READS_ARGUMENTS },
	{ "loaded", 1, 1, rulefn_loaded, READS_ANYTHING },
	{ "near_keys", 2, 3, fn_near_keys, READS_ARGUMENTS },
	{ "nearest", 2, 2, fn_nearest, READS_ARGUMENTS },
	{ "num", 1, 1, fn_num, READS_ARGUMENTS },
	{ "own", 1, 1, fn_own, READS_LEVEL },
	{ "package", 1, 1, fn_package, READS_ARGUMENTS },
	{ "params", 1, 1, rulefn_params, READS_ARGUMENTS },
	{ "plain", 1, 1, fn_plain, READS_ARGUMENTS },
	{ "read_by", 1, 1, rulefn_read_by, READS_ARGUMENTS },
	{ "read_keys", 1, 1, rulefn_read_keys, READS_ARGUMENTS },
	{ "reads", 2, 2, rulefn_reads, READS_ARGUMENTS },
	{ "rejects", 2, 2, rulefn_rejects, READS_ARGUMENTS },
	{ "required_missing", 0, 0, rulefn_required_missing, READS_REQUIRED },
	{ "type_is", 2, 255, fn_type_is, READS_ARGUMENTS },
	{ "type_name", 1, 1, fn_type_name, READS_ARGUMENTS },
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

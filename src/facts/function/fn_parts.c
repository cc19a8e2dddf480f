// SPDX-License-Identifier: MIT
/* Rule functions about the parts of a model and of its data: the arguments of the class behind a dict, and its facts
 * in rules/parts/. The project's own code comes before the tables. A class at another place than the table's is
 * another class, of which nothing is known. */
#include "code/classes/member.h"
#include "facts/function/located.h"
#include "facts/function/fn_parts.h"
#include "facts/function/priv.h"
#include "facts/type_scope.h"
#include "python/value/dict.h"
#include <string.h>

enum { LEAVES_MAX = 1000, LEAVES_DEEP = 16 };
static const struct span nowhere;

/* ---- arguments and facts ---- */

struct around { /* names of a row's expressions, for one dict */
	struct rulecall *call;
	struct value dict;
	const struct located *at;
};

static struct value fact_of(struct around *x, const struct str *name);

/* v with its place below the dict. */
static struct value placed(struct facts *f, struct value dict, struct value v, const struct str *key)
{
	struct keypath p;
	if (!tree_holds(v) || !facts_marked(f, dict, &p))
		return v;
	return facts_mark(f, v, keypath_add(f->arena, p, value_str(key, nowhere)));
}

/* The class's constructor passes another value to that of the row: *out, a text or unknown. */
static bool changed_arg(struct around *x, const struct str *name, struct value *out)
{
	const struct list *all = x->at->changes;
	uint32_t n = 0;
	if (!part_changes(x->at, "~", name->s, name->len))
		return false;
	*out = part_unknown(x->call, x->dict, "a constructor gives its base another");
	for (uint32_t i = 0; i < all->n; i++) {
		struct value v = all->at[i].val;
		const char *s = v.kind == VALUE_STR ? v.as.s->s : "";
		n += *s == '~' && !strcmp(s + 1, name->s);
		if (*s == '=' && !strncmp(s + 1, name->s, name->len) && s[1 + name->len] == ' ')
			*out = value_text(s + 2 + name->len, x->dict.at);
	}
	if (n > 1)
		*out = part_unknown(x->call, x->dict, "a constructor gives its base another");
	return true;
}

/* The argument's value: from the config, else the default of the code, else that of the table. */
static struct value arg_of(struct around *x, const struct str *name)
{
	struct facts *f = x->call->facts;
	const struct dict *d = x->dict.as.dict;
	const struct entry *e = dict_find(d, value_str(name, nowhere));
	struct value own;
	if (x->at->changes && changed_arg(x, name, &own))
		return own;
	if (e && !(e->flags & EF_MAYBE))
		return placed(f, x->dict, e->val, name);
	if (e || d->open)
		return rule_unknown(x->call, WHY_BRANCH, name->s);
	struct code_member m = { 0 };
	if (f->code && x->at->class.type)
		m = code_member(f->code, CODE_GIVEN, &x->at->class, name);
	if (m.is == CODE_MEMBER_KNOWN)
		return m.val;
	if (m.is == CODE_MEMBER_UNKNOWN)
		return part_unknown(x->call, x->dict, m.why);
	const struct part_row *p = x->at->coded ? NULL : x->at->part;
	const struct part_expr *arg = p ? parts_arg(&f->vocab->parts, p, part_family(f), name) : NULL;
	if (arg && !arg->expr)
		return facts_absent(f, x->dict.at, name->s);
	return arg ? facts_eval_in(x->call->facts_ctx, arg->expr, NULL, NULL)
		   : rule_unknown(x->call, WHY_PART, arena_printf(f->arena, "the class takes no %s", name->s));
}

static bool name_in_row(void *ctx, const struct facts_ctx *by, const struct str *name, struct value *out)
{
	struct around *x = ctx;
	const struct part_list *all = &x->call->facts->vocab->parts;
	const struct str *family = part_family(x->call->facts);
	(void)by;
	if (!strcmp(name->s, "self"))
		*out = x->dict;
	else if (parts_arg(all, x->at->part, family, name))
		*out = arg_of(x, name);
	else if (str_among(name, all->known, all->nknown))
		*out = fact_of(x, name);
	else
		return false;
	return true;
}

/* The row has the fact, but can't compute it from these arguments. */
static struct value not_worked_out(const struct around *x, const struct str *name)
{
	const struct part_list *all = &x->call->facts->vocab->parts;
	const char *doc = name->s;
	for (uint32_t i = 0; i < all->nknown; i++)
		if (all->known[i] == name)
			doc = all->doc[i];
	return part_unknown(x->call, x->dict,
			    arena_printf(x->call->facts->arena, "not known for its arguments: %s", doc));
}

struct class_fact { /* of one dict */
	const struct str *name;
	struct value val;
	const struct class_fact *next;
};

/* Whether the fact of this dict is the same in every context: frozen configs are trees, so the place is implied. */
static bool is_context_free(const struct around *x)
{
	return x->dict.as.dict->frozen && !x->call->facts_ctx->root;
}

static const struct class_fact *find_class_fact(const struct around *x, const struct str *name)
{
	const struct class_fact *t = rule_memo(x->call->facts, x->dict.as.dict)->class_facts;
	while (t && t->name != name)
		t = t->next;
	return t;
}

/* Not stored if more depth or budget could change it. */
static void cache_fact(const struct around *x, const struct str *name, struct value v)
{
	struct facts *f = x->call->facts;
	enum why why = v.kind == VALUE_UNKNOWN && v.as.cause ? v.as.cause->why : WHY_NONE;
	if (why == WHY_DEPTH || why == WHY_FUEL)
		return;
	struct container_memo *m = rule_memo(f, x->dict.as.dict);
	struct class_fact *t = arena_new(f->arena, struct class_fact);
	*t = (struct class_fact){ name, v, m->class_facts };
	m->class_facts = t;
}

/* The value of the fact in the row, cached because many rules need the same ones. */
static struct value fact_in_row(struct around *x, const struct str *name, const struct node *expr)
{
	const struct names names = { .lookup = name_in_row, .ctx = x };
	struct reads *trace = x->call->facts_ctx->trace;
	size_t before = trace ? trace->n : 0;
	const struct class_fact *t = is_context_free(x) ? find_class_fact(x, name) : NULL;
	if (t)
		return t->val;
	struct value v = facts_eval_in(x->call->facts_ctx, expr, &names, trace);
	bool quiet = trace && trace->n == before; /* otherwise it has read a concept, which is to be traced each time */
	if (is_context_free(x) && quiet)
		cache_fact(x, name, v);
	return v;
}

static struct value fact_of(struct around *x, const struct str *name)
{
	struct facts *f = x->call->facts;
	const struct part_row *p = x->at->part;
	const struct part_expr *fact = p ? parts_fact(&f->vocab->parts, p, part_family(f), name) : NULL;
	if (!p)
		return part_unknown(x->call, x->dict, x->at->why);
	if (fact && x->at->changes && !part_keeps(f, x->at, name))
		return part_unknown(x->call, x->dict, part_no_row);
	if (!fact)
		return facts_absent(f, x->dict.at, name->s);
	struct value v = fact_in_row(x, name, fact->expr);
	/* an argument that isn't given is absent, and known to be */
	bool given = fact->expr->kind == NODE_NAME;
	return facts_is_absent(v) && !given ? not_worked_out(x, name) : v;
}

/* The first argument, a dict, with its place if it has one; false: *why. */
static bool dict_arg(struct rulecall *c, struct value *out, struct value *why)
{
	struct keypath p;
	*out = rule_arg(c, 0);
	*why = out->kind == VALUE_NONE ? facts_absent(c->facts, out->at, NULL)
	       : value_is_known(*out)  ? rule_unknown(c, WHY_TYPE, NULL)
				       : *out;
	if (out->kind != VALUE_DICT)
		return false;
	if (!out->spare && facts_path_of(c->facts_ctx, rule_node(c, 0), &p, 0))
		*out = facts_mark(c->facts, *out, p);
	return true;
}

/* of(d, 'name') */
static struct value named(struct rulecall *c, struct value (*of)(struct around *x, const struct str *name))
{
	struct value d, why;
	const struct str *name;
	if (!dict_arg(c, &d, &why) || !rule_text(c, 1, &name, &why))
		return why;
	const struct located at = part_located(c, d);
	return of(&(struct around){ c, d, &at }, name);
}

/* arg(d, 'k') */
static struct value fn_arg(struct rulecall *c)
{
	return named(c, arg_of);
}

/* fact(d, 'widths') */
static struct value fn_fact(struct rulecall *c)
{
	return named(c, fact_of);
}

static struct value attribute_of(struct around *x, const struct str *path)
{
	struct rulecall *c = x->call;
	struct code_member m = { 0 };
	if (c->facts->code && x->at->class.type)
		m = code_member(c->facts->code, CODE_ATTRIBUTE, &x->at->class, path);
	if (m.is == CODE_MEMBER_KNOWN)
		return m.val;
	if (m.is == CODE_MEMBER_UNKNOWN)
		return part_unknown(c, x->dict, m.why);
	return c->n > 2 ? rule_arg(c, 2)
			: rule_unknown(c, WHY_PART,
				       arena_printf(c->facts->arena, "no class of the project has %s", path->s));
}

/* attribute(d, 'METAINFO.classes'), attribute(d, path, x): x if the class that has it is outside the project */
static struct value fn_attribute(struct rulecall *c)
{
	return named(c, attribute_of);
}

/* What the project's code behind the dict certainly does, code/classes/wired.h; Unknown if it doesn't, or if the code
 * is missing. */
static struct value wired_of(struct around *x, const struct str *question)
{
	struct rulecall *c = x->call;
	struct code_member m = { 0 };
	if (c->facts->code && x->at->class.type)
		m = code_member(c->facts->code, CODE_WIRED, &x->at->class, question);
	return m.is == CODE_MEMBER_KNOWN ? rule_bool(true) : part_unknown(c, x->dict, m.why ? m.why : part_no_row);
}

/* wired(d, 'feeds backbone neck') */
static struct value fn_wired(struct rulecall *c)
{
	return named(c, wired_of);
}

static struct value stores_of(struct around *x, const struct str *k)
{
	const struct facts *f = x->call->facts;
	const struct located *at = x->at;
	bool row = at->part && parts_arg(&f->vocab->parts, at->part, part_family(f), k);
	if (row && (!at->changes || !(part_changes(at, "*", "", 0) || part_changes(at, "", "__init__", 8) ||
				      part_changes(at, "~", k->s, k->len) || part_changes(at, "", k->s, k->len))))
		return rule_bool(true);
	return wired_of(x, str_lit(arena_printf(f->arena, "stores %s", k->s)));
}

/* stores(d, 'num_classes'): its object stores that argument unchanged; so do objects of classes with a row */
static struct value fn_stores(struct rulecall *c)
{
	return named(c, stores_of);
}

/* ---- data sets ---- */

static bool holds_wrapped(const struct facts *f, const struct dict *d)
{
	const struct part_list *all = &f->vocab->parts;
	for (uint32_t i = 0; i < all->nwraps; i++) {
		const struct entry *e = dict_find(d, value_str(all->wraps[i], nowhere));
		if (e && tree_holds(e->val))
			return true;
	}
	return d->open;
}

/* why: the element that makes the list incomplete */
static void add_leaves(struct rulecall *c, struct value v, struct list *out, struct value *why, unsigned deep)
{
	struct keypath p;
	bool marked = facts_marked(c->facts, v, &p);
	if (v.kind == VALUE_NONE)
		return;
	if (deep > LEAVES_DEEP || out->n > LEAVES_MAX || !tree_holds(v)) {
		*why = v.kind == VALUE_UNKNOWN ? v : rule_unknown(c, WHY_PART, "what holds the data sets is not known");
		out->open = true;
		return;
	}
	for (uint32_t i = 0; v.kind != VALUE_DICT && i < v.as.list->n && !out->open; i++) {
		struct value x = v.as.list->at[i].val;
		if (marked && tree_holds(x))
			x = facts_mark(c->facts, x, keypath_add(c->facts->arena, p, value_int(i, nowhere)));
		add_leaves(c, x, out, why, deep + 1);
	}
	if (v.kind != VALUE_DICT)
		return;
	const struct located at = part_located(c, v);
	struct around x = { c, v, &at };
	struct value inner = at.part ? fact_of(&x, str_lit("wraps")) : (struct value){ 0 };
	if (at.part && !facts_is_absent(inner))
		add_leaves(c, inner, out, why, deep + 1);
	else if ((!at.part || at.own) && holds_wrapped(c->facts, v.as.dict)) {
		*why = part_unknown(c, v, at.why);
		out->open = true;
	} else
		list_push(c->facts->arena, out, v, v.at);
}

/* leaves(x): the data sets in x, without those that only wrap others */
static struct value fn_leaves(struct rulecall *c)
{
	struct value v = rule_arg(c, 0), out = value_list(c->facts->arena, VALUE_LIST, 0, nowhere), why;
	struct keypath p;
	if (v.kind == VALUE_UNKNOWN)
		return v;
	if (!v.spare && facts_path_of(c->facts_ctx, rule_node(c, 0), &p, 0))
		v = facts_mark(c->facts, v, p);
	add_leaves(c, v, out.as.list, &why, 0);
	return out.as.list->open ? why : out;
}

/* within(d, 'rpn_head', ...): it is under one of these keys */
static struct value fn_within(struct rulecall *c)
{
	struct value d, why;
	struct keypath p;
	if (!dict_arg(c, &d, &why))
		return why;
	if (!facts_marked(c->facts, d, &p))
		return rule_unknown(c, WHY_TYPE, NULL);
	for (uint32_t i = 1; i < c->n; i++) {
		const struct str *key;
		if (!rule_text(c, i, &key, &why))
			return why;
		for (uint32_t k = 0; k < p.n; k++)
			if (p.part[k].kind == VALUE_STR && p.part[k].as.s == key)
				return rule_bool(true);
	}
	return rule_bool(false);
}

/* scoped(): what decides which class a type names, at each place of the config */
static struct value fn_scoped(struct rulecall *c)
{
	const struct str *under = part_under(c->facts);
	return under && part_scopes(c->facts, &under)
		       ? value_str(under, nowhere)
		       : rule_unknown(c, WHY_PART, "it isn't known which package a type is of");
}

/* scopes(): the config's own scope, and that of each dict which names one */
static struct value fn_scopes(struct rulecall *c)
{
	struct facts *f = c->facts;
	const struct scope_said top = f->code ? scope_of_tree(f->code, f->subject->tree) : (struct scope_said){ 0 };
	const struct str *said = top.name ? top.name : str_lit("");
	return !top.unknown && part_scopes(f, &said) ? value_str(said, nowhere)
						     : rule_unknown(c, WHY_PART, "a scope isn't known");
}

/* ---- for displays ---- */

static struct located part_at(struct rulecall *c, struct keypath p, struct value *dict)
{
	*dict = facts_mark(c->facts, facts_slot(c->facts, p).val, p);
	return part_located(c, *dict);
}

struct part_seen facts_part(struct facts *f, struct keypath p)
{
	const struct facts_ctx a = { .facts = f };
	struct rulecall c = { .facts_ctx = &a, .facts = f };
	struct value d;
	const struct located at = part_at(&c, p, &d);
	struct value type = rule_type_value(&c, d);
	return (struct part_seen){ at.part != NULL, at.why, value_is_known(type) ? rule_type_text(type) : NULL };
}

struct value facts_part_fact(struct facts *f, struct keypath p, const char *fact)
{
	const struct facts_ctx a = { .facts = f };
	struct rulecall c = { .facts_ctx = &a, .facts = f };
	struct value d;
	const struct located at = part_at(&c, p, &d);
	return fact_of(&(struct around){ &c, d, &at }, str_lit(fact));
}

bool facts_leaves(struct facts *f, struct keypath p, struct keypath **out, uint32_t *n)
{
	const struct facts_ctx a = { .facts = f };
	struct rulecall c = { .facts_ctx = &a, .facts = f };
	struct value found = value_list(f->arena, VALUE_LIST, 0, nowhere), why;
	add_leaves(&c, facts_mark(f, facts_slot(f, p).val, p), found.as.list, &why, 0);
	*out = arena_array(f->arena, struct keypath, found.as.list->n + 1);
	*n = 0;
	for (uint32_t i = 0; i < found.as.list->n; i++)
		*n += facts_marked(f, found.as.list->at[i].val, &(*out)[*n]);
	return !found.as.list->open;
}

struct value rule_part_fact(struct rulecall *c, struct value dict, const struct str *name)
{
	const struct located at = part_located(c, dict);
	return fact_of(&(struct around){ c, dict, &at }, name);
}

bool facts_is_aside(const struct facts *f, const struct str *key)
{
	const struct part_list *all = &f->vocab->parts;
	for (uint32_t i = 0; i < all->nasides; i++)
		if (rule_matches(key->s, key->len, all->aside[i]))
			return true;
	return false;
}

bool rule_is_part(struct rulecall *c, struct value dict)
{
	return part_located(c, dict).part;
}

bool rule_key_indicates(const struct facts *f, struct value dict, const struct str *fact)
{
	const struct part_list *all = &f->vocab->parts;
	for (uint32_t i = 0; i < all->nkeys; i++)
		if ((!fact || all->key[i].fact == fact) && dict_find(dict.as.dict, value_str(all->key[i].key, nowhere)))
			return true;
	return false;
}

bool rule_place_indicates(const struct facts *f, const struct str *under, const struct str *fact)
{
	const struct part_list *all = &f->vocab->parts;
	for (uint32_t i = 0; i < all->nplaces; i++)
		if (rule_matches(under->s, under->len, all->place[i].key) &&
		    (!fact || str_among(fact, all->place[i].fact, all->place[i].n)))
			return true;
	return false;
}

/* The nearest key above a dict: that of the list that contains it. NULL: it has none. */
static const struct str *key_above(struct facts *f, struct value dict)
{
	struct keypath p;
	if (!facts_marked(f, dict, &p))
		return NULL;
	while (p.n && p.part[p.n - 1].kind != VALUE_STR)
		p.n--;
	return p.n ? p.part[p.n - 1].as.s : NULL;
}

bool rule_is_aside(struct rulecall *c, struct value dict)
{
	struct keypath p;
	return facts_marked(c->facts, dict, &p) && p.n && p.part[p.n - 1].kind == VALUE_STR &&
	       facts_is_aside(c->facts, p.part[p.n - 1].as.s);
}

bool rule_part_has(struct rulecall *c, struct value dict, const struct str *const *fact, uint32_t n)
{
	struct facts *f = c->facts;
	const struct located at = part_located(c, dict);
	const struct str *under = at.part ? NULL : key_above(f, dict), *family = part_family(f);
	bool has = false;
	for (uint32_t i = 0; i < n && !has; i++)
		has = at.part ? parts_fact(&f->vocab->parts, at.part, family, fact[i]) != NULL
			      : rule_key_indicates(f, dict, fact[i]) ||
					(under && rule_place_indicates(f, under, fact[i]));
	return has;
}

/* The changes of its own code concern neither all of its output nor the output of this name. */
static bool inherits_flow(const struct facts *f, const struct located *at, const struct str *flow, const char *what)
{
	return !at->changes || part_keeps(f, at, flow) ||
	       (what && part_keeps(f, at, str_lit(arena_printf(f->arena, "flow of %s", what))));
}

/* The value at p's first n parts passes its input on, or has no type; else *why. False: it takes no part of that
 * name; such a part is inherited from a base and never built. what: "labels", or NULL: all that it passes to p's
 * next part */
static bool flows(struct rulecall *c, struct keypath p, uint32_t n, const char *what, struct value *why)
{
	struct facts *f = c->facts;
	const struct keypath up = { p.part, n };
	struct slot s = facts_slot(f, up);
	if (s.val.kind != VALUE_DICT || !dict_find(s.val.as.dict, value_str(str_lit("type"), nowhere)))
		return true;
	const struct located at = part_located(c, facts_mark(f, s.val, up));
	const struct str *flow = str_lit("flow"), *to = p.part[n].kind == VALUE_STR ? p.part[n].as.s : NULL;
	what = what || !to ? what : to->s;
	const bool of_labels = what && !strcmp(what, "labels");
	bool known = at.part &&
		     (parts_fact(&f->vocab->parts, at.part, part_family(f), flow) ||
		      (of_labels && parts_fact(&f->vocab->parts, at.part, part_family(f), str_lit("teaches")))) &&
		     inherits_flow(f, &at, flow, what);
	if (!known)
		*why = part_unknown(c, s.val, at.part ? "what it does with what it gets" : at.why);
	if (known && p.part[n].kind == VALUE_STR && rule_refuses(c, s.val, p.part[n].as.s)) {
		*why = rule_bool(false);
		return false;
	}
	return known;
}

static struct value all_flow(struct rulecall *c, const char *what)
{
	struct value d, why;
	struct keypath p;
	if (!dict_arg(c, &d, &why))
		return why;
	if (!facts_marked(c->facts, d, &p))
		return rule_unknown(c, WHY_TYPE, NULL);
	for (uint32_t n = 1; n < p.n; n++)
		if (!flows(c, p, n, what, &why))
			return why;
	return rule_bool(true);
}

/* standard(d): everything that it is a part of is built as in the framework */
static struct value fn_standard(struct rulecall *c)
{
	return all_flow(c, NULL);
}

/* taught(d): the same for its labels only, whatever happens to the feature maps on the way */
static struct value fn_taught(struct rulecall *c)
{
	return all_flow(c, "labels");
}

/* ---- rows ---- */

static const struct rulefn rows[] = {
	{ "arg", 2, 2, fn_arg, LOOKS_PART, OF_CONFIGS },
	{ "attribute", 2, 3, fn_attribute, LOOKS_PART, OF_CONFIGS },
	{ "fact", 2, 2, fn_fact, LOOKS_PART, OF_CONFIGS },
	{ "leaves", 1, 1, fn_leaves, LOOKS_PART, OF_CONFIGS },
	{ "stores", 2, 2, fn_stores, LOOKS_PART, OF_CONFIGS },
	{ "wired", 2, 2, fn_wired, LOOKS_PART, OF_CONFIGS },
	{ "scoped", 0, 0, fn_scoped, LOOKS_ALL, OF_CONFIGS },
	{ "scopes", 0, 0, fn_scopes, LOOKS_ALL, OF_ANY },
	{ "standard", 1, 1, fn_standard, LOOKS_AROUND, OF_CONFIGS },
	{ "taught", 1, 1, fn_taught, LOOKS_AROUND, OF_CONFIGS },
	{ "within", 2, 255, fn_within, LOOKS_AROUND, OF_CONFIGS },
};

const struct rulefns rulefns_parts = { rows, ARRAY_SIZE(rows) };

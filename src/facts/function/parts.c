// SPDX-License-Identifier: MIT
/* Rule functions about the parts of a model and of its data: what the class behind a dict gets, and what rules/parts/
 * knows of it. The project's own code comes before the tables, and a class that lies elsewhere than where the table
 * says is another one, of which nothing is known. */
#include "base/buf.h"
#include "code/member.h"
#include "facts/function/parts.h"
#include "facts/function/priv.h"
#include "facts/searched.h"
#include "python/value/dict.h"
#include <string.h>

enum { LEAVES_MAX = 1000, LEAVES_DEEP = 16 };
static const struct span nowhere;
static const char no_row[] = "nothing is known of its class";

/* ---- which row ---- */

struct located {
	const struct part_row *part;  /* NULL: why */
	struct code_class_name class; /* as the project's code knows it, if it does */
	bool coded;		      /* all that the row is about is the project's code: it knows every argument */
	const char *why;
};

static const struct str *family_of(const struct facts *f)
{
	return f->dialect ? f->dialect->family : NULL;
}

static const struct part_row *row_in(const struct facts *f, const struct str *package, const struct str *name)
{
	return parts_find(&f->vocab->parts, package, family_of(f), name);
}

/* "mmdet.models.ResNet": which package that names, if any */
static const struct str *head_of(const char *dotted)
{
	const char *dot = strchr(dotted, '.');
	return dot ? str_of(dotted, (size_t)(dot - dotted)) : NULL;
}

/* NULL: the class has no name that says it. */
static const struct str *package_of(const struct ref *r)
{
	const struct str *head = r->module ? head_of(r->module->s) : NULL;
	return head ? head : r->module;
}

/* The package that the type itself names, or a key of its dict or one around it. */
static const struct str *package_told(struct facts *f, struct value dict, struct value type)
{
	const struct part_list *all = &f->vocab->parts;
	struct keypath p;
	if (type.kind == VALUE_STR && strchr(type.as.s->s, '.'))
		return head_of(type.as.s->s);
	if (type.kind == VALUE_REF)
		return package_of(type.as.ref);
	if (f->scoped == FACTS_NOT_SCOPED || !facts_marked(f, dict, &p))
		return NULL;
	for (uint32_t n = p.n + 1; n-- > 0;)
		for (uint32_t i = 0; i < all->nscopes; i++) {
			struct keypath up = { p.part, n };
			struct slot s = facts_slot(f, keypath_add(f->arena, up, value_str(all->scope[i], nowhere)));
			if (s.found == n + 1 && s.val.kind == VALUE_STR)
				return s.val.as.s;
		}
	return NULL;
}

/* Of the first class of the line whose row holds for heirs. */
static const struct part_row *row_of_line(const struct facts *f, const char *lineage, bool *abroad)
{
	for (const char *s = lineage; *s; s += strcspn(s, " "), s += *s == ' ') {
		*abroad = *s == '~';
		const struct str *dotted = str_of(s + *abroad, strcspn(s, " ") - *abroad);
		const char *last = strrchr(dotted->s, '.');
		const struct str *name = last ? str_lit(last + 1) : NULL;
		if (!last || !parts_have(&f->vocab->parts, name))
			continue;
		for (const char *at = dotted->s; at < last; at = strchr(at, '.') + 1) {
			const struct part_row *p = row_in(f, str_of(at, strcspn(at, ".")), name);
			if (p && p->heirs)
				return p;
		}
	}
	return NULL;
}

/* A class of the line lies outside the project, and a table knows it: what it takes isn't the project's code alone. */
static bool goes_abroad(const struct facts *f, const char *lineage)
{
	for (const char *s = strchr(lineage, '~'); s; s = strchr(s + 1, '~')) {
		const struct str *dotted = str_of(s + 1, strcspn(s + 1, " "));
		const char *last = strrchr(dotted->s, '.');
		const struct str *head = head_of(dotted->s);
		if (head && row_in(f, head, str_lit(last + 1)))
			return true;
	}
	return false;
}

static struct located by_lineage(const struct facts *f, const struct str *package, const struct str *name,
				 const char *why)
{
	struct located out = { .class = { .type = name, .package = package }, .why = why };
	struct code_member m = { 0 };
	if (f->code)
		m = code_member(f->code, CODE_LINEAGE, &out.class, NULL);
	bool abroad = false;
	if (m.is == CODE_MEMBER_KNOWN)
		out.part = row_of_line(f, m.val.as.s->s, &abroad);
	out.coded = out.part && !abroad;
	out.class.trusted = out.part ? out.part->package : NULL;
	if (m.is == CODE_MEMBER_UNKNOWN)
		out.why = m.why;
	return out;
}

static struct located in_package(const struct facts *f, const struct str *package, const struct str *name)
{
	struct located out = { .part = row_in(f, package, name), .class = { name, package, package }, .why = no_row };
	struct code_member m = { 0 };
	if (out.part && f->code)
		m = code_member(f->code, CODE_LINEAGE, &out.class, NULL);
	out.coded = m.is == CODE_MEMBER_KNOWN && !goes_abroad(f, m.val.as.s->s);
	if (m.is == CODE_MEMBER_UNKNOWN) {
		out.part = NULL;
		out.why = m.why;
	}
	return out;
}

static struct located look_for(struct rulecall *c, struct value dict)
{
	struct facts *f = c->facts;
	struct value type = rule_type_value(c, dict);
	const char *text = value_is_known(type) ? rule_type_text(type) : NULL;
	if (!text)
		return (struct located){ .why = "its type is not known" };
	bool whole = type.kind == VALUE_STR && !strchr(type.as.s->s, '.'); /* "FPN", not "mmdet.FPN" */
	const struct str *name = whole ? type.as.s : str_lit(text), *told = package_told(f, dict, type);
	struct located out = { .why = no_row };
	const struct fact *packages = told ? NULL : facts_get(f, f->vocab->packages);
	if (told) {
		out = in_package(f, told, name);
		if (!out.part && out.why == no_row) /* of the project's own, made from one that a table knows */
			return by_lineage(f, told, name, no_row);
	}
	for (uint32_t i = 0; packages && value_is_listlike(packages->val) && i < packages->val.as.list->n; i++) {
		struct value p = packages->val.as.list->at[i].val;
		if (p.kind == VALUE_STR && !out.part && row_in(f, p.as.s, name))
			out = in_package(f, p.as.s, name);
	}
	return out.part || out.class.package ? out : by_lineage(f, NULL, name, out.why);
}

/* Some dict of the config says which package its types are of. */
static bool is_scoped(struct rulecall *c)
{
	struct facts *f = c->facts;
	const struct part_list *all = &f->vocab->parts;
	for (uint32_t i = 0; !f->scoped && i < all->nscopes; i++)
		if (rule_has_key(c, f->subject->tree, all->scope[i]))
			f->scoped = FACTS_SCOPED;
	if (!f->scoped)
		f->scoped = FACTS_NOT_SCOPED;
	return f->scoped == FACTS_SCOPED;
}

/* What decides which class a type names, where no dict does, as one text; NULL: `packages` is not known. */
static const struct str *located_under(struct facts *f)
{
	const struct fact *packages = facts_get(f, f->vocab->packages);
	struct buf b = { 0 };
	if (f->located_under || !packages || !value_is_listlike(packages->val) || packages->val.as.list->open)
		return f->located_under;
	buf_printf(&b, "%p %s", (const void *)f->code, family_of(f) ? family_of(f)->s : "");
	bool texts = true;
	for (uint32_t i = 0; texts && i < packages->val.as.list->n; i++) {
		struct value p = packages->val.as.list->at[i].val;
		texts = p.kind == VALUE_STR;
		if (texts)
			buf_printf(&b, " %s", p.as.s->s);
	}
	f->located_under = texts ? str_of(b.s, b.n) : NULL;
	buf_release(&b);
	return f->located_under;
}

/* Of a type that is a text: other configs have looked for it, or this one does for all. */
static struct located located_by_all(struct rulecall *c, struct value dict, const struct str *type)
{
	struct facts *f = c->facts;
	const struct str *under = f->searched ? located_under(f) : NULL;
	const struct located *known = under ? searched_kept(f->searched, type, under) : NULL;
	if (known)
		return *known;
	struct located out = look_for(c, dict);
	if (under)
		searched_keep(f->searched, type, under, &out, sizeof out);
	return out;
}

/* All dicts of a type are of the same class then, and that is looked for once. */
static struct located located(struct rulecall *c, struct value dict)
{
	struct facts *f = c->facts;
	struct value type = rule_type_value(c, dict);
	if (type.kind != VALUE_STR || is_scoped(c))
		return look_for(c, dict);
	struct located *known = map_get(&f->located, type.as.s);
	if (!known) {
		known = arena_new(f->arena, struct located);
		*known = located_by_all(c, dict, type.as.s);
		map_put(f->arena, &f->located, type.as.s, known);
	}
	return *known;
}

/* "MyHead (several classes have this name)", where the config names it */
static struct value class_unknown(struct rulecall *c, struct value dict, const char *why)
{
	struct value type = rule_type_value(c, dict);
	const char *text = value_is_known(type) ? rule_type_text(type) : NULL;
	if (!text)
		return rule_unknown(c, WHY_PART, why);
	if (why != no_row)
		text = arena_printf(c->facts->arena, "%s (%s)", text, why);
	return value_unknown(c->facts->arena, WHY_CLASS, type.at, text);
}

/* ---- arguments and facts ---- */

struct around { /* names of a row's expressions, about one dict */
	struct rulecall *call;
	struct value dict;
	const struct located *at;
};

static struct value fact_of(struct around *x, const struct str *name);

/* v, knowing where it stands below the dict. */
static struct value placed(struct facts *f, struct value dict, struct value v, const struct str *key)
{
	struct keypath p;
	if (!tree_holds(v) || !facts_marked(f, dict, &p))
		return v;
	return facts_mark(f, v, keypath_add(f->arena, p, value_str(key, nowhere)));
}

/* What the class gets: what the config says, else what its code does, else what the table does. */
static struct value arg_of(struct around *x, const struct str *name)
{
	struct facts *f = x->call->facts;
	const struct dict *d = x->dict.as.dict;
	const struct entry *e = dict_find(d, value_str(name, nowhere));
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
		return class_unknown(x->call, x->dict, m.why);
	const struct part_row *p = x->at->coded ? NULL : x->at->part;
	const struct part_expr *arg = p ? parts_arg(&f->vocab->parts, p, family_of(f), name) : NULL;
	if (arg && !arg->expr)
		return facts_absent(f, x->dict.at, name->s);
	return arg ? facts_eval_in(x->call->asking, arg->expr, NULL, NULL)
		   : rule_unknown(x->call, WHY_PART, arena_printf(f->arena, "the class takes no %s", name->s));
}

static bool name_in_row(void *ctx, const struct asking *by, const struct str *name, struct value *out)
{
	struct around *x = ctx;
	const struct part_list *all = &x->call->facts->vocab->parts;
	const struct str *family = family_of(x->call->facts);
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

static struct value fact_of(struct around *x, const struct str *name)
{
	struct facts *f = x->call->facts;
	const struct part_row *p = x->at->part;
	const struct part_expr *fact = p ? parts_fact(&f->vocab->parts, p, family_of(f), name) : NULL;
	const struct names names = { .lookup = name_in_row, .ctx = x };
	if (!p)
		return class_unknown(x->call, x->dict, x->at->why);
	if (!fact)
		return facts_absent(f, x->dict.at, name->s);
	return facts_eval_in(x->call->asking, fact->expr, &names, x->call->asking->trace);
}

/* The first argument, a dict that knows its place where it has one; false: *why. */
static bool dict_arg(struct rulecall *c, struct value *out, struct value *why)
{
	struct keypath p;
	*out = rule_arg(c, 0);
	*why = out->kind == VALUE_NONE ? facts_absent(c->facts, out->at, NULL)
	       : value_is_known(*out)  ? rule_unknown(c, WHY_TYPE, NULL)
				       : *out;
	if (out->kind != VALUE_DICT)
		return false;
	if (!out->spare && facts_path_of(c->asking, rule_node(c, 0), &p, 0))
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
	const struct located at = located(c, d);
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

/* attribute(d, 'METAINFO.classes'), attribute(d, path, x): x where the class that has it lies outside the project */
static struct value fn_attribute(struct rulecall *c)
{
	struct value d, why;
	const struct str *path;
	if (!dict_arg(c, &d, &why) || !rule_text(c, 1, &path, &why))
		return why;
	const struct located at = located(c, d);
	struct code_member m = { 0 };
	if (c->facts->code && at.class.type)
		m = code_member(c->facts->code, CODE_ATTRIBUTE, &at.class, path);
	if (m.is == CODE_MEMBER_KNOWN)
		return m.val;
	if (m.is == CODE_MEMBER_UNKNOWN)
		return class_unknown(c, d, m.why);
	return c->n > 2 ? rule_arg(c, 2)
			: rule_unknown(c, WHY_PART,
				       arena_printf(c->facts->arena, "no class of the project has %s", path->s));
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

/* why: which of them keeps the list from being whole */
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
	const struct located at = located(c, v);
	struct around x = { c, v, &at };
	struct value inner = at.part ? fact_of(&x, str_lit("wraps")) : (struct value){ 0 };
	if (at.part && !facts_is_absent(inner))
		add_leaves(c, inner, out, why, deep + 1);
	else if (!at.part && holds_wrapped(c->facts, v.as.dict)) {
		*why = class_unknown(c, v, at.why);
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
	if (!v.spare && facts_path_of(c->asking, rule_node(c, 0), &p, 0))
		v = facts_mark(c->facts, v, p);
	add_leaves(c, v, out.as.list, &why, 0);
	return out.as.list->open ? why : out;
}

/* within(d, 'rpn_head', ...): it stands under one of these keys */
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

/* scoped(): whether some dict of the config says which package its types are of; Unknown then, so that answers about
 * parts are never taken for those of another config */
static struct value fn_scoped(struct rulecall *c)
{
	return is_scoped(c) ? rule_unknown(c, WHY_PART, "some types are of a package that a dict names")
			    : rule_bool(false);
}

/* ---- for who shows them ---- */

static struct located part_at(struct rulecall *c, struct keypath p, struct value *dict)
{
	*dict = facts_mark(c->facts, facts_slot(c->facts, p).val, p);
	return located(c, *dict);
}

struct part_seen facts_part(struct facts *f, struct keypath p)
{
	const struct asking a = { .facts = f };
	struct rulecall c = { .asking = &a, .facts = f };
	struct value d;
	const struct located at = part_at(&c, p, &d);
	struct value type = rule_type_value(&c, d);
	return (struct part_seen){ at.part != NULL, at.why, value_is_known(type) ? rule_type_text(type) : NULL };
}

struct value facts_part_fact(struct facts *f, struct keypath p, const char *fact)
{
	const struct asking a = { .facts = f };
	struct rulecall c = { .asking = &a, .facts = f };
	struct value d;
	const struct located at = part_at(&c, p, &d);
	return fact_of(&(struct around){ &c, d, &at }, str_lit(fact));
}

bool facts_leaves(struct facts *f, struct keypath p, struct keypath **out, uint32_t *n)
{
	const struct asking a = { .facts = f };
	struct rulecall c = { .asking = &a, .facts = f };
	struct value found = value_list(f->arena, VALUE_LIST, 0, nowhere), why;
	add_leaves(&c, facts_mark(f, facts_slot(f, p).val, p), found.as.list, &why, 0);
	*out = arena_array(f->arena, struct keypath, found.as.list->n + 1);
	*n = 0;
	for (uint32_t i = 0; i < found.as.list->n; i++)
		*n += facts_marked(f, found.as.list->at[i].val, &(*out)[*n]);
	return !found.as.list->open;
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
	return located(c, dict).part;
}

bool rule_told_by_key(const struct facts *f, struct value dict, const struct str *fact)
{
	const struct part_list *all = &f->vocab->parts;
	for (uint32_t i = 0; i < all->nkeys; i++)
		if ((!fact || all->key[i].fact == fact) && dict_find(dict.as.dict, value_str(all->key[i].key, nowhere)))
			return true;
	return false;
}

bool rule_is_aside(struct rulecall *c, struct value dict)
{
	struct keypath p;
	return facts_marked(c->facts, dict, &p) && p.n && p.part[p.n - 1].kind == VALUE_STR &&
	       facts_is_aside(c->facts, p.part[p.n - 1].as.s);
}

bool rule_part_has(struct rulecall *c, struct value dict, const struct str *fact)
{
	const struct facts *f = c->facts;
	const struct located at = located(c, dict);
	return at.part ? parts_fact(&f->vocab->parts, at.part, family_of(f), fact) != NULL
		       : rule_told_by_key(f, dict, fact);
}

/* What p's first n parts lead to hands on what it gets, or has no type; else *why: False where it takes no part of that
 * name, which is left from a base's then and never built. */
static bool flows(struct rulecall *c, struct keypath p, uint32_t n, struct value *why)
{
	struct facts *f = c->facts;
	const struct keypath up = { p.part, n };
	struct slot s = facts_slot(f, up);
	if (s.val.kind != VALUE_DICT || !dict_find(s.val.as.dict, value_str(str_lit("type"), nowhere)))
		return true;
	const struct located at = located(c, facts_mark(f, s.val, up));
	bool known = at.part && parts_fact(&f->vocab->parts, at.part, family_of(f), str_lit("flow"));
	if (!known)
		*why = class_unknown(c, s.val, at.part ? "what it does with what it gets" : at.why);
	if (known && p.part[n].kind == VALUE_STR && rule_refuses(c, s.val, p.part[n].as.s)) {
		*why = rule_bool(false);
		return false;
	}
	return known;
}

/* standard(d): all that it is a part of is built as the framework does it */
static struct value fn_standard(struct rulecall *c)
{
	struct value d, why;
	struct keypath p;
	if (!dict_arg(c, &d, &why))
		return why;
	if (!facts_marked(c->facts, d, &p))
		return rule_unknown(c, WHY_TYPE, NULL);
	for (uint32_t n = 1; n < p.n; n++)
		if (!flows(c, p, n, &why))
			return why;
	return rule_bool(true);
}

/* ---- rows ---- */

static const struct rulefn rows[] = {
	{ "arg", 2, 2, fn_arg, LOOKS_PART, OF_CONFIGS },
	{ "attribute", 2, 3, fn_attribute, LOOKS_PART, OF_CONFIGS },
	{ "fact", 2, 2, fn_fact, LOOKS_PART, OF_CONFIGS },
	{ "leaves", 1, 1, fn_leaves, LOOKS_PART, OF_CONFIGS },
	{ "scoped", 0, 0, fn_scoped, LOOKS_ALL, OF_CONFIGS },
	{ "standard", 1, 1, fn_standard, LOOKS_AROUND, OF_CONFIGS },
	{ "within", 2, 255, fn_within, LOOKS_AROUND, OF_CONFIGS },
};

const struct rulefns rulefns_parts = { rows, ARRAY_SIZE(rows) };

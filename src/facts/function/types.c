// SPDX-License-Identifier: MIT
/* Rule functions about the classes that types name: by the project's own code, and for outside classes by
 * rules/knowledge/. */
#include "facts/function/priv.h"
#include "facts/mark.h"
#include "facts/type_scope.h"
#include "python/value/dict.h"
#include <string.h>

static const struct span nowhere;

/* ---- their parameters ---- */

static const struct str *name_of(struct rulecall *c, struct value of, struct value *why)
{
	struct value v = rule_type_value(c, of);
	const char *name = rule_type_text(v);
	*why = value_is_known(v) ? rule_unknown(c, WHY_UNMAPPED, name) : v;
	return name ? str_lit(name) : NULL;
}

static const struct known_class *class_of(struct rulecall *c, const struct str *name)
{
	const struct dialect *d = c->facts->dialect;
	return name && d ? classes_find(&d->vocab->classes, d->family, name) : NULL;
}

static struct value fn_params(struct rulecall *c)
{
	struct value why;
	const struct known_class *k = class_of(c, name_of(c, rule_arg(c, 0), &why));
	if (!k)
		return why;
	struct value out = value_list(c->facts->arena, VALUE_LIST, k->nparams, nowhere);
	for (uint32_t i = 0; i < k->nparams; i++)
		list_push(c->facts->arena, out.as.list, value_str(k->param[i], nowhere), nowhere);
	return out;
}

/* own_params(d): the same of the project's class behind d; Unknown if it has others, which are not known */
static struct value fn_own_params(struct rulecall *c)
{
	const struct code_params *own = rule_own_class(c, rule_arg(c, 0)).params;
	if (!own || own->open)
		return rule_unknown(c, WHY_CODE, own && own->why ? own->why : "it is no class of the project");
	struct value out = value_list(c->facts->arena, VALUE_LIST, own->n, nowhere);
	for (uint32_t i = 0; i < own->n; i++)
		list_push(c->facts->arena, out.as.list, value_str(own->name[i], nowhere), nowhere);
	return out;
}

static struct value takes_abroad(struct rulecall *c, const struct known_class *k, const struct str *key)
{
	if (str_among(key, k->param, k->nparams))
		return rule_bool(true);
	return k->open ? rule_unknown(c, WHY_UNMAPPED, k->name->s) : rule_bool(false);
}

static struct value takes_own(struct rulecall *c, const struct code_params *own, const struct str *key)
{
	if (str_among(key, own->name, own->n))
		return rule_bool(true);
	if (own->open || own->swallows)
		return rule_unknown(c, WHY_CODE, own->why ? own->why : "it takes any keyword");
	return rule_bool(false);
}

static bool has_part(const char *dotted, size_t n, const struct str *part)
{
	const char *end = dotted + n;
	for (const char *dot; dotted < end; dotted = dot + 1) {
		dot = memchr(dotted, '.', (size_t)(end - dotted));
		dot = dot ? dot : end;
		if ((size_t)(dot - dotted) == part->len && !memcmp(dotted, part->s, part->len))
			return true;
	}
	return false;
}

/* The type's own prefix: `package.Class`, or the module that a class is imported from. */
static const char *said_by(struct rulecall *c, struct value type)
{
	if (type.kind == VALUE_REF)
		return type.as.ref->module ? type.as.ref->module->s : NULL;
	const char *s = type.kind == VALUE_STR ? type.as.s->s : "", *dot = strrchr(s, '.');
	return dot ? arena_printf(c->facts->arena, "%.*s", (int)(dot - s), s) : NULL;
}

bool rule_scope(struct facts *f, struct value dict, struct scope_said *s, struct keypath *at)
{
	const struct part_list *parts = &f->vocab->parts;
	if (dict.kind != VALUE_DICT)
		return false;
	bool marked = facts_marked(f, dict, at);
	*s = marked ? scope_at(parts, f->arena, f->subject->tree, *at, *s) : scope_in(parts, dict, *s);
	return marked;
}

struct code_lookup rule_class(struct facts *f, const struct str *type, struct scope_said s, const struct keypath *dict)
{
	const struct type_place by = { s.name, f->dialect ? f->dialect->family : NULL, dict };
	return s.unknown ? (struct code_lookup){ .is = CODE_TYPE_OTHERS } : code_lookup(f->code, type, &by);
}

/* A class that is imported from a package of the project is the project's. */
static struct code_lookup imported(struct facts *f, const struct ref *r)
{
	const struct str *package = r->module ? str_of(r->module->s, strcspn(r->module->s, ".")) : NULL;
	if (package && code_has_package(f->code, package))
		return code_lookup(f->code, r->name ? r->name : package, &(struct type_place){ 0 });
	return (struct code_lookup){ .is = CODE_TYPE_OTHERS };
}

struct code_lookup rule_own_class(struct rulecall *c, struct value of)
{
	struct facts *f = c->facts;
	struct value type = rule_type_value(c, of);
	if (!f->code || (type.kind != VALUE_STR && type.kind != VALUE_REF))
		return (struct code_lookup){ 0 };
	if (type.kind == VALUE_REF)
		return imported(f, type.as.ref);
	struct scope_said s = scope_of_tree(f->code, f->subject->tree);
	struct keypath at;
	bool placed = rule_scope(f, of, &s, &at);
	return rule_class(f, type.as.s, s, placed ? &at : NULL);
}

/* A class that the project registers under the name of a library's class replaces it, or is in another registry. If
 * the library's class takes a key that the project's refuses, the result is Unknown. of: the type, or its dict. */
static struct value takes(struct rulecall *c, struct value of, const struct known_class *k, const struct str *key)
{
	const struct code_params *own = rule_own_class(c, of).params;
	struct value v = own ? takes_own(c, own, key) : takes_abroad(c, k, key);
	bool refused = own && v.kind == VALUE_BOOL && !v.as.b;
	if (refused && k && str_among(key, k->param, k->nparams))
		return rule_unknown(c, WHY_CODE, "a library's class of that name takes it");
	return v;
}

static bool is_known(struct rulecall *c, struct value of, const struct known_class *k)
{
	return k || rule_own_class(c, of).params;
}

static struct value fn_accepts(struct rulecall *c)
{
	struct value why;
	const struct str *key, *name = name_of(c, rule_arg(c, 0), &why);
	const struct known_class *k = class_of(c, name);
	if (!is_known(c, rule_arg(c, 0), k) || !rule_text(c, 1, &key, &why))
		return why;
	return takes(c, rule_arg(c, 0), k, key);
}

bool rule_refuses(struct rulecall *c, struct value dict, const struct str *key)
{
	struct value v = { 0 };
	const struct str *name = name_of(c, dict, &v);
	const struct known_class *k = class_of(c, name);
	if (is_known(c, dict, k))
		v = takes(c, dict, k, key);
	return v.kind == VALUE_BOOL && !v.as.b;
}

bool rule_misfit(struct rulecall *c, struct value dict)
{
	struct value why;
	const struct known_class *k = class_of(c, name_of(c, dict, &why));
	struct dict_iter it;
	const struct entry *e;
	for (dict_begin(&it, dict.as.dict); k && (e = dict_next(&it));) {
		if (e->key.kind != VALUE_STR || e->flags & EF_MAYBE || !strcmp(e->key.as.s->s, "type"))
			continue;
		struct value v = takes(c, dict, k, e->key.as.s);
		if (v.kind == VALUE_BOOL && !v.as.b)
			return true;
	}
	return false;
}

/* ---- their packages ---- */

/* The first packages[n] that a dotted module name passes through. */
static bool lies_in(struct rulecall *c, const char *dotted, size_t n, bool *in)
{
	struct value why;
	*in = false;
	for (uint32_t i = 2; i < c->n && !*in; i++) {
		const struct str *package;
		if (!rule_text(c, i, &package, &why))
			return false;
		*in = has_part(dotted, n, package);
	}
	return true;
}

/* Modules separated by blanks: True if all lie there, False if none does; Unknown if only some do, or if they are
 * unknown. */
static struct value all_lie_in(struct rulecall *c, const char *modules)
{
	bool some = false, others = false, in;
	for (const char *m = modules; *m; m += *m == ' ') {
		size_t n = strcspn(m, " ");
		if (*m == '?')
			return rule_unknown(c, WHY_CODE, "not all that has this name is seen");
		if (!lies_in(c, m, n, &in))
			return rule_unknown(c, WHY_TYPE, NULL);
		some |= in;
		others |= !in;
		m += n;
	}
	return some && others ? rule_unknown(c, WHY_CODE, "the project has several classes of that name")
			      : rule_bool(some);
}

/* of_package(x, scope, 'a', 'b'): the class of x's type is in one of these packages: by the type's own prefix, else
 * by the project's class, else by the scope; without a scope, since no code here defines another. */
static struct value fn_of_package(struct rulecall *c)
{
	struct value type = rule_type_value(c, rule_arg(c, 0)), scope = rule_arg(c, 1);
	const char *name = value_is_known(type) ? rule_type_text(type) : NULL;
	if (!name)
		return value_is_known(type) ? rule_bool(false) : type;
	const char *at = said_by(c, type);
	struct scope_said said = { 0 };
	struct keypath place;
	rule_scope(c->facts, rule_arg(c, 0), &said, &place);
	at = at || !said.name ? at : said.name->s;
	if (!at && c->facts->code)
		at = code_modules(c->facts->code, str_lit(name), scope.kind == VALUE_STR ? scope.as.s : str_lit(""));
	if (!at && scope.kind == VALUE_STR) {
		at = c->facts->code ? code_parent(c->facts->code, scope.as.s) : NULL;
		at = at ? at : scope.as.s->s;
	}
	if (!at && scope.kind == VALUE_UNKNOWN && !facts_is_absent(scope))
		return scope;
	return at ? all_lie_in(c, at) : rule_bool(true);
}

/* registry_parent('mine'): the package whose registries are the parents of that package of the project */
static struct value fn_registry_parent(struct rulecall *c)
{
	struct value why;
	const struct str *package;
	if (!rule_text(c, 0, &package, &why))
		return why;
	const char *of = c->facts->code ? code_parent(c->facts->code, package) : NULL;
	return of ? value_text(of, nowhere) : facts_absent(c->facts, nowhere, package->s);
}

/* ---- values that a method accepts ---- */

/* choices(x, 'method', 'name'): the texts of the list `name` in that method of the project's class, which raises for
 * others. */
static struct value fn_choices(struct rulecall *c)
{
	struct value why;
	const struct str *method, *list, *name = name_of(c, rule_arg(c, 0), &why);
	if (!name || !rule_text(c, 1, &method, &why) || !rule_text(c, 2, &list, &why))
		return why;
	const struct code_lookup x = rule_own_class(c, rule_arg(c, 0));
	const char *s = x.is == CODE_TYPE_FOUND ? code_choices(c->facts->code, x.chosen, method->s, list) : NULL;
	if (!s)
		return rule_unknown(c, WHY_CODE, "no list of what it takes can be seen");
	struct value out = value_list(c->facts->arena, VALUE_LIST, 4, nowhere);
	for (const char *end; *s; s = end + (*end == ' ')) {
		end = s + strcspn(s, " ");
		list_push(c->facts->arena, out.as.list, value_str(str_of(s, (size_t)(end - s)), nowhere), nowhere);
	}
	return out;
}

/* asserts_about(x, words): where the code of the project's class asserts a condition with all of them; '' if it
 * doesn't, absent if the project has no such class that a registry finds. */
static struct value fn_asserts_about(struct rulecall *c)
{
	struct facts *f = c->facts;
	struct value why, words = rule_arg(c, 1);
	const struct str *name = name_of(c, rule_arg(c, 0), &why);
	if (!name || !value_is_listlike(words))
		return name ? rule_unknown(c, WHY_TYPE, NULL) : why;
	const struct code_lookup x = rule_own_class(c, rule_arg(c, 0));
	if (!f->code || x.is == CODE_TYPE_OTHERS || !code_modules(f->code, name, str_lit("")))
		return facts_absent(f, nowhere, "a class of the project");
	name = x.is == CODE_TYPE_FOUND ? x.chosen : name;
	struct code_words q = { .type = &name, .ntypes = 1, .asserts = ASSERTS_ABOUT };
	const struct str **word = arena_array(f->arena, const struct str *, words.as.list->n + 1);
	for (uint32_t i = 0; i < words.as.list->n; i++)
		if (words.as.list->at[i].val.kind == VALUE_STR)
			word[q.nwords++] = words.as.list->at[i].val.as.s;
	q.word = word;
	const char *where = code_asserts(f->code, f->arena, &q);
	return value_text(where ? where : "", nowhere);
}

/* ---- rows ---- */

static const struct rulefn rows[] = {
	{ "accepts", 2, 2, fn_accepts, LOOKS_CLASS, OF_ANY },
	{ "asserts_about", 2, 2, fn_asserts_about, LOOKS_CLASS, OF_ANY },
	{ "choices", 3, 3, fn_choices, LOOKS_CLASS, OF_ANY },
	{ "of_package", 3, 255, fn_of_package, LOOKS_CLASS, OF_ANY },
	{ "registry_parent", 1, 1, fn_registry_parent, LOOKS_VALUE, OF_ANY },
	{ "own_params", 1, 1, fn_own_params, LOOKS_CLASS, OF_ANY },
	{ "params", 1, 1, fn_params, LOOKS_TYPE, OF_ANY },
};

const struct rulefns rulefns_types = { rows, ARRAY_SIZE(rows) };

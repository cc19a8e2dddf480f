// SPDX-License-Identifier: MIT
/* collections.namedtuple: a class with `fields`; its instances are tuples that refer to it. */
#include "python/builtin/namedtuple.h"
#include "python/builtin/priv.h"
#include "python/ops/seq.h"
#include <string.h>

/* A field name that namedtuple certainly accepts. */
static bool plain_name(const struct str *s)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
	static const char *const keywords[] = { "and",	  "as",	      "assert", "async",  "await",    "break",
						"class",  "continue", "def",	"del",	  "elif",     "else",
						"except", "finally",  "for",	"from",	  "global",   "if",
						"import", "in",	      "is",	"lambda", "nonlocal", "not",
						"or",	  "pass",     "raise",	"return", "try",      "while",
						"with",	  "yield",    "None",	"True",	  "False" };
	if (!s->len || *s->s == '_' || (*s->s >= '0' && *s->s <= '9') || strspn(s->s, letters) != s->len)
		return false;
	for (size_t i = 0; i < ARRAY_SIZE(keywords); i++)
		if (!strcmp(s->s, keywords[i]))
			return false;
	return true;
}

static bool add_field(struct eval *ev, struct list *fields, struct value name)
{
	if (name.kind != VALUE_STR || !plain_name(name.as.s))
		return false;
	for (uint32_t i = 0; i < fields->n; i++)
		if (fields->at[i].val.as.s == name.as.s)
			return false;
	list_push(ev->arena, fields, name, name.at);
	return true;
}

/* "a b" or "a, b" */
static bool fields_of_text(struct eval *ev, struct list *fields, struct value text)
{
	for (const char *p = text.as.s->s; *(p += strspn(p, " ,\t\n"));) {
		size_t n = strcspn(p, " ,\t\n");
		if (!add_field(ev, fields, value_str(str_of(p, n), text.at)))
			return false;
		p += n;
	}
	return true;
}

static struct value fn_collections_namedtuple(struct eval *ev, const struct call *c)
{
	struct value why, name = eval_seen(ev, c->arg[0]), spec = eval_seen(ev, c->arg[1]);
	struct list *fields = value_list(ev->arena, VALUE_LIST, 4, c->at).as.list;
	bool known = !c->nkw && name.kind == VALUE_STR && plain_name(name.as.s);
	if (known && spec.kind == VALUE_STR) {
		known = fields_of_text(ev, fields, spec);
	} else if (known) {
		const struct list *l = op_iterate(ev, spec, c->at, &why);
		if (!l)
			return why;
		for (uint32_t i = 0; known && i < l->n; i++)
			known = add_field(ev, fields, eval_seen(ev, l->at[i].val));
	}
	if (!known) /* defaults, rename, or names that namedtuple may reject */
		return op_unknown(ev, WHY_CALL, c->at);
	const struct object cls = { .type = str_lit("type"), .name = str_lit(name.as.s->s), .fields = fields };
	return value_of_object(ev->arena, &cls, c->at);
}

struct value named_new(struct eval *ev, const struct object *cls, const struct call *c)
{
	const struct list *fields = cls->fields;
	struct value v = value_list(ev->arena, VALUE_TUPLE, fields->n, c->at);
	if (c->n > fields->n)
		return eval_raise(ev, "TypeError", c->at,
				  "%s.__new__() takes %u positional argument%s but %u were given", cls->name->s,
				  fields->n + 1, fields->n ? "s" : "", c->n + 1);
	if (c->n + c->nkw != fields->n)
		return c->nkw ? op_unknown(ev, WHY_CALL, c->at) : named_missing(ev, cls, c->n, c->at);
	for (uint32_t i = 0; i < fields->n; i++) {
		const struct kwarg *kw = i < c->n ? NULL : call_kw(c, fields->at[i].val.as.s->s);
		if (i >= c->n && !kw)
			return op_unknown(ev, WHY_CALL, c->at); /* a TypeError whose text varies */
		list_push(ev->arena, v.as.list, kw ? kw->val : c->arg[i], kw ? kw->use : c->use[i]);
	}
	v.as.list->named = cls;
	return v;
}

struct value named_missing(struct eval *ev, const struct object *cls, uint32_t given, struct span at)
{
	struct buf names = { 0 };
	uint32_t n = cls->fields->n - given;
	for (uint32_t i = 0; i < n; i++)
		buf_printf(&names, "%s'%s'",
			   !i		? ""
			   : n == 2	? " and "
			   : i + 1 == n ? ", and "
					: ", ",
			   cls->fields->at[given + i].val.as.s->s);
	struct value v = eval_raise(ev, "TypeError", at, "%s.__new__() missing %u required positional argument%s: %s",
				    cls->name->s, n, plural(n), buf_str(&names));
	buf_release(&names);
	return v;
}

/* p.field, p._fields. false: another attribute. */
bool named_attr(struct eval *ev, const struct list *tuple, const struct str *name, struct span at, struct value *out)
{
	const struct list *fields = tuple->named->fields;
	for (uint32_t i = 0; i < fields->n; i++)
		if (fields->at[i].val.as.s == name) {
			*out = eval_seen(ev, tuple->at[i].val);
			return true;
		}
	if (strcmp(name->s, "_fields"))
		return false;
	*out = list_of(ev, VALUE_TUPLE, fields, at);
	return true;
}

const struct builtin rows_namedtuple[] = {
	{ "collections.namedtuple", 2, 2, 0, "rename defaults module", fn_collections_namedtuple,
	  "a class of tuples with names" },
	{ 0 },
};

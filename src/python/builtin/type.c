// SPDX-License-Identifier: MIT
/* Builtins for any value: conversion to text and truth, types, attributes.
 *
 * Example: isinstance(True, int)      True
 *          getattr(d, 'x', 1)         1 if d certainly lacks x
 *          type(unknown)              Unknown */
#include "python/builtin/builtin_names.h"
#include "python/builtin/priv.h"
#include "python/ops/op_compare.h"
#include "python/ops/op_format.h"
#include "python/value/class.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include "python/value/unicode.h"
#include <string.h>

static struct value fn_bool(struct eval *ev, const struct call *c)
{
	if (!c->n)
		return value_bool(false, c->at);
	struct value v = eval_seen(ev, c->arg[0]);
	return truth_value(ev, value_truth(v), v, c->at);
}

static struct value as_text(struct eval *ev, struct value v, bool (*text)(struct buf *, struct value), struct span at)
{
	struct buf b = { 0 };
	v = op_deep(ev, v);
	if (text(&b, v))
		return op_buf(ev, &b, at);
	buf_release(&b);
	return op_blame_in(ev, v, at);
}

static struct value fn_str(struct eval *ev, const struct call *c)
{
	if (c->n > 1 || c->nkw) {
		if (c->n > 1 && c->arg[0].kind != VALUE_BYTES && !op_opaque(c->arg[0]))
			return eval_raise(ev, "TypeError", c->at, "decoding to str: need a bytes-like object, %s found",
					  value_type_name(c->arg[0]));
		return op_unknown(ev, WHY_TYPE, c->at);
	}
	return c->n ? as_text(ev, c->arg[0], op_str, c->at) : value_text("", c->at);
}

static struct value fn_repr(struct eval *ev, const struct call *c)
{
	return as_text(ev, c->arg[0], op_repr, c->at);
}

static struct value fn_ascii(struct eval *ev, const struct call *c)
{
	return as_text(ev, c->arg[0], op_ascii, c->at);
}

static struct value fn_format(struct eval *ev, const struct call *c)
{
	const struct str *spec = NULL;
	struct value why;
	if (c->n > 1 && !call_text(ev, c, c->arg[1], "format() argument 2 must be str", &spec, &why))
		return why;
	return op_format(ev, c->arg[0], spec, c->at);
}

static struct value fn_bytes(struct eval *ev, const struct call *c)
{
	if (c->n == 0 && !c->nkw)
		return (struct value){ .kind = VALUE_BYTES, .at = c->at, .as.s = str_of("", 0) };
	if (c->n == 1 && c->arg[0].kind == VALUE_BYTES)
		return c->arg[0];
	if (c->n == 1 && !c->nkw && c->arg[0].kind == VALUE_STR)
		return eval_raise(ev, "TypeError", c->at, "string argument without an encoding");
	return op_unknown(ev, WHY_TYPE, c->at);
}

static struct value fn_callable(struct eval *ev, const struct call *c)
{
	struct value v = c->arg[0];
	if (v.kind == VALUE_FUNC || v.kind == VALUE_METHOD)
		return value_bool(true, c->at);
	if (v.kind == VALUE_OBJECT && strcmp(v.as.obj->type->s, "module"))
		return v.as.obj->call || !strcmp(v.as.obj->type->s, "type") ? value_bool(true, c->at)
									    : op_unknown(ev, WHY_TYPE, c->at);
	return v.kind == VALUE_REF ? op_unknown(ev, WHY_TYPE, c->at) : value_bool(false, c->at);
}

static struct value fn_type(struct eval *ev, const struct call *c)
{
	if (c->n == 2)
		return eval_raise(ev, "TypeError", c->at, "type() takes 1 or 3 arguments");
	struct value v = eval_seen(ev, c->arg[0]);
	if (c->n == 3 || v.kind == VALUE_REF || v.kind == VALUE_DATE)
		return op_unknown(ev, WHY_TYPE, c->at);
	return type_object(ev->arena, v, c->at);
}

/* isinstance */
static enum truth is_of_builtin(struct value v, const char *type)
{
	const char *name = value_type_name(v);
	if (!strcmp(type, "object") || !strcmp(type, name))
		return TRUE3;
	if (!strcmp(type, "tuple") && v.kind == VALUE_TUPLE)
		return TRUE3;
	if (!strcmp(type, "int") && v.kind == VALUE_BOOL)
		return TRUE3;
	if (!strcmp(type, "dict") && v.kind == VALUE_DICT)
		return v.as.dict->type && !v.as.dict->config && strcmp(v.as.dict->type->s, "OrderedDict") &&
				       strcmp(v.as.dict->type->s, "defaultdict")
			       ? UNKNOWN3
			       : TRUE3;
	return FALSE3;
}

/* of a type whose only base is object */
static bool is_plain_object(const struct object *o)
{
	static const char *const types[] = { "type", "module", "function", "builtin_function_or_method" };
	for (size_t i = 0; i < ARRAY_SIZE(types); i++)
		if (!strcmp(o->type->s, types[i]))
			return true;
	return false;
}

static enum truth is_of_type(struct value v, struct value type)
{
	if (type.kind != VALUE_OBJECT || strcmp(type.as.obj->type->s, "type") || !type.as.obj->name)
		return UNKNOWN3;
	if (v.kind == VALUE_OBJECT && v.as.obj->cls)
		return class_inherits((struct value){ .kind = VALUE_OBJECT, .as.obj = v.as.obj->cls }, type);
	if (v.kind == VALUE_UNKNOWN || v.kind == VALUE_REF || v.kind == VALUE_DATE ||
	    (v.kind == VALUE_OBJECT && !is_plain_object(v.as.obj)))
		return UNKNOWN3;
	if (type.as.obj->fields)
		return v.kind == VALUE_TUPLE && v.as.list->named == type.as.obj;
	const char *name = type.as.obj->name->s;
	if (!strncmp(name, "builtins.", 9))
		return is_of_builtin(v, name + 9);
	if (!strcmp(name, "collections.OrderedDict") || !strcmp(name, "collections.defaultdict"))
		return v.kind == VALUE_DICT && v.as.dict->type && !v.as.dict->config &&
		       !strcmp(v.as.dict->type->s, name + 12);
	return UNKNOWN3;
}

static enum truth is_of_any(struct value v, struct value types, unsigned depth)
{
	enum truth t = FALSE3;
	if (types.kind != VALUE_TUPLE || depth > 20)
		return is_of_type(v, types);
	if (types.as.list->open)
		return UNKNOWN3;
	for (uint32_t i = 0; i < types.as.list->n; i++) {
		enum truth one = is_of_any(v, types.as.list->at[i].val, depth + 1);
		if (one == TRUE3)
			return TRUE3;
		if (one == UNKNOWN3)
			t = UNKNOWN3;
	}
	return t;
}

static struct value fn_isinstance(struct eval *ev, const struct call *c)
{
	struct value type = c->arg[1];
	if (type.kind != VALUE_TUPLE && !op_opaque(type) && type.kind != VALUE_FUNC)
		return eval_raise(ev, "TypeError", c->at,
				  "isinstance() arg 2 must be a type, a tuple of types, or a union");
	return truth_value(ev, is_of_any(eval_seen(ev, c->arg[0]), type, 0), value_none(c->at), c->at);
}

/* Attributes by name. */
static struct value fn_hasattr(struct eval *ev, const struct call *c)
{
	const struct str *name;
	struct value why;
	struct value v = eval_seen(ev, c->arg[0]);
	if (v.kind == VALUE_UNKNOWN)
		return op_blame(v, c->at);
	if (!call_text(ev, c, c->arg[1], "hasattr(): attribute name must be string", &name, &why))
		return why;
	return truth_value(ev, builtin_has_attr(v, name), value_none(c->at), c->at);
}

static struct value method_of(struct eval *ev, struct value v, const struct builtin *b, struct span at)
{
	struct bound *m = arena_new(ev->arena, struct bound);
	m->fn = b;
	m->self = v;
	return (struct value){ .kind = VALUE_METHOD, .at = at, .as.method = m };
}

struct value fn_getattr(struct eval *ev, const struct call *c)
{
	const struct str *name;
	struct value why;
	struct value v = eval_seen(ev, c->arg[0]);
	if (v.kind == VALUE_UNKNOWN)
		return op_blame(v, c->at);
	if (!call_text(ev, c, c->arg[1], "getattr(): attribute name must be string", &name, &why))
		return why;
	const struct builtin *b = method_find(v, name);
	enum truth has = builtin_has_attr(v, name);
	if (b)
		return method_of(ev, v, b, c->at);
	if (has == TRUE3 && v.kind == VALUE_DICT)
		return eval_seen(ev, dict_find_str(v.as.dict, name)->val);
	if (has != FALSE3)
		return op_unknown(ev, WHY_TYPE, c->at);
	if (c->n > 2)
		return c->arg[2];
	return eval_raise(ev, "AttributeError", c->at, "'%s' object has no attribute '%s'", value_type_name(v),
			  name->s);
}

static struct value fn_print(struct eval *ev, const struct call *c)
{
	(void)ev;
	return value_none(c->at);
}

static struct value fn_bytes_decode(struct eval *ev, const struct call *c)
{
	if (c->n || c->nkw || !text_is_ascii(c->self.as.s))
		return op_unknown(ev, WHY_TYPE, c->at);
	return value_str(c->self.as.s, c->at);
}

const struct builtin rows_type[] = {
	{ "ascii", 1, 1, 0, NULL, fn_ascii, "repr() in ASCII" },
	{ "bool", 0, 1, BF_CLASS, NULL, fn_bool, "truth" },
	{ "bytes", 0, 3, BF_CLASS, "encoding errors", fn_bytes, "a bytes object" },
	{ "bytes.decode", 0, 2, 0, "encoding errors", fn_bytes_decode, "as str" },
	{ "callable", 1, 1, BF_QUICK, NULL, fn_callable, "whether it can be called" },
	{ "format", 1, 2, 0, NULL, fn_format, "text by a format specification" },
	{ "getattr", 2, 3, BF_TAKES_UNKNOWN | BF_QUICK, NULL, fn_getattr, "an attribute by its name" },
	{ "hasattr", 2, 2, BF_QUICK, NULL, fn_hasattr, "whether there is such an attribute" },
	{ "isinstance", 2, 2, BF_QUICK, NULL, fn_isinstance, "whether it is of a builtin type" },
	{ "print", 0, 255, BF_TAKES_UNKNOWN | BF_QUICK, "sep end file flush", fn_print, "prints nothing here" },
	{ "repr", 1, 1, 0, NULL, fn_repr, "as source text" },
	{ "str", 0, 3, BF_CLASS, "object encoding errors", fn_str, "as text" },
	{ "type", 1, 3, BF_CLASS | BF_QUICK, NULL, fn_type, "the type" },
	{ 0 },
};

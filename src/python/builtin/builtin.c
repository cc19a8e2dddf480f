// SPDX-License-Identifier: MIT
/* The table of builtins, finding rows in it, checking a call against its row, and the names of Python's builtins
 * module. */
#include "python/builtin/priv.h"
#include <stdlib.h>
#include <string.h>

static const struct builtin rows[] = {
#define X(name, min, max, flags, kw, fn, doc) { name, min, max, flags, kw, fn_##fn, doc },
	BUILTINS(X)
#undef X
};

static int by_name(const void *name, const void *row)
{
	return strcmp(name, ((const struct builtin *)row)->name);
}

const struct builtin *builtin_find(const char *name)
{
	return bsearch(name, rows, ARRAY_SIZE(rows), sizeof *rows, by_name);
}

const struct builtin *builtin_all(size_t *n)
{
	*n = ARRAY_SIZE(rows);
	return rows;
}

static const struct builtin *find_in(const char *type, const struct str *name)
{
	char text[64];
	size_t n = strlen(type);
	if (n + name->len + 2 > sizeof text)
		return NULL;
	memcpy(text, type, n);
	text[n] = '.';
	memcpy(text + n + 1, name->s, name->len + 1);
	return builtin_find(text);
}

static const struct builtin *dict_method(const struct dict *d, const struct str *name)
{
	const struct builtin *b = NULL;
	if (d->config)
		b = find_in("configdict", name);
	else if (d->type && !strcmp(d->type->s, "OrderedDict"))
		b = find_in("ordereddict", name);
	return b ? b : find_in("dict", name);
}

const struct builtin *method_find(struct value self, const struct str *name)
{
	switch (self.kind) {
	case VALUE_DICT:
		return dict_method(self.as.dict, name);
	case VALUE_BOOL:
	case VALUE_INT:
		return find_in("int", name);
	case VALUE_FLOAT:
	case VALUE_STR:
	case VALUE_BYTES:
	case VALUE_LIST:
	case VALUE_TUPLE:
	case VALUE_SET:
	case VALUE_FROZENSET:
	case VALUE_RANGE:
		return find_in(value_type_name(self), name);
	default:
		return NULL;
	}
}

/* Attributes of the kinds whose methods are not all in the table. */
static const char *const int_attributes[] = { "as_integer_ratio", "bit_count", "bit_length", "conjugate", "denominator",
					      "from_bytes",	  "imag",      "numerator",  "real",	  "to_bytes",
					      "is_integer" };
static const char *const float_attributes[] = { "as_integer_ratio", "conjugate", "fromhex", "hex", "imag",
						"is_integer",	    "real" };
static const char *const range_attributes[] = { "count", "index", "start", "step", "stop" };

static bool is_one_of(const char *name, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!strcmp(name, list[i]))
			return true;
	return false;
}

#define ONE_OF(name, list) is_one_of(name, list, ARRAY_SIZE(list))

enum truth builtin_has_attr(struct value v, const struct str *name)
{
	if (method_find(v, name))
		return TRUE3;
	if (name->len > 4 && !strncmp(name->s, "__", 2))
		return UNKNOWN3;
	if (v.kind == VALUE_TUPLE && v.as.list->named)
		return UNKNOWN3;
	switch (v.kind) {
	case VALUE_DICT:
		if (v.as.dict->config) {
			const struct entry *e = dict_find_str(v.as.dict, name);
			return e ? (e->flags & EF_MAYBE ? UNKNOWN3 : TRUE3) : v.as.dict->open ? UNKNOWN3 : FALSE3;
		}
		return v.as.dict->type ? UNKNOWN3 : FALSE3;
	case VALUE_NONE:
	case VALUE_STR:
	case VALUE_LIST:
	case VALUE_TUPLE:
	case VALUE_SET:
	case VALUE_FROZENSET:
		return FALSE3;
	case VALUE_BOOL:
	case VALUE_INT:
	case VALUE_BIGINT:
		return ONE_OF(name->s, int_attributes) ? UNKNOWN3 : FALSE3;
	case VALUE_FLOAT:
		return ONE_OF(name->s, float_attributes) ? UNKNOWN3 : FALSE3;
	case VALUE_RANGE:
		return ONE_OF(name->s, range_attributes) ? UNKNOWN3 : FALSE3;
	default:
		return UNKNOWN3;
	}
}

/* Arguments. */
const struct kwarg *call_kw(const struct call *c, const char *name)
{
	for (uint32_t i = 0; i < c->nkw; i++)
		if (!strcmp(c->kw[i].name->s, name))
			return &c->kw[i];
	return NULL;
}

bool call_has(const struct call *c, uint32_t i, const char *name)
{
	return i < c->n || (name && call_kw(c, name));
}

struct value call_arg(const struct call *c, uint32_t i, const char *name, struct value otherwise)
{
	if (i < c->n)
		return c->arg[i];
	const struct kwarg *kw = name ? call_kw(c, name) : NULL;
	return kw ? kw->val : otherwise;
}

bool call_text(struct eval *ev, const struct call *c, struct value v, const char *expected, const struct str **out,
	       struct value *why)
{
	if (v.kind == VALUE_STR) {
		*out = v.as.s;
		return true;
	}
	if (v.kind == VALUE_UNKNOWN || v.kind == VALUE_REF || v.kind == VALUE_OBJECT)
		*why = v.kind == VALUE_UNKNOWN ? op_blame(v, c->at) : op_unknown(ev, WHY_TYPE, c->at);
	else
		*why = eval_raise(ev, "TypeError", c->at, "%s, not %s", expected, value_type_name(v));
	return false;
}

int op_int_arg(struct eval *ev, struct value v, struct span at, int64_t *out, struct value *why)
{
	if (op_int(v, out))
		return 1;
	if (v.kind == VALUE_UNKNOWN)
		*why = op_blame(v, at);
	else if (op_opaque(v) && v.kind != VALUE_COMPLEX && v.kind != VALUE_ITER)
		*why = op_unknown(ev, v.kind == VALUE_BIGINT ? WHY_OVERFLOW : WHY_TYPE, at);
	else
		*why = eval_raise(ev, "TypeError", at, "'%s' object cannot be interpreted as an integer",
				  value_type_name(v));
	return 0;
}

bool call_int(struct eval *ev, const struct call *c, struct value v, int64_t *out, struct value *why)
{
	return op_int_arg(ev, v, c->at, out, why);
}

/* Calls. */
static const char *short_name(const struct builtin *b)
{
	const char *dot = strrchr(b->name, '.');
	return dot ? dot + 1 : b->name;
}

static struct value wrong_count(struct eval *ev, const struct builtin *b, const struct call *c)
{
	if (b->max == 0)
		return eval_raise(ev, "TypeError", c->at, "%s() takes no arguments (%u given)", b->name, c->n);
	if (b->min == 1 && b->max == 1)
		return eval_raise(ev, "TypeError", c->at, "%s() takes exactly one argument (%u given)", b->name, c->n);
	unsigned want = c->n < b->min ? b->min : b->max;
	const char *bound = b->min == b->max ? "" : c->n < b->min ? "at least " : "at most ";
	return eval_raise(ev, "TypeError", c->at, "%s expected %s%u argument%s, got %u", short_name(b), bound, want,
			  plural(want), c->n);
}

static bool takes_keyword(const struct builtin *b, const struct str *name)
{
	if (!b->kw || !strcmp(b->kw, "*"))
		return b->kw;
	for (const char *p = b->kw; (p = strstr(p, name->s)); p++)
		if ((p == b->kw || p[-1] == ' ') && (p[name->len] == ' ' || !p[name->len]))
			return true;
	return false;
}

static bool wrong_keyword(struct eval *ev, const struct builtin *b, const struct call *c, struct value *out)
{
	for (uint32_t i = 0; i < c->nkw; i++) {
		if (takes_keyword(b, c->kw[i].name))
			continue;
		if (b->kw)
			*out = eval_raise(ev, "TypeError", c->kw[i].at, "'%s' is an invalid keyword argument for %s()",
					  c->kw[i].name->s, short_name(b));
		else
			*out = eval_raise(ev, "TypeError", c->at, "%s() takes no keyword arguments", b->name);
		return true;
	}
	return false;
}

void poison_self(struct eval *ev, const struct call *c, struct value why)
{
	eval_poison(ev, c->self, why.as.cause);
}

static void poison_after(struct eval *ev, const struct builtin *b, const struct call *c, struct value why)
{
	if (b->flags & BF_MUTATES)
		poison_self(ev, c, why);
	for (uint32_t i = 0; i < c->n && b->flags & BF_CALLS; i++)
		eval_poison(ev, c->arg[i], why.as.cause);
}

static const struct value *first_unknown_arg(const struct call *c)
{
	for (uint32_t i = 0; i < c->n; i++)
		if (c->arg[i].kind == VALUE_UNKNOWN)
			return &c->arg[i];
	for (uint32_t i = 0; i < c->nkw; i++)
		if (c->kw[i].val.kind == VALUE_UNKNOWN)
			return &c->kw[i].val;
	return NULL;
}

struct value builtin_call(struct eval *ev, const struct builtin *b, const struct call *c)
{
	struct value out;
	if (wrong_keyword(ev, b, c, &out))
		return out;
	if (c->n < b->min && c->nkw && b->kw && strcmp(b->kw, "*"))
		return op_unknown(ev, WHY_TYPE, c->at); /* a positional parameter given by its name */
	if (c->n < b->min || (b->max != 255 && c->n > b->max))
		return wrong_count(ev, b, c);
	const struct value *unknown = b->flags & BF_LAZY ? NULL : first_unknown_arg(c);
	if (unknown) {
		poison_after(ev, b, c, *unknown);
		return op_blame(*unknown, c->at);
	}
	return b->fn(ev, c);
}

struct value fn_not_evaluated(struct eval *ev, const struct call *c)
{
	return op_unknown(ev, WHY_TYPE, c->at);
}

/* Python's builtins module. Lists of types are sorted. */
static int by_text(const void *name, const void *row)
{
	return strcmp(name, *(const char *const *)row);
}
#define SORTED_HAS(list, name) (bsearch(name, list, ARRAY_SIZE(list), sizeof *(list), by_text) != NULL)

static const char *const builtin_types[] = { "bool",   "bytes",	 "complex",   "dict",	  "enumerate",
					     "filter", "float",	 "frozenset", "int",	  "list",
					     "map",    "object", "range",     "reversed", "set",
					     "slice",  "str",	 "tuple",     "type",	  "zip" };

static const char *const other_types[] = {
	"bytearray", "classmethod", "memoryview", "property", "staticmethod", "super"
};

static const char *const functions[] = { "__build_class__",
					 "__import__",
					 "aiter",
					 "anext",
					 "breakpoint",
					 "compile",
					 "delattr",
					 "dir",
					 "eval",
					 "exec",
					 "exit",
					 "globals",
					 "help",
					 "input",
					 "locals",
					 "open",
					 "quit",
					 "setattr",
					 "vars",
					 "copyright",
					 "credits",
					 "license" };

static const char *const exceptions[] = {
	"ArithmeticError",
	"AssertionError",
	"AttributeError",
	"BaseException",
	"BaseExceptionGroup",
	"BlockingIOError",
	"BrokenPipeError",
	"BufferError",
	"BytesWarning",
	"ChildProcessError",
	"ConnectionAbortedError",
	"ConnectionError",
	"ConnectionRefusedError",
	"ConnectionResetError",
	"DeprecationWarning",
	"EOFError",
	"EncodingWarning",
	"EnvironmentError",
	"Exception",
	"ExceptionGroup",
	"FileExistsError",
	"FileNotFoundError",
	"FloatingPointError",
	"FutureWarning",
	"GeneratorExit",
	"IOError",
	"ImportError",
	"ImportWarning",
	"IndentationError",
	"IndexError",
	"InterruptedError",
	"IsADirectoryError",
	"KeyError",
	"KeyboardInterrupt",
	"LookupError",
	"MemoryError",
	"ModuleNotFoundError",
	"NameError",
	"NotADirectoryError",
	"NotImplementedError",
	"OSError",
	"OverflowError",
	"PendingDeprecationWarning",
	"PermissionError",
	"ProcessLookupError",
	"RecursionError",
	"ReferenceError",
	"ResourceWarning",
	"RuntimeError",
	"RuntimeWarning",
	"StopAsyncIteration",
	"StopIteration",
	"SyntaxError",
	"SyntaxWarning",
	"SystemError",
	"SystemExit",
	"TabError",
	"TimeoutError",
	"TypeError",
	"UnboundLocalError",
	"UnicodeDecodeError",
	"UnicodeEncodeError",
	"UnicodeError",
	"UnicodeTranslateError",
	"UnicodeWarning",
	"UserWarning",
	"ValueError",
	"Warning",
	"ZeroDivisionError",
};

static struct value builtin_object(struct arena *a, const char *type, const char *name, const struct builtin *call,
				   struct span at)
{
	char dotted[80];
	strcpy(dotted, "builtins.");
	strncat(dotted, name, 64);
	struct value v = value_object(a, type, dotted, at);
	((struct object *)v.as.obj)->call = call;
	return v;
}

bool builtin_value(struct arena *a, const struct str *name, struct span at, struct value *out)
{
	const struct builtin *b = strchr(name->s, '.') ? NULL : builtin_find(name->s);
	if (b && SORTED_HAS(builtin_types, name->s))
		*out = builtin_object(a, "type", name->s, b, at);
	else if (b)
		*out = builtin_object(a, "builtin_function_or_method", name->s, b, at);
	else if (SORTED_HAS(exceptions, name->s) || SORTED_HAS(other_types, name->s))
		*out = builtin_object(a, "type", name->s, NULL, at);
	else if (ONE_OF(name->s, functions))
		*out = builtin_object(a, "builtin_function_or_method", name->s, NULL, at);
	else if (!strcmp(name->s, "Ellipsis"))
		*out = value_object(a, "ellipsis", "Ellipsis", at);
	else if (!strcmp(name->s, "NotImplemented"))
		*out = value_object(a, "NotImplementedType", "NotImplemented", at);
	else if (!strcmp(name->s, "__debug__"))
		*out = value_bool(true, at);
	else
		return false;
	return true;
}

struct value type_object(struct arena *a, struct value v, struct span at)
{
	const char *name = value_type_name(v);
	struct value out;
	if (v.kind == VALUE_DICT && v.as.dict->config)
		return value_object(a, "type", "mmengine.config.config.ConfigDict", at);
	if (v.kind == VALUE_DICT && v.as.dict->type)
		return module_value(a, str_lit("collections"), v.as.dict->type, at, &out)
			       ? out
			       : value_object(a, "type", NULL, at);
	if (v.kind == VALUE_TUPLE && v.as.list->named)
		return (struct value){ .kind = VALUE_OBJECT, .at = at, .as.obj = v.as.list->named };
	if (v.kind == VALUE_OBJECT && v.as.obj->cls)
		return (struct value){ .kind = VALUE_OBJECT, .at = at, .as.obj = v.as.obj->cls };
	if (v.kind == VALUE_OBJECT && strcmp(name, "type") && strcmp(name, "module"))
		return value_object(a, "type", NULL, at);
	if (builtin_value(a, str_lit(name), at, &out))
		return out;
	return builtin_object(a, "type", name, NULL, at);
}

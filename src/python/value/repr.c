// SPDX-License-Identifier: MIT
/* str() and repr() of values: exactly CPython's text, or false. Containers that contain themselves print as [...].
 * Nothing depends on the locale.
 *
 * Example: repr({'a': 1.0, 'b': (2,)})   {'a': 1.0, 'b': (2,)}
 *          repr({1, 2})                  false: the order of a set is unknown
 *          l = [1]; l.append(l)          [1, [...]] */
#include "python/value/repr.h"
#include "python/value/class.h"
#include "python/value/dict.h"
#include "python/value/truth.h"
#include "python/value/unicode.h"
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Significant digits of |f| (finite, not 0) in shortest form; returns the exponent of the first one. */
struct digits {
	char s[32];
	int n, exp;
};

static void digits_of(struct digits *d, double f, int n)
{
	char raw[64];
	d->n = 0;
	snprintf(raw, sizeof raw, "%.*e", n - 1, f);
	char *e = strchr(raw, 'e');
	for (char *p = raw; p < e; p++)
		if (*p >= '0' && *p <= '9')
			d->s[d->n++] = *p;
	d->s[d->n] = 0;
	d->exp = atoi(e + 1);
}

static bool digits_give(const struct digits *d, double f)
{
	char text[64];
	snprintf(text, sizeof text, "%se%d", d->s, d->exp - (d->n - 1));
	return text_strtod(text, NULL) == f;
}

/* The next larger decimal. Above a power of two the gap is twice the one below, so there the shortest text that
 * reads back as f can be the neighbour of the nearest one. */
static void digits_up(struct digits *d)
{
	int i = d->n - 1;
	while (i >= 0 && d->s[i] == '9')
		d->s[i--] = '0';
	if (i >= 0) {
		d->s[i]++;
		return;
	}
	d->s[0] = '1';
	d->exp++;
}

/* As repr(float): the fewest digits that read back as f. A double that is not subnormal distinguishes decimals of
 * DBL_DIG digits or less, so one that reads back is the only one. */
static void digits_shortest(struct digits *d, double f)
{
	for (int n = f < DBL_MIN ? 1 : DBL_DIG; n <= 17; n++) {
		digits_of(d, f, n);
		if (digits_give(d, f))
			break;
		struct digits up = *d;
		digits_up(&up);
		if (digits_give(&up, f)) {
			*d = up;
			break;
		}
	}
	while (d->n > 1 && d->s[d->n - 1] == '0')
		d->s[--d->n] = 0;
}

void float_repr(struct buf *out, double f)
{
	struct digits d;
	if (isnan(f)) {
		buf_puts(out, "nan");
		return;
	}
	if (signbit(f))
		buf_putc(out, '-');
	if (isinf(f) || f == 0) {
		buf_puts(out, isinf(f) ? "inf" : "0.0");
		return;
	}
	digits_shortest(&d, fabs(f));
	if (d.exp < -4 || d.exp >= 16) {
		buf_putc(out, d.s[0]);
		if (d.n > 1)
			buf_printf(out, ".%s", d.s + 1);
		buf_printf(out, "e%c%02d", d.exp < 0 ? '-' : '+', abs(d.exp));
	} else if (d.exp < 0) {
		buf_printf(out, "0.%.*s%s", -d.exp - 1, "000", d.s);
	} else if (d.exp >= d.n - 1) {
		buf_printf(out, "%s%.*s.0", d.s, d.exp - d.n + 1, "0000000000000000");
	} else {
		buf_printf(out, "%.*s.%s", d.exp + 1, d.s, d.s + d.exp + 1);
	}
}

/* The containers around the current one, to detect cycles. */
struct above {
	const struct above *up;
	const void *container;
	unsigned depth;
	size_t most; /* limit of the text in bytes; a longer one is unknown */
};

static bool repr_walk(struct buf *out, struct value v, const struct above *up);

static bool is_above(const struct above *up, const void *container)
{
	for (; up; up = up->up)
		if (up->container == container)
			return true;
	return false;
}

static bool repr_items(struct buf *out, const struct list *l, const struct above *up)
{
	if (!list_is_sure(l))
		return false;
	for (uint32_t i = 0; i < l->n; i++) {
		if (i)
			buf_puts(out, ", ");
		if (!repr_walk(out, l->at[i].val, up) || out->n > up->most)
			return false;
	}
	return true;
}

static bool repr_pairs(struct buf *out, const struct dict *d, const char *between, const struct above *up)
{
	struct dict_iter it;
	bool first = true;
	if (!dict_is_sure(d))
		return false;
	dict_begin(&it, d);
	for (const struct entry *e; (e = dict_next(&it)); first = false) {
		buf_puts(out, first ? "" : ", ");
		buf_puts(out, *between == ',' ? "(" : "");
		if (!repr_walk(out, e->key, up))
			return false;
		buf_puts(out, between);
		if (!repr_walk(out, e->val, up) || out->n > up->most)
			return false;
		buf_puts(out, *between == ',' ? ")" : "");
	}
	return true;
}

static bool repr_dict(struct buf *out, const struct dict *d, const struct above *up)
{
	if (!d->type || d->config) {
		buf_putc(out, '{');
		bool known = repr_pairs(out, d, ": ", up);
		buf_putc(out, '}');
		return known;
	}
	if (strcmp(d->type->s, "OrderedDict"))
		return false;
	if (!d->count) {
		buf_puts(out, "OrderedDict()");
		return !d->open;
	}
	buf_puts(out, "OrderedDict([");
	bool known = repr_pairs(out, d, ", ", up);
	buf_puts(out, "])");
	return known;
}

static bool repr_set(struct buf *out, struct value v, const struct above *up)
{
	const struct list *l = v.as.list;
	bool frozen = v.kind == VALUE_FROZENSET;
	if (l->n > 1 || l->open) /* the order depends on hashes */
		return false;
	if (!l->n) {
		buf_puts(out, frozen ? "frozenset()" : "set()");
		return true;
	}
	buf_puts(out, frozen ? "frozenset({" : "{");
	bool known = repr_items(out, l, up);
	buf_puts(out, frozen ? "})" : "}");
	return known;
}

static bool repr_view(struct buf *out, struct value v, const struct above *up)
{
	const struct list *l = v.as.list;
	if (!l->type ||
	    (strcmp(l->type->s, "dict_keys") && strcmp(l->type->s, "dict_values") && strcmp(l->type->s, "dict_items")))
		return false; /* <zip object at 0x...> */
	if (l->view)
		return false; /* a view prints the dict's current items, which are unknown here */
	buf_printf(out, "%s([", l->type->s);
	bool known = repr_items(out, l, up);
	buf_puts(out, "])");
	return known;
}

/* P(a=1, b=2) */
static bool repr_named(struct buf *out, const struct list *l, const struct above *up)
{
	if (!list_is_sure(l))
		return false;
	buf_printf(out, "%s(", l->named->name->s);
	for (uint32_t i = 0; i < l->n; i++) {
		buf_printf(out, "%s%s=", i ? ", " : "", l->named->fields->at[i].val.as.s->s);
		if (!repr_walk(out, l->at[i].val, up))
			return false;
	}
	buf_putc(out, ')');
	return true;
}

static bool repr_container(struct buf *out, struct value v, const struct above *up)
{
	struct above here = { up, v.as.list, up ? up->depth + 1 : 1, up ? up->most : SIZE_MAX };
	bool known;
	if (is_above(up, v.as.list)) {
		buf_puts(out, v.kind == VALUE_DICT ? "{...}" : v.kind == VALUE_LIST ? "[...]" : "(...)");
		return v.kind != VALUE_DICT || !v.as.dict->type;
	}
	if (here.depth > VALUE_DEPTH_MAX || out->n > TEXT_MAX)
		return false;
	switch (v.kind) {
	case VALUE_DICT:
		return repr_dict(out, v.as.dict, &here);
	case VALUE_SET:
	case VALUE_FROZENSET:
		return repr_set(out, v, &here);
	case VALUE_ITER:
		return repr_view(out, v, &here);
	default:
		if (v.as.list->named)
			return repr_named(out, v.as.list, &here);
		buf_putc(out, v.kind == VALUE_LIST ? '[' : '(');
		known = repr_items(out, v.as.list, &here);
		buf_puts(out, v.kind == VALUE_LIST ? "]" : v.as.list->n == 1 ? ",)" : ")");
		return known;
	}
}

static void repr_complex_part(struct buf *out, double f)
{
	size_t from = out->n;
	float_repr(out, f);
	if (out->n - from > 2 && !memcmp(out->s + out->n - 2, ".0", 2))
		out->s[out->n -= 2] = 0;
}

static void repr_complex(struct buf *out, const struct cplx *c)
{
	bool bare = c->re == 0 && !signbit(c->re);
	if (!bare) {
		buf_putc(out, '(');
		repr_complex_part(out, c->re);
		if (!signbit(c->im) || isnan(c->im))
			buf_putc(out, '+');
	}
	repr_complex_part(out, c->im);
	buf_puts(out, bare ? "j" : "j)");
}

/* Exceptions: str() and repr() of an instance. */
static enum truth is_key_error(const struct object *o)
{
	const struct object key_error = { .type = str_lit("type"), .name = str_lit("builtins.KeyError") };
	return class_inherits((struct value){ .kind = VALUE_OBJECT, .as.obj = o->cls },
			      (struct value){ .kind = VALUE_OBJECT, .as.obj = &key_error });
}

static bool exception_text(struct buf *out, const struct object *o)
{
	if (o->text) {
		buf_add(out, o->text->s, o->text->len);
		return true;
	}
	if (o->args->open)
		return false;
	if (o->args->n == 1)
		return is_key_error(o) == TRUE3 ? op_repr(out, o->args->at[0].val) : op_str(out, o->args->at[0].val);
	return !o->args->n || op_repr(out, (struct value){ .kind = VALUE_TUPLE, .as.list = o->args });
}

static bool exception_repr(struct buf *out, const struct object *o)
{
	size_t n = out->n;
	if (o->args->open)
		return false;
	buf_puts(out, o->type->s);
	if (!op_repr(out, (struct value){ .kind = VALUE_TUPLE, .as.list = o->args }))
		return out->s[out->n = n] = 0, false;
	if (o->args->n == 1) { /* no comma */
		out->n -= 2;
		buf_putc(out, ')');
	}
	return true;
}

static bool repr_object(struct buf *out, const struct object *o)
{
	const char *name = o->name ? o->name->s : NULL;
	if (o->cls)
		return exception_repr(out, o);
	if (!strcmp(o->type->s, "ellipsis")) {
		buf_puts(out, "Ellipsis");
		return true;
	}
	if (!name)
		return false;
	const char *dot = strrchr(name, '.');
	if (!strcmp(o->type->s, "builtin_function_or_method"))
		buf_printf(out, "<built-in function %s>", dot ? dot + 1 : name);
	else if (!strcmp(o->type->s, "type") && !strncmp(name, "builtins.", 9))
		buf_printf(out, "<class '%s'>", name + 9);
	else if (!strcmp(o->type->s, "type") && dot)
		buf_printf(out, "<class '%s'>", name);
	else
		return false;
	return true;
}

/* LazyObject and LazyAttr: the imported name, the last name of a chain, or the module */
static void repr_ref(struct buf *out, const struct ref *r)
{
	const char *name = r->name ? r->name->s : r->module->s, *dot = r->name ? strrchr(name, '.') : NULL;
	buf_puts(out, dot ? dot + 1 : name);
}

/* up: the containers around v. false: repr() of it is unknown; out is then truncated anywhere. */
static bool repr_walk(struct buf *out, struct value v, const struct above *up)
{
	switch (v.kind) {
	case VALUE_NONE:
		buf_puts(out, "None");
		return true;
	case VALUE_BOOL:
		buf_puts(out, v.as.b ? "True" : "False");
		return true;
	case VALUE_INT:
		buf_printf(out, "%" PRId64, v.as.i);
		return true;
	case VALUE_BIGINT:
		buf_add(out, v.as.s->s, v.as.s->len);
		return v.as.s->len <= 4300; /* CPython rejects longer ones */
	case VALUE_FLOAT:
		float_repr(out, v.as.f);
		return true;
	case VALUE_COMPLEX:
		repr_complex(out, v.as.c);
		return true;
	case VALUE_STR:
		text_quote(out, v.as.s->s, v.as.s->len, 0);
		return true;
	case VALUE_BYTES:
		text_bytes(out, v.as.s);
		return true;
	case VALUE_RANGE:
		buf_printf(out, "range(%" PRId64 ", %" PRId64, v.as.range->start, v.as.range->stop);
		if (v.as.range->step != 1)
			buf_printf(out, ", %" PRId64, v.as.range->step);
		buf_putc(out, ')');
		return true;
	case VALUE_OBJECT:
		return repr_object(out, v.as.obj);
	case VALUE_REF:
		repr_ref(out, v.as.ref);
		return true;
	case VALUE_LIST:
	case VALUE_TUPLE:
	case VALUE_SET:
	case VALUE_FROZENSET:
	case VALUE_DICT:
	case VALUE_ITER:
		return repr_container(out, v, up);
	default:
		return false;
	}
}

static bool undo(struct buf *out, size_t n, bool known)
{
	if (!known && out->n > n) {
		out->n = n;
		out->s[n] = 0;
	}
	return known;
}

bool op_repr(struct buf *out, struct value v)
{
	size_t n = out->n;
	return undo(out, n, repr_walk(out, v, NULL));
}

bool op_repr_within(struct buf *out, struct value v, size_t most)
{
	size_t n = out->n;
	const struct above top = { .most = n + most };
	return undo(out, n, repr_walk(out, v, &top) && out->n <= top.most);
}

bool op_str(struct buf *out, struct value v)
{
	if (v.kind == VALUE_OBJECT && v.as.obj->cls)
		return exception_text(out, v.as.obj);
	if (v.kind != VALUE_STR)
		return op_repr(out, v);
	buf_add(out, v.as.s->s, v.as.s->len);
	return true;
}

bool op_ascii(struct buf *out, struct value v)
{
	struct buf raw = { 0 };
	bool known = op_repr(&raw, v);
	for (size_t i = 0; known && i < raw.n;) {
		unsigned len;
		uint32_t c = text_decode(raw.s + i, raw.n - i, &len);
		if (c < 0x80)
			buf_putc(out, (char)c);
		else
			text_escape(out, c);
		i += len;
	}
	buf_release(&raw);
	return known;
}

static void dump(struct buf *b, struct value v, unsigned depth);

static void dump_list(struct buf *b, struct value v, unsigned depth)
{
	buf_printf(b, "%s[", value_type_name(v));
	for (uint32_t i = 0; i < v.as.list->n; i++) {
		buf_puts(b, i ? ", " : "");
		buf_puts(b, v.as.list->at[i].flags & EF_MAYBE ? "~" : "");
		dump(b, v.as.list->at[i].val, depth + 1);
	}
	buf_puts(b, v.as.list->open ? ", ...]" : "]");
}

static void dump_dict(struct buf *b, struct value v, unsigned depth)
{
	struct dict_iter it;
	const char *sep = "";
	buf_printf(b, "%s{", v.as.dict->type || v.as.dict->config ? value_type_name(v) : "");
	dict_begin(&it, v.as.dict);
	for (const struct entry *e; (e = dict_next(&it)); sep = ", ") {
		buf_printf(b, "%s%s", sep, e->flags & EF_MAYBE ? "~" : "");
		dump(b, e->key, depth + 1);
		buf_puts(b, ": ");
		dump(b, e->val, depth + 1);
	}
	buf_puts(b, v.as.dict->open ? ", ...}" : "}");
}

static void dump(struct buf *b, struct value v, unsigned depth)
{
	if (depth > 20)
		buf_puts(b, "...");
	else if (v.kind == VALUE_UNKNOWN && v.as.cause && v.as.cause->detail)
		buf_printf(b, "?(%s: %s)", why_text(v.as.cause->why), v.as.cause->detail->s);
	else if (v.kind == VALUE_UNKNOWN)
		buf_printf(b, "?(%s)", why_text(v.as.cause ? v.as.cause->why : WHY_NONE));
	else if (v.kind == VALUE_DICT)
		dump_dict(b, v, depth);
	else if (value_is_listlike(v))
		dump_list(b, v, depth);
	else if (v.kind == VALUE_REF)
		buf_printf(b, "<%s:%s>", v.as.ref->module->s, v.as.ref->name ? v.as.ref->name->s : "");
	else if (!op_repr(b, v))
		buf_printf(b, "<%s>", value_type_name(v));
}

void value_dump(struct buf *b, struct value v)
{
	dump(b, v, 0);
}

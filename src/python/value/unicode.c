// SPDX-License-Identifier: MIT
/* str() and repr() of values, and the UTF-8 helpers below them. Gives exactly CPython's text or says that it can't.
 * Containers that contain themselves print as [...]. Nothing depends on the locale. */
#include "python/builtin/builtin.h"
#include "python/value/priv.h"
#include <inttypes.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool text_is_ascii(const struct str *s)
{
	for (uint32_t i = 0; i < s->len; i++)
		if (s->s[i] & 0x80)
			return false;
	return true;
}

size_t text_count(const char *s, size_t n)
{
	size_t count = 0;
	for (size_t i = 0; i < n; i++)
		count += ((unsigned char)s[i] & 0xc0) != 0x80;
	return count;
}

size_t text_offset(const char *s, size_t n, size_t index)
{
	size_t i = 0;
	for (; i < n; i++)
		if (((unsigned char)s[i] & 0xc0) != 0x80 && index-- == 0)
			break;
	return i;
}

uint32_t text_decode(const char *s, size_t n, unsigned *len)
{
	unsigned char c = (unsigned char)s[0];
	unsigned want = c < 0xc0 ? 1 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : 4;
	if (want == 1 || want > n) {
		*len = 1;
		return c;
	}
	uint32_t code = c & (0xffu >> (want + 1));
	for (unsigned i = 1; i < want; i++)
		code = code << 6 | ((unsigned char)s[i] & 0x3f);
	*len = want;
	return code;
}

void text_encode(struct buf *out, uint32_t c)
{
	if (c < 0x80) {
		buf_putc(out, (char)c);
	} else if (c < 0x800) {
		buf_putc(out, (char)(0xc0 | c >> 6));
		buf_putc(out, (char)(0x80 | (c & 0x3f)));
	} else if (c < 0x10000) {
		buf_putc(out, (char)(0xe0 | c >> 12));
		buf_putc(out, (char)(0x80 | (c >> 6 & 0x3f)));
		buf_putc(out, (char)(0x80 | (c & 0x3f)));
	} else {
		buf_putc(out, (char)(0xf0 | c >> 18));
		buf_putc(out, (char)(0x80 | (c >> 12 & 0x3f)));
		buf_putc(out, (char)(0x80 | (c >> 6 & 0x3f)));
		buf_putc(out, (char)(0x80 | (c & 0x3f)));
	}
}

double text_strtod(const char *s, char **end)
{
	locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0); /* glibc's own object: costs nothing, can't fail */
	double f = strtod_l(s, end, c);
	freelocale(c);
	return f;
}

/* printf with the locale's decimal point (whatever its bytes) turned back into a dot. */
void text_double(struct buf *out, char conv, int precision, bool alt, double f)
{
	size_t from = out->n, to = from;
	if (conv == 'e')
		buf_printf(out, alt ? "%#.*e" : "%.*e", precision, f);
	else if (conv == 'f')
		buf_printf(out, alt ? "%#.*f" : "%.*f", precision, f);
	else
		buf_printf(out, alt ? "%#.*g" : "%.*g", precision, f);
	for (size_t i = from; i < out->n; i++) {
		if (strchr("0123456789+-einfa", out->s[i]))
			out->s[to++] = out->s[i];
		else if (to == from || out->s[to - 1] != '.')
			out->s[to++] = '.';
	}
	out->n = to;
	out->s[to] = 0;
}

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

/* The next decimal up. Above a power of two the gap is twice the one below, so there the shortest text that reads back
 * as f can be the neighbour of the nearest one. */
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

static void digits_shortest(struct digits *d, double f)
{
	for (int n = 1; n <= 17; n++) {
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

static void quote_escape(struct buf *out, uint32_t c)
{
	if (c < 0x100)
		buf_printf(out, "\\x%02x", (unsigned)c);
	else if (c < 0x10000)
		buf_printf(out, "\\u%04x", (unsigned)c);
	else
		buf_printf(out, "\\U%08x", (unsigned)c);
}

static void quote_one(struct buf *out, uint32_t c, const char *raw, unsigned len, char quote)
{
	if (c == (uint32_t)quote || c == '\\')
		buf_printf(out, "\\%c", (char)c);
	else if (c == '\n' || c == '\r' || c == '\t')
		buf_puts(out, c == '\n' ? "\\n" : c == '\r' ? "\\r" : "\\t");
	else if (text_is_printable(c))
		buf_add(out, raw, len);
	else
		quote_escape(out, c);
}

void text_quote(struct buf *out, const char *s, size_t n, char quote)
{
	if (!quote)
		quote = memchr(s, '\'', n) && !memchr(s, '"', n) ? '"' : '\'';
	buf_putc(out, quote);
	for (size_t i = 0; i < n;) {
		unsigned len;
		uint32_t c = text_decode(s + i, n - i, &len);
		quote_one(out, c, s + i, len, quote);
		i += len;
	}
	buf_putc(out, quote);
}

void text_bytes(struct buf *out, const struct str *s)
{
	char quote = memchr(s->s, '\'', s->len) && !memchr(s->s, '"', s->len) ? '"' : '\'';
	buf_printf(out, "b%c", quote);
	for (uint32_t i = 0; i < s->len; i++) {
		unsigned char c = (unsigned char)s->s[i];
		if (c >= 0x80)
			buf_printf(out, "\\x%02x", c);
		else
			quote_one(out, c, s->s + i, 1, quote);
	}
	buf_putc(out, quote);
}

/* Containers on the way down, to find one that contains itself. */
struct above {
	const struct above *up;
	const void *container;
	unsigned depth;
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
		if (!repr_walk(out, l->at[i].val, up))
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
		if (!repr_walk(out, e->val, up))
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
		return false; /* only those who can see its changes may print it */
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
	struct above here = { up, v.as.list, up ? up->depth + 1 : 1 };
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
		return v.as.s->len <= 4300; /* CPython refuses longer ones */
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
			quote_escape(out, c);
		i += len;
	}
	buf_release(&raw);
	return known;
}

void text_number(struct buf *out, const char *s, size_t n)
{
	struct buf b = { 0 };
	unsigned len;
	for (size_t i = 0; i < n; i += len) {
		uint32_t c = text_decode(s + i, n - i, &len);
		int digit = c < 0x80 ? -1 : text_decimal(c);
		buf_putc(&b, c < 0x80 ? (char)c : digit >= 0 ? (char)('0' + digit) : text_is_space(c) ? ' ' : '?');
	}
	const char *text = buf_str(&b);
	size_t lead = strspn(text, " \t\n\r\v\f");
	while (b.n > lead && text[b.n - 1] && strchr(" \t\n\r\v\f", text[b.n - 1]))
		b.n--;
	buf_add(out, text + lead, b.n - lead);
	buf_release(&b);
}

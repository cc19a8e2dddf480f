// SPDX-License-Identifier: MIT
/* str.format(): replacement fields with numbers, names, attributes, subscripts, conversions and nested
 * specifications.
 *
 * Example: '{0}-{x:>4}'.format('a', x=1)    'a-   1'
 *          '{:.{n}f}'.format(0.5, n=2)      '0.50' */
#include "python/builtin/priv.h"
#include "python/ops/op_format.h"
#include "python/value/repr.h"
#include "python/value/unicode.h"
#include <string.h>

struct formatter {
	struct eval *ev;
	const struct call *c;
	int64_t next; /* next automatic number; -1: explicit numbers are used */
	bool automatic;
	struct value why;
};

#define FAIL(f, type, ...) ((f)->why = eval_raise((f)->ev, type, (f)->c->at, __VA_ARGS__), false)

static bool is_number(const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (s[i] < '0' || s[i] > '9')
			return false;
	return n > 0 && n < 10;
}

static bool numbered(struct formatter *f, const char *name, size_t n, struct value *v)
{
	int64_t i = 0;
	bool automatic = n == 0;
	if (automatic && f->next < 0)
		return FAIL(f, "ValueError",
			    "cannot switch from manual field specification to automatic field numbering");
	if (!automatic && f->automatic)
		return FAIL(f, "ValueError",
			    "cannot switch from automatic field numbering to manual field specification");
	f->automatic |= automatic;
	if (automatic) {
		i = f->next++;
	} else {
		f->next = -1;
		for (size_t k = 0; k < n; k++)
			i = i * 10 + (name[k] - '0');
	}
	if (i >= f->c->n)
		return FAIL(f, "IndexError", "Replacement index %d out of range for positional args tuple", (int)i);
	*v = f->c->arg[i];
	return true;
}

static bool named(struct formatter *f, const char *name, size_t n, struct value *v)
{
	for (uint32_t i = 0; i < f->c->nkw; i++)
		if (f->c->kw[i].name->len == n && !memcmp(f->c->kw[i].name->s, name, n)) {
			*v = f->c->kw[i].val;
			return true;
		}
	struct buf b = { 0 };
	text_quote(&b, name, n, 0);
	f->why = eval_raise(f->ev, "KeyError", f->c->at, "%s", b.s);
	buf_release(&b);
	return false;
}

static bool attribute(struct formatter *f, const char *name, size_t n, struct value *v)
{
	struct value arg[2] = { *v, value_str(str_of(name, n), f->c->at) };
	struct call with = { .arg = arg, .n = 2, .at = f->c->at };
	if (!n)
		return FAIL(f, "ValueError", "Empty attribute in format string");
	*v = fn_getattr(f->ev, &with);
	return true;
}

static bool subscript(struct formatter *f, const char *name, size_t n, struct value *v)
{
	struct value key = value_str(str_of(name, n), f->c->at);
	if (!n)
		return FAIL(f, "ValueError", "Empty attribute in format string");
	if (is_number(name, n)) {
		key = value_int(0, f->c->at);
		for (size_t k = 0; k < n; k++)
			key.as.i = key.as.i * 10 + (name[k] - '0');
	}
	*v = op_index(f->ev, *v, key, f->c->at);
	return true;
}

/* "0.a[b]" */
static bool look_up(struct formatter *f, const char *p, const char *end, struct value *v)
{
	const char *q = p;
	while (q < end && *q != '.' && *q != '[')
		q++;
	size_t n = (size_t)(q - p);
	if (!(n == 0 || is_number(p, n) ? numbered(f, p, n, v) : named(f, p, n, v)))
		return false;
	while (q < end && v->kind != VALUE_UNKNOWN) {
		const char *from = q + 1;
		bool dot = *q == '.';
		if (!dot && *q != '[')
			return FAIL(f, "ValueError", "Only '.' or '[' may follow ']' in format field specifier");
		for (q++; q < end && (dot ? *q != '.' && *q != '[' : *q != ']');)
			q++;
		if (!dot && q == end)
			return FAIL(f, "ValueError", "Missing ']' in format string");
		if (!(dot ? attribute(f, from, (size_t)(q - from), v) : subscript(f, from, (size_t)(q - from), v)))
			return false;
		q += !dot;
	}
	if (v->kind == VALUE_UNKNOWN)
		return f->why = op_blame(*v, f->c->at), false;
	return true;
}

static bool convert(struct formatter *f, char how, struct value *v)
{
	struct buf b = { 0 };
	struct value deep = op_deep(f->ev, *v);
	bool known = how == 's' ? op_str(&b, deep) : how == 'r' ? op_repr(&b, deep) : op_ascii(&b, deep);
	if (known)
		*v = value_str(str_of(buf_str(&b), b.n), f->c->at);
	else
		f->why = op_blame_in(f->ev, deep, f->c->at);
	buf_release(&b);
	return known;
}

static bool render(struct formatter *f, const char *p, const char *end, struct buf *out, int depth);

/* The inside of one field: NAME!HOW:SPEC. Within brackets `!` and `:` belong to the name; the spec may contain
 * fields, one level deep. */
static bool field(struct formatter *f, const char *p, const char *end, struct buf *out, int depth)
{
	const char *name = p, *name_end;
	struct value v;
	struct buf spec = { 0 };
	char how = 0;
	for (bool inside = false; p < end && (inside || (*p != '!' && *p != ':')); p++)
		inside = *p == '[' ? true : *p == ']' ? false : inside;
	name_end = p;
	if (!look_up(f, name, name_end, &v))
		return false;
	if (p < end && *p == '!') {
		if (p + 1 >= end)
			return FAIL(f, "ValueError", "end of string while looking for conversion specifier");
		how = p[1];
		p += 2;
		if (p < end && *p != ':')
			return FAIL(f, "ValueError", "expected ':' after conversion specifier");
		if (how != 's' && how != 'r' && how != 'a')
			return FAIL(f, "ValueError", "Unknown conversion specifier %c", how);
	}
	if (how && !convert(f, how, &v))
		return false;
	if (p < end && !render(f, p + 1, end, &spec, depth + 1)) {
		buf_release(&spec);
		return false;
	}
	struct value text = op_format(f->ev, v, str_of(buf_str(&spec), spec.n), f->c->at);
	buf_release(&spec);
	if (text.kind != VALUE_STR)
		return f->why = text, false;
	buf_add(out, text.as.s->s, text.as.s->len);
	return true;
}

/* The end of a field that starts at p: its closing brace, or NULL. */
static const char *field_end(const char *p, const char *end)
{
	int depth = 1;
	for (; p < end; p++) {
		if (*p == '{')
			depth++;
		else if (*p == '}' && --depth == 0)
			return p;
	}
	return NULL;
}

/* Copies text and replaces fields. depth: 1 in a spec, where `{{` is no escape. */
static bool render(struct formatter *f, const char *p, const char *end, struct buf *out, int depth)
{
	if (depth > 1)
		return FAIL(f, "ValueError", "Max string recursion exceeded");
	while (p < end) {
		if (depth == 0 && (*p == '{' || *p == '}') && p + 1 < end && p[1] == *p) {
			buf_putc(out, *p);
			p += 2;
			continue;
		}
		if (*p == '{') {
			const char *close = field_end(p + 1, end);
			if (!close)
				return p + 1 == end ? FAIL(f, "ValueError", "Single '{' encountered in format string")
						    : FAIL(f, "ValueError", "expected '}' before end of string");
			if (!field(f, p + 1, close, out, depth))
				return false;
			p = close + 1;
			continue;
		}
		if (*p == '}')
			return FAIL(f, "ValueError", "Single '}' encountered in format string");
		buf_putc(out, *p++);
		if (out->n > TEXT_MAX)
			return f->why = op_unknown(f->ev, WHY_FUEL, f->c->at), false;
	}
	return true;
}

static struct value fn_str_format(struct eval *ev, const struct call *c)
{
	const struct str *s = c->self.as.s;
	struct formatter f = { .ev = ev, .c = c };
	struct buf out = { 0 };
	if (render(&f, s->s, s->s + s->len, &out, 0))
		return op_buf(ev, &out, c->at);
	buf_release(&out);
	return f.why;
}

const struct builtin rows_strformat[] = {
	{ "str.format", 0, 255, BF_TAKES_UNKNOWN, "*", fn_str_format, "text with {} replaced" },
	{ 0 },
};

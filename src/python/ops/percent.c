// SPDX-License-Identifier: MIT
/* `format % arguments` for str: %s %r %a %d %i %u %f %F %e %E %g %G %x %X %o %c %%, with flags, width, precision and
 * names.
 *
 * Example: 'epoch_%03d.pth' % 7          'epoch_007.pth'
 *          '%(a)s' % dict(a=1)           '1'
 *          '%d' % 'x'                    TypeError: %d format: a real number is required, not str */
#include "python/ops/percent.h"
#include "python/ops/op_format.h"
#include "python/ops/op_num.h"
#include "python/ops/ops.h"
#include "python/state/eval_limits.h"
#include "python/state/thaw.h"
#include "python/state/unknown.h"
#include "python/value/repr.h"
#include "python/value/truth.h"
#include "python/value/unicode.h"
#include <math.h>
#include <string.h>

struct percent {
	struct eval *ev;
	struct span at;
	struct value args; /* the right operand of % */
	const char *p, *start, *end;
	uint32_t next;
	bool named, used;
	struct buf out;
	struct value why; /* set on failure */
};

struct conversion {
	bool left, plus, space, alt, zero, has_precision;
	size_t width, precision;
	char type;
};

#define FAIL(c, type, ...) ((c)->why = eval_raise((c)->ev, type, (c)->at, __VA_ARGS__), false)

static bool next_arg(struct percent *c, struct value *v)
{
	bool tuple = c->args.kind == VALUE_TUPLE;
	if (c->named) {
		*v = c->args;
		return true;
	}
	if (tuple ? c->next >= c->args.as.list->n : c->used)
		return FAIL(c, "TypeError", "not enough arguments for format string");
	*v = tuple ? eval_seen(c->ev, c->args.as.list->at[c->next++].val) : c->args;
	c->used = true;
	return true;
}

static bool star_or_number(struct percent *c, size_t *n, bool *left)
{
	if (c->p < c->end && *c->p == '*') {
		struct value v;
		int64_t i;
		c->p++;
		if (!next_arg(c, &v))
			return false;
		if (v.kind == VALUE_UNKNOWN)
			return c->why = op_blame(v, c->at), false;
		if (!op_int(v, &i))
			return FAIL(c, "TypeError", "* wants int");
		if (i < 0 && left)
			*left = true;
		*n = i < 0 ? (left ? 0 - (size_t)i : 0) : (size_t)i;
		return true;
	}
	for (*n = 0; c->p < c->end && *c->p >= '0' && *c->p <= '9'; c->p++)
		*n = *n > TEXT_MAX ? *n : *n * 10 + (size_t)(*c->p - '0');
	return true;
}

static bool take_name(struct percent *c)
{
	const char *name = ++c->p;
	int depth = 1;
	if (c->args.kind != VALUE_DICT)
		return FAIL(c, "TypeError", "format requires a mapping");
	for (; c->p < c->end && depth; c->p++)
		depth += *c->p == '(' ? 1 : *c->p == ')' ? -1 : 0;
	if (depth)
		return FAIL(c, "ValueError", "incomplete format key");
	struct value key = value_str(str_of(name, (size_t)(c->p - 1 - name)), c->at);
	if (!c->named)
		c->named = true;
	struct value v = op_index(c->ev, c->args, key, c->at);
	if (!value_is_known(v))
		return c->why = v, false;
	c->why = v; /* passed to the conversion */
	return true;
}

static bool take_flags(struct percent *c, struct conversion *f)
{
	for (; c->p < c->end; c->p++) {
		if (*c->p == '-')
			f->left = true;
		else if (*c->p == '+')
			f->plus = true;
		else if (*c->p == ' ')
			f->space = true;
		else if (*c->p == '#')
			f->alt = true;
		else if (*c->p == '0')
			f->zero = true;
		else
			break;
	}
	if (!star_or_number(c, &f->width, &f->left))
		return false;
	if (c->p < c->end && *c->p == '.') {
		c->p++;
		f->has_precision = true;
		if (!star_or_number(c, &f->precision, NULL))
			return false;
	}
	if (c->p < c->end && (*c->p == 'h' || *c->p == 'l' || *c->p == 'L'))
		c->p++;
	if (c->p >= c->end)
		return FAIL(c, "ValueError", "incomplete format");
	f->type = *c->p++;
	if (f->width > TEXT_MAX || f->precision > 2000)
		return c->why = op_unknown(c->ev, WHY_FUEL, c->at), false;
	return true;
}

static void put_padded(struct percent *c, const struct conversion *f, const char *s, size_t n)
{
	size_t have = text_count(s, n), pad = f->width > have ? f->width - have : 0;
	for (size_t i = 0; i < pad && !f->left; i++)
		buf_putc(&c->out, ' ');
	buf_add(&c->out, s, n);
	for (size_t i = 0; i < pad && f->left; i++)
		buf_putc(&c->out, ' ');
}

static bool put_text(struct percent *c, const struct conversion *f, struct value v)
{
	struct buf b = { 0 };
	v = op_deep(c->ev, v);
	bool known = f->type == 's' ? op_str(&b, v) : f->type == 'r' ? op_repr(&b, v) : op_ascii(&b, v);
	if (known) {
		size_t n = f->has_precision ? text_offset(buf_str(&b), b.n, f->precision) : b.n;
		put_padded(c, f, buf_str(&b), n);
	} else {
		c->why = op_blame_in(c->ev, v, c->at);
	}
	buf_release(&b);
	return known;
}

/* sign, prefix and digits, padded with zeros according to the flags */
static void put_number(struct percent *c, const struct conversion *f, bool negative, const char *prefix,
		       const struct buf *digits)
{
	struct buf b = { 0 };
	size_t n = digits->n + strlen(prefix) + (negative || f->plus || f->space);
	buf_puts(&b, negative ? "-" : f->plus ? "+" : f->space ? " " : "");
	buf_puts(&b, prefix);
	for (; f->zero && !f->left && n < f->width; n++)
		buf_putc(&b, '0');
	buf_add(&b, digits->s, digits->n);
	put_padded(c, f, b.s, b.n);
	buf_release(&b);
}

static bool whole_number(struct percent *c, const struct conversion *f, struct value v, int64_t *i)
{
	bool decimal = f->type == 'd' || f->type == 'i' || f->type == 'u';
	if (op_int(v, i))
		return true;
	if (v.kind == VALUE_FLOAT && decimal) {
		struct value t = num_truncate(c->ev, v.as.f, c->at);
		if (t.kind == VALUE_INT)
			return *i = t.as.i, true;
		return c->why = t, false;
	}
	if (op_opaque(v))
		return c->why = op_unknown(c->ev, WHY_TYPE, c->at), false;
	if (decimal)
		return FAIL(c, "TypeError", "%%%c format: a real number is required, not %s", f->type,
			    value_type_name(v));
	return FAIL(c, "TypeError", "%%%c format: an integer is required, not %s", f->type, value_type_name(v));
}

static bool put_integer(struct percent *c, const struct conversion *f, struct value v)
{
	int64_t i;
	struct buf d = { 0 }, raw = { 0 };
	unsigned base = f->type == 'o' ? 8 : f->type == 'x' || f->type == 'X' ? 16 : 10;
	char prefix[3] = { '0', f->type, 0 };
	if (!whole_number(c, f, v, &i))
		return false;
	uint64_t n = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
	buf_printf(&raw,
		   base == 10	    ? "%llu"
		   : base == 8	    ? "%llo"
		   : f->type == 'x' ? "%llx"
				    : "%llX",
		   (unsigned long long)n);
	for (size_t k = raw.n; k < f->precision; k++)
		buf_putc(&d, '0');
	buf_add(&d, raw.s, raw.n);
	put_number(c, f, i < 0, f->alt && base != 10 ? prefix : "", &d);
	buf_release(&d);
	buf_release(&raw);
	return true;
}

static bool put_float(struct percent *c, const struct conversion *f, struct value v)
{
	struct buf d = { 0 };
	if (op_opaque(v))
		return c->why = op_unknown(c->ev, WHY_TYPE, c->at), false;
	if (!value_is_number(v))
		return FAIL(c, "TypeError", "must be real number, not %s", value_type_name(v));
	double x = value_number(v);
	struct format_spec s = { .fill = " ",
				 .nfill = 1,
				 .type = f->type,
				 .alt = f->alt,
				 .has_precision = true,
				 .precision = f->has_precision ? f->precision : 6 };
	if (!format_double(&d, isnan(x) ? x : fabs(x), &s))
		return c->why = op_unknown(c->ev, WHY_FUEL, c->at), false;
	put_number(c, f, signbit(x) && !isnan(x), "", &d);
	buf_release(&d);
	return true;
}

static bool put_char(struct percent *c, const struct conversion *f, struct value v)
{
	struct buf b = { 0 };
	int64_t i;
	if (v.kind == VALUE_STR && text_count(v.as.s->s, v.as.s->len) == 1)
		buf_add(&b, v.as.s->s, v.as.s->len);
	else if (op_int(v, &i) && i >= 0 && i <= 0x10ffff)
		text_encode(&b, (uint32_t)i);
	else if (op_int(v, &i))
		return FAIL(c, "OverflowError", "%%c arg not in range(0x110000)");
	else if (op_opaque(v))
		return c->why = op_unknown(c->ev, WHY_TYPE, c->at), false;
	else
		return FAIL(c, "TypeError", "%%c requires int or char");
	put_padded(c, f, b.s, b.n);
	buf_release(&b);
	return true;
}

static bool convert(struct percent *c, const struct conversion *f, struct value v)
{
	if (v.kind == VALUE_UNKNOWN)
		return c->why = op_blame(v, c->at), false;
	switch (f->type) {
	case 's':
	case 'r':
	case 'a':
		return put_text(c, f, v);
	case 'd':
	case 'i':
	case 'u':
	case 'x':
	case 'X':
	case 'o':
		return put_integer(c, f, v);
	case 'e':
	case 'E':
	case 'f':
	case 'F':
	case 'g':
	case 'G':
		return put_float(c, f, v);
	default:
		return put_char(c, f, v);
	}
}

static bool one(struct percent *c)
{
	struct conversion f = { 0 };
	struct value v = { 0 };
	bool by_name = c->p < c->end && *c->p == '(';
	if (c->p < c->end && *c->p == '%') {
		buf_putc(&c->out, *c->p++);
		return true;
	}
	if (by_name) {
		if (!take_name(c))
			return false;
		v = c->why;
	}
	if (!take_flags(c, &f))
		return false;
	if (!by_name && !next_arg(c, &v))
		return false;
	if (!memchr("sradiuxXoeEfFgGc", f.type, 16))
		return FAIL(c, "ValueError", "unsupported format character '%c' (0x%x) at index %u", f.type,
			    (unsigned)(unsigned char)f.type,
			    (unsigned)text_count(c->start, (size_t)(c->p - 1 - c->start)));
	return convert(c, &f, v);
}

static bool all_used(struct percent *c)
{
	bool tuple = c->args.kind == VALUE_TUPLE;
	if (tuple ? c->next >= c->args.as.list->n : c->used || c->named)
		return true;
	/* an operand that can be indexed by name may remain unused */
	if (!tuple && (c->args.kind == VALUE_DICT || c->args.kind == VALUE_LIST || c->args.kind == VALUE_BYTES ||
		       c->args.kind == VALUE_RANGE))
		return true;
	if (op_opaque(c->args) && c->args.kind != VALUE_BIGINT)
		return c->why = op_unknown(c->ev, WHY_TYPE, c->at), false;
	return FAIL(c, "TypeError", "not all arguments converted during string formatting");
}

struct value text_percent(struct eval *ev, struct value fmt, struct value args, struct span at)
{
	const struct str *s = fmt.as.s;
	struct percent c = { .ev = ev, .at = at, .args = args, .p = s->s, .start = s->s, .end = s->s + s->len };
	bool ok = args.kind != VALUE_TUPLE || list_is_sure(args.as.list);
	if (!ok)
		c.why = op_unknown(ev, WHY_BRANCH, at);
	while (ok && c.p < c.end) {
		const char *next = memchr(c.p, '%', (size_t)(c.end - c.p));
		buf_add(&c.out, c.p, (size_t)((next ? next : c.end) - c.p));
		c.p = next ? next + 1 : c.end;
		ok = (!next || one(&c)) && c.out.n <= TEXT_MAX;
		if (!ok && c.out.n > TEXT_MAX)
			c.why = op_unknown(ev, WHY_FUEL, at);
	}
	if (ok && all_used(&c))
		return op_buf(ev, &c.out, at);
	buf_release(&c.out);
	return c.why;
}

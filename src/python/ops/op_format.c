// SPDX-License-Identifier: MIT
/* format(value, spec): Python's format specification mini-language for str, int, float and bool, with CPython's
 * texts for bad specifications. Other types accept only the empty specification.
 *
 * Example: format(0.0002, '.1e')    '2.0e-04'
 *          format(1234567, ',')     '1,234,567'
 *          format('a', '^5')        '  a  ' */
#include "python/ops/op_format.h"
#include "python/ops/op_num.h"
#include "python/ops/ops.h"
#include "python/state/eval_limits.h"
#include "python/state/unknown.h"
#include "python/value/repr.h"
#include "python/value/unicode.h"
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTH_MAX = 100000 };
static const char INVALID[] = "Invalid format specifier";

static bool is_align(char c)
{
	return c == '<' || c == '>' || c == '=' || c == '^';
}

static size_t parse_number(const char **p, const char *end)
{
	size_t n = 0;
	for (; *p < end && **p >= '0' && **p <= '9'; (*p)++)
		n = n > WIDTH_MAX ? n : n * 10 + (size_t)(**p - '0');
	return n;
}

static bool parse_align(struct format_spec *s, const char **p, const char *end)
{
	unsigned len = 0;
	if (*p < end)
		text_decode(*p, (size_t)(end - *p), &len);
	if (len && *p + len < end && is_align((*p)[len])) {
		s->fill = *p;
		s->nfill = len;
		s->align = (*p)[len];
		*p += len + 1;
		return true;
	}
	if (*p < end && is_align(**p))
		s->align = *(*p)++;
	return false;
}

static const char *parse_group(struct format_spec *s, const char **p, const char *end)
{
	if (*p < end && **p == ',')
		s->group = *(*p)++;
	if (*p < end && **p == '_') {
		if (s->group)
			return "Cannot specify both ',' and '_'.";
		s->group = *(*p)++;
	}
	if (*p < end && **p == ',' && s->group)
		return s->group == '_' ? "Cannot specify both ',' and '_'." : "Cannot specify ',' with ','.";
	return NULL;
}

/* Parses a specification. NULL: valid; else the ValueError's text. */
static const char *parse_spec(struct format_spec *s, const struct str *text)
{
	const char *p = text->s, *end = p + text->len, *bad;
	*s = (struct format_spec){ .fill = " ", .nfill = 1 };
	bool fill = parse_align(s, &p, end);
	if (p < end && (*p == '+' || *p == '-' || *p == ' '))
		s->sign = *p++;
	if (p < end && *p == 'z')
		return "";
	if (p < end && *p == '#') {
		s->alt = true;
		p++;
	}
	if (p < end && *p == '0' && !fill) {
		s->zero = true;
		s->fill = "0";
		p++;
	}
	s->has_width = p < end && *p >= '0' && *p <= '9';
	s->width = parse_number(&p, end);
	if ((bad = parse_group(s, &p, end)))
		return bad;
	if (p < end && *p == '.') {
		const char *from = ++p;
		s->precision = parse_number(&p, end);
		s->has_precision = true;
		if (p == from)
			return "Format specifier missing precision";
	}
	if (end - p > 1)
		return INVALID;
	s->type = p < end ? *p : 0;
	if ((unsigned char)s->type >= 0x80)
		return INVALID;
	bool groups = !s->type || strchr(s->group == '_' ? "deEfFgG%boxX" : "deEfFgG%", s->type);
	return s->group && !groups ? "Cannot specify '%c' with '%c'." : NULL;
}

void format_pad(struct buf *out, const char *body, size_t nbody, const struct format_spec *s, char align)
{
	size_t have = text_count(body, nbody), pad = s->width > have ? s->width - have : 0;
	size_t left = align == '>' ? pad : align == '^' ? pad / 2 : 0;
	for (size_t i = 0; i < left; i++)
		buf_add(out, s->fill, s->nfill);
	buf_add(out, body, nbody);
	for (size_t i = left; i < pad; i++)
		buf_add(out, s->fill, s->nfill);
}

/* Parts of a number: lead is sign and 0x, digits the whole part, rest ".5e+10%". */
struct parts {
	char lead[8];
	struct buf digits, rest;
};

static void group_digits(struct buf *out, const struct buf *digits, size_t min, const struct format_spec *s)
{
	size_t every = s->type == 'b' || s->type == 'o' || s->type == 'x' || s->type == 'X' ? 4 : 3;
	size_t n = digits->n, want = n, len = 0;
	if (!s->group || !n) {
		for (; n + len < min; len++)
			buf_putc(out, '0');
		buf_add(out, digits->n ? digits->s : "", digits->n);
		return;
	}
	while (want + (want - 1) / every < min)
		want++; /* leading zeros are grouped too */
	for (size_t i = 0; i < want; i++) {
		buf_putc(out, i < want - n ? '0' : digits->s[i - (want - n)]);
		size_t left = want - 1 - i;
		if (left && left % every == 0)
			buf_putc(out, s->group);
	}
}

static void put_number(struct buf *out, struct parts *p, const struct format_spec *s)
{
	char align = s->align ? s->align : s->zero ? '=' : '>';
	struct buf body = { 0 };
	size_t around = strlen(p->lead) + p->rest.n;
	bool zeros = align == '=' && s->nfill == 1 && *s->fill == '0';
	if (align == '=' && !zeros) {
		struct buf plain = { 0 };
		group_digits(&plain, &p->digits, 0, s);
		buf_puts(out, p->lead);
		for (size_t n = plain.n + around; n < s->width; n++)
			buf_add(out, s->fill, s->nfill);
		buf_add(out, buf_str(&plain), plain.n);
		buf_add(out, buf_str(&p->rest), p->rest.n);
		buf_release(&plain);
	} else {
		buf_puts(&body, p->lead);
		group_digits(&body, &p->digits, zeros && s->width > around ? s->width - around : 0, s);
		buf_add(&body, buf_str(&p->rest), p->rest.n);
		format_pad(out, buf_str(&body), body.n, s, align == '=' ? '>' : align);
	}
	buf_release(&body);
	buf_release(&p->digits);
	buf_release(&p->rest);
}

static void put_lead(struct parts *p, bool negative, const struct format_spec *s, const char *prefix)
{
	const char *sign = negative ? "-" : s->sign == '+' ? "+" : s->sign == ' ' ? " " : "";
	snprintf(p->lead, sizeof p->lead, "%s%s", sign, prefix);
}

static void put_radix(struct buf *out, uint64_t n, unsigned base, bool upper)
{
	char digit[64];
	size_t k = sizeof digit;
	do
		digit[--k] = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[n % base];
	while (n /= base);
	buf_add(out, digit + k, sizeof digit - k);
}

static void format_int(struct buf *out, int64_t i, const struct format_spec *s)
{
	struct parts p = { 0 };
	unsigned base = s->type == 'b' ? 2 : s->type == 'o' ? 8 : s->type == 'x' || s->type == 'X' ? 16 : 10;
	char prefix[3] = { '0', s->type, 0 };
	put_lead(&p, i < 0, s, s->alt && base != 10 ? prefix : "");
	put_radix(&p.digits, i < 0 ? 0 - (uint64_t)i : (uint64_t)i, base, s->type == 'X');
	put_number(out, &p, s);
}

/* Without a type: repr's digits, or g with at least one digit after the point. */
static void general_text(struct buf *b, double f, const struct format_spec *s)
{
	size_t prec = s->precision ? s->precision : 1;
	if (!s->has_precision) {
		float_repr(b, f);
		char *e = s->alt && !strchr(b->s, '.') ? strchr(b->s, 'e') : NULL;
		if (e) { /* # requires a point: 1.e+16 */
			buf_putc(b, 0);
			e = strchr(b->s, 'e');
			memmove(e + 1, e, strlen(e) + 1);
			*e = '.';
		}
		return;
	}
	text_double(b, 'e', (int)prec - 1, false, f);
	int exp = f == 0 ? 0 : atoi(strchr(b->s, 'e') + 1);
	buf_clear(b);
	if (exp + 1 > (int)prec - 1 && exp >= -4) {
		text_double(b, 'e', (int)prec - 1, s->alt, f);
		char *e = strchr(b->s, 'e'), *end = e;
		while (!s->alt && strchr(b->s, '.') && (end[-1] == '0' || end[-1] == '.'))
			if (*--end == '.')
				break;
		memmove(end, e, strlen(e) + 1);
		b->n -= (size_t)(e - end);
		return;
	}
	text_double(b, 'g', (int)prec, s->alt, f);
	if (!strpbrk(b->s, ".e"))
		buf_puts(b, ".0");
}

static void float_text(struct buf *b, double f, const struct format_spec *s)
{
	int prec = s->has_precision ? (int)s->precision : 6;
	switch (s->type) {
	case 'e':
	case 'E':
		text_double(b, 'e', prec, s->alt, f);
		break;
	case 'f':
	case 'F':
	case '%':
		text_double(b, 'f', prec, s->alt, s->type == '%' ? f * 100 : f);
		break;
	case 'g':
	case 'G':
	case 'n':
		text_double(b, 'g', prec, s->alt, f);
		break;
	default:
		general_text(b, f, s);
	}
}

bool format_double(struct buf *out, double f, const struct format_spec *s)
{
	struct parts p = { 0 };
	struct buf text = { 0 };
	bool upper = s->type == 'E' || s->type == 'F' || s->type == 'G';
	if (s->precision > 2000)
		return false;
	bool negative = signbit(f) && !isnan(f);
	double size = isnan(f) ? NAN : fabs(f);
	if (isnan(size) || isinf(size * (s->type == '%' ? 100 : 1)))
		buf_puts(&text, isnan(size) ? "nan" : "inf");
	else
		float_text(&text, size, s);
	size_t whole = strspn(text.s, "0123456789"); /* none in inf and nan */
	buf_add(&p.digits, text.s, whole);
	buf_add(&p.rest, text.s + whole, text.n - whole);
	if (s->type == '%')
		buf_putc(&p.rest, '%');
	for (size_t i = 0; upper && i < p.rest.n; i++)
		p.rest.s[i] = (char)(p.rest.s[i] >= 'a' ? p.rest.s[i] - 32 : p.rest.s[i]);
	put_lead(&p, negative, s, "");
	put_number(out, &p, s);
	buf_release(&text);
	return true;
}

static struct value bad_spec(struct eval *ev, const char *msg, const struct format_spec *s, const struct str *spec,
			     struct value v, struct span at)
{
	if (!*msg)
		return op_unknown(ev, WHY_TYPE, at);
	if (strchr(msg, '%'))
		return eval_raise(ev, "ValueError", at, "Cannot specify '%c' with '%c'.", s->group, s->type);
	if (strcmp(msg, INVALID))
		return eval_raise(ev, "ValueError", at, "%s", msg);
	return eval_raise(ev, "ValueError", at, "%s '%.200s' for object of type '%s'", INVALID, spec->s,
			  value_type_name(v));
}

static struct value bad_code(struct eval *ev, const struct format_spec *s, struct value v, struct span at)
{
	return eval_raise(ev, "ValueError", at, "Unknown format code '%c' for object of type '%s'", s->type,
			  value_type_name(v));
}

static struct value format_text(struct eval *ev, struct value v, const struct format_spec *s, struct span at)
{
	struct buf out = { 0 };
	const struct str *text = v.as.s;
	if (s->type && s->type != 's')
		return bad_code(ev, s, v, at);
	if (s->group)
		return eval_raise(ev, "ValueError", at, "Cannot specify '%c' with 's'.", s->group);
	if (s->sign)
		return eval_raise(ev, "ValueError", at, "%s",
				  s->sign == ' ' ? "Space not allowed in string format specifier"
						 : "Sign not allowed in string format specifier");
	if (s->alt)
		return eval_raise(ev, "ValueError", at, "Alternate form (#) not allowed in string format specifier");
	if (s->align == '=')
		return eval_raise(ev, "ValueError", at, "'=' alignment not allowed in string format specifier");
	size_t n = s->has_precision ? text_offset(text->s, text->len, s->precision) : text->len;
	format_pad(&out, text->s, n, s, s->align ? s->align : '<');
	return op_buf(ev, &out, at);
}

static struct value format_char(struct eval *ev, int64_t i, const struct format_spec *s, struct span at)
{
	struct buf c = { 0 }, out = { 0 };
	if (s->sign)
		return eval_raise(ev, "ValueError", at, "Sign not allowed with integer format specifier 'c'");
	if (s->alt)
		return eval_raise(ev, "ValueError", at,
				  "Alternate form (#) not allowed with integer format specifier 'c'");
	if (i < 0 || i > 0x10ffff)
		return eval_raise(ev, "OverflowError", at, "%%c arg not in range(0x110000)");
	text_encode(&c, (uint32_t)i);
	format_pad(&out, c.s, c.n, s, s->align && s->align != '=' ? s->align : '>');
	buf_release(&c);
	return op_buf(ev, &out, at);
}

static struct value format_integer(struct eval *ev, struct value v, const struct format_spec *s, struct span at)
{
	struct buf out = { 0 };
	int64_t i;
	bool known = op_int(v, &i);
	if (s->type && strchr("eEfFgG%", s->type)) {
		if (!known || !format_double(&out, (double)i, s))
			return op_unknown(ev, WHY_OVERFLOW, at);
		return op_buf(ev, &out, at);
	}
	if (s->has_precision)
		return eval_raise(ev, "ValueError", at, "Precision not allowed in integer format specifier");
	if (s->type && !strchr("bcdnoxX", s->type))
		return bad_code(ev, s, v, at);
	if (!known)
		return op_unknown(ev, WHY_OVERFLOW, at);
	if (s->type == 'c')
		return format_char(ev, i, s, at);
	format_int(&out, i, s);
	return op_buf(ev, &out, at);
}

static struct value format_floating(struct eval *ev, struct value v, const struct format_spec *s, struct span at)
{
	struct buf out = { 0 };
	if (s->type && !strchr("eEfFgGn%", s->type))
		return bad_code(ev, s, v, at);
	if (!format_double(&out, v.as.f, s))
		return op_unknown(ev, WHY_FUEL, at);
	return op_buf(ev, &out, at);
}

static struct value format_plain(struct eval *ev, struct value v, struct span at)
{
	struct buf out = { 0 };
	if (v.kind == VALUE_STR)
		return v;
	v = op_deep(ev, v);
	if (!op_str(&out, v)) {
		buf_release(&out);
		return op_blame_in(ev, v, at);
	}
	return op_buf(ev, &out, at);
}

struct value op_format(struct eval *ev, struct value v, const struct str *spec, struct span at)
{
	struct format_spec s;
	if (v.kind == VALUE_UNKNOWN)
		return op_blame(v, at);
	if (!spec || spec->len == 0)
		return format_plain(ev, v, at);
	if (v.kind == VALUE_COMPLEX || v.kind == VALUE_DATE || v.kind == VALUE_REF)
		return op_unknown(ev, WHY_TYPE, at);
	bool number = value_is_number(v) || v.kind == VALUE_BIGINT;
	if (!number && v.kind != VALUE_STR)
		return eval_raise(ev, "TypeError", at, "unsupported format string passed to %s.__format__",
				  value_type_name(v));
	const char *bad = parse_spec(&s, spec);
	if (bad)
		return bad_spec(ev, bad, &s, spec, v, at);
	if (s.width > WIDTH_MAX || s.precision > WIDTH_MAX)
		return op_unknown(ev, WHY_FUEL, at);
	if (v.kind == VALUE_STR)
		return format_text(ev, v, &s, at);
	return v.kind == VALUE_FLOAT ? format_floating(ev, v, &s, at) : format_integer(ev, v, &s, at);
}

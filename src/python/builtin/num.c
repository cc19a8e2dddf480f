// SPDX-License-Identifier: MIT
/* Numeric builtins and conversions. Text becomes numbers as in Python (spaces, underscores, prefixes), independent
 * of the locale.
 *
 * Example: int('1_000')      1000
 *          float(' 1e-3 ')   0.001
 *          round(2.5)        2 */
#include "python/builtin/priv.h"
#include "python/ops/op_num.h"
#include "python/ops/seq.h"
#include "python/value/repr.h"
#include "python/value/unicode.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct value fn_abs(struct eval *ev, const struct call *c)
{
	struct value v = c->arg[0];
	int64_t i;
	if (v.kind == VALUE_FLOAT)
		return value_float(fabs(v.as.f), c->at);
	if (op_int(v, &i))
		return i < 0 ? op_unary(ev, OP_NEG, v, c->at) : value_int(i, c->at);
	if (op_opaque(v) && v.kind != VALUE_ITER)
		return op_unknown(ev, WHY_TYPE, c->at);
	return eval_raise(ev, "TypeError", c->at, "bad operand type for abs(): '%s'", value_type_name(v));
}

static struct value radix(struct eval *ev, const struct call *c, unsigned base, const char *prefix)
{
	char digit[72];
	size_t k = sizeof digit;
	int64_t i;
	struct value why;
	if (!call_int(ev, c, c->arg[0], &i, &why))
		return why;
	uint64_t n = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
	do
		digit[--k] = "0123456789abcdef"[n % base];
	while (n /= base);
	digit[--k] = prefix[1];
	digit[--k] = prefix[0];
	if (i < 0)
		digit[--k] = '-';
	return op_text(ev, digit + k, sizeof digit - k, c->at);
}

static struct value fn_bin(struct eval *ev, const struct call *c)
{
	return radix(ev, c, 2, "0b");
}

static struct value fn_oct(struct eval *ev, const struct call *c)
{
	return radix(ev, c, 8, "0o");
}

static struct value fn_hex(struct eval *ev, const struct call *c)
{
	return radix(ev, c, 16, "0x");
}

static struct value fn_chr(struct eval *ev, const struct call *c)
{
	struct buf b = { 0 };
	int64_t i;
	struct value why;
	if (!call_int(ev, c, c->arg[0], &i, &why))
		return why;
	if (i < 0 || i > 0x10ffff)
		return eval_raise(ev, "ValueError", c->at, "chr() arg not in range(0x110000)");
	text_encode(&b, (uint32_t)i);
	return op_buf(ev, &b, c->at);
}

static struct value fn_ord(struct eval *ev, const struct call *c)
{
	struct value v = c->arg[0];
	unsigned len;
	if (v.kind != VALUE_STR && v.kind != VALUE_BYTES)
		return op_opaque(v) ? op_unknown(ev, WHY_TYPE, c->at)
				    : eval_raise(ev, "TypeError", c->at,
						 "ord() expected string of length 1, but %s found", value_type_name(v));
	size_t n = v.kind == VALUE_STR ? text_count(v.as.s->s, v.as.s->len) : v.as.s->len;
	if (n != 1)
		return eval_raise(ev, "TypeError", c->at, "ord() expected a character, but string of length %zu found",
				  n);
	if (v.kind == VALUE_BYTES)
		return value_int((unsigned char)v.as.s->s[0], c->at);
	return value_int(text_decode(v.as.s->s, v.as.s->len, &len), c->at);
}

static struct value fn_divmod(struct eval *ev, const struct call *c)
{
	struct value x = c->arg[0], y = c->arg[1];
	if (!value_is_number(x) || !value_is_number(y))
		return op_opaque(x) || op_opaque(y) ? op_unknown(ev, WHY_TYPE, c->at)
						    : op_no_operator(ev, "divmod()", x, y, c->at);
	if (value_number(y) == 0 && (x.kind == VALUE_FLOAT || y.kind == VALUE_FLOAT))
		return eval_raise(ev, "ZeroDivisionError", c->at, "float divmod()");
	struct value q = num_binary(ev, OP_FLOORDIV, x, y, c->at);
	return ev->exc ? q : tuple_of2(ev, q, num_binary(ev, OP_MOD, x, y, c->at), c->at);
}

static struct value fn_pow(struct eval *ev, const struct call *c)
{
	int64_t x, y, m;
	if (c->n < 3 && !call_kw(c, "mod"))
		return op_binary(ev, OP_POW, c->arg[0], c->arg[1], c->at);
	if (op_int(c->arg[0], &x) && op_int(c->arg[1], &y) && op_int(call_arg(c, 2, "mod", c->arg[0]), &m))
		return num_pow_mod(ev, x, y, m, c->at);
	struct value v[3] = { c->arg[0], c->arg[1], call_arg(c, 2, "mod", c->arg[0]) };
	bool numbers = true;
	for (int i = 0; i < 3; i++) {
		if (op_opaque(v[i]))
			return op_unknown(ev, WHY_TYPE, c->at);
		numbers &= value_is_number(v[i]);
	}
	if (numbers)
		return eval_raise(ev, "TypeError", c->at,
				  "pow() 3rd argument not allowed unless all arguments are integers");
	return eval_raise(ev, "TypeError", c->at, "unsupported operand type(s) for ** or pow(): '%s', '%s', '%s'",
			  value_type_name(v[0]), value_type_name(v[1]), value_type_name(v[2]));
}

static struct value fn_round(struct eval *ev, const struct call *c)
{
	struct value v = c->arg[0];
	if (value_is_number(v))
		return num_round(ev, v, call_arg(c, 1, "ndigits", value_none(c->at)), c->at);
	if (op_opaque(v) && v.kind != VALUE_ITER && v.kind != VALUE_COMPLEX)
		return op_unknown(ev, WHY_TYPE, c->at);
	return eval_raise(ev, "TypeError", c->at, "type %s doesn't define __round__ method", value_type_name(v));
}

/* Removes single underscores between digits. false: misplaced, or too long. */
static bool plain_digits(const char *p, size_t n, char *out, size_t size)
{
	size_t k = 0;
	for (size_t i = 0; i < n; i++) {
		if (p[i] == '_') {
			if (i == 0 || i + 1 == n || p[i - 1] == '_' || !strchr("0123456789abcdefABCDEF", p[i + 1]))
				return false;
			continue;
		}
		if (!p[i] || k + 1 >= size)
			return false;
		out[k++] = p[i];
	}
	out[k] = 0;
	return true;
}

static struct value bad_int(struct eval *ev, struct value v, int64_t base, struct span at)
{
	struct buf b = { 0 };
	if (!op_repr(&b, v))
		buf_puts(&b, "?");
	struct value out = eval_raise(ev, "ValueError", at, "invalid literal for int() with base %d: %.200s", (int)base,
				      buf_str(&b));
	buf_release(&b);
	return out;
}

static unsigned digit_value(char ch)
{
	return ch >= '0' && ch <= '9'	? (unsigned)(ch - '0')
	       : ch >= 'a' && ch <= 'z' ? (unsigned)(ch - 'a') + 10
	       : ch >= 'A' && ch <= 'Z' ? (unsigned)(ch - 'A') + 10
					: 99;
}

static bool skip_prefix(const char **p, size_t *n, int64_t *base)
{
	static const struct {
		char letter, base;
	} prefix[] = { { 'x', 16 }, { 'o', 8 }, { 'b', 2 } };
	for (size_t i = 0; i < ARRAY_SIZE(prefix); i++)
		if (*n > 2 && (*p)[0] == '0' && ((*p)[1] | 0x20) == prefix[i].letter &&
		    (*base == 0 || *base == prefix[i].base)) {
			*base = prefix[i].base;
			*p += 2;
			*n -= 2;
			if (**p == '_')
				(*p)++, (*n)--;
			return true;
		}
	return false;
}

static struct value int_of_ascii(struct eval *ev, struct value v, int64_t base, const char *p, size_t n, struct span at)
{
	bool negative = n && *p == '-', overflow = false;
	int64_t shown = base, r = 0;
	if (n && (*p == '+' || *p == '-'))
		p++, n--;
	bool prefixed = skip_prefix(&p, &n, &base);
	bool zero = !prefixed && base == 0 && n && *p == '0';
	if (base == 0)
		base = 10;
	if (!n)
		return bad_int(ev, v, shown, at);
	for (size_t i = 0; i < n; i++) {
		if (p[i] == '_' && i && i + 1 < n && p[i - 1] != '_')
			continue;
		unsigned d = digit_value(p[i]);
		if (d >= (unsigned)base || (zero && d))
			return bad_int(ev, v, shown, at);
		overflow |= __builtin_mul_overflow(r, base, &r) || __builtin_sub_overflow(r, (int64_t)d, &r);
	}
	if (overflow || (!negative && r == INT64_MIN))
		return op_unknown(ev, WHY_OVERFLOW, at);
	return value_int(negative ? r : -r, at);
}

static struct value int_of_text(struct eval *ev, struct value v, int64_t base, struct span at)
{
	struct buf b = { 0 };
	if (base != 0 && (base < 2 || base > 36))
		return eval_raise(ev, "ValueError", at, "int() base must be >= 2 and <= 36, or 0");
	text_number(&b, v.as.s->s, v.as.s->len);
	struct value out = int_of_ascii(ev, v, base, b.s, b.n, at);
	buf_release(&b);
	return out;
}

static struct value fn_int(struct eval *ev, const struct call *c)
{
	int64_t i, base = 10;
	struct value why;
	if (!c->n && c->nkw)
		return op_unknown(ev, WHY_TYPE, c->at);
	if (!c->n)
		return value_int(0, c->at);
	struct value v = c->arg[0];
	bool based = call_has(c, 1, "base");
	if (based && !call_int(ev, c, call_arg(c, 1, "base", v), &base, &why))
		return why;
	if (v.kind == VALUE_STR)
		return int_of_text(ev, v, base, c->at);
	if (based && v.kind != VALUE_BYTES && !op_opaque(v))
		return eval_raise(ev, "TypeError", c->at, "int() can't convert non-string with explicit base");
	if (op_int(v, &i))
		return value_int(i, c->at);
	if (v.kind == VALUE_FLOAT)
		return num_truncate(ev, v.as.f, c->at);
	if (v.kind == VALUE_BIGINT)
		return v;
	if (v.kind == VALUE_BYTES || (op_opaque(v) && v.kind != VALUE_ITER && v.kind != VALUE_COMPLEX))
		return op_unknown(ev, WHY_TYPE, c->at);
	return eval_raise(ev, "TypeError", c->at,
			  "int() argument must be a string, a bytes-like object or a real number, not '%s'",
			  value_type_name(v));
}

/* Exactly Python's spellings: no hexadecimal, no "nan(...)", which strtod would accept. */
static bool is_float_text(const char *s)
{
	static const char *const words[] = { "inf", "infinity", "nan" };
	if (*s == '+' || *s == '-')
		s++;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (!strcasecmp(s, words[i]))
			return true;
	size_t whole = strspn(s, "0123456789"), part = 0;
	s += whole;
	if (*s == '.') {
		part = strspn(++s, "0123456789");
		s += part;
	}
	if (!whole && !part)
		return false;
	if (*s == 'e' || *s == 'E') {
		s += s[1] == '+' || s[1] == '-' ? 2 : 1;
		size_t n = strspn(s, "0123456789");
		return n && !s[n];
	}
	return !*s;
}

static struct value float_of_text(struct eval *ev, struct value v, struct span at)
{
	char text[400];
	struct buf ascii = { 0 }, b = { 0 };
	text_number(&ascii, v.as.s->s, v.as.s->len);
	const char *p = ascii.s;
	size_t n = ascii.n;
	bool good = n && plain_digits(p, n, text, sizeof text) && is_float_text(text);
	for (size_t i = 1; good && i + 1 < n; i++) /* underscores stand between digits only */
		good = p[i] != '_' || (strchr("0123456789", p[i - 1]) && strchr("0123456789", p[i + 1]));
	bool too_long = n >= sizeof text;
	buf_release(&ascii);
	if (good || too_long)
		return good ? value_float(text_strtod(text, NULL), at) : op_unknown(ev, WHY_TYPE, at);
	op_repr(&b, v);
	struct value out = eval_raise(ev, "ValueError", at, "could not convert string to float: %.200s", buf_str(&b));
	buf_release(&b);
	return out;
}

static struct value fn_float(struct eval *ev, const struct call *c)
{
	if (!c->n)
		return value_float(0, c->at);
	struct value v = c->arg[0];
	if (v.kind == VALUE_STR)
		return float_of_text(ev, v, c->at);
	if (value_is_number(v))
		return value_float(value_number(v), c->at);
	if (v.kind == VALUE_BIGINT) {
		double f = text_strtod(v.as.s->s, NULL);
		if (isinf(f))
			return eval_raise(ev, "OverflowError", c->at, "int too large to convert to float");
		return value_float(f, c->at);
	}
	if (v.kind == VALUE_BYTES || (op_opaque(v) && v.kind != VALUE_ITER && v.kind != VALUE_COMPLEX))
		return op_unknown(ev, WHY_TYPE, c->at);
	return eval_raise(ev, "TypeError", c->at, "float() argument must be a string or a real number, not '%s'",
			  value_type_name(v));
}

static struct value fn_complex(struct eval *ev, const struct call *c)
{
	struct value re = call_arg(c, 0, "real", value_int(0, c->at)), im = call_arg(c, 1, "imag", value_int(0, c->at));
	if (!value_is_number(re) || !value_is_number(im))
		return op_unknown(ev, WHY_TYPE, c->at);
	struct cplx *z = arena_new(ev->arena, struct cplx);
	*z = (struct cplx){ value_number(re), value_number(im) };
	return (struct value){ .kind = VALUE_COMPLEX, .at = c->at, .as.c = z };
}

static struct value fn_float_is_integer(struct eval *ev, const struct call *c)
{
	(void)ev;
	return value_bool(isfinite(c->self.as.f) && floor(c->self.as.f) == c->self.as.f, c->at);
}

static struct value fn_int_bit_length(struct eval *ev, const struct call *c)
{
	int64_t i = 0;
	(void)ev;
	op_int(c->self, &i);
	uint64_t n = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
	return value_int(n ? 64 - __builtin_clzll(n) : 0, c->at);
}

const struct builtin rows_num[] = {
	{ "abs", 1, 1, 0, NULL, fn_abs, "absolute value" },
	{ "bin", 1, 1, 0, NULL, fn_bin, "'0b101'" },
	{ "chr", 1, 1, 0, NULL, fn_chr, "the character of a code point" },
	{ "complex", 0, 2, BF_CLASS, "real imag", fn_complex, "a complex number" },
	{ "divmod", 2, 2, 0, NULL, fn_divmod, "(x // y, x % y)" },
	{ "float", 0, 1, BF_CLASS, NULL, fn_float, "a float of a number or text" },
	{ "float.is_integer", 0, 0, 0, NULL, fn_float_is_integer, "a whole number" },
	{ "hex", 1, 1, 0, NULL, fn_hex, "'0xff'" },
	{ "int", 0, 2, BF_CLASS, "base", fn_int, "an int of a number or text" },
	{ "int.bit_length", 0, 0, 0, NULL, fn_int_bit_length, "bits needed" },
	{ "oct", 1, 1, 0, NULL, fn_oct, "'0o17'" },
	{ "ord", 1, 1, 0, NULL, fn_ord, "a character's code point" },
	{ "pow", 2, 3, 0, "base exp mod", fn_pow, "x ** y, modulo a third" },
	{ "round", 1, 2, 0, "number ndigits", fn_round, "half to even" },
	{ 0 },
};

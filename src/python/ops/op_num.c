// SPDX-License-Identifier: MIT
/* Arithmetic on bool, int and float exactly as CPython 3.11. Integers have 64 bits: a larger result is
 * Unknown(OVERFLOW), never wrong. Floats use the same libm calls as CPython.
 *
 * Example: 7 // -2      -4
 *          2 ** 100     Unknown(OVERFLOW)
 *          0.1 + 0.2    0.30000000000000004 */
#include "python/ops/op_num.h"
#include "python/ops/ops.h"
#include "python/state/unknown.h"
#include "python/value/unicode.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static struct value overflow(struct eval *ev, struct span at)
{
	return op_unknown(ev, WHY_OVERFLOW, at);
}

bool op_int(struct value v, int64_t *out)
{
	if (v.kind != VALUE_INT && v.kind != VALUE_BOOL)
		return false;
	*out = v.kind == VALUE_BOOL ? v.as.b : v.as.i;
	return true;
}

bool op_int_arg(struct eval *ev, struct value v, struct span at, int64_t *out, struct value *why)
{
	if (op_int(v, out))
		return true;
	if (v.kind == VALUE_UNKNOWN)
		*why = op_blame(v, at);
	else if (op_opaque(v) && v.kind != VALUE_COMPLEX && v.kind != VALUE_ITER)
		*why = op_unknown(ev, v.kind == VALUE_BIGINT ? WHY_OVERFLOW : WHY_TYPE, at);
	else
		*why = eval_raise(ev, "TypeError", at, "'%s' object cannot be interpreted as an integer",
				  value_type_name(v));
	return false;
}

static unsigned bit_length(uint64_t x)
{
	return x ? 64u - (unsigned)__builtin_clzll(x) : 0;
}

static uint64_t magnitude(int64_t i)
{
	return i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
}

/* x / y rounded once: a quotient of at least 55 bits whose last bit is sticky. */
static double int_quotient(int64_t x, int64_t y)
{
	uint64_t a = magnitude(x), b = magnitude(y);
	if (a <= 1ULL << 53 && b <= 1ULL << 53)
		return (double)x / (double)y;
	int shift = 57 - (int)bit_length(a) + (int)bit_length(b);
	unsigned __int128 n = a, d = b;
	if (shift > 0)
		n <<= shift;
	else
		d <<= -shift;
	uint64_t q = (uint64_t)(n / d);
	q |= n % d != 0;
	double f = ldexp((double)q, -shift);
	return (x < 0) != (y < 0) ? -f : f;
}

static struct value int_divide(struct eval *ev, enum node_op op, int64_t x, int64_t y, struct span at)
{
	if (y == 0 && op != OP_DIV)
		return eval_raise(ev, "ZeroDivisionError", at,
				  op == OP_MOD ? "integer modulo by zero" : "integer division or modulo by zero");
	if (y == 0)
		return eval_raise(ev, "ZeroDivisionError", at, "division by zero");
	if (op == OP_DIV)
		return value_float(int_quotient(x, y), at);
	if (y == -1) /* INT64_MIN / -1 traps */
		return op == OP_MOD ? value_int(0, at) : x == INT64_MIN ? overflow(ev, at) : value_int(-x, at);
	int64_t q = x / y, r = x % y;
	if (r != 0 && (r < 0) != (y < 0)) {
		r += y;
		q--;
	}
	return value_int(op == OP_MOD ? r : q, at);
}

static struct value float_pow(struct eval *ev, double x, double y, struct span at)
{
	if (x == 0 && y < 0 && isfinite(y))
		return eval_raise(ev, "ZeroDivisionError", at, "0.0 cannot be raised to a negative power");
	if (x == 0 && y < 0)
		return value_float(INFINITY, at);
	if (isfinite(x) && isfinite(y) && x < 0 && y != floor(y))
		return op_unknown(ev, WHY_TYPE, at); /* complex */
	double f = pow(x, y);
	if (isinf(f) && isfinite(x) && isfinite(y))
		return eval_raise(ev, "OverflowError", at, "(34, 'Numerical result out of range')");
	return value_float(f, at);
}

static struct value int_pow(struct eval *ev, int64_t x, int64_t y, struct span at)
{
	int64_t r = 1;
	if (y < 0)
		return x == 0 ? eval_raise(ev, "ZeroDivisionError", at, "0.0 cannot be raised to a negative power")
			      : float_pow(ev, (double)x, (double)y, at);
	if (x == 0 || x == 1)
		return value_int(y == 0 ? 1 : x, at);
	if (x == -1)
		return value_int(y % 2 ? -1 : 1, at);
	if (y > 64)
		return overflow(ev, at);
	for (; y; y--)
		if (__builtin_mul_overflow(r, x, &r))
			return overflow(ev, at);
	return value_int(r, at);
}

struct value num_pow_mod(struct eval *ev, int64_t x, int64_t y, int64_t m, struct span at)
{
	if (m == 0)
		return eval_raise(ev, "ValueError", at, "pow() 3rd argument cannot be 0");
	if (y < 0 || m == INT64_MIN)
		return op_unknown(ev, WHY_TYPE, at);
	uint64_t n = magnitude(m);
	unsigned __int128 base = magnitude(x) % n, r = 1 % n;
	if (x < 0 && base)
		base = n - base;
	for (; y; y >>= 1, base = base * base % n)
		if (y & 1)
			r = r * base % n;
	int64_t out = (int64_t)r;
	return value_int(m < 0 && out ? out + m : out, at);
}

static struct value int_shift(struct eval *ev, enum node_op op, int64_t x, int64_t n, struct span at)
{
	if (n < 0)
		return eval_raise(ev, "ValueError", at, "negative shift count");
	if (op == OP_RSHIFT)
		return value_int(n > 63 ? (x < 0 ? -1 : 0) : x >> n, at);
	if (x == 0)
		return value_int(0, at);
	int64_t r = n > 62 ? 0 : (int64_t)((uint64_t)x << n);
	if (n > 62 || r >> n != x)
		return overflow(ev, at);
	return value_int(r, at);
}

static struct value int_binary(struct eval *ev, enum node_op op, int64_t x, int64_t y, struct span at)
{
	int64_t r;
	switch (op) {
	case OP_ADD:
		return __builtin_add_overflow(x, y, &r) ? overflow(ev, at) : value_int(r, at);
	case OP_SUB:
		return __builtin_sub_overflow(x, y, &r) ? overflow(ev, at) : value_int(r, at);
	case OP_MUL:
		return __builtin_mul_overflow(x, y, &r) ? overflow(ev, at) : value_int(r, at);
	case OP_DIV:
	case OP_FLOORDIV:
	case OP_MOD:
		return int_divide(ev, op, x, y, at);
	case OP_POW:
		return int_pow(ev, x, y, at);
	case OP_LSHIFT:
	case OP_RSHIFT:
		return int_shift(ev, op, x, y, at);
	case OP_AND_BIT:
		return value_int(x & y, at);
	case OP_OR_BIT:
		return value_int(x | y, at);
	case OP_XOR:
		return value_int(x ^ y, at);
	default:
		BUG("operator %d", op);
	}
}

/* CPython's float_divmod: the remainder is exact, the quotient follows from it. */
static double float_floordiv(double x, double y, double *mod)
{
	double m = fmod(x, y), div = (x - m) / y;
	if (m != 0) {
		if ((y < 0) != (m < 0)) {
			m += y;
			div -= 1;
		}
	} else {
		m = copysign(0, y);
	}
	*mod = m;
	if (div == 0)
		return copysign(0, x / y);
	double f = floor(div);
	return div - f > 0.5 ? f + 1 : f;
}

static double float_mod(double x, double y)
{
	double m = fmod(x, y);
	if (m == 0)
		return copysign(0, y);
	return (y < 0) != (m < 0) ? m + y : m;
}

static struct value float_binary(struct eval *ev, enum node_op op, double x, double y, struct span at)
{
	double mod;
	if (y == 0 && (op == OP_DIV || op == OP_FLOORDIV || op == OP_MOD))
		return eval_raise(ev, "ZeroDivisionError", at, "%s",
				  op == OP_DIV	 ? "float division by zero"
				  : op == OP_MOD ? "float modulo"
						 : "float floor division by zero");
	switch (op) {
	case OP_ADD:
		return value_float(x + y, at);
	case OP_SUB:
		return value_float(x - y, at);
	case OP_MUL:
		return value_float(x * y, at);
	case OP_DIV:
		return value_float(x / y, at);
	case OP_FLOORDIV:
		return value_float(float_floordiv(x, y, &mod), at);
	case OP_MOD:
		return value_float(float_mod(x, y), at);
	case OP_POW:
		return float_pow(ev, x, y, at);
	default:
		BUG("operator %d", op);
	}
}

static bool is_bitwise(enum node_op op)
{
	return op == OP_LSHIFT || op == OP_RSHIFT || op == OP_AND_BIT || op == OP_OR_BIT || op == OP_XOR;
}

struct value num_binary(struct eval *ev, enum node_op op, struct value x, struct value y, struct span at)
{
	int64_t a, b;
	if (op == OP_MATMUL)
		return op_no_operator(ev, "@", x, y, at);
	if (op_int(x, &a) && op_int(y, &b)) {
		struct value v = int_binary(ev, op, a, b, at);
		bool logic = op == OP_AND_BIT || op == OP_OR_BIT || op == OP_XOR;
		if (logic && x.kind == VALUE_BOOL && y.kind == VALUE_BOOL)
			return value_bool(v.as.i != 0, at);
		return v;
	}
	if (is_bitwise(op))
		return op_no_operator(ev, op_symbol(op), x, y, at);
	return float_binary(ev, op, value_number(x), value_number(y), at);
}

static int int_float_compare(int64_t i, double f)
{
	if (isnan(f))
		return 2;
	if (f >= 9223372036854775808.0)
		return -1;
	if (f < -9223372036854775808.0)
		return 1;
	double whole = trunc(f);
	int64_t j = (int64_t)whole;
	if (i != j)
		return i < j ? -1 : 1;
	return f > whole ? -1 : f < whole;
}

int num_compare(struct value x, struct value y)
{
	int64_t a, b;
	bool xi = op_int(x, &a), yi = op_int(y, &b);
	if (xi && yi)
		return (a > b) - (a < b);
	if (xi)
		return int_float_compare(a, y.as.f);
	if (yi) {
		int c = int_float_compare(b, x.as.f);
		return c == 2 ? 2 : -c;
	}
	if (isnan(x.as.f) || isnan(y.as.f))
		return 2;
	return (x.as.f > y.as.f) - (x.as.f < y.as.f);
}

struct value num_truncate(struct eval *ev, double f, struct span at)
{
	if (isnan(f))
		return eval_raise(ev, "ValueError", at, "cannot convert float NaN to integer");
	if (isinf(f))
		return eval_raise(ev, "OverflowError", at, "cannot convert float infinity to integer");
	if (f >= 9223372036854775808.0 || f < -9223372036854775808.0)
		return overflow(ev, at);
	return value_int((int64_t)f, at);
}

static struct value round_int(struct eval *ev, int64_t x, int64_t digits, struct span at)
{
	int64_t unit = 1, r;
	if (digits >= 0)
		return value_int(x, at);
	for (; digits < 0; digits++)
		if (__builtin_mul_overflow(unit, (int64_t)10, &unit))
			return digits < -20 || magnitude(x) < 4000000000000000000ULL ? value_int(0, at)
										     : overflow(ev, at);
	int64_t rest = x % unit;
	if (rest < 0)
		rest += unit;
	int64_t half = unit / 2;
	if (__builtin_sub_overflow(x, rest, &r))
		return overflow(ev, at);
	bool up = rest > half || (rest == half && unit > 1 && (r / unit) % 2 != 0);
	if (up && __builtin_add_overflow(r, unit, &r))
		return overflow(ev, at);
	return value_int(r, at);
}

/* Correctly rounded at a decimal place, half to even on the exact binary value, which is printf's rounding. */
static double round_places(double f, int64_t digits)
{
	struct buf text = { 0 };
	if (digits > 323)
		return f;
	if (digits < -308)
		return copysign(0, f);
	if (digits >= 0) {
		text_double(&text, 'f', (int)digits, false, f);
	} else {
		double unit = pow(10, (double)-digits);
		int exp = f == 0 ? 0 : (int)floor(log10(fabs(f)));
		text_double(&text, 'e', 20, false, f);
		exp = atoi(strchr(text.s, 'e') + 1);
		buf_clear(&text);
		if (exp + digits >= 0)
			text_double(&text, 'e', (int)(exp + digits), false, f);
		else
			text_double(&text, 'f', 0, false,
				    copysign(exp + digits == -1 && fabs(f) > unit / 2 ? unit : 0, f));
	}
	double r = text_strtod(text.s, NULL);
	buf_release(&text);
	return r;
}

struct value num_round(struct eval *ev, struct value x, struct value ndigits, struct span at)
{
	int64_t i, digits = 0;
	bool places = ndigits.kind != VALUE_NONE;
	struct value why;
	if (places && !op_int_arg(ev, ndigits, at, &digits, &why))
		return why;
	if (op_int(x, &i))
		return round_int(ev, i, digits, at);
	double f = x.as.f;
	if (!places) {
		double r = isfinite(f) ? nearbyint(f) : f; /* half to even */
		return num_truncate(ev, r, at);
	}
	if (!isfinite(f))
		return value_float(f, at);
	double r = round_places(f, digits);
	if (isinf(r))
		return eval_raise(ev, "OverflowError", at, "rounded value too large to represent");
	return value_float(r, at);
}

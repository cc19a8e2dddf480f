// SPDX-License-Identifier: MIT
/* The math module: the same libm calls as CPython, with CPython's checks of the result.
 *
 * Example: math.ceil(2.5)    3
 *          math.sqrt(-1)     ValueError: math domain error
 *          math.exp(1000)    OverflowError: math range error */
#include "python/builtin/priv.h"
#include "python/ops/op_num.h"
#include "python/ops/seq.h"
#include <math.h>

static bool real_arg(struct eval *ev, const struct call *c, uint32_t i, double *x, struct value *why)
{
	struct value v = c->arg[i];
	if (value_is_number(v)) {
		*x = value_number(v);
		return true;
	}
	if (op_opaque(v) && v.kind != VALUE_ITER && v.kind != VALUE_COMPLEX)
		*why = op_unknown(ev, WHY_TYPE, c->at);
	else
		*why = eval_raise(ev, "TypeError", c->at, "must be real number, not %s", value_type_name(v));
	return false;
}

enum infinite { TOO_LARGE, POLE }; /* why a result is infinite: too large for a float, or a pole */

/* CPython's math_1: a nan or inf out of finite numbers is an error. */
static struct value checked(struct eval *ev, double x, double y, double r, enum infinite infinite, struct span at)
{
	if (isnan(r) && !isnan(x) && !isnan(y))
		return eval_raise(ev, "ValueError", at, "math domain error");
	if (isinf(r) && isfinite(x) && isfinite(y))
		return infinite == TOO_LARGE ? eval_raise(ev, "OverflowError", at, "math range error")
					     : eval_raise(ev, "ValueError", at, "math domain error");
	return value_float(r, at);
}

#define MATH1(name, expression, infinite) \
	static struct value fn_math_##name(struct eval *ev, const struct call *c) \
	{ \
		double x; \
		struct value why; \
		if (!real_arg(ev, c, 0, &x, &why)) \
			return why; \
		return checked(ev, x, 0, expression, infinite, c->at); \
	}
MATH1(sqrt, sqrt(x), POLE)
MATH1(exp, exp(x), TOO_LARGE)
MATH1(expm1, expm1(x), TOO_LARGE)
MATH1(log1p, log1p(x), POLE)
MATH1(fabs, fabs(x), POLE)
MATH1(sin, sin(x), POLE)
MATH1(cos, cos(x), POLE)
MATH1(tan, tan(x), POLE)
MATH1(asin, asin(x), POLE)
MATH1(acos, acos(x), POLE)
MATH1(atan, atan(x), POLE)
MATH1(sinh, sinh(x), TOO_LARGE)
MATH1(cosh, cosh(x), TOO_LARGE)
MATH1(tanh, tanh(x), POLE)
MATH1(asinh, asinh(x), POLE)
MATH1(acosh, acosh(x), POLE)
MATH1(atanh, fabs(x) == 1 ? NAN : atanh(x), POLE)
MATH1(erf, erf(x), POLE)
MATH1(erfc, erfc(x), POLE)
MATH1(log10, x == 0 ? NAN : log10(x), POLE)
MATH1(log2, x == 0 ? NAN : log2(x), POLE)

#define MATH_SCALE(name, factor) \
	static struct value fn_math_##name(struct eval *ev, const struct call *c) \
	{ \
		double x; \
		struct value why; \
		return real_arg(ev, c, 0, &x, &why) ? value_float(x * (factor), c->at) : why; \
	}
MATH_SCALE(degrees, 180.0 / 3.14159265358979323846)
MATH_SCALE(radians, 3.14159265358979323846 / 180.0)

#define MATH_IS(name) \
	static struct value fn_math_##name(struct eval *ev, const struct call *c) \
	{ \
		double x; \
		struct value why; \
		return real_arg(ev, c, 0, &x, &why) ? value_bool(name(x), c->at) : why; \
	}
MATH_IS(isnan)
MATH_IS(isinf)
MATH_IS(isfinite)

#define MATH_WHOLE(name) \
	static struct value fn_math_##name(struct eval *ev, const struct call *c) \
	{ \
		double x; \
		int64_t i; \
		struct value why; \
		if (op_int(c->arg[0], &i)) \
			return value_int(i, c->at); \
		return real_arg(ev, c, 0, &x, &why) ? num_truncate(ev, name(x), c->at) : why; \
	}
MATH_WHOLE(ceil)
MATH_WHOLE(floor)
MATH_WHOLE(trunc)

static struct value fn_math_pow(struct eval *ev, const struct call *c)
{
	double x, y;
	struct value why;
	if (!real_arg(ev, c, 0, &x, &why) || !real_arg(ev, c, 1, &y, &why))
		return why;
	if (x == 0 && y < 0 && isfinite(y))
		return eval_raise(ev, "ValueError", c->at, "math domain error");
	double r = pow(x, y);
	return checked(ev, x, y, r, TOO_LARGE, c->at);
}

static struct value fn_math_atan2(struct eval *ev, const struct call *c)
{
	double x, y;
	struct value why;
	if (!real_arg(ev, c, 0, &x, &why) || !real_arg(ev, c, 1, &y, &why))
		return why;
	return value_float(atan2(x, y), c->at);
}

static struct value fn_math_copysign(struct eval *ev, const struct call *c)
{
	double x, y;
	struct value why;
	if (!real_arg(ev, c, 0, &x, &why) || !real_arg(ev, c, 1, &y, &why))
		return why;
	return value_float(copysign(x, y), c->at);
}

static struct value fn_math_fmod(struct eval *ev, const struct call *c)
{
	double x, y;
	struct value why;
	if (!real_arg(ev, c, 0, &x, &why) || !real_arg(ev, c, 1, &y, &why))
		return why;
	return checked(ev, x, y, isinf(y) && isfinite(x) ? x : fmod(x, y), POLE, c->at);
}

static struct value fn_math_remainder(struct eval *ev, const struct call *c)
{
	double x, y;
	struct value why;
	if (!real_arg(ev, c, 0, &x, &why) || !real_arg(ev, c, 1, &y, &why))
		return why;
	return checked(ev, x, y, remainder(x, y), POLE, c->at);
}

static bool tolerance(struct eval *ev, const struct call *c, const char *name, double otherwise, double *out,
		      struct value *why)
{
	const struct kwarg *k = call_kw(c, name);
	struct call one = { .arg = k ? &k->val : NULL, .n = 1, .at = c->at };
	*out = otherwise;
	if (k && !real_arg(ev, &one, 0, out, why))
		return false;
	if (*out < 0)
		*why = eval_raise(ev, "ValueError", c->at, "tolerances must be non-negative");
	return !(*out < 0);
}

static struct value fn_math_isclose(struct eval *ev, const struct call *c)
{
	double x, y, rel, abs;
	struct value why;
	if (!real_arg(ev, c, 0, &x, &why) || !real_arg(ev, c, 1, &y, &why) ||
	    !tolerance(ev, c, "rel_tol", 1e-9, &rel, &why) || !tolerance(ev, c, "abs_tol", 0, &abs, &why))
		return why;
	double diff = fabs(y - x);
	bool near =
		x == y || (!isinf(x) && !isinf(y) && (diff <= fabs(rel * y) || diff <= fabs(rel * x) || diff <= abs));
	return value_bool(near, c->at);
}

static struct value fn_math_modf(struct eval *ev, const struct call *c)
{
	double x, whole;
	struct value why;
	if (!real_arg(ev, c, 0, &x, &why))
		return why;
	double rest = modf(x, &whole);
	return tuple_of2(ev, value_float(rest, c->at), value_float(whole, c->at), c->at);
}

static struct value fn_math_frexp(struct eval *ev, const struct call *c)
{
	double x;
	int e = 0;
	struct value why;
	if (!real_arg(ev, c, 0, &x, &why))
		return why;
	double m = isfinite(x) ? frexp(x, &e) : x;
	return tuple_of2(ev, value_float(m, c->at), value_int(e, c->at), c->at);
}

static struct value fn_math_ldexp(struct eval *ev, const struct call *c)
{
	enum { LARGE = 100000 }; /* beyond any exponent */
	double x;
	int64_t i;
	struct value why;
	if (!real_arg(ev, c, 0, &x, &why))
		return why;
	if (op_opaque(c->arg[1]))
		return op_unknown(ev, WHY_TYPE, c->at);
	if (!op_int(c->arg[1], &i))
		return eval_raise(ev, "TypeError", c->at, "Expected an int as second argument to ldexp.");
	return checked(ev, x, 0, ldexp(x, (int)(i > LARGE ? LARGE : i < -LARGE ? -LARGE : i)), TOO_LARGE, c->at);
}

static struct value fn_math_log(struct eval *ev, const struct call *c)
{
	double x, base;
	struct value why;
	if (!real_arg(ev, c, 0, &x, &why) || (c->n > 1 && !real_arg(ev, c, 1, &base, &why)))
		return why;
	if (x <= 0 || (c->n > 1 && base <= 0))
		return eval_raise(ev, "ValueError", c->at, "math domain error");
	if (c->n > 1 && base == 1)
		return eval_raise(ev, "ZeroDivisionError", c->at, "float division by zero");
	return value_float(c->n > 1 ? log(x) / log(base) : log(x), c->at);
}

static uint64_t size_of(int64_t i)
{
	return i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t r = a % b;
		a = b;
		b = r;
	}
	return a;
}

static struct value whole(struct eval *ev, unsigned __int128 n, struct span at)
{
	return n > INT64_MAX ? op_unknown(ev, WHY_OVERFLOW, at) : value_int((int64_t)n, at);
}

static struct value fn_math_gcd(struct eval *ev, const struct call *c)
{
	uint64_t r = 0;
	int64_t i;
	struct value why;
	for (uint32_t k = 0; k < c->n; k++) {
		if (!call_int(ev, c, c->arg[k], &i, &why))
			return why;
		r = gcd(r, size_of(i));
	}
	return whole(ev, r, c->at);
}

static struct value fn_math_lcm(struct eval *ev, const struct call *c)
{
	unsigned __int128 r = 1;
	int64_t i;
	struct value why;
	for (uint32_t k = 0; k < c->n; k++) {
		if (!call_int(ev, c, c->arg[k], &i, &why))
			return why;
		uint64_t g = gcd((uint64_t)r, size_of(i));
		r = g ? r / g * size_of(i) : 0;
		if (r > INT64_MAX)
			return op_unknown(ev, WHY_OVERFLOW, c->at);
	}
	return whole(ev, r, c->at);
}

static struct value fn_math_factorial(struct eval *ev, const struct call *c)
{
	int64_t n, r = 1;
	struct value why;
	if (!call_int(ev, c, c->arg[0], &n, &why))
		return why;
	if (n < 0)
		return eval_raise(ev, "ValueError", c->at, "factorial() not defined for negative values");
	if (n > 20)
		return op_unknown(ev, WHY_OVERFLOW, c->at);
	for (; n > 1; n--)
		r *= n;
	return value_int(r, c->at);
}

static struct value fn_math_isqrt(struct eval *ev, const struct call *c)
{
	int64_t n;
	struct value why;
	if (!call_int(ev, c, c->arg[0], &n, &why))
		return why;
	if (n < 0)
		return eval_raise(ev, "ValueError", c->at, "isqrt() argument must be nonnegative");
	int64_t r = (int64_t)sqrt((double)n);
	while ((__int128)r * r > n)
		r--;
	while ((__int128)(r + 1) * (r + 1) <= n)
		r++;
	return value_int(r, c->at);
}

static struct value fn_math_comb(struct eval *ev, const struct call *c)
{
	int64_t n, k;
	unsigned __int128 r = 1;
	struct value why;
	if (!call_int(ev, c, c->arg[0], &n, &why) || !call_int(ev, c, c->arg[1], &k, &why))
		return why;
	if (n < 0 || k < 0)
		return eval_raise(ev, "ValueError", c->at, "%c must be a non-negative integer", n < 0 ? 'n' : 'k');
	if (k > n)
		return value_int(0, c->at);
	if (k > n - k)
		k = n - k;
	for (int64_t i = 1; i <= k && r <= INT64_MAX; i++)
		r = r * (uint64_t)(n - k + i) / (uint64_t)i;
	return whole(ev, r, c->at);
}

static struct value fn_math_perm(struct eval *ev, const struct call *c)
{
	struct value why, k = c->n > 1 ? c->arg[1] : value_none(c->at);
	int64_t n, many;
	unsigned __int128 r = 1;
	if (k.kind == VALUE_NONE)
		return fn_math_factorial(ev, &(struct call){ .arg = c->arg, .n = 1, .at = c->at });
	if (!call_int(ev, c, c->arg[0], &n, &why) || !call_int(ev, c, k, &many, &why))
		return why;
	if (n < 0 || many < 0)
		return eval_raise(ev, "ValueError", c->at, "%c must be a non-negative integer", n < 0 ? 'n' : 'k');
	if (many > n)
		return value_int(0, c->at);
	for (int64_t i = 0; i < many && r <= INT64_MAX; i++)
		r *= (uint64_t)(n - i);
	return whole(ev, r, c->at);
}

static struct value fn_math_prod(struct eval *ev, const struct call *c)
{
	struct value why, r = call_arg(c, 1, "start", value_int(1, c->at));
	const struct list *l = op_iterate(ev, c->arg[0], c->at, &why);
	if (!l)
		return why;
	for (uint32_t i = 0; i < l->n && !ev->exc; i++)
		r = op_binary(ev, OP_MUL, r, l->at[i].val, c->at);
	return r;
}

const struct builtin rows_math[] = {
	{ "math.acos", 1, 1, 0, NULL, fn_math_acos, "acos" },
	{ "math.acosh", 1, 1, 0, NULL, fn_math_acosh, "acosh" },
	{ "math.asin", 1, 1, 0, NULL, fn_math_asin, "asin" },
	{ "math.asinh", 1, 1, 0, NULL, fn_math_asinh, "asinh" },
	{ "math.atan", 1, 1, 0, NULL, fn_math_atan, "atan" },
	{ "math.atan2", 2, 2, 0, NULL, fn_math_atan2, "atan2" },
	{ "math.atanh", 1, 1, 0, NULL, fn_math_atanh, "atanh" },
	{ "math.ceil", 1, 1, 0, NULL, fn_math_ceil, "as int" },
	{ "math.comb", 2, 2, 0, NULL, fn_math_comb, "n over k" },
	{ "math.copysign", 2, 2, 0, NULL, fn_math_copysign, "copysign" },
	{ "math.cos", 1, 1, 0, NULL, fn_math_cos, "cos" },
	{ "math.cosh", 1, 1, 0, NULL, fn_math_cosh, "cosh" },
	{ "math.degrees", 1, 1, 0, NULL, fn_math_degrees, "degrees" },
	{ "math.erf", 1, 1, 0, NULL, fn_math_erf, "error function" },
	{ "math.erfc", 1, 1, 0, NULL, fn_math_erfc, "complementary error function" },
	{ "math.exp", 1, 1, 0, NULL, fn_math_exp, "exp" },
	{ "math.expm1", 1, 1, 0, NULL, fn_math_expm1, "expm1" },
	{ "math.fabs", 1, 1, 0, NULL, fn_math_fabs, "fabs" },
	{ "math.factorial", 1, 1, 0, NULL, fn_math_factorial, "n!" },
	{ "math.floor", 1, 1, 0, NULL, fn_math_floor, "as int" },
	{ "math.fmod", 2, 2, 0, NULL, fn_math_fmod, "fmod" },
	{ "math.frexp", 1, 1, 0, NULL, fn_math_frexp, "(mantissa, exponent)" },
	{ "math.gcd", 0, 255, 0, NULL, fn_math_gcd, "greatest common divisor" },
	{ "math.isclose", 2, 2, 0, "rel_tol abs_tol", fn_math_isclose, "whether two numbers are nearly equal" },
	{ "math.isfinite", 1, 1, 0, NULL, fn_math_isfinite, "isfinite" },
	{ "math.isinf", 1, 1, 0, NULL, fn_math_isinf, "isinf" },
	{ "math.isnan", 1, 1, 0, NULL, fn_math_isnan, "isnan" },
	{ "math.isqrt", 1, 1, 0, NULL, fn_math_isqrt, "whole square root" },
	{ "math.lcm", 0, 255, 0, NULL, fn_math_lcm, "least common multiple" },
	{ "math.ldexp", 2, 2, 0, NULL, fn_math_ldexp, "x * 2 ** i" },
	{ "math.log", 1, 2, 0, NULL, fn_math_log, "logarithm" },
	{ "math.log10", 1, 1, 0, NULL, fn_math_log10, "log10" },
	{ "math.log1p", 1, 1, 0, NULL, fn_math_log1p, "log1p" },
	{ "math.log2", 1, 1, 0, NULL, fn_math_log2, "log2" },
	{ "math.modf", 1, 1, 0, NULL, fn_math_modf, "(fraction, whole part)" },
	{ "math.perm", 1, 2, 0, NULL, fn_math_perm, "ways to choose in order" },
	{ "math.pow", 2, 2, 0, NULL, fn_math_pow, "pow" },
	{ "math.prod", 1, 1, 0, "start", fn_math_prod, "the items' product" },
	{ "math.radians", 1, 1, 0, NULL, fn_math_radians, "radians" },
	{ "math.remainder", 2, 2, 0, NULL, fn_math_remainder, "what is left to the nearest multiple" },
	{ "math.sin", 1, 1, 0, NULL, fn_math_sin, "sin" },
	{ "math.sinh", 1, 1, 0, NULL, fn_math_sinh, "sinh" },
	{ "math.sqrt", 1, 1, 0, NULL, fn_math_sqrt, "sqrt" },
	{ "math.tan", 1, 1, 0, NULL, fn_math_tan, "tan" },
	{ "math.tanh", 1, 1, 0, NULL, fn_math_tanh, "tanh" },
	{ "math.trunc", 1, 1, 0, NULL, fn_math_trunc, "as int" },
	{ 0 },
};

// SPDX-License-Identifier: MIT
/* Curves that are computed from the optimizer's own value each time, with warm-up. The order of operations is
 * Python's, because rounding must be equal.
 *
 *	policy='step', step=[8, 11], of lr 0.02	0.02, from epoch 8 on 0.002, from epoch 11 on 0.0002 */
#include "schedule/priv.h"

static const double PI = 3.14159265358979323846;

double quotient(double x, double y)
{
	return y == 0 ? NAN : x / y;
}

double power_of(double x, double y)
{
	double d = x == 0 && y < 0 ? NAN : pow(x, y);

	return isfinite(d) ? d : NAN;
}

double annealed(double shape, double from, double to, double share)
{
	if ((enum curve_word)shape == WORD_LINEAR)
		return from + (to - from) * share;
	return to + 0.5 * 1.0 * (from - to) * (cos(PI * share) + 1);
}

struct at { /* the position of the run, in the curve's unit */
	double now, all;
	int64_t i;
	double iterations; /* of the run */
};

static double run_iterations(const struct training *t)
{
	return t->counts == COUNTS_EPOCHS ? (double)t->length * (double)t->epoch : (double)t->length;
}

static struct at place(const struct part *p, const struct training *t, int64_t i)
{
	struct at a = { (double)i, run_iterations(t), i, run_iterations(t) };

	if (p->arg[ARG_BY_EPOCH] > 0) {
		a.now = (double)(i / t->epoch);
		a.all = (double)t->length;
	}
	return a;
}

static double floor_of(const struct part *p, double start)
{
	return isnan(p->arg[ARG_FLOOR_RATIO]) ? p->arg[ARG_FLOOR] : start * p->arg[ARG_FLOOR_RATIO];
}

static double step(const struct part *p, double start, struct at a)
{
	struct numbers steps = p->list[ARG_STEPS];
	double n = steps.n, value;

	if (!isnan(p->arg[ARG_STEPS])) { /* every so many */
		n = floor(a.now / p->arg[ARG_STEPS]);
	} else {
		for (uint32_t k = 0; k < steps.n; k++)
			if (a.now < steps.at[k]) {
				n = k;
				break;
			}
	}
	value = start * power_of(p->arg[ARG_FACTOR], n);
	return p->arg[ARG_FLOOR] > value ? p->arg[ARG_FLOOR] : value;
}

static double flat_cosine(const struct part *p, double start, struct at a)
{
	double flat = nearbyint(a.all * p->arg[ARG_FLAT]), now = a.now - flat;

	return now < 0 ? start : annealed(WORD_COSINE, start, floor_of(p, start), quotient(now, a.all - flat));
}

static double cosine_restart(const struct part *p, double start, struct at a)
{
	struct numbers periods = p->list[ARG_PERIODS];
	double end = 0, target = floor_of(p, start);

	for (uint32_t k = 0; k < periods.n; k++) {
		double begin = end, share;

		end += periods.at[k];
		if (!(a.now < end))
			continue;
		share = fmin(quotient(a.now - begin, periods.at[k]), 1);
		return target + 0.5 * p->list[ARG_WEIGHTS].at[k] * (start - target) * (cos(PI * share) + 1);
	}
	return NAN; /* raises after the last period */
}

static double cyclic(const struct part *p, double start, struct at a)
{
	struct numbers range = p->list[ARG_RANGE];
	double high = range.at[0], low = range.n > 1 ? range.at[1] : high / 1e5;
	double cycle = floor(quotient(a.iterations, p->arg[ARG_CYCLES])), up = trunc(p->arg[ARG_UP] * cycle);
	double now = fmod((double)a.i, cycle), scale = power_of(p->arg[ARG_DECAY], floor((double)a.i / cycle));

	if (!(cycle > 0))
		return NAN;
	if (now < up)
		return annealed(p->arg[ARG_SHAPE], start * 1, start * (1 - scale + high * scale), now / up);
	if (up == 0) /* the way down equals the way up */
		return annealed(p->arg[ARG_SHAPE], start * high, start * (1 - scale + low * scale), now / cycle);
	return annealed(p->arg[ARG_SHAPE], start * (1 - scale + high * scale), start * low, (now - up) / (cycle - up));
}

static double one_cycle(const struct part *p, struct at a)
{
	bool rate = isnan(p->arg[ARG_LOW]), three = p->arg[ARG_THREE_PHASE] > 0;
	double total = isnan(p->arg[ARG_TOTAL]) ? a.iterations : p->arg[ARG_TOTAL], up = p->arg[ARG_UP] * total;
	/* For a rate the peak is given and the two others are fractions of it; for a momentum both ends are given. */
	double base = p->arg[ARG_PEAK] / p->arg[ARG_DIVISOR];
	double low = rate ? base * 1 : p->arg[ARG_PEAK], high = rate ? base * p->arg[ARG_DIVISOR] : p->arg[ARG_LOW];
	double last = rate ? base * (1 / p->arg[ARG_FINAL_DIVISOR]) : p->arg[ARG_PEAK];
	double end[] = { up - 1, three ? 2 * p->arg[ARG_UP] * total - 2 : total - 1, total - 1 };
	double value[] = { low, high, three ? low : last, last }, begin = 0;
	int n = three ? 3 : 2;

	if (total < a.iterations)
		return NAN;
	for (int k = 0; k < n; k++) {
		if ((double)a.i <= end[k])
			return annealed(p->arg[ARG_SHAPE], value[k], value[k + 1],
					quotient((double)a.i - begin, end[k] - begin));
		begin = end[k];
	}
	return NAN;
}

static double regular(const struct part *p, const struct training *t, double start, int64_t i)
{
	struct at a = place(p, t, i);

	switch (p->curve) {
	case CURVE_CONSTANT:
		return start;
	case CURVE_STEP:
		return step(p, start, a);
	case CURVE_EXPONENTIAL:
		return start * power_of(p->arg[ARG_FACTOR], a.now);
	case CURVE_POLYNOMIAL:
		return (start - p->arg[ARG_FLOOR]) * power_of(1 - quotient(a.now, a.all), p->arg[ARG_POWER]) +
		       p->arg[ARG_FLOOR];
	case CURVE_INVERSE:
		return start * power_of(1 + p->arg[ARG_FACTOR] * a.now, -p->arg[ARG_POWER]);
	case CURVE_COSINE:
		return annealed(WORD_COSINE, start, floor_of(p, start), quotient(a.now, a.all));
	case CURVE_LINEAR_ANNEALING:
		return annealed(WORD_LINEAR, start, floor_of(p, start), quotient(a.now, a.all));
	case CURVE_FLAT_COSINE:
		return flat_cosine(p, start, a);
	case CURVE_COSINE_RESTART:
		return cosine_restart(p, start, a);
	case CURVE_CYCLIC:
		return cyclic(p, start, a);
	case CURVE_ONE_CYCLE:
		return one_cycle(p, a);
	default:
		return NAN;
	}
}

static double warmed(const struct part *p, double value, int64_t i, double length)
{
	double ratio = p->arg[ARG_WARMUP_RATIO], rest = 1 - (double)i / length, k;

	switch ((enum curve_word)p->arg[ARG_WARMUP]) {
	case WORD_CONSTANT:
		k = ratio;
		break;
	case WORD_LINEAR:
		k = 1 - rest * (1 - ratio);
		break;
	default:
		k = power_of(ratio, rest);
	}
	return p->divides ? quotient(value, k) : value * k;
}

double part_anew(const struct part *p, const struct training *t, double start, int64_t i)
{
	double length = p->arg[ARG_WARMUP_LENGTH], value;

	/* a curve that counts epochs is called where epochs begin, and a run of iterations has none */
	if (t->counts == COUNTS_ITERATIONS && p->arg[ARG_BY_EPOCH] > 0)
		return start;
	value = regular(p, t, start, i);
	if (p->arg[ARG_WARMUP_BY_EPOCH] > 0)
		length *= (double)t->epoch;
	return p->arg[ARG_WARMUP] > 0 && (double)i < length ? warmed(p, value, i, length) : value;
}

static bool needs_length(const struct part *p)
{
	switch (p->curve) {
	case CURVE_CONSTANT:
	case CURVE_STEP:
	case CURVE_EXPONENTIAL:
	case CURVE_INVERSE:
	case CURVE_COSINE_RESTART:
		return false;
	default:
		return true;
	}
}

const char *part_anew_why(const struct part *p, const struct training *t)
{
	bool by_epoch = p->arg[ARG_BY_EPOCH] > 0, still = t->counts == COUNTS_ITERATIONS && by_epoch;

	if (t->counts == COUNTS_UNKNOWN)
		return "whether the run counts iterations or epochs is not known";
	if (p->arg[ARG_WARMUP_BY_EPOCH] > 0 && t->counts == COUNTS_ITERATIONS)
		return "training raises: a run of iterations has no epochs for the warm-up";
	if (!still && needs_length(p) && !t->length)
		return "the length of the run is not known";
	if (t->counts == COUNTS_EPOCHS && !t->epoch)
		return "how many iterations an epoch has is not known";
	return NULL;
}

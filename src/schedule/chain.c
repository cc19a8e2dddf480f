// SPDX-License-Identifier: MIT
/* Schedulers that make the next value of the last one, whoever left it: followed step by step, in the order in which
 * they stand. Each takes its first step when it is built; then those that count iterations after each of them, those
 * that count epochs after those. */
#include "schedule/priv.h"
#include <string.h>

static const double PI = 3.14159265358979323846;

struct chain {
	double value;	/* in force */
	double initial; /* as the next scheduler sees what the optimizer began with; a one-cycle sets it */
	double high, low;
};

/* ---- before it is followed ---- */

static void stretch(struct numbers *list, double by, double *copy)
{
	for (uint32_t i = 0; i < list->n; i++)
		copy[i] = list->at[i] * by;
	list->at = copy;
}

static const char *convert(struct arena *a, struct part *p, const struct training *t)
{
	static const enum curve_arg lists[] = { ARG_STEPS, ARG_PERIODS };
	double by = (double)t->epoch;

	if (!(p->arg[ARG_BY_EPOCH] > 0))
		return "training raises: only a scheduler of epochs can be converted to iterations";
	if (!t->epoch)
		return "how many iterations an epoch has is not known";
	p->begin = trunc(p->begin * by);
	p->end = trunc(p->end * by);
	for (size_t i = 0; i < ARRAY_SIZE(lists); i++)
		stretch(&p->list[lists[i]], by, arena_array(a, double, p->list[lists[i]].n + 1));
	p->arg[ARG_STEPS] *= by;
	p->arg[ARG_PERIOD] *= by;
	p->arg[ARG_TOTAL] *= by;
	p->arg[ARG_BY_EPOCH] = 0;
	return NULL;
}

/* Until when it runs where the config doesn't say; NaN: not known. */
static double run_end(bool by_epoch, const struct training *t)
{
	if (by_epoch)
		return t->counts == COUNTS_ITERATIONS ? 1 : t->length ? (double)t->length : NAN;
	if (t->counts == COUNTS_ITERATIONS)
		return t->length ? (double)t->length : NAN;
	return t->length && t->epoch ? (double)t->length * (double)t->epoch : NAN;
}

static const char *prepare(struct arena *a, struct part *p, const struct training *t)
{
	const char *why = NULL;

	p->begin = p->arg[ARG_BEGIN];
	p->end = isnan(p->arg[ARG_END]) ? run_end(p->arg[ARG_BY_EPOCH] > 0, t) : p->arg[ARG_END];
	if (isnan(p->end))
		return t->length ? "how many iterations an epoch has is not known"
				 : "the length of the run is not known";
	if (p->arg[ARG_CONVERT] > 0)
		why = convert(a, p, t);
	if (why)
		return why;
	if (p->end <= p->begin)
		return "training raises: a scheduler ends before it begins";
	p->total = p->end - p->begin;
	if (p->arg[ARG_PERIOD] > 0)
		p->total = p->arg[ARG_PERIOD];
	if (p->curve == CURVE_ONE_CYCLE && !isnan(p->arg[ARG_TOTAL]))
		p->total = p->arg[ARG_TOTAL];
	return NULL;
}

const char *chain_prepare(struct arena *a, struct parts *all, const struct training *t)
{
	const char *why =
		t->counts == COUNTS_UNKNOWN ? "whether the run counts iterations or epochs is not known" : NULL;

	if (!why && t->counts == COUNTS_EPOCHS && !t->epoch)
		why = "how many iterations an epoch has is not known";
	for (uint32_t i = 0; i < all->n && !why; i++)
		why = prepare(a, &all->at[i], t);
	if (!why && all->n && all->at[0].arg[ARG_LAST_STEP] >= 0)
		why = "training raises: the first scheduler goes on from a step that a new run doesn't have";
	return why;
}

/* ---- curves ---- */

/* Whole numbers, as they nearly always are, are divided faster. */
static bool is_multiple(double step, double of)
{
	bool whole = of == floor(of) && step == floor(step) && of >= 1 && of < 1e15 && fabs(step) < 1e15;

	return whole ? (int64_t)step % (int64_t)of == 0 : fmod(step, of) == 0;
}

static double wave(struct part *p, double step)
{
	if (p->wave_at == step)
		return p->wave;
	p->wave_at = step;
	return p->wave = cos(PI * step / p->total);
}

/* The part of a cosine from the step before to this one. */
static double along(double now, double before, double value, double floor)
{
	return quotient(1 + now, 1 + before) * (value - floor) + floor;
}

static double cosine(struct part *p, double value)
{
	double step = (double)p->last, before;

	if (p->last == 0)
		return value;
	if (is_multiple(step - 1 - p->total, 2 * p->total))
		return value + (p->base - p->floor) * (1 - cos(PI / p->total)) / 2;
	before = wave(p, step - 1);
	return along(wave(p, step), before, value, p->floor);
}

static double cosine_restart(struct part *p, double value)
{
	struct numbers periods = p->list[ARG_PERIODS];
	double end = 0;

	for (uint32_t k = 0; k < periods.n; k++) {
		double step = (double)p->last - end;

		end += periods.at[k];
		if ((double)p->last < end)
			return step == 0 ? p->base * p->list[ARG_WEIGHTS].at[k]
					 : along(cos(PI * step / periods.at[k]), cos(PI * (step - 1) / periods.at[k]),
						 value, p->floor);
	}
	return value;
}

static double times_met(struct numbers list, double step)
{
	double n = 0;

	for (uint32_t i = 0; i < list.n; i++)
		n += list.at[i] == step;
	return n;
}

static double multi_step(const struct part *p, double value)
{
	double n = times_met(p->list[ARG_STEPS], (double)p->last);

	return n > 0 ? value * power_of(p->arg[ARG_FACTOR], n) : value;
}

static double one_cycle(const struct part *p, const struct chain *c)
{
	bool three = p->arg[ARG_THREE_PHASE] > 0;
	double end[] = { p->arg[ARG_UP] * p->total - 1, three ? 2 * p->arg[ARG_UP] * p->total - 2 : p->total - 1,
			 p->total - 1 };
	double at[] = { c->initial, c->high, three ? c->initial : c->low, c->low };
	double step = (double)p->last, begin = 0, share, from, to;
	int k = 0, n = three ? 3 : 2;

	if (step > p->total)
		return NAN;
	while (!(step <= end[k]) && k < n - 1)
		begin = end[k++];
	share = quotient(step - begin, end[k] - begin);
	from = at[k];
	to = at[k + 1];
	if ((enum curve_word)p->arg[ARG_SHAPE] == WORD_LINEAR)
		return (to - from) * share + from;
	return to + (from - to) / 2.0 * (cos(PI * share) + 1);
}

/* The same steps as `total_iters` has them: one less than the range. */
static double linear(const struct part *p, double value)
{
	double from = p->arg[ARG_START_FACTOR], way = p->arg[ARG_END_FACTOR] - from;

	if (p->last == 0)
		return value * from;
	return value * (1. + quotient(way, (p->total - 1) * from + ((double)p->last - 1) * way));
}

static double polynomial(const struct part *p, double value)
{
	double floor = p->arg[ARG_FLOOR];

	if (p->last == 0)
		return value;
	return (value - floor) * power_of(1 - quotient(1, p->total - 1 - (double)p->last + 1), p->arg[ARG_POWER]) +
	       floor;
}

static double next(struct part *p, const struct chain *c)
{
	double v = c->value;

	switch (p->curve) {
	case CURVE_CONSTANT:
		return p->last == 0			 ? v * p->arg[ARG_START_FACTOR]
		       : (double)p->last == p->total - 1 ? v * quotient(1.0, p->arg[ARG_START_FACTOR])
							 : v;
	case CURVE_STEP:
		return p->last && is_multiple((double)p->last, p->arg[ARG_STEPS]) ? v * p->arg[ARG_FACTOR] : v;
	case CURVE_MULTI_STEP:
		return multi_step(p, v);
	case CURVE_EXPONENTIAL:
		return p->last ? v * p->arg[ARG_FACTOR] : v;
	case CURVE_COSINE:
		return cosine(p, v);
	case CURVE_COSINE_RESTART:
		return cosine_restart(p, v);
	case CURVE_LINEAR:
		return linear(p, v);
	case CURVE_POLYNOMIAL:
		return polynomial(p, v);
	case CURVE_ONE_CYCLE:
		return one_cycle(p, c);
	default:
		return NAN;
	}
}

/* ---- following ---- */

static void take_step(struct part *p, struct chain *c)
{
	p->step++;
	if ((double)p->step < p->begin || (double)p->step >= p->end)
		return;
	p->last++;
	c->value = next(p, c);
	if (!isfinite(c->value))
		c->value = NAN; /* stays so */
}

static void build(struct part *p, struct chain *c)
{
	if (p->curve == CURVE_ONE_CYCLE && p->arg[ARG_LAST_STEP] < 0) {
		c->initial = quotient(p->arg[ARG_PEAK], p->arg[ARG_DIVISOR]);
		c->high = p->arg[ARG_PEAK];
		c->low = quotient(c->initial, p->arg[ARG_FINAL_DIVISOR]);
	}
	p->base = c->initial;
	p->floor = isnan(p->arg[ARG_FLOOR_RATIO]) ? p->arg[ARG_FLOOR] : p->base * p->arg[ARG_FLOOR_RATIO];
	p->step = -1;
	p->last = (int64_t)p->arg[ARG_LAST_STEP];
	p->wave_at = NAN;
	take_step(p, c);
}

/* Those that can still change something: behind its range a part never acts again. */
static uint32_t drop_finished(struct part **list, uint32_t n)
{
	uint32_t kept = 0;

	for (uint32_t i = 0; i < n; i++)
		if ((double)list[i]->step + 1 < list[i]->end)
			list[kept++] = list[i];
	return kept;
}

static void take_steps(struct part **list, uint32_t n, struct chain *c)
{
	for (uint32_t i = 0; i < n; i++)
		take_step(list[i], c);
}

void chain_follow(struct arena *a, const struct parts *all, const struct training *t, double start, const int64_t *at,
		  uint32_t n, double *out)
{
	struct part *own = arena_array(a, struct part, all->n + 1);
	struct part **iter = arena_array(a, struct part *, all->n + 1),
		    **epoch = arena_array(a, struct part *, all->n + 1);
	struct chain c = { .value = start, .initial = start };
	uint32_t niter = 0, nepoch = 0, k = 0;
	int64_t i = 0, left = t->epoch; /* of the epoch */

	memcpy(own, all->at, all->n * sizeof *own);
	for (uint32_t j = 0; j < all->n; j++) {
		build(&own[j], &c);
		if (own[j].arg[ARG_BY_EPOCH] > 0)
			epoch[nepoch++] = &own[j];
		else
			iter[niter++] = &own[j];
	}
	if (t->counts == COUNTS_ITERATIONS)
		nepoch = 0; /* no epoch ends in it */
	for (;;) {
		int64_t wait;

		for (; k < n && at[k] == i; k++)
			out[k] = c.value;
		if (k == n)
			return;
		if (!niter && !nepoch)
			wait = at[k] - i;
		else
			wait = niter ? 1 : left;
		if (wait > at[k] - i)
			wait = at[k] - i;
		i += wait;
		take_steps(iter, niter, &c);
		left -= wait;
		if (nepoch && left <= 0) {
			take_steps(epoch, nepoch, &c);
			left = t->epoch;
			nepoch = drop_finished(epoch, nepoch);
		}
		niter = drop_finished(iter, niter);
	}
}

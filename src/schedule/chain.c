// SPDX-License-Identifier: MIT
/* Schedulers that compute the next value from the last one, whichever of them set it: simulated step by step, in
 * their order. Each takes its first step when it is built; then those that count iterations step after each
 * iteration, and those that count epochs after each epoch.
 *
 *	MultiStepLR(milestones=[8], gamma=0.1)	at 8 the value that is there, times 0.1 */
#include "schedule/priv.h"
#include <string.h>

static const double PI = 3.14159265358979323846;

struct chain {
	double value;	/* in force */
	double initial; /* the optimizer's initial value, as the next scheduler sees it; a one-cycle sets it */
	double high, low;
};

/* ---- before the simulation ---- */

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

/* The end of its range if the config doesn't give one; NaN: unknown. */
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

/* Whole numbers, which are the usual case, are divided faster. */
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

/* The steps as `total_iters` counts them: one less than the range. */
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

/* ---- the simulation ---- */

enum { NEVER = INT32_MAX }; /* no run is that long */

/* The next step, counted by the scheduler itself, in which it may change something. */
static double next_own(const struct part *p)
{
	struct numbers list = p->list[ARG_STEPS];
	double last = (double)p->last, soonest = NEVER;

	switch (p->curve) {
	case CURVE_CONSTANT:
		return p->total - 1 > last ? p->total - 1 : NEVER;
	case CURVE_STEP:
		return p->arg[ARG_STEPS] >= 1 ? (floor(last / p->arg[ARG_STEPS]) + 1) * p->arg[ARG_STEPS] : last + 1;
	case CURVE_MULTI_STEP:
		for (uint32_t i = 0; i < list.n; i++)
			if (list.at[i] > last && list.at[i] < soonest)
				soonest = list.at[i];
		return soonest;
	default:
		return last + 1;
	}
}

/* As a step of the run; NEVER after its range. */
static int64_t next_step(const struct part *p, double own)
{
	double step = (double)p->first + ceil(own) - (p->arg[ARG_LAST_STEP] + 1);

	return step < p->end && step < NEVER ? (int64_t)step : NEVER;
}

static void act(struct part *p, struct chain *c, int64_t step)
{
	p->last = (int64_t)p->arg[ARG_LAST_STEP] + 1 + (step - p->first);
	c->value = isnan(c->value) ? NAN : next(p, c); /* after an exception nothing follows */
	if (!isfinite(c->value))
		c->value = NAN;
	p->next = next_step(p, fmax(ceil(next_own(p)), (double)p->last + 1));
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
	p->wave_at = NAN;
	p->first = p->begin > 0 ? (int64_t)fmin(ceil(p->begin), NEVER) : 0;
	p->next = next_step(p, p->arg[ARG_LAST_STEP] + 1);
	if (p->next == 0)
		act(p, c, 0);
}

/* Schedulers that step together, in their order. Most wait most of the time: `busy` are those that act in the next
 * step. */
struct lane {
	struct part **all, **busy;
	uint32_t n, nbusy;
	int64_t step, soonest; /* the last step; when the first of the waiting ones acts */
};

static void lane_look(struct lane *l)
{
	l->nbusy = 0;
	l->soonest = NEVER;
	for (uint32_t i = 0; i < l->n; i++)
		if (l->all[i]->next == l->step + 1)
			l->busy[l->nbusy++] = l->all[i];
		else if (l->all[i]->next < l->soonest)
			l->soonest = l->all[i]->next;
}

static void lane_step(struct lane *l, struct chain *c)
{
	bool look = l->step + 2 >= l->soonest;

	l->step++;
	for (uint32_t i = 0; i < l->nbusy; i++) {
		act(l->busy[i], c, l->step);
		look |= l->busy[i]->next != l->step + 1;
	}
	if (look)
		lane_look(l);
}

/* The number of steps from here on without effect. */
static int64_t lane_idle(const struct lane *l)
{
	return l->nbusy ? 0 : l->soonest - l->step - 1;
}

/* Takes steps without effect. */
static void lane_skip(struct lane *l, int64_t steps)
{
	l->step += steps;
	if (l->step + 1 >= l->soonest)
		lane_look(l);
}

static struct lane lane_of(struct arena *a, uint32_t most)
{
	return (struct lane){ .all = arena_array(a, struct part *, most + 1),
			      .busy = arena_array(a, struct part *, most + 1) };
}

static int64_t least(int64_t x, int64_t y)
{
	return x < y ? x : y;
}

void chain_follow(struct arena *a, const struct parts *all, const struct training *t, double start, const int64_t *at,
		  uint32_t n, double *out)
{
	struct part *own = arena_array(a, struct part, all->n + 1);
	struct lane iterations = lane_of(a, all->n), epochs = lane_of(a, all->n);
	struct chain c = { .value = start, .initial = start };
	int64_t i = 0, left = t->counts == COUNTS_EPOCHS ? t->epoch : INT64_MAX; /* of the epoch: others don't end */

	memcpy(own, all->at, all->n * sizeof *own);
	for (uint32_t j = 0; j < all->n; j++) {
		struct lane *l = own[j].arg[ARG_BY_EPOCH] > 0 ? &epochs : &iterations;

		build(&own[j], &c);
		l->all[l->n++] = &own[j];
	}
	lane_look(&iterations);
	lane_look(&epochs);
	for (uint32_t k = 0; k < n;) {
		int64_t idle = least(least(lane_idle(&iterations), left), at[k] - i);

		if (at[k] == i) {
			out[k++] = c.value;
			continue;
		}
		if (idle)
			lane_skip(&iterations, idle);
		else
			lane_step(&iterations, &c);
		i += idle ? idle : 1;
		left -= idle ? idle : 1;
		if (!left) {
			lane_step(&epochs, &c);
			left = t->epoch;
		}
	}
}

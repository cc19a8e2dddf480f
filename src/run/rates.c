// SPDX-License-Identifier: MIT
/* Simulates the config's schedule (schedule/schedule.h) for the iterations of the log's lines and compares each
 * printed rate with it, within half a unit of its last digit. If rates differ, interval narrowing finds the factor
 * of the initial rate that would make all of them right.
 *
 * Invariant: a line whose digits are too coarse is not compared.
 *
 *   expected 0.01, printed 1.000e-02      right
 *   expected 0.01, printed 2.000e-02      wrong; factor 2, if it holds for all lines
 *   printed 6e-05                         not compared: one digit */
#include "run/rates.h"
#include "facts/training.h"
#include "schedule/curves.h"
#include "schedule/schedule.h"
#include <math.h>

static const double ROUNDING = 1e-9;	 /* of the sums that computed them */
static const double COARSEST = 5.001e-3; /* half a printed digit, relative to the rate */

struct rate_comparison {
	struct arena *a;
	const struct run *r;
	struct facts *f;
	struct rates *out;
	double *expected; /* out's */
	double *twice;	  /* the same for a schedule with twice the initial rate */
};

/* Options of parameters change `lr` of the group that is printed; base_lr, if present, is the schedule's own. */
static bool of_base(const struct train_record *t)
{
	return !isnan(t->base_lr);
}

double rates_printed(const struct train_record *t)
{
	return of_base(t) ? t->base_lr : t->has & HAS_LR ? t->lr : NAN;
}

static double tolerance(const struct train_record *t)
{
	return (double)(of_base(t) ? t->base_lr_half : t->lr_half) + ROUNDING;
}

static bool comparable(const struct train_record *t, double expected)
{
	double printed = rates_printed(t);

	return isfinite(printed) && isfinite(expected) &&
	       tolerance(t) - ROUNDING <= COARSEST * fmax(fabs(printed), fabs(expected));
}

/* ---- expected rates */

/* Iterations of an epoch; 0: the lines give none, or several numbers. */
static uint32_t epoch_of(const struct train_records *t)
{
	uint32_t length = t->n ? t->at[0].length : 0;

	for (size_t i = 1; i < t->n; i++)
		if (t->at[i].length != length)
			return 0;
	return length;
}

/* The log is more reliable than the config about the length of the run and of an epoch. */
static struct training training_by(const struct rate_comparison *c, const struct curves *known)
{
	struct run_size size = run_size_of(c->a, c->f, NAN);
	struct training t = training_of(c->f, known, &size);

	if (t.counts == COUNTS_UNKNOWN)
		t.counts = c->r->epochs ? COUNTS_EPOCHS : COUNTS_ITERATIONS;
	if (c->r->epochs)
		t.epoch = epoch_of(&c->r->train);
	if (c->r->epochs == (t.counts == COUNTS_EPOCHS)) {
		if (c->r->epochs ? c->r->max_epochs : c->r->max_iters)
			t.length = c->r->epochs ? c->r->max_epochs : c->r->max_iters;
	} else if (t.counts == COUNTS_EPOCHS && t.length && c->r->max_iters && c->r->max_iters % t.length == 0) {
		t.epoch = c->r->max_iters / t.length; /* in a loop of epochs the lines may count iterations */
	}
	return t;
}

/* Whether the config's schedule keeps the first rate to the end of the run. */
static bool never_moves(struct rate_comparison *c, struct schedule *s)
{
	enum { LOOKS = 1000 };
	int64_t length = schedule_length(s), at[LOOKS];
	double rate[LOOKS];
	uint32_t n = 0;

	if (!schedule_changes(s, LEARNING_RATE) || length < 1)
		return false;
	for (int64_t i = 0; i < LOOKS && i < length; i++)
		at[n++] = length <= LOOKS ? i : i * (length - 1) / (LOOKS - 1);
	if (!schedule_values(s, LEARNING_RATE, at, n, rate))
		return false;
	for (uint32_t i = 0; i < n; i++)
		if (fabs(rate[i] - rate[0]) > ROUNDING)
			return false;
	for (size_t i = 0; i < c->r->train.n; i++)
		if (fabs(c->expected[i] - rate[0]) > ROUNDING)
			return false;
	return true;
}

/* NULL: the rates are known. */
static const char *expect(struct rate_comparison *c, struct value cfg)
{
	const struct train_records *t = &c->r->train;
	const struct curves *known = curves_load(c->a);
	const char *family = facts_dialect(c->f)->family->s;
	struct training run = training_by(c, known), doubled = run;
	struct schedule *s = schedule_new(c->a, known, family, cfg, &run);
	int64_t *at = arena_array(c->a, int64_t, t->n + 1);

	if (schedule_why(s, LEARNING_RATE))
		return schedule_why(s, LEARNING_RATE);
	if (c->r->epochs && run.counts != COUNTS_EPOCHS)
		return "the lines count epochs, and the config iterations";
	if (c->r->epochs ? !schedule_in_epochs(s) && !epoch_of(t) : schedule_in_epochs(s))
		return "how many iterations an epoch has is not known";
	for (size_t i = 0; i < t->n; i++)
		at[i] = (schedule_in_epochs(s) ? (int64_t)t->at[i].epoch : (int64_t)t->at[i].iter) - 1;
	doubled.start[LEARNING_RATE] *= 2;
	if (!schedule_values(s, LEARNING_RATE, at, (uint32_t)t->n, c->expected) ||
	    !schedule_values(schedule_new(c->a, known, family, cfg, &doubled), LEARNING_RATE, at, (uint32_t)t->n,
			     c->twice))
		return schedule_why(s, LEARNING_RATE);
	c->out->never = never_moves(c, s);
	return NULL;
}

/* ---- printed rates */

/* The number with the smallest denominator between the two. */
static double plainest(double least, double most)
{
	for (int by = 1; by <= 64; by++)
		if (ceil(least * by) <= most * by)
			return ceil(least * by) / by;
	return (least + most) / 2;
}

/* A schedule's rates are a + b * its initial rate, whatever its curve. Narrows the factor of the initial rate that
 * one line allows. */
static void narrow(struct rate_comparison *c, size_t i, double *least, double *most)
{
	double e = c->expected[i], b = c->twice[i] - e, half = tolerance(&c->r->train.at[i]);
	double beyond = rates_printed(&c->r->train.at[i]) - e;

	if (b > half) {
		*least = fmax(*least, 1 + (beyond - half) / b);
		*most = fmin(*most, 1 + (beyond + half) / b);
	} else if (fabs(beyond) > half) {
		*most = -INFINITY;
	}
}

static void compare(struct rate_comparison *c)
{
	struct rates *o = c->out;
	double least = 1e-6, most = INFINITY; /* of the factor */

	for (size_t i = 0; i < c->r->train.n; i++) {
		const struct train_record *t = &c->r->train.at[i];
		double e = c->expected[i], printed = rates_printed(t), half = tolerance(t);

		if (!comparable(t, e)) {
			c->expected[i] = NAN;
			continue;
		}
		o->lines++;
		if (fabs(printed - e) > half) {
			o->off++;
			o->first = o->first ? o->first : t;
		}
		narrow(c, i, &least, &most);
	}
	o->factor = !o->off ? 1 : least <= most && isfinite(most) ? plainest(least, most) : NAN;
}

static void find_ends(struct rate_comparison *c)
{
	struct rates *o = c->out;
	double low = INFINITY, high = -INFINITY, coarse = 0, one = NAN;

	o->constant = true;
	for (size_t i = 0; i < c->r->train.n; i++) {
		const struct train_record *t = &c->r->train.at[i];

		if (isnan(c->expected[i]))
			continue;
		if (isnan(one)) {
			one = rates_printed(t);
			o->ends[0] = c->expected[i];
		}
		o->constant &= rates_printed(t) == one;
		o->ends[1] = c->expected[i];
		if (t == o->first)
			o->first_expected = c->expected[i];
		low = fmin(low, c->expected[i]);
		high = fmax(high, c->expected[i]);
		coarse = fmax(coarse, tolerance(t));
	}
	o->moves = high - low > 4 * coarse;
	if (o->constant && o->moves)
		o->factor = NAN; /* a multiple of a floor is meaningless */
}

void rates_of(struct arena *a, const struct run *r, struct value cfg, struct facts *f, struct rates *out)
{
	struct rate_comparison c = {
		a, r, f, out, arena_array(a, double, r->train.n + 1), arena_array(a, double, r->train.n + 1)
	};

	*out = (struct rates){ .expected = c.expected, .first_expected = NAN, .factor = NAN };
	out->why = !f		 ? (r->config ? "the log's config can't be read" : "the log holds no config")
		   : !r->train.n ? "no line of training"
				 : expect(&c, cfg);
	if (out->why) {
		for (size_t i = 0; i < r->train.n; i++)
			c.expected[i] = NAN;
		return;
	}
	compare(&c);
	find_ends(&c);
	if (!out->lines)
		out->why = "no line prints a learning rate with enough digits";
}

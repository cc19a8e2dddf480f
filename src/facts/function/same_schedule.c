// SPDX-License-Identifier: MIT
/* runs_as(cfg.lr_config, 'mmcv1'): whether the schedule at that place, as that family of training code reads it, has
 * the same values as the schedule that runs. Both are simulated (schedule/schedule.h) and compared at points over
 * the whole run. Example: True for
 *
 * 	lr_config = dict(policy='step', step=[8, 11])
 * 	param_scheduler = dict(type='MultiStepLR', milestones=[8, 11], end=12)
 *
 * If the length of an epoch is unknown, the two must agree for two lengths. Unknown if either schedule is: an
 * argument or a class that rules/schedules.yaml lacks, or a run of unknown length. */
#include "facts/function/priv.h"
#include "facts/training.h"
#include "schedule/curves.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 400, START = 40, START_STEP = 37 }; /* over the run; during a warm-up, one every so many iterations */
static const int64_t epochs_tried[] = { 211, 1009 };
#define NEAR 0.01 /* of the largest value: frameworks count the last iteration of a warm-up differently */

struct pair {
	struct arena *a;
	const struct curves *known;
	struct value cfg;
	const char *old, *own; /* families */
	enum quantity q;
};

static const struct curve_family *find_family(const struct curves *all, const char *name)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (!strcmp(all->family[i].name, name))
			return &all->family[i];
	return NULL;
}

static int rising(const void *x, const void *y)
{
	int64_t a = *(const int64_t *)x, b = *(const int64_t *)y;

	return (a > b) - (a < b);
}

static uint32_t choose_points(int64_t length, int64_t out[POINTS + START])
{
	uint32_t n = 0;

	for (int64_t k = 0; k < POINTS; k++)
		out[n++] = (int64_t)(((double)k + 0.5) * (double)length / POINTS);
	for (int64_t k = 0; k < START && k * START_STEP < length; k++)
		out[n++] = k * START_STEP;
	qsort(out, n, sizeof(*out), rising);
	return n;
}

static bool near_all(const double *x, const double *y, uint32_t n)
{
	double top = 0;

	for (uint32_t i = 0; i < n; i++)
		top = fmax(top, fmax(fabs(x[i]), fabs(y[i])));
	for (uint32_t i = 0; i < n; i++)
		if (!(fabs(x[i] - y[i]) <= NEAR * top))
			return false;
	return true;
}

/* 1: the same; 0: different; -1: unknown */
static int compare(const struct pair *p, const struct training *t)
{
	struct schedule *x = schedule_new(p->a, p->known, p->old, p->cfg, t);
	struct schedule *y = schedule_new(p->a, p->known, p->own, p->cfg, t);
	int64_t at[POINTS + START];
	double a[POINTS + START], b[POINTS + START];
	uint32_t n;

	if (schedule_length(x) <= 0 || schedule_length(x) != schedule_length(y))
		return -1;
	n = choose_points(schedule_length(x), at);
	if (!schedule_values(x, p->q, at, n, a) || !schedule_values(y, p->q, at, n, b))
		return -1;
	return near_all(a, b, n);
}

static int compare_epochs(const struct pair *p, struct training t)
{
	int same = 1;

	if (t.epoch > 0)
		return compare(p, &t);
	for (size_t i = 0; i < ARRAY_SIZE(epochs_tried) && same == 1; i++) {
		t.epoch = epochs_tried[i];
		same = compare(p, &t);
	}
	return same;
}

static bool find_quantity(const struct curve_family *family, struct keypath at, enum quantity *out)
{
	for (int q = 0; family && q < QUANTITIES; q++)
		if (keypath_same(family->of[q].at, at)) {
			*out = (enum quantity)q;
			return true;
		}
	return false;
}

static struct value fn_runs_as(struct rulecall *c)
{
	struct facts *f = c->facts;
	struct arena tmp = { 0 };
	struct pair p = { .a = &tmp, .known = curves_load(&tmp), .cfg = f->subject->tree };
	struct keypath at;
	struct value why;
	const struct str *family;
	int same = -1;

	if (!rule_text(c, 1, &family, &why)) {
		arena_release(&tmp);
		return why;
	}
	p.old = family->s;
	p.own = f->dialect ? f->dialect->family->s : "";
	if (facts_path_of(c->facts_ctx, rule_node(c, 0), &at, 0) && find_family(p.known, p.own) &&
	    find_quantity(find_family(p.known, p.old), at, &p.q)) {
		struct run_size size = run_size_of(&tmp, f, NAN);
		same = compare_epochs(&p, training_of(f, p.known, &size));
	}
	arena_release(&tmp);
	return same < 0 ? rule_unknown(c, WHY_UNMAPPED, NULL) : rule_bool(same);
}

static const struct rulefn rows[] = { { "runs_as", 2, 2, fn_runs_as, LOOKS_ALL, OF_CONFIGS } };

const struct rulefns rulefns_same_schedule = { rows, ARRAY_SIZE(rows) };

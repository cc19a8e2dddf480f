// SPDX-License-Identifier: MIT
/* Numbers of a run from concepts. Nothing is assumed: a figure whose input is unknown is unknown with that reason. */
#include "facts/training.h"
#include <math.h>

struct figure figure_known(double value)
{
	return isfinite(value) ? (struct figure){ value, NULL } : figure_unknown("it is no finite number");
}

struct figure figure_unknown(const char *why)
{
	return (struct figure){ NAN, why };
}

struct figure figure_times(struct figure x, struct figure y)
{
	return x.why ? x : y.why ? y : figure_known(x.value * y.value);
}

struct figure figure_over(struct figure x, struct figure y)
{
	return x.why	      ? x
	       : y.why	      ? y
	       : y.value == 0 ? figure_unknown("it would divide by zero")
			      : figure_known(x.value / y.value);
}

static const char *why_of(struct arena *a, const struct fact *fact, const char *name)
{
	const struct cause *c = fact && fact->val.kind == VALUE_UNKNOWN ? fact->val.as.cause : NULL;
	const char *option = c ? machine_option(c) : NULL;

	if (option)
		return arena_printf(a, "%s was not given", option);
	if (!fact || fact->state == FACT_UNMAPPED)
		return arena_printf(a, "where this training code has %s is not known", name);
	if (fact->state == FACT_ABSENT || (c && c->why == WHY_ABSENT))
		return arena_printf(a, "the config has no %s",
				    fact && fact->path.n ? keypath_text(a, fact->path) : name);
	if (fact->val.kind != VALUE_UNKNOWN)
		return arena_printf(a, "%s is no number", name);
	return arena_printf(a, "%s %s", name, why_text(c ? c->why : WHY_NONE));
}

struct figure figure_of(struct arena *a, struct facts *f, const char *concept)
{
	const struct fact *fact = facts_get(f, str_lit(concept));
	bool known = fact && (fact->state == FACT_KNOWN || fact->state == FACT_DEFAULT);

	if (known && value_is_number(fact->val))
		return figure_known(value_number(fact->val));
	return figure_unknown(why_of(a, fact, concept));
}

/* Each GPU gets its share of the samples, rounded up as distributed samplers do, and makes batches of it. */
static struct figure epoch_iterations(struct arena *a, struct facts *f, const struct run_size *s, double samples)
{
	struct figure said = figure_of(a, f, "epoch_batches"), drop = figure_of(a, f, "drop_last");
	struct figure per_gpu = figure_over(s->pass_samples, s->world);
	double batches;

	if (!said.why)
		return said;
	if (isnan(samples))
		return figure_unknown("--samples was not given");
	if (per_gpu.why)
		return per_gpu;
	if (!(per_gpu.value >= 1 && s->world.value >= 1))
		return figure_unknown("the batch is no positive number");
	batches = ceil(samples / s->world.value) / per_gpu.value;
	if (floor(batches) != batches && drop.why)
		return drop;
	return figure_known(drop.value > 0 ? floor(batches) : ceil(batches));
}

struct run_size run_size_of(struct arena *a, struct facts *f, double samples)
{
	struct figure by_iterations = figure_of(a, f, "iter_based");
	struct run_size s = { .batch = figure_of(a, f, "batch_per_gpu"),
			      .world = figure_of(a, f, "world_size"),
			      .accumulate = figure_of(a, f, "grad_accum") };

	s.pass_samples = figure_times(figure_times(s.batch, figure_of(a, f, "item_samples")), s.world);
	s.epoch_iterations = epoch_iterations(a, f, &s, samples);
	s.epochs = by_iterations;
	s.iterations = by_iterations;
	if (by_iterations.why)
		return s;
	if (by_iterations.value > 0) {
		s.epochs = figure_unknown("the run counts iterations");
		s.iterations = figure_of(a, f, "max_iters");
	} else {
		s.epochs = figure_of(a, f, "max_epochs");
		s.iterations = figure_times(s.epochs, s.epoch_iterations);
	}
	return s;
}

/* Larger than any run, and products of two such numbers don't overflow. */
static int64_t whole(struct figure x)
{
	return x.why || !(x.value >= 1 && x.value <= 1e9) ? 0 : (int64_t)x.value;
}

/* The training code itself may scale it by the batch size. */
static double first_rate(struct arena *a, struct facts *f, const struct run_size *s)
{
	struct figure lr = figure_of(a, f, "lr"), scales = figure_of(a, f, "lr_auto_scale");

	if (!scales.why && scales.value > 0)
		lr = figure_times(lr, figure_over(s->pass_samples, figure_of(a, f, "lr_base_batch")));
	return lr.why ? NAN : lr.value;
}

struct training training_of(struct facts *f, const struct curves *known, const struct run_size *size)
{
	struct arena tmp = { 0 };
	struct figure by_iterations = figure_of(&tmp, f, "iter_based");
	const struct fact *optimizer = facts_get(f, str_lit("optimizer"));
	struct training t = { .epoch = whole(size->epoch_iterations) };

	if (!by_iterations.why) {
		t.counts = by_iterations.value > 0 ? COUNTS_ITERATIONS : COUNTS_EPOCHS;
		t.length = whole(by_iterations.value > 0 ? size->iterations : size->epochs);
	}
	t.start[LEARNING_RATE] = first_rate(&tmp, f, size);
	t.start[MOMENTUM] = schedule_momentum(known, optimizer ? optimizer->val : (struct value){ 0 });
	arena_release(&tmp);
	return t;
}

struct figure times_in(const struct run_size *s, struct figure interval, struct figure by_epoch, struct figure first,
		       bool last)
{
	struct figure all = by_epoch.why ? by_epoch : by_epoch.value > 0 ? s->epochs : s->iterations;
	double n, rest;

	if (interval.why || all.why || first.why)
		return interval.why ? interval : all.why ? all : first;
	if (!(interval.value > 0))
		return figure_known(0);
	rest = all.value - first.value;
	n = rest < 0 ? 0 : floor(rest / interval.value) + 1;
	return figure_known(n + (last && (rest < 0 || fmod(rest, interval.value) != 0)));
}

struct figure ahead_bytes(struct arena *a, struct facts *f, struct figure samples, double sample)
{
	struct figure each = figure_of(a, f, "sample_bytes"), workers = figure_of(a, f, "workers_per_gpu");
	struct figure ahead = figure_of(a, f, "prefetch_factor"), pinned = figure_of(a, f, "pin_memory");

	if (!isnan(sample))
		each = figure_known(sample);
	if (each.why)
		return figure_unknown("the size of a sample is not known (--sample-mib)");
	if (workers.why || pinned.why)
		return workers.why ? workers : pinned;
	if (!(workers.value > 0))
		ahead = figure_known(0);
	if (ahead.why)
		return ahead;
	return figure_times(figure_times(samples, each),
			    figure_known(workers.value * ahead.value + (pinned.value > 0)));
}

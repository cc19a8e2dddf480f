// SPDX-License-Identifier: MIT
/* From a config's concepts to the figures of its run. */
#include "cli/command/plan_figures.h"
#include "schedule/curves.h"
#include <math.h>
#include <string.h>

static struct facts *facts_of(struct session *s, const struct subject *x, double gpus, struct plan *out)
{
	const struct settings *st = settings_for(s->linter.settings, x->path, NULL);
	const struct dialect *d = lint_dialect(&s->linter, &(struct judged){ x, st }, NULL);
	struct machine *hw = arena_new(&s->arena, struct machine);
	struct facts *f;

	*hw = lint_machine(&s->arena, st, x);
	if (!isnan(gpus)) {
		hw->gpus = value_int((int64_t)gpus, (struct span){ 0 });
		if (!value_is_known(hw->nodes))
			hw->nodes = value_int(1, (struct span){ 0 });
		hw->gpus_why = "--was-gpus";
	}
	f = facts_new(&s->arena, x, s->linter.rules->dialects.vocab, d, hw);
	facts_code(f, linter_code(&s->linter, st, x->home, x->lent, NULL));
	out->gpus_why = hw->gpus_why;
	out->gpu = hw->gpu;
	out->gpu_mem = value_is_number(hw->gpu_mem) ? value_number(hw->gpu_mem) : NAN;
	out->dialect = d->name;
	return f;
}

static struct figure sum(struct figure x, struct figure y)
{
	return x.why ? x : y.why ? y : figure_known(x.value + y.value);
}

static bool is_other(struct figure is, double measured)
{
	return !isnan(measured) && !is.why && is.value != measured;
}

/* Figures that depend on an unknown one take its reason. */
static void count_seconds(struct plan *p, const struct plan_inputs *given)
{
	struct figure each = isnan(given->seconds)
				     ? figure_unknown("none of --its, --step-ms and --log gives the speed")
				     : figure_known(given->seconds);
	static const char *const quiet = "no --log gives how long one takes";

	if (is_other(p->row[PLAN_BATCH], given->batch))
		each = figure_unknown("the run of --log had another batch, with which an iteration takes another time");
	else if (is_other(p->row[PLAN_GPUS], given->world))
		each = figure_unknown("the run of --log had another number of GPUs");
	p->row[PLAN_SECONDS] = figure_times(p->row[PLAN_ITERATIONS], each);
	each = isnan(given->evaluation) ? figure_unknown(quiet) : figure_known(given->evaluation);
	p->row[PLAN_EVALUATION_SECONDS] =
		p->row[PLAN_EVALUATIONS].value == 0 ? figure_known(0) : figure_times(p->row[PLAN_EVALUATIONS], each);
	each = isnan(given->checkpoint) ? figure_unknown(quiet) : figure_known(given->checkpoint);
	p->row[PLAN_CHECKPOINT_SECONDS] =
		p->row[PLAN_CHECKPOINTS].value == 0 ? figure_known(0) : figure_times(p->row[PLAN_CHECKPOINTS], each);
	each = isnan(given->pass) ? figure_unknown(quiet) : figure_known(given->pass);
	p->row[PLAN_PASS_SECONDS] = given->pass == 0 ? each : figure_times(p->row[PLAN_PASSES], each);
	p->row[PLAN_ALL_SECONDS] = p->row[PLAN_SECONDS];
	for (int i = PLAN_EVALUATION_SECONDS; i <= PLAN_PASS_SECONDS; i++)
		p->row[PLAN_ALL_SECONDS] = sum(p->row[PLAN_ALL_SECONDS], p->row[i]);
}

static void count_events(struct arena *a, struct plan *p, const struct run_size *size)
{
	struct facts *f = p->facts;
	struct figure every = figure_of(a, f, "ckpt_interval");
	struct figure evaluates = figure_of(a, f, "evaluates"), last = figure_of(a, f, "save_last");
	struct figure end = figure_of(a, f, "eval_at_end"), keep = figure_of(a, f, "max_keep_ckpts");

	p->row[PLAN_EVALUATIONS] = times_in(size, figure_of(a, f, "eval_interval"), figure_of(a, f, "eval_by_epoch"),
					    figure_of(a, f, "eval_start"), end.value > 0);
	if (evaluates.value == 0)
		p->row[PLAN_EVALUATIONS] = figure_known(0);
	p->row[PLAN_CHECKPOINTS] = times_in(size, every, figure_of(a, f, "ckpt_by_epoch"), every, last.value > 0);
	p->row[PLAN_KEPT] = keep.why ? keep : p->row[PLAN_CHECKPOINTS];
	if (keep.value >= 1 && !(p->row[PLAN_CHECKPOINTS].value < keep.value))
		p->row[PLAN_KEPT] = keep; /* also if their number is unknown: it is larger, or all are stored */
	if (keep.value >= 1 && p->row[PLAN_CHECKPOINTS].why)
		p->row[PLAN_KEPT] = p->row[PLAN_CHECKPOINTS];
}

static const char no_params[] = "--params was not given, and the layers of the model are not all known";

static void count_memory(struct arena *a, struct plan *p, struct plan_inputs *given)
{
	struct step_costs *c = &p->costs;

	*c = step_costs_of(a, p->facts);
	step_costs_calibrate(c, given->memory, isnan(given->memory_batch) ? c->batch : given->memory_batch,
			     given->memory_run);
	if (isnan(given->params) && !c->why && !c->nunknown)
		given->params = c->parameters;
	p->row[PLAN_PARAMETERS] = isnan(given->params) ? figure_unknown(no_params) : figure_known(given->params);
	p->row[PLAN_MEMORY] = c->why	    ? figure_unknown(c->why)
			      : c->nunknown ? figure_unknown("layers of the model are not known")
					    : figure_known(c->total);
}

/* Weights of 4 bytes, and the optimizer's state for each; buffers and names are small in comparison. */
static struct figure checkpoint_bytes(struct arena *a, struct facts *f, const struct curves *known, double params)
{
	const struct fact *optimizer = facts_get(f, str_lit("optimizer"));
	struct figure saves = figure_of(a, f, "save_optimizer");
	double state = schedule_state(known, optimizer ? optimizer->val : (struct value){ 0 });

	if (isnan(params))
		return figure_unknown(no_params);
	if (saves.why)
		return saves;
	if (saves.value > 0 && isnan(state))
		return figure_unknown("the optimizer's state per parameter is unknown");
	return figure_known(params * 4 * (1 + (saves.value > 0 ? state : 0)));
}

void plan_of(struct session *s, const struct subject *x, double gpus, const struct plan_inputs *by, struct plan *out)
{
	struct plan_inputs known_too = *by;
	const struct plan_inputs *given = &known_too;
	struct arena *a = &s->arena;
	const struct curves *known = curves_load(a);
	struct run_size size;
	struct training t;

	*out = (struct plan){ 0 };
	out->facts = facts_of(s, x, gpus, out);
	if (isnan(by->samples)) {
		out->counted = samples_of(a, out->facts, by->files, s->linter.vfs, x->home ? x->home : x->root);
		known_too.samples = out->counted.samples;
	}
	size = run_size_of(a, out->facts, given->samples);
	t = training_of(out->facts, known, &size);
	out->schedule = schedule_new(a, known, facts_dialect(out->facts)->family->s, x->tree, &t);
	out->row[PLAN_BATCH] = size.batch;
	out->row[PLAN_GPUS] = size.world;
	out->row[PLAN_STEP_SAMPLES] = figure_times(size.pass_samples, size.accumulate);
	out->row[PLAN_EPOCHS] = size.epochs;
	out->row[PLAN_EPOCH_ITERATIONS] = size.epoch_iterations;
	out->row[PLAN_ITERATIONS] = size.iterations;
	out->row[PLAN_STEPS] = figure_over(size.iterations, size.accumulate);
	out->row[PLAN_SAMPLES] = figure_times(size.iterations, size.pass_samples);
	out->row[PLAN_PASSES] = !size.epochs.why ? size.epochs
				: isnan(given->samples)
					? figure_unknown("--samples was not given")
					: figure_over(out->row[PLAN_SAMPLES], figure_known(given->samples));
	count_events(a, out, &size);
	count_memory(a, out, &known_too);
	out->row[PLAN_CHECKPOINT_BYTES] = checkpoint_bytes(a, out->facts, known, given->params);
	out->row[PLAN_KEPT_BYTES] = figure_times(out->row[PLAN_KEPT], out->row[PLAN_CHECKPOINT_BYTES]);
	out->row[PLAN_AHEAD_BYTES] = ahead_bytes(a, out->facts, size.pass_samples, given->sample_bytes);
	count_seconds(out, given);
}

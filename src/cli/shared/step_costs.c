// SPDX-License-Identifier: MIT
/* Reads the dict of the concept step_cost, and prints it. */
#include "cli/shared/step_costs.h"
#include "python/value/dict.h"
#include "report/draw/figure.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS_SHOWN = 4 };
static const double gib = (double)(1 << 30);

static struct value member(struct value d, const char *key)
{
	const struct entry *e = d.kind == VALUE_DICT ? dict_find_str(d.as.dict, str_lit(key)) : NULL;

	return e ? e->val : (struct value){ 0 };
}

static double number_in(struct value d, const char *key)
{
	struct value v = member(d, key);

	return value_is_number(v) ? value_number(v) : NAN;
}

static const char *text_in(struct value d, const char *key)
{
	struct value v = member(d, key);

	return v.kind == VALUE_STR ? v.as.s->s : "";
}

static void read_parts(struct arena *a, struct value parts, struct step_costs *c)
{
	if (!value_is_listlike(parts))
		return;
	c->nparts = parts.as.list->n;
	c->part = arena_array(a, struct step_part, c->nparts + 1);
	for (uint32_t i = 0; i < c->nparts; i++) {
		struct value p = parts.as.list->at[i].val;

		c->part[i] = (struct step_part){ text_in(p, "path"), text_in(p, "type"), number_in(p, "parameters"),
						 number_in(p, "kept") };
	}
}

/* The classes, each once. */
static void read_unknown(struct arena *a, struct value all, struct step_costs *c)
{
	if (!value_is_listlike(all))
		return;
	c->unknown = arena_array(a, const char *, all.as.list->n + 1);
	for (uint32_t i = 0; i < all.as.list->n; i++) {
		struct value v = all.as.list->at[i].val;
		uint32_t k = 0;

		while (v.kind == VALUE_STR && k < c->nunknown && strcmp(c->unknown[k], v.as.s->s))
			k++;
		if (v.kind == VALUE_STR && k == c->nunknown)
			c->unknown[c->nunknown++] = v.as.s->s;
	}
}

static const char *reason(struct arena *a, struct value cost, const struct step_costs *c)
{
	const char *why = text_in(cost, "why");

	if (cost.kind == VALUE_UNKNOWN && cost.as.cause && cost.as.cause->detail)
		return arena_printf(a, "%s %s", cost.as.cause->detail->s, why_text(cost.as.cause->why));
	if (cost.kind != VALUE_DICT)
		return "the model or its data are not known";
	if (!strcmp(why, "size"))
		return "the pipeline does not say how large the pictures are";
	if (!strcmp(why, "class"))
		return arena_printf(a, "the layers of %s are not known", c->nunknown ? c->unknown[0] : "its model");
	return "a figure of the model or its data is not known";
}

static void read_time(struct value of, struct step_costs *c)
{
	double *const to[] = { &c->fastest, &c->slowest, &c->tflops, &c->share_low, &c->share_high };

	for (uint32_t i = 0; i < ARRAY_SIZE(to); i++)
		*to[i] = value_is_listlike(of) && i < of.as.list->n ? value_number(of.as.list->at[i].val) : NAN;
}

struct step_costs step_costs_of(struct arena *a, struct facts *f)
{
	const struct fact *fact = facts_get(f, str_lit("step_cost"));
	struct value cost = fact ? fact->val : (struct value){ 0 }, size = member(cost, "size");
	struct step_costs c = {
		.parameters = number_in(cost, "parameters"),
		.trained = number_in(cost, "trained"),
		.total = number_in(cost, "total"),
		.low = number_in(cost, "low"),
		.high = number_in(cost, "high"),
		.activations = number_in(cost, "activations"),
		.weights = number_in(cost, "weights"),
		.state = number_in(cost, "state"),
		.workspace = number_in(cost, "workspace"),
		.fixed = number_in(cost, "fixed"),
		.per_sample = number_in(cost, "per_sample"),
		.work = number_in(cost, "work"),
		.batch = number_in(cost, "batch"),
		.height = NAN,
		.width = NAN,
	};

	read_unknown(a, member(cost, "unknown"), &c);
	read_parts(a, member(cost, "parts"), &c);
	if (value_is_listlike(size) && size.as.list->n == 2) {
		c.height = value_number(size.as.list->at[0].val);
		c.width = value_number(size.as.list->at[1].val);
	}
	read_time(member(cost, "seconds"), &c);
	if (isnan(c.total))
		c.why = reason(a, cost, &c);
	return c;
}

enum { MEASURED_LOW = 95, MEASURED_HIGH = 105 }; /* percent: the allocator does not give the same figure twice */

/* M(B) = fixed + B * per_sample (run/formats/gpu_memory.h), with the slope that the run shows. Where it took less than
 * what is fixed, all shrinks. */
void step_costs_calibrate(struct step_costs *c, double bytes, double batch, const char *by)
{
	double slope = (bytes - c->fixed) / batch, shrink = bytes / (c->fixed + batch * c->per_sample);

	if (c->why || c->nunknown || !(bytes > 0) || !(batch > 0))
		return;
	if (slope > 0) {
		c->activations *= slope / c->per_sample;
		c->per_sample = slope;
	} else {
		c->fixed *= shrink;
		c->per_sample *= shrink;
		c->activations *= shrink;
		c->workspace = c->fixed - c->weights - c->state;
	}
	c->total = c->fixed + c->activations;
	c->low = c->total * MEASURED_LOW / 100;
	c->high = c->total * MEASURED_HIGH / 100;
	c->measured = by;
}

void step_costs_total(struct buf *b, const struct step_costs *c)
{
	if (c->nunknown)
		buf_printf(b, "at least %.1f GiB", c->low / gib);
	else
		buf_printf(b, "about %.1f GiB (%.1f to %.1f)", c->total / gib, c->low / gib, c->high / gib);
}

static int by_activations(const void *x, const void *y)
{
	double a = (*(const struct step_part *const *)x)->activations,
	       b = (*(const struct step_part *const *)y)->activations;

	return a < b ? 1 : a > b ? -1 : 0;
}

static void put_largest(struct buf *b, const struct step_costs *c)
{
	struct arena tmp = { 0 };
	const struct step_part **all = arena_array(&tmp, const struct step_part *, c->nparts + 1);
	uint32_t nall = 0;

	for (uint32_t i = 0; i < c->nparts; i++)
		if (!isnan(c->part[i].activations))
			all[nall++] = &c->part[i];
	qsort(all, nall, sizeof *all, by_activations);
	for (uint32_t i = 0; i < nall && i < PARTS_SHOWN && all[i]->activations >= 0.05 * gib; i++)
		buf_printf(b, "%s %s %.1f", i ? "," : ":", all[i]->path, all[i]->activations / gib);
	arena_release(&tmp);
}

static void put_unknown(struct buf *b, const struct step_costs *c)
{
	if (!c->nunknown)
		return;
	buf_puts(b, "    without ");
	for (uint32_t i = 0; i < c->nunknown; i++)
		buf_printf(b, "%s%s", i ? ", " : "", c->unknown[i]);
	buf_puts(b, ", whose layers are not known, and what comes behind\n");
}

/* The batch at which the upper end of the interval is as large as the card. */
static void put_batch(struct buf *b, const struct step_costs *c, double gpu)
{
	double most = floor((gpu * gib * c->total / c->high - c->fixed) / c->per_sample);

	if (isnan(gpu) || c->nunknown || !(c->per_sample > 0))
		return;
	if (most < 1)
		buf_printf(b, "    a card of %g GiB does not take one sample\n", gpu);
	else
		buf_printf(b, "    a card of %g GiB takes a batch of about %.0f\n", gpu, most);
}

void step_costs_text(struct buf *b, const struct step_costs *c, double gpu)
{
	buf_puts(b, "\nGPU memory: ");
	step_costs_total(b, c);
	if (!isnan(gpu))
		buf_printf(b, " of %g", gpu);
	buf_printf(b, "\n%8.1f  activations of %.0f ", c->activations / gib, c->batch);
	if (isnan(c->height))
		buf_puts(b, "point clouds, each with as many voxels as the config allows");
	else
		buf_printf(b, "pictures of %.0f x %.0f", c->height, c->width);
	if (!c->measured)
		put_largest(b, c);
	buf_printf(b, "\n%8.1f  weights, gradients and the optimizer's state of ", (c->weights + c->state) / gib);
	figure_number(b, c->parameters);
	buf_puts(b, " parameters");
	if (c->trained < c->parameters) {
		buf_puts(b, ", of which ");
		figure_number(b, c->trained);
		buf_puts(b, " are trained");
	}
	buf_printf(b, "\n%8.1f  workspace of cuDNN and what comes and goes\n", c->workspace / gib);
	if (c->measured)
		buf_printf(b, "    corrected by the memory that %s reports\n", c->measured);
	put_unknown(b, c);
	put_batch(b, c, gpu);
}

void step_costs_time(struct buf *b, const struct step_costs *c, const char *card, double iterations)
{
	double times = isnan(iterations) ? 1 : iterations;

	if (c->why || c->nunknown || isnan(c->fastest))
		return;
	buf_puts(b, isnan(iterations) ? "\nTime of a step: " : "\nTime in iterations: ");
	figure_seconds(b, c->fastest * times);
	buf_puts(b, " to ");
	figure_seconds(b, c->slowest * times);
	buf_printf(b,
		   ", where %.0f to %.0f %% of the %.4g TFLOPS of %s are reached and no step waits for data:\n    a "
		   "step has %.2f TFLOP. A measured speed says it better: --log, --its\n",
		   100 * c->share_low, 100 * c->share_high, c->tflops, card, c->work / 1e12);
}

void step_costs_json(struct jwrite *in, const struct step_costs *c)
{
	struct jwrite o = jwrite_object(in, "memory", false), list;

	jwrite_text(&o, "why", c->why);
	jwrite_text(&o, "measured", c->measured);
	jwrite_number(&o, "total", c->total);
	jwrite_number(&o, "low", c->low);
	jwrite_number(&o, "high", c->high);
	jwrite_number(&o, "activations", c->activations);
	jwrite_number(&o, "weights", c->weights);
	jwrite_number(&o, "state", c->state);
	jwrite_number(&o, "workspace", c->workspace);
	jwrite_number(&o, "parameters", c->parameters);
	jwrite_number(&o, "trained", c->trained);
	jwrite_number(&o, "per_sample", c->per_sample);
	jwrite_number(&o, "flop", c->work);
	jwrite_number(&o, "step_seconds_least", c->fastest);
	jwrite_number(&o, "step_seconds_most", c->slowest);
	jwrite_texts(&o, "unknown", c->unknown, c->nunknown);
	list = jwrite_list(&o, "parts", false);
	for (uint32_t i = 0; i < c->nparts; i++) {
		struct jwrite one = jwrite_object(&list, NULL, false);

		jwrite_text(&one, "path", c->part[i].path);
		jwrite_text(&one, "type", c->part[i].type);
		jwrite_number(&one, "parameters", c->part[i].parameters);
		jwrite_number(&one, "activation_bytes", c->part[i].activations);
		jwrite_end(&one);
	}
	jwrite_end(&list);
	jwrite_end(&o);
}

// SPDX-License-Identifier: MIT
/* What a training step of a config costs on one GPU, as the commands print it: the concept step_cost
 * (rules/layers/model.py). */
#ifndef CLI_SHARED_STEP_COSTS_H
#define CLI_SHARED_STEP_COSTS_H
#include "base/buf.h"
#include "facts/facts.h"
#include "text/jwrite.h"

struct step_part {
	const char *path, *type; /* "roi_head.bbox_head" */
	double parameters,
		activations; /* bytes that autograd holds; without those of the parts in it. NaN: not known */
};
struct step_costs {
	const char *why;      /* nothing can be said because of this; NULL: the figures hold */
	const char **unknown; /* classes that are not known: the figures are of the rest alone, a lower bound */
	uint32_t nunknown;
	double parameters, trained;
	double total, low, high; /* bytes; low and high: nine of ten published figures lie between */
	double activations, weights, state, workspace; /* bytes, whose sum is the total */
	double fixed, per_sample; /* bytes that do not depend on the batch; that each sample adds */
	double height, width, batch;
	double work; /* floating point operations of a step, backward pass included */
	double fastest, slowest, tflops, share_low,
		share_high; /* seconds of a step on the card, of whose TFLOPS such shares are reached; NaN: not known */
	const char *measured;	/* the run by which the figures were set right; NULL: none */
	struct step_part *part; /* in the model's order */
	uint32_t nparts;
};
struct step_costs step_costs_of(struct arena *a, struct facts *f);
/* Sets the figures right by a run that took `bytes` with `batch` samples: what the layers leave open, it adds to the
 * activations or takes from them in proportion. by: its name. */
void step_costs_calibrate(struct step_costs *c, double bytes, double batch, const char *by);
/* "3.9 GiB (3.4 to 4.5)", or "at least 2.1 GiB" */
void step_costs_total(struct buf *b, const struct step_costs *c);
/* The sums and the largest parts, a line each. gpu: GiB of the card; NaN: not given. */
void step_costs_text(struct buf *b, const struct step_costs *c, double gpu);
/* How long the iterations take by the card's data sheet; nothing where that is not known. iterations: NaN: a step
 * alone. */
void step_costs_time(struct buf *b, const struct step_costs *c, const char *card, double iterations);
void step_costs_json(struct jwrite *in, const struct step_costs *c);
#endif

// SPDX-License-Identifier: MIT
/* GPU memory of a training by its batch size: M(B) = F + a B, where F doesn't grow with the batch. A run gives M for
 * one batch. F is at least the memory of parameters, gradients and the optimizer. With that lower bound as F, the
 * estimate for a larger batch is never too low:
 *
 * 	M(B') <= M(B) + (M(B) - F) (B' / B - 1)
 *
 * That holds for inputs of one shape. If the log shows that the memory of iterations differs, the maximum is used,
 * and a larger batch may need a fifth more. Units: MiB. */
#ifndef RUN_FORMATS_GPU_MEMORY_H
#define RUN_FORMATS_GPU_MEMORY_H
#include "python/value/value.h"
#include "run/formats/run.h"

struct memory_use {
	const char *silent; /* why it is unknown; NULL. Then no other member is valid */
	double training;    /* of an iteration with `batch` samples, on one GPU */
	double most;	    /* memory_most */
	double fixed;	    /* F at least; 0: unknown */
	uint32_t batch;	    /* samples per GPU; 0: unknown */
	bool varies;	    /* from iteration to iteration by more than 5 % */
	bool evaluated;	    /* `training` may be that of an evaluation, which the log doesn't distinguish */
	bool ran_out;	    /* of the card's memory, in training or evaluation */
	bool first_only;    /* it is the first process's; others may use more */
};
/* The highest figure of its lines; NaN: no line has one. */
double memory_most(const struct run *r);
/* config: with which the run was started; Unknown: unknown. tmp: scratch memory. */
void memory_use_of(struct arena *tmp, const struct run *r, struct value config, struct memory_use *out);

/* The maximum memory of a batch of at least m->batch. Not m->silent, m->batch not 0. */
double memory_of_batch(const struct memory_use *m, double batch);

/* Predictions beyond this multiple of the batch are useless. */
enum { MEMORY_TIMES = 16 };
struct batch_range {   /* at most MEMORY_TIMES * batch */
	uint32_t low;  /* fits: with 15 % for the allocator, and a fifth more if m->varies */
	uint32_t high; /* more is unlikely to fit: 5 % for the allocator */
};
/* The largest batch per GPU on a card of that much memory, of which the context takes 600 MiB. The trained batch
 * counts as fitting unless even `high` is below it; below it `low` is 0: unknown. false: unknown (m->silent,
 * m->ran_out, no batch, no total). */
bool memory_batch(const struct memory_use *m, double total, struct batch_range *out);

struct card {
	double total;	  /* MiB of one GPU, as the driver reports it; NaN: unknown */
	const char *from; /* its source, for messages: "its name", "the out-of-memory error"; NULL */
};
/* From monitoring tools during the run, else from an out-of-memory error, else from the card's name, if
 * rules/cards.yaml has it and no line shows more memory in use. */
struct card memory_card(struct arena *a, const struct run *r);
#endif

// SPDX-License-Identifier: MIT
/* GPU memory of a training by its batch size: M(B) = F + a B, F what doesn't grow with the batch. A run tells M at one
 * batch. F is at least what parameters, gradients and the optimizer take; with no more than that as F, a larger batch
 * is never told to take less than it does:
 *
 *	M(B') <= M(B) + (M(B) - F) (B' / B - 1)
 *
 * That holds for inputs of one shape; where the log shows that the memory of iterations differs, the most of them is
 * taken, and a larger batch may need a fifth more. Units: MiB. */
#ifndef RUN_GPU_MEMORY_H
#define RUN_GPU_MEMORY_H
#include "python/value/value.h"
#include "run/run.h"

struct memory_use {
	const char *silent; /* why nothing is known; NULL. Then nothing else holds */
	double training;    /* of an iteration with `batch` samples, of one GPU */
	double most;	    /* memory_most */
	double fixed;	    /* F at the least; 0: nothing is known of it */
	uint32_t batch;	    /* samples per GPU; 0: not known */
	bool varies;	    /* from iteration to iteration by more than 5 % */
	bool evaluated;	    /* `training` may be that of an evaluation, which the log can't tell apart */
	bool ran_out;	    /* of the card's memory, in training or evaluation */
	bool first_only;    /* it is the first process's; others may take more */
};
/* The highest figure of its lines; NaN: none tells one. */
double memory_most(const struct run *r);
/* config: as the run was started with; Unknown: not known. tmp: for what is looked at on the way. */
void memory_use_of(struct arena *tmp, const struct run *r, struct value config, struct memory_use *out);

/* What a batch of at least m->batch takes at most. Not m->silent, m->batch not 0. */
double memory_of_batch(const struct memory_use *m, double batch);

/* What is predicted for more than so many times the batch is worth nothing. */
enum { MEMORY_TIMES = 16 };
struct batch_range {   /* at most MEMORY_TIMES * batch */
	uint32_t low;  /* holds: with 15 % for the allocator, and a fifth more where m->varies */
	uint32_t high; /* more is unlikely to hold: 5 % for the allocator */
};
/* Largest batch per GPU on a card of that much memory, 600 MiB of which are the context's. The batch that was trained
 * with counts as one that holds unless even `high` is below it; below it `low` is 0: not known. false: not known
 * (m->silent, m->ran_out, no batch, no total). */
bool memory_batch(const struct memory_use *m, double total, struct batch_range *out);

struct card {
	double total;	  /* MiB of one GPU, as the driver tells it; NaN: not known */
	const char *from; /* who says so, for messages: "its name", "the out-of-memory error"; NULL */
};
/* What monitoring tools told meanwhile, else an out-of-memory error, else the card's name, where rules/cards.yaml has
 * it and no line tells of more memory in use. */
struct card memory_card(struct arena *a, const struct run *r);
#endif

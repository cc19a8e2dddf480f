// SPDX-License-Identifier: MIT
/* Estimates GPU memory: the memory of a training iteration from the log's lines, the part that doesn't grow with the
 * batch from the number of parameters, and the largest batch for a card (run/formats/gpu_memory.h has the formula).
 *
 * Invariant: the fixed part is a lower bound, so the estimate for a larger batch is never too low.
 *
 *   lines: 9,000 MiB, batch 4, 40 M parameters with Adam: 610 MiB fixed
 *   memory_of_batch(8): at most 9,000 + (9,000 - 610) MiB = 17,390 MiB
 *   on a card of 24,576 MiB a batch of 8 fits */
#include "run/formats/gpu_memory.h"
#include "python/value/dict.h"
#include "python/value/keypath.h"
#include "run/formats/priv.h"
#include "run/formats/series_stats.h"
#include "run/formats/watch.h"
#include "schedule/curves.h"
#include "spec/compiled.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { FEW = 3 /* lines */, DEEP = 40 };
static const double same = 1.05; /* a smaller difference counts as one input shape */

/* ---- from lines */

static bool has_memory(const struct train_record *t)
{
	return (t->has & HAS_MEMORY) && isfinite(t->memory) && t->memory > 0;
}

double memory_most(const struct run *r)
{
	double most = NAN;

	for (size_t i = 0; i < r->train.n; i++)
		if (has_memory(&r->train.at[i]))
			most = fmax(most, (double)r->train.at[i].memory);
	return most;
}

/* k: the first validation that may come after it; i must not decrease between calls. */
static bool after_validation(const struct run *r, size_t i, size_t *k)
{
	while (*k < r->val.n && r->val.at[*k].after < i)
		++*k;
	return *k < r->val.n && r->val.at[*k].after == i;
}

/* Each line is about its own iterations. The first includes cuDNN's trials; one after a validation includes that. */
static void of_lines(struct arena *tmp, const struct run *r, struct memory_use *out)
{
	double *x = arena_array(tmp, double, r->train.n + 1), most = 0, middle;
	size_t n = 0, k = 0;

	for (size_t i = 1; i < r->train.n; i++) {
		if (!has_memory(&r->train.at[i]) || after_validation(r, i, &k))
			continue;
		x[n++] = (double)r->train.at[i].memory;
		most = fmax(most, x[n - 1]);
	}
	if (n + 1 < FEW) {
		out->silent = "fewer than 3 lines have the GPU's memory";
		return;
	}
	middle = stats_median(x, n);
	out->varies = most > same * middle;
	out->training = out->varies ? most : middle;
}

/* Each line is about everything since the process began: the last one before a validation is about training alone. */
static void of_process(const struct run *r, struct memory_use *out)
{
	size_t n = 0, before = r->val.n ? r->val.at[0].after : r->train.n;
	const struct train_record *t = r->train.at, *last = NULL, *early = NULL;

	if (before < FEW) {
		out->evaluated = before < r->train.n;
		before = r->train.n;
	}
	for (size_t i = 0; i < before; i++) {
		if (!has_memory(&t[i]))
			continue;
		last = &t[i];
		if (++n <= FEW - 1)
			early = last;
	}
	if (n < FEW) {
		out->silent = "fewer than 3 lines have the GPU's memory";
		return;
	}
	out->training = (double)last->memory;
	out->varies = out->training > same * (double)early->memory;
}

/* ---- memory that doesn't grow with the batch */

static struct value at_first(struct arena *tmp, struct value config, const char *const *path)
{
	for (; path && *path; path++) {
		struct keypath p;
		struct slot s;

		if (!keypath_parse(tmp, *path, &p, NULL))
			continue;
		s = keypath_get(tmp, config, p);
		if (value_is_known(s.val))
			return s.val;
	}
	return (struct value){ 0 };
}

static bool freezes(struct value v)
{
	return v.kind == VALUE_BOOL  ? v.as.b
	       : v.kind == VALUE_INT ? v.as.i >= 0
				     : v.kind != VALUE_NONE && !(value_is_listlike(v) && !v.as.list->n);
}

/* A key by which a part of the model isn't trained. */
static bool has_frozen(struct value v, const char *const *word, unsigned depth)
{
	struct dict_iter it;
	const struct entry *e;
	bool found = false;

	if (depth > DEEP)
		return true;
	if (value_is_listlike(v))
		for (uint32_t i = 0; i < v.as.list->n && !found; i++)
			found = has_frozen(v.as.list->at[i].val, word, depth + 1);
	if (v.kind != VALUE_DICT)
		return found;
	for (dict_begin(&it, v.as.dict); !found && (e = dict_next(&it));) {
		for (const char *const *w = word; w && *w && e->key.kind == VALUE_STR && !found; w++)
			found = !strncmp(e->key.as.s->s, *w, strlen(*w)) && freezes(e->val);
		found = found || has_frozen(e->val, word, depth + 1);
	}
	return found;
}

/* Bytes per parameter on the GPU, at least. A part that isn't trained has only weights. */
static double bytes_of_parameter(struct arena *tmp, const struct run *r, struct value config)
{
	const struct log_program *p = r->format->program;
	double state;

	if (config.kind != VALUE_DICT || has_frozen(config, p->frozen_key, 0))
		return 4;
	state = schedule_state(curves_load(tmp), at_first(tmp, config, p->optimizer_at));
	return 4 + 4 + (isnan(state) ? 0 : 4 * state) + (r->world > 1 ? 4 : 0); /* weight, gradient, DDP's buckets */
}

static double fixed_of(struct arena *tmp, const struct run *r, struct value config, double training)
{
	double n = (double)(r->parameters ? r->parameters : r->layers) / (1 << 20);
	double bytes = bytes_of_parameter(tmp, r, config);

	/* implausible: parts of it are on other GPUs, or on the host */
	return n * bytes < 0.9 * training ? n * bytes : 4 * n < 0.9 * training ? 4 * n : 0;
}

void memory_use_of(struct arena *tmp, const struct run *r, struct value config, struct memory_use *out)
{
	struct value batch;

	*out = (struct memory_use){ .most = memory_most(r),
				    .first_only = r->world > 1 && r->format->memory_ranks == RANKS_FIRST };
	if (isnan(out->most))
		out->silent = "no line has the GPU's memory";
	else if (r->format->memory_is_reset)
		of_lines(tmp, r, out);
	else
		of_process(r, out);
	if (out->silent)
		return;
	for (size_t i = 0; i < r->event.n; i++)
		out->ran_out = out->ran_out || r->event.at[i].kind == EVENT_OUT_OF_MEMORY;
	out->fixed = fixed_of(tmp, r, config, out->training);
	batch = at_first(tmp, config, r->format->program->batch_at);
	if (batch.kind == VALUE_INT && batch.as.i > 0 && batch.as.i <= UINT32_MAX)
		out->batch = (uint32_t)batch.as.i;
}

/* ---- another batch */

double memory_of_batch(const struct memory_use *m, double batch)
{
	return m->training + (m->training - m->fixed) * (batch / m->batch - 1);
}

/* The largest batch whose memory, times `more`, is available. */
static uint32_t largest(const struct memory_use *m, double total, double more)
{
	static const double context = 600;
	double room = (total - context) / more - m->training;
	double n = floor(m->batch * (1 + room / (m->training - m->fixed)));

	return n < 0 ? 0 : (uint32_t)fmin(n, fmin((double)MEMORY_TIMES * m->batch, UINT32_MAX));
}

bool memory_batch(const struct memory_use *m, double total, struct batch_range *out)
{
	*out = (struct batch_range){ 0 };
	if (m->silent || m->ran_out || !m->batch || !(total > 0) || !(m->training > m->fixed))
		return false;
	out->low = largest(m, total, m->varies ? 1.15 * 1.2 : 1.15);
	out->high = largest(m, total, 1.05);
	if (out->low < m->batch)
		out->low = out->high >= m->batch ? m->batch : 0;
	return true;
}

/* ---- the card */

static double gib_of_name(struct arena *a, const char *name)
{
	const struct ynode *doc = embedded_find(a, "cards.yaml"), *maker = yaml_get(doc, "makers"), *n;

	for (uint32_t i = 0; i < maker->n; i++)
		if (!strncmp(name, yaml_str(maker->kid[i]), maker->kid[i]->text->len))
			name += maker->kid[i]->text->len;
	n = yaml_get(yaml_get(doc, "cards"), name);
	return n ? strtod(yaml_str(n), NULL) : NAN;
}

struct card memory_card(struct arena *a, const struct run *r)
{
	uint32_t n;
	const char *name = run_gpu(r, &n);
	struct card out = { NAN, NULL };

	out.total = r->watch ? watch_total(a, r->watch) : NAN;
	if (out.total > 0)
		return (struct card){ out.total, r->watch->tool };
	if (r->oom.total > 0)
		return (struct card){ r->oom.total, "the out-of-memory error" };
	if (!name || !run_gpus_alike(r))
		return out;
	out.total = 1024 * gib_of_name(a, name);
	out.from = out.total > 0 ? "its name" : NULL;
	return out.total > fmax(memory_most(r), 0) ? out : (struct card){ NAN, NULL };
}

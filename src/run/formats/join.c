// SPDX-License-Identifier: MIT
/* Joins a start's text log, which has the clock, with its json log, which has more digits: both are walked in step. */
#include "run/formats/priv.h"
#include <math.h>

static int order(const struct train_record *a, const struct train_record *b)
{
	bool inner = a->inner && b->inner;

	if (inner && a->epoch != b->epoch)
		return a->epoch < b->epoch ? -1 : 1;
	if (inner)
		return a->inner < b->inner ? -1 : a->inner > b->inner;
	return a->iter < b->iter ? -1 : a->iter > b->iter;
}

static void take(struct train_record *t, const struct train_record *j)
{
	struct {
		enum has bit;
		float *to;
		float from;
	} list[] = { { HAS_TIME, &t->time, j->time },
		     { HAS_DATA_TIME, &t->data_time, j->data_time },
		     { HAS_MEMORY, &t->memory, j->memory },
		     { HAS_GRAD_NORM, &t->grad_norm, j->grad_norm },
		     { HAS_LOSS, &t->loss, j->loss } };

	for (unsigned i = 0; i < ARRAY_SIZE(list); i++)
		if (j->has & list[i].bit)
			*list[i].to = list[i].from;
	if (j->has & HAS_LR && (!(t->has & HAS_LR) || j->lr_half < t->lr_half)) {
		t->lr = j->lr;
		t->lr_half = j->lr_half;
	}
	if (!isnan(j->base_lr) && (isnan(t->base_lr) || j->base_lr_half < t->base_lr_half)) {
		t->base_lr = j->base_lr;
		t->base_lr_half = j->base_lr_half;
	}
	if (j->has & HAS_LOSS)
		t->loss_half = j->loss_half;
	if (isnan(t->clock))
		t->clock = j->clock;
	t->has |= j->has;
}

void run_join(struct run *text, const struct run *json)
{
	for (size_t i = 0, k = 0; i < text->train.n && k < json->train.n;) {
		int c = order(&text->train.at[i], &json->train.at[k]);

		if (!c)
			take(&text->train.at[i], &json->train.at[k]);
		i += c <= 0;
		k += c >= 0;
	}
	if (isnan(text->first_clock) && !isnan(json->first_clock)) {
		text->first_clock = json->first_clock;
		text->last_clock = json->last_clock;
		text->clock_step = json->clock_step;
		text->dated = json->dated;
	}
	if (!text->config)
		text->config = json->config;
	bool known = text->environment.n;

	for (size_t i = 0; !known && i < json->environment.n; i++)
		vec_push(&text->environment, json->environment.at[i]);
}

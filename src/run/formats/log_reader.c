// SPDX-License-Identifier: MIT
/* Builds the runs of one file: where one ends and the next begins, which records are taken. */
#include "run/formats/priv.h"
#include <math.h>
#include <string.h>

enum { FACTS = 500 /* of one run; an environment has some thirty */ };

struct train_record train_record_new(void)
{
	return (struct train_record){ .clock = NAN,
				      .lr = NAN,
				      .base_lr = NAN,
				      .time = NAN,
				      .data_time = NAN,
				      .memory = NAN,
				      .grad_norm = NAN,
				      .loss = NAN,
				      .eta = NAN };
}

struct run *log_reader_begin(struct log_reader *r, const struct log_format *f)
{
	const char **file = arena_array(&r->out->arena, const char *, 2);

	file[0] = r->file;
	r->cur = vec_add(&r->run);
	*r->cur = (struct run){ .format = f,
				.file = file,
				.first_line = r->line,
				.last_line = r->line,
				.first_clock = NAN,
				.last_clock = NAN,
				.clock_step = NAN,
				.oom = { NAN, NAN, NAN, NAN, NAN } };
	return r->cur;
}

/* A run whose first lines didn't identify its format gets the format of later lines. */
struct run *log_reader_run(struct log_reader *r, const struct log_format *f)
{
	if (!r->cur || (r->cur->format != f && r->cur->train.n))
		return log_reader_begin(r, f);
	r->cur->format = f;
	return r->cur;
}

const char *log_reader_text(struct log_reader *r, const char *s, size_t n)
{
	char *copy = arena_strndup(&r->out->arena, s, n);

	for (size_t i = 0; i < n; i++)
		if (!copy[i])
			copy[i] = '?';
	return copy;
}

void log_reader_fact(struct log_reader *r, struct run *run, const char *key, size_t nkey, const char *s, size_t n)
{
	if (run->environment.n < FACTS)
		vec_push(&run->environment,
			 ((struct run_fact){ log_reader_text(r, key, nkey), log_reader_text(r, s, n) }));
}

struct run_event *log_reader_event(struct log_reader *r, struct run *run, enum run_event_kind k, double clock)
{
	struct run_event *e = vec_add(&run->event);

	*e = (struct run_event){
		.kind = k, .clock = clock, .line = r->line, .after = (uint32_t)run->train.n, .value = NAN
	};
	return e;
}

/* ---- records */

/* In loops of epochs: the iterations before the record's epoch. Epochs may differ in length. */
static uint64_t before_epoch(const struct train_record *last, const struct train_record *t)
{
	if (!last || t->epoch < last->epoch)
		return (uint64_t)(t->epoch - 1) * t->length;
	return last->iter - last->inner + (uint64_t)(t->epoch - last->epoch) * last->length;
}

/* <0: the record goes back, 0: it repeats the last, >0: it continues. */
static int compare(const struct train_record *last, const struct train_record *t)
{
	if (t->inner && t->epoch != last->epoch)
		return t->epoch < last->epoch ? -1 : 1;
	if (t->inner)
		return t->inner < last->inner ? -1 : t->inner > last->inner;
	return t->iter < last->iter ? -1 : t->iter > last->iter;
}

/* The run that the record belongs to; NULL: it is skipped. */
static struct run *run_for(struct log_reader *r, const struct log_format *f, const struct train_record *t)
{
	struct run *run = log_reader_run(r, f);
	const struct train_record *last = run->train.n ? &run->train.at[run->train.n - 1] : NULL;
	int c = last ? compare(last, t) : 1;

	if (last && ((last->length > 0) != (t->length > 0) || c < 0))
		return log_reader_begin(r, f);
	if (c > 0)
		return run;
	run->lines_left++;
	return NULL;
}

void log_reader_train(struct log_reader *r, const struct log_format *f, const struct train_record *t)
{
	bool broken = t->length ? !t->epoch || !t->inner || t->inner > t->length : !t->iter;
	struct run *run = broken ? NULL : run_for(r, f, t);
	const struct train_record *last;
	uint64_t iter;

	if (!run)
		return;
	last = run->train.n ? &run->train.at[run->train.n - 1] : NULL;
	iter = t->length ? before_epoch(last, t) + t->inner : t->iter;
	if (iter > UINT32_MAX || r->records >= r->limits->records) {
		run->lines_left++;
		r->out->full |= r->records >= r->limits->records;
		return;
	}
	r->records++;
	run->epochs |= t->length > 0;
	run->last_line = r->line;
	vec_push(&run->train, *t);
	run->train.at[run->train.n - 1].iter = (uint32_t)iter;
}

/* Computes the members that every run has. */
static void finish(struct run *run)
{
	const char *world = run_fact(run, "world"), *distributed = run_fact(run, "distributed");
	double n;

	if (world && number_read(world, world + strlen(world), &n, NULL) && n >= 1 && n <= 1000000)
		run->world = (uint32_t)n;
	else if (!world && distributed && !strcmp(distributed, "False"))
		run->world = 1;
}

void log_reader_end(struct log_reader *r)
{
	for (size_t i = 0; i < r->run.n; i++)
		finish(&r->run.at[i]);
	r->out->n = (uint32_t)r->run.n;
	r->out->at = r->run.at;
	r->run = (struct open_runs){ 0 };
	r->cur = NULL;
}

/* ---- items of a line */

void item_put(struct train_record *t, enum log_item i, double x, double half)
{
	static const uint8_t bit[ITEM_COUNT] = { HAS_LR,	0,	    HAS_ETA,	   HAS_TIME,
						 HAS_DATA_TIME, HAS_MEMORY, HAS_GRAD_NORM, HAS_LOSS };
	float *const figure[ITEM_COUNT] = { NULL,	   NULL,       &t->eta,	      &t->time,
					    &t->data_time, &t->memory, &t->grad_norm, &t->loss };

	if (bit[i] && t->has & bit[i])
		return; /* lr_a: .. lr_b: ..: the first */
	t->has |= bit[i];
	if (i == ITEM_LR) {
		t->lr = x;
		t->lr_half = (float)half;
	} else if (i == ITEM_BASE_LR) {
		t->base_lr = x;
		t->base_lr_half = (float)half;
	} else {
		*figure[i] = (float)x;
		t->loss_half = i == ITEM_LOSS ? (float)half : t->loss_half;
	}
}

enum log_item item_find(const struct log_program *p, const char *s, size_t n)
{
	for (uint32_t i = 0; i < p->nstrip; i++) {
		size_t len = strlen(p->strip[i]);

		if (n > len && !memcmp(s, p->strip[i], len)) {
			s += len;
			n -= len;
			break;
		}
	}
	if (!n || !p->key_begins[(unsigned char)*s])
		return ITEM_COUNT;
	for (uint32_t i = 0; i < p->nkeys; i++)
		if ((p->key[i].open ? n > p->key[i].n : n == p->key[i].n) && !memcmp(s, p->key[i].key, p->key[i].n))
			return p->key[i].item;
	return ITEM_COUNT;
}

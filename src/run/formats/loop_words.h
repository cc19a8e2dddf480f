// SPDX-License-Identifier: MIT
/* The words by which figures of a training loop's log are known: `loop` of a file in rules/logs/. Names are compared
 * word by word, in lower case; `train_loss`, `train/loss` and "Train Loss" are the same name. */
#ifndef RUN_FORMATS_LOOP_WORDS_H
#define RUN_FORMATS_LOOP_WORDS_H
#include "run/formats/template.h"
#include "spec/read.h"

enum loop_role {
	LOOP_STEP,
	LOOP_EPOCH,
	LOOP_TIME,    /* of a step */
	LOOP_ELAPSED, /* since the start */
	LOOP_DATA_TIME,
	LOOP_LOSS,
	LOOP_LR,
	LOOP_ETA,
	LOOP_MEMORY,
	LOOP_GRAD_NORM,
	LOOP_STEPS,    /* of the whole run */
	LOOP_VAL_TIME, /* of a whole validation */
	LOOP_ROLES,
	LOOP_NO_ROLE = LOOP_ROLES
};
/* What a figure is counted in. EACH: seconds per step, RATE: steps per second. */
enum loop_unit { UNIT_NONE, UNIT_SECONDS, UNIT_EACH, UNIT_RATE, UNIT_MEMORY, UNIT_PERCENT };

struct loop_words; /* of loop_words.c */
/* n: the map `loop` of a file. NULL: y says what is wrong with it. */
const struct loop_words *loop_words_load(struct yread *y, const struct ynode *n);
/* The role of a name, its words separated by one blank each. *rank: the lower, the closer it is to what the role is
 * called; valid if there is a role. */
enum loop_role loop_words_role(const struct loop_words *w, const char *name, uint32_t *rank);
bool loop_words_validates(const struct loop_words *w, const char *word, size_t n); /* it marks validation */
/* UNIT_NONE: the word is no unit. *factor: to seconds, steps per second, or MiB. */
enum loop_unit loop_words_unit(const struct loop_words *w, const char *word, size_t n, double *factor);
/* After the date and time at s; NULL: none begins there. *which: the template to try first, then the one that fits. */
const char *loop_words_clock(const struct loop_words *w, const char *s, const char *end, uint32_t *which,
			     struct fields *out);
bool loop_words_saves(const struct loop_words *w, const char *s, const char *end); /* the line is about a checkpoint */
const char *loop_role_word(enum loop_role r);					   /* "data_time" */
#endif

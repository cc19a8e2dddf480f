// SPDX-License-Identifier: MIT
/* rules/advice.yaml: functions of expressions that are expressions themselves, over their arguments alone. Advice
 * that several rules and profiles give is computed there once. */
#ifndef FACTS_SHARED_H
#define FACTS_SHARED_H
#include "facts/expr_check.h"
#include "facts/vocab.h"

struct shared_fn {
	struct rulefn fn; /* first, so that a rulefn of this kind can be cast */
	const struct str **takes;
	uint32_t n;
	const struct node *value;
};
struct shared_fns {
	struct shared_fn *at;
	uint32_t n;
};
/* doc: of the file. Reads names and arguments; the values are read when the vocabulary is complete, so that they may
 * call each other. false: y's error is filled. */
struct value shared_call(struct rulecall *c); /* a call of such a function */
bool shared_declare(struct yread *y, const struct ynode *doc, struct shared_fns *out);
bool shared_define(struct yread *y, const struct ynode *doc, const struct scope *empty, struct shared_fns *all);
#endif

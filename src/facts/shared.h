// SPDX-License-Identifier: MIT
/* rules/advice.yaml: functions of expressions that are expressions themselves, over their arguments alone. What several
 * rules and profiles advise is computed there once. */
#ifndef FACTS_SHARED_H
#define FACTS_SHARED_H
#include "facts/expr_check.h"
#include "facts/vocab.h"

struct shared_fn {
	struct rulefn fn; /* first: a rulefn of ours is one of these */
	const struct str **takes;
	uint32_t n;
	const struct node *value;
};
struct shared_fns {
	struct shared_fn *at;
	uint32_t n;
};
/* doc: of the file. Names and arguments; the values are read when the vocabulary is complete, so that they may call
 * each other. false: y's error is filled. */
struct value shared_call(struct rulecall *c); /* of one of these */
bool shared_declare(struct yread *y, const struct ynode *doc, struct shared_fns *out);
bool shared_define(struct yread *y, const struct ynode *doc, const struct scope *empty, struct shared_fns *all);
#endif

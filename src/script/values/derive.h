// SPDX-License-Identifier: MIT
/* Where values in training code come from: which loop's batch, the loss, which constructor's argument. Assignments
 * are followed whatever their order: a variable may have the value of any of them. */
#ifndef SCRIPT_VALUES_DERIVE_H
#define SCRIPT_VALUES_DERIVE_H
#include "script/values/cell.h"

struct derive {
	struct script_project *p;
	struct map loss; /* variables that training minimizes */
	struct map part; /* variables from which these are computed */
};
struct placed { /* an expression, and the call in which it is evaluated */
	const struct call_frame *frame;
	const struct node *node;
};
/* The one expression that a name or an attribute stands for, through parameters of calls that are walked into and
 * through return values of project functions. x itself if that is unknown. */
struct placed derive_resolved(struct script_project *p, struct placed x);
/* If two expressions have equal text here, they have the same value, whatever names they use: "args.epochs",
 * "(args.epochs * len(data))". */
const struct str *derive_meaning(struct script_project *p, struct placed x);
/* The iterable behind wrappers: x for enumerate(tqdm(x)). */
struct placed derive_iterated(struct script_project *p, struct placed x);
bool derive_is_builtin(struct placed x, const char *name); /* a call of that builtin */

/* Collects what the loss consists of on which backward is called. */
void derive_losses(struct derive *d, struct placed loss);
/* 2: it is the loss; 1: the loss is computed from it, or it from the loss; 0: neither. */
int derive_loss(const struct derive *d, struct placed x);
/* It holds the loss's graph. */
bool derive_graph(const struct derive *d, struct placed x);
/* Names of the calls and operators that compute it, "?" for unknown ones. */
void derive_sources(struct script_project *p, struct placed x, struct arena *a, struct list *out);
/* All texts that may be part of it. */
void derive_texts(struct script_project *p, struct placed x, struct arena *a, struct list *out);
#endif

// SPDX-License-Identifier: MIT
/* Where values in training code come from: from which loop's batch, from the loss, from which constructor's argument.
 * Assignments are followed without regard to their order, so that a variable is whatever any of them makes it. */
#ifndef SCRIPT_DERIVE_H
#define SCRIPT_DERIVE_H
#include "script/program.h"

struct derive {
	struct script_project *p;
	struct map loss; /* variables that training makes small */
	struct map part; /* variables that these are made of */
};
struct placed { /* an expression, and the call in which it is evaluated */
	const struct call_frame *frame;
	const struct node *node;
};
/* What a name or an attribute stands for, where that is one expression: through parameters of calls that are walked
 * into, and through what functions of the project give back. Itself where that isn't known. */
struct placed derive_resolved(struct script_project *p, struct placed x);
/* The same text of two expressions means that they are the same value: "args.epochs", "(args.epochs * len(data))",
 * whatever names they go by. */
const struct str *derive_meaning(struct script_project *p, struct placed x);
/* What the elements of are gone through: enumerate(tqdm(x)) is x. */
struct placed derive_iterated(struct script_project *p, struct placed x);
/* Whether it is one of what a loop over `of` goes through, or is made of one by its methods; *part: it is a part of
 * one. */
bool derive_is_element(struct script_project *p, struct placed x, const struct node *of, bool *part);
bool derive_is_builtin(struct placed x, const char *name); /* it is a call of that builtin */

/* What is in the loss of which backward is called. */
void derive_losses(struct derive *d, struct placed loss);
/* 2: it is the loss; 1: the loss is made of it, or it of them; 0: else. */
int derive_loss(const struct derive *d, struct placed x);
/* It holds the graph of the loss. */
bool derive_graph(const struct derive *d, struct placed x);
/* Names of the calls and operators that make it, "?" for what isn't known. */
void derive_sources(struct script_project *p, struct placed x, struct arena *a, struct list *out);
/* All texts that may be part of it. */
void derive_texts(struct script_project *p, struct placed x, struct arena *a, struct list *out);
#endif

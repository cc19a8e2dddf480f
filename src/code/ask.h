// SPDX-License-Identifier: MIT
/* How a question about a project is put: a line of text, which the store knows the answer to, or the index works it
 * out.
 */
#ifndef CODE_ASK_H
#define CODE_ASK_H
#include "code/code.h"

struct index;
struct code_query { /* one of the lines, and what works it out */
	const char *kind;
	const struct str *name; /* or NULL */
	struct keypath path;
	const struct code_words *words;
	const void *ctx; /* whatever else who works it out must know: the name tells it apart */
	struct arena *a; /* of the answer */
	bool empty;	 /* of a method: the answer as well */
};
typedef const char *text_fn(struct index *x, const struct code_query *q); /* a text, or nothing */
/* The answer lives as long as the store. */
const char *code_ask(const struct code *c, struct code_query q, text_fn *answer);
#endif

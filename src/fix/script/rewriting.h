// SPDX-License-Identifier: MIT
/* What the promises of one fix make of one script: edits, and the same as swaps of its syntax tree. Functions that
 * rewrite return false with a reason where they refuse. */
#ifndef FIX_SCRIPT_REWRITING_H
#define FIX_SCRIPT_REWRITING_H
#include "fix/edit/place.h"
#include "fix/proof/attempt.h"
#include "fix/script/part.h"

VEC(swaps, struct swap);
struct rewriting {
	struct arena *a;
	struct attempt *t;
	const struct script_project *p;
	const struct cfile *f;
	struct module text;   /* the file as fix/edit sees one: its text and its tree */
	enum fix_scope scope; /* OWNER: a name that an import binds may change for all who use it */
	struct parser *parser;
	struct swaps swap;
	const char *reason;
};
bool rewriting_refuse(struct rewriting *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void rewriting_edit(struct rewriting *w, uint32_t lo, uint32_t hi, const char *text);
/* The node becomes these; n == 0: nothing. */
void rewriting_swap(struct rewriting *w, const struct node *was, const struct node *const *is, uint32_t n);
void rewriting_append(struct rewriting *w, const struct node *to, const struct node *last);
struct node *rewriting_node(struct rewriting *w, enum node_kind kind, const struct str *text, uint32_t n);
const struct node *rewriting_parsed(struct rewriting *w, const char *expr); /* NULL: it is no expression */
const char *rewriting_slice(struct rewriting *w, uint32_t lo, uint32_t hi);
#endif

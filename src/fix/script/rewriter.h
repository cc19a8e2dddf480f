// SPDX-License-Identifier: MIT
/* What the promises of one fix make of one script: edits, and the same as swaps of its syntax tree. Functions that
 * rewrite return false with a reason where they refuse. */
#ifndef FIX_SCRIPT_REWRITER_H
#define FIX_SCRIPT_REWRITER_H
#include "fix/edit/place.h"
#include "fix/proof/attempt.h"
#include "fix/script/script_part.h"

VEC(swaps, struct swap);
struct rewriter {
	struct arena *a;
	struct attempt *t;
	const struct script_project *p;
	const struct cfile *f;
	struct module text;   /* the file as fix/edit sees one: its text and its tree */
	enum fix_scope scope; /* OWNER: a name that an import binds may change for all its uses */
	struct parser *parser;
	struct swaps swap;
	const char *reason;
};
bool rewriter_refuse(struct rewriter *w, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void rewriter_edit(struct rewriter *w, uint32_t lo, uint32_t hi, const char *text);
/* The node is replaced by these; n == 0: removed. */
void rewriter_swap(struct rewriter *w, const struct node *was, const struct node *const *is, uint32_t n);
void rewriter_append(struct rewriter *w, const struct node *to, const struct node *last);
struct node *rewriter_node(struct rewriter *w, enum node_kind kind, const struct str *text, uint32_t n);
const struct node *rewriter_parsed(struct rewriter *w, const char *expr); /* NULL: it is no expression */
const char *rewriter_slice(struct rewriter *w, uint32_t lo, uint32_t hi);
#endif

// SPDX-License-Identifier: MIT
/* Checks names and functions of rule expressions when they are loaded: a misspelt name must not make a rule silent
 * for ever. */
#ifndef FACTS_EXPR_CHECK_H
#define FACTS_EXPR_CHECK_H
#include "facts/dialect.h"
#include "spec/read.h"

struct scope {
	const struct vocab *vocab;
	const struct subject_kind *kind; /* what the expressions are about */
	const struct str *const *name;	 /* lets, options, the each variable */
	const bool *place;		 /* of each name: it may stand for a place in the config; NULL: none does */
	uint32_t n;
};
/* An expression or f-string. false: y's error is filled. */
bool check_expr(struct yread *y, const struct node *expr, const struct scope *s);
/* An expression with a value, read and checked. NULL: y's error is filled; if the text may be meant as a string, the
 * error says how to write it. */
const struct node *check_value(struct yread *y, const struct ynode *n, const char *what, const struct scope *s);
/* Adds to y's error how to write a string, if n may be meant as one. parsed: n is an expression. */
void check_hint_text(struct yread *y, const struct ynode *n, bool parsed);
/* A path expression: a name, attributes and subscripts below it, or a choice of two. */
bool check_path(struct yread *y, const struct node *expr, const struct scope *s);
/* Whether it may stand for a place: a path expression without names that certainly stand for none. */
bool check_is_place(const struct node *expr, const struct scope *s);
/* A new name that hides nothing: no concept, function, fixed name or builtin. */
bool check_new_name(struct yread *y, const struct ynode *at, const struct str *name, const struct scope *s);
#endif

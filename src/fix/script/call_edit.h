// SPDX-License-Identifier: MIT
/* Values in a script, and the arguments of its calls. */
#ifndef FIX_SCRIPT_CALL_EDIT_H
#define FIX_SCRIPT_CALL_EDIT_H
#include "fix/script/rewriter.h"

/* An expression becomes a value: data, or the object that a dict with only its `name` represents. */
bool value_replace(struct rewriter *w, struct fn *scope, const struct node *old, struct value want);

/* What one fix promises of one call. */
struct call_want {
	const struct str *arg; /* NULL: the callee */
	enum { ARG_SET, ARG_REMOVE, ARG_RENAME } how;
	struct value want;
	const struct str *name; /* RENAME; of the callee */
};
bool call_rewrite(struct rewriter *w, const struct script_part *call, const struct call_want *want, uint32_t n);
#endif

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

/* How a dotted name is written where `like` stands, which means something else now; like NULL: anywhere in the scope.
 * NULL: no import there makes it possible. */
const char *name_written(struct rewriting *w, struct fn *scope, const struct str *dotted, const struct node *like);
/* The callee of a call, so that it is the other name: by what it is written after, or by its import, where nothing else
 * uses that or, of SCOPE_OWNER, nothing but calls. *is: the new callee. */
bool name_change(struct rewriting *w, const struct part *call, const struct str *to, const struct node **is);
/* `from module import name` becomes an import of another module. to_name: what it is called there. */
bool import_move(struct rewriting *w, const struct part *import, const struct node *alias, const struct str *module,
		 const struct str *to_name);

/* An expression becomes a value: data, or the thing that a dict with its `name` alone stands for. */
bool value_replace(struct rewriting *w, struct fn *scope, const struct node *old, struct value want);

/* What one fix promises of one call. */
struct call_want {
	const struct str *arg; /* NULL: the callee */
	enum { ARG_SET, ARG_REMOVE, ARG_RENAME } how;
	struct value want;
	const struct str *name; /* RENAME; of the callee */
};
bool call_rewrite(struct rewriting *w, const struct part *call, const struct call_want *want, uint32_t n);
#endif

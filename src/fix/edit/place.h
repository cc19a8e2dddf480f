// SPDX-License-Identifier: MIT
/* Key path -> the place in a file's text to change. Default scope: this file only (edit what it sets itself, else add
 * an override); owner scope may point into a base. If there is no place, the error has the reason and what the user
 * could do. A place is a proposal: a trial shows whether the edit has exactly the wanted effect (fix/proof/verify.c).
 */
#ifndef FIX_EDIT_PLACE_H
#define FIX_EDIT_PLACE_H
#include "fix/edit/file_style.h"

enum fix_scope { SCOPE_CHILD, SCOPE_OWNER };
enum place_kind {
	PLACE_NONE,	  /* why_not, manual */
	PLACE_VALUE,	  /* node is the value expression to replace */
	PLACE_INSERT,	  /* node is the dict(...) call or {...} literal; `rest` is to be inserted in it */
	PLACE_NEW_ASSIGN, /* a new top-level statement `name = ...` after byte offset `after` */
	PLACE_NEW_UPDATE, /* likewise `prefix.update(dict(rest...))`, or `prefix = ...` if nothing is left: lazy configs
			   */
};
struct place {
	enum place_kind kind;
	const struct module *file;
	const struct node *node; /* VALUE, INSERT */
	const struct node
		*holder; /* the KW, PAIR, statement or list item that holds the value; removal deletes it; NULL: none */
	const struct node *container; /* the CALL, DICT, LIST, TUPLE or BLOCK around holder; NULL at top level */
	struct keypath prefix;	      /* NEW_UPDATE: the existing value */
	struct keypath rest;	      /* keys below node (NEW_ASSIGN: with the name itself) that have to be created */
	uint32_t after;		      /* NEW_ASSIGN, NEW_UPDATE */
	bool below; /* NEW_UPDATE: a statement that belongs to the one above it, and names keys by subscripts */
	struct as_written like; /* of the current number, in any file */
	const char *why_not, *manual;
};
struct place place_find(struct arena *a, const struct graph *g, const struct module *root, struct keypath path,
			enum fix_scope scope);
/* The statement of `root` (a MODULE or BLOCK) that holds the offset; NULL. */
const struct node *statement_at(const struct node *root, uint32_t offset);
#endif

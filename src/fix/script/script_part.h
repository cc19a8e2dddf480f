// SPDX-License-Identifier: MIT
/* A part of a script's tree (script/script_tree.h), and the syntax that it was built from. */
#ifndef FIX_SCRIPT_SCRIPT_PART_H
#define FIX_SCRIPT_SCRIPT_PART_H
#include "python/value/keypath.h"
#include "script/values/script_project.h"
#include "script/script_subject.h"

enum part_kind {
	PART_CALL,
	PART_SETTING,
	PART_IMPORT,
	PART_STATEMENT,
	PART_EVENT /* of a loop */,
	PART_PLACE /* anything else */
};
struct script_part {
	enum part_kind kind;
	struct value tree; /* its dict */
	/* CALL; the target; FROM or IMPORT; EXPR; CALL or AUGASSIGN; the expression, or NULL */
	const struct node *node;
	const struct node *in; /* of a setting: ASSIGN; of an import: its BLOCK or MODULE */
	struct fn *scope;
	struct keypath rest; /* of the path, below the part */
};
/* false: the path leads to no part. */
bool part_find(struct arena *a, const struct subject *s, struct keypath path, struct script_part *out);
const struct str *part_text(const struct script_part *p, const char *key); /* NULL: it has no such text */
#endif

// SPDX-License-Identifier: MIT
/* A patch that makes training code read a key: rules/patches/NAME.yaml (format: docs/writing-rules.md). Compiled once;
 * fix/code turns it into edits. In texts $path is the key's path, $key its last name, $keys a list of such names that
 * one edit does together, $in the expression that the site reads its keys of, $on what the site's call is a method of.
 */
#ifndef LINT_RULES_PATCH_H
#define LINT_RULES_PATCH_H
#include "python/value/keypath.h"
#include "spec/read.h"

struct patch {
	const char *name, *summary, *title, *why;
	struct keypath *key; /* that it can do; n == 0: any */
	uint32_t nkeys;
	/* site: calls in training code */
	struct keypath *gets; /* the call whose arguments read all of these keys */
	uint32_t ngets;
	const char *call;			  /* the callee's last name; NULL: any */
	const char *without_name, *without_value; /* and that don't have this argument; NULL: any */
	bool early;				  /* instead: at the place of code_early_hook() */
	const char *add;			  /* an argument behind the last, on one line where that fits; or */
	const char *before;			  /* statements in front of the one that holds the call */
	const char *instead;			  /* ... in which what reads the first of gets is this, then */
	const char **import;			  /* statements for the names in them */
	const char **need;			  /* parameters of the function around it */
	uint32_t nimports, nneeds;
	bool through; /* the call must hand $key through to where it is known to be taken */
	bool reads;   /* afterwards training reads the key */
	const struct source *src;
};
struct patches {
	struct patch *at;
	uint32_t n;
};
/* dir NULL: the embedded ones. */
bool patches_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *dir, struct patches *out,
		  struct err *e);
/* The patch that the map `{NAME: PATH}` of a rule names; NULL: none, which is reported. */
const struct patch *patch_named(struct yread *y, const struct patches *all, const struct ynode *map);
bool patch_does(const struct patch *p, struct keypath key); /* it is one of its keys */
#endif

// SPDX-License-Identifier: MIT
/* Classes of frameworks as parts of a model or of its data (rules/parts/): their arguments, and facts about them as
 * expressions over the arguments, such as the widths of a backbone's outputs or the number of classes of a head. A
 * row is for the class of that name in that package, wherever its code is. Immutable after loading. */
#ifndef FACTS_PARTS_H
#define FACTS_PARTS_H
#include "base/err.h"
#include "base/str.h"
#include "text/source.h"
#include "text/vfs.h"

struct vocab;
struct node;
struct part_expr {
	const struct str *name;
	const struct node *expr; /* of an argument: its default; NULL: it is required */
};
struct part_row { /* one class */
	const struct str *package, *name;
	const struct str *family;	       /* NULL: of both */
	const struct str *like_package, *like; /* whose arguments and facts it has too; NULL: none */
	bool subclasses;		       /* also for its subclasses */
	bool yields; /* a class of the project of this name, wherever it is, answers for itself */
	const struct part_expr *arg, *fact;
	uint32_t nargs, nfacts;
};
struct part_key { /* a dict with the key has the fact, whatever its class */
	const struct str *fact, *key;
};
struct part_place {	       /* a dict under the key may have these facts, if its class is unknown */
	const struct str *key; /* with * as in type_is */
	const struct str *const *fact;
	uint32_t n;
};
struct part_keep {			/* a fact that subclasses of a class with a row inherit, unless ... */
	const struct str *fact;		/* "flow"; "flow of neck": of the value under that key */
	const struct str *const *never; /* ... the subclass defines one of these itself */
	const struct str *const *words; /* of each: "cls_seg num_classes": only if it names none of them; or "" */
	uint32_t n;
};
struct part_list {
	const struct part_row *at; /* sorted by name */
	uint32_t n;
	const struct part_row **named;	/* the first of each name: open addressing by str.hash */
	uint32_t nnamed;		/* a power of two; 0: there are no rows */
	const struct str *const *scope; /* keys of a dict that name the package in which its types are looked up */
	const struct str *const *wraps; /* arguments with the wrapped data set, in any row */
	const struct str *const *aside; /* keys of dicts that belong to a part, with * as in type_is */
	const struct part_key *key;
	const struct part_place *place;
	const struct part_keep *keep;
	const struct str *words; /* all words of all of these */
	const struct str
		*step; /* "step __call__ transform": a query of CODE_KEYS about the methods that get a sample */
	uint32_t nscopes, nwraps, nasides, nkeys, nplaces, nkeeps;
	const struct node *scoped;	/* `scoped()`: a dependency of every answer about a part */
	const struct node *scopes;	/* `scopes()`: a dependency of every answer about the class of a type */
	const struct str *const *known; /* names of facts */
	const char *const *doc;		/* of each */
	uint32_t nknown;
};
/* dir: of the rules; without parts.yaml there are no rows. v: complete except for these. false: e is filled. */
bool parts_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *dir, const struct vocab *v,
		struct part_list *out, struct err *e);
/* NULL: subclasses don't inherit it */
const struct part_keep *parts_keep(const struct part_list *p, const struct str *fact);
bool parts_have(const struct part_list *p, const struct str *name); /* in some package */
const struct part_row *parts_find(const struct part_list *p, const struct str *package, const struct str *family,
				  const struct str *name);
/* Of a row, or of the rows in its `like`. NULL: it has none. */
const struct part_expr *parts_arg(const struct part_list *all, const struct part_row *p, const struct str *family,
				  const struct str *name);
const struct part_expr *parts_fact(const struct part_list *all, const struct part_row *p, const struct str *family,
				   const struct str *name);
#endif

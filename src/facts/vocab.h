// SPDX-License-Identifier: MIT
/* The names that expressions of all rules and dialects share: concepts (rules/concepts.yaml), names with a fixed
 * meaning, functions. Immutable after loading. */
#ifndef FACTS_VOCAB_H
#define FACTS_VOCAB_H
#include "code/known_classes.h"
#include "facts/parts.h"
#include "facts/rulefn.h"
#include "subject/subject.h"
#include "spec/read.h"

struct term { /* one name of the vocabulary, rules/concepts.yaml */
	const struct str *name;
	const char *type, *unit, *doc; /* unit may be NULL */
};
enum special { SPECIAL_NONE, SPECIAL_TREE, SPECIAL_MACHINE, SPECIAL_FILE, SPECIAL_DIALECT, SPECIAL_SETTINGS, SPECIALS };
struct fixed_name { /* the meaning of a name in every expression, unless a rule's own name hides it */
	const struct str *name;
	int term;			 /* number of the concept; -1: none */
	enum special special;		 /* machine, file ..., and the name of a kind's tree */
	const struct subject_kind *tree; /* SPECIAL_TREE: of that kind */
	const struct rulefn *fn;
};
struct vocab {			 /* shared by all dialects */
	const struct term *term; /* sorted by name */
	uint32_t nterms;
	struct fixed_name *fixed; /* open addressing by str.hash, names compared by address */
	uint32_t nfixed;	  /* a power of two */
	const struct rulefn **fn; /* sorted by name */
	uint32_t nfns;
	struct classes classes;				    /* the classes in rules/knowledge/ */
	struct part_list parts;				    /* rules/parts/ */
	const struct str *type, *packages, *other_versions; /* "type", "packages", "other_versions" */
};
const struct fixed_name *vocab_name(const struct vocab *v, const struct str *name); /* NULL: no such name */
int vocab_find(const struct vocab *v, const struct str *name); /* number of the term; -1: no such name */

struct dialects;
/* given: functions and kinds. NULL: e is filled. A folder without concepts.yaml has an empty vocabulary. */
const struct vocab *vocab_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *dir,
			       const struct dialects *given, struct err *e);
struct special_name { /* a name with a fixed meaning in all expressions */
	const char *name;
	const char *member[8]; /* all members; NULL-terminated */
};
const struct special_name *vocab_special(enum special s); /* not of TREE, whose name depends on the kind */
/* The function that a CALL node names; NULL: none of these. */
const struct rulefn *vocab_function(const struct vocab *v, const struct node *call);
const struct str **vocab_strs(struct arena *a, const char *const *text, uint32_t n); /* interned */
#endif

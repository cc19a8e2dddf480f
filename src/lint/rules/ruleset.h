// SPDX-License-Identifier: MIT
/* All rules of a run, with the dialects and the vocabulary that their expressions use. Immutable after loading. */
#ifndef LINT_RULES_RULESET_H
#define LINT_RULES_RULESET_H
#include "lint/rules/rule.h"

struct rule_host { /* what rules may name, and the program has */
	const struct subject_kind *const
		*kinds;		   /* `on:`; NULL-terminated, the first is what rules are about by default */
	const char *const *checks; /* `code:`; NULL-terminated */
};
struct ruleset {
	struct rule **at; /* sorted by id */
	uint32_t n;
	struct dialects dialects;
	struct patches patches;	 /* of training code */
	struct sources *sources; /* of the rule files */
	struct vfs *fs;
	const char *dir;    /* "(embedded)" or the folder */
	const char *tables; /* the folder whose shipped/ lists the configs of frameworks; NULL: the program's */
	const char **added; /* absolute: the folders of ruleset_add */
	uint32_t nadded;
	struct rule_host host;
	struct rule *stand_in; /* of the notes of all kinds, see ruleset_of_note */
	uint32_t nstand_ins;
	bool compiled; /* its vocabulary, and with dir NULL its rules, are those that the build loaded */
	struct arena arena;
};
/* dir NULL: the embedded rules. What host points to outlives the set. NULL: e names file and line. */
struct ruleset *ruleset_load(const char *dir, const struct rule_host *host, struct err *e);
/* Adds the rules of one more folder (absolute), for files whose settings name it. Files may lie in the folder itself,
 * whose name is then their category. foreign: a project names it, not the user. */
bool ruleset_add(struct ruleset *rs, const char *dir, const char *top, bool foreign, struct err *e);
bool ruleset_has_folder(const struct ruleset *rs, const char *dir);
void ruleset_free(struct ruleset *rs);
const struct rule *ruleset_find(const struct ruleset *rs, const char *id_or_name); /* NULL */
/* The rule of a note. If it is not loaded (--rules with a few files), a placeholder replaces it, so that the note is a
 * finding all the same. */
const struct rule *ruleset_of_note(const struct ruleset *rs, const char *id);
const char *ruleset_nearest(const struct ruleset *rs, const char *word); /* id or name, or NULL */
/* The `tests:` of a rule file or a patch, read from its text on demand, because no run needs them; NULL: none. */
const struct ynode *tests_of(struct arena *a, const struct source *src);
const struct ynode *test_files_of(struct arena *a, const struct source *src); /* likewise */
#endif

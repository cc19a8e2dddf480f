// SPDX-License-Identifier: MIT
/* Finds the row of rules/parts/ for the class behind a dict. */
#ifndef FACTS_FUNCTION_LOCATED_H
#define FACTS_FUNCTION_LOCATED_H
#include "code/classes/member.h"
#include "facts/function/priv.h"

extern const char part_no_row[];
struct located {
	const struct part_row *part;  /* NULL: why */
	struct code_class_name class; /* as in the project's code, if it is there */
	bool own;		      /* by its resolution order alone: the project has one class of that name */
	/* the project's code contains the whole class of the row: every argument is known */
	bool coded;
	/* the class derives from that of the row, and does this itself; NULL: it is that class */
	const struct list *changes;
	const char *why;
};

struct located part_located(struct rulecall *c, struct value dict);
const struct str *part_family(const struct facts *f);
/* No table knows this package in the version that the dialect is about. */
bool part_of_other_version(struct facts *f, const struct str *package);
/* What decides which class a type names, if no dict does, as one text; NULL: `packages` is unknown. */
const struct str *part_under(struct facts *f);
/* Some dict of the config names the package of the types at and below it. */
bool part_scoped(struct facts *f);
/* Adds the places of the dicts that name packages; false: there are too many. */
bool part_scopes(struct facts *f, const struct str **under);
/* The class does this itself, according to its `changes`: mark and word as in code/classes/subclass.h. */
bool part_changes(const struct located *at, const char *mark, const char *word, size_t len);
/* Whether it has the row's fact despite its `changes`. */
bool part_keeps(const struct facts *f, const struct located *at, const struct str *fact);
/* "MyHead (several classes have this name)", at the place where the config names it */
struct value part_unknown(struct rulecall *c, struct value dict, const char *why);
#endif

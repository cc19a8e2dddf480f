// SPDX-License-Identifier: MIT
/* Which row of rules/parts/ speaks of the class behind a dict. */
#ifndef FACTS_FUNCTION_LOCATED_H
#define FACTS_FUNCTION_LOCATED_H
#include "code/member.h"
#include "facts/function/priv.h"

extern const char part_no_row[];
struct located {
	const struct part_row *part;  /* NULL: why */
	struct code_class_name class; /* as the project's code knows it, if it does */
	bool own;		      /* by its line alone: the project has one class of that name */
	bool coded;		      /* all that the row is about is the project's code: it knows every argument */
	const struct list *changes;   /* the class is made from that of the row, and does this itself; NULL: it is it */
	const char *why;
};

struct located part_located(struct rulecall *c, struct value dict);
const struct str *part_family(const struct facts *f);
/* What decides which class a type names, where no dict does, as one text; NULL: `packages` is not known. */
const struct str *part_under(struct facts *f);
/* Some dict of the config says which package the types at and below it are of. */
bool part_scoped(struct facts *f);
/* Adds the places of the dicts that name packages; false: there are too many. */
bool part_scopes(struct facts *f, const struct str **under);
/* The class does this itself, where it has `changes`: mark and word as in code/heir.h. */
bool part_changes(const struct located *at, const char *mark, const char *word, size_t len);
/* Whether it has the row's fact, for all that it does itself; where it has `changes`. */
bool part_keeps(const struct facts *f, const struct located *at, const struct str *fact);
/* "MyHead (several classes have this name)", where the config names it */
struct value part_unknown(struct rulecall *c, struct value dict, const char *why);
#endif

// SPDX-License-Identifier: MIT
/* Rules compiled once from YAML (format: docs/writing-rules.md). Unknown keys, names and functions are load errors with
 * the nearest match. Immutable after loading. */
#ifndef LINT_RULES_RULE_H
#define LINT_RULES_RULE_H
#include "lint/diag.h"

struct named {
	const struct str *name;
	const struct node *expr; /* NULL for remove */
	const struct node *path; /* fixes: the key as a path expression */
	const char *text;
};
struct fixspec {
	enum safety safety;
	const struct node *when;  /* NULL: always */
	const struct node *title; /* f-string */
	struct named *set, *remove, *rename, *move, *add;
	uint32_t nset, nremove, nrename, nmove, nadd;
};
struct rulecase {
	const struct node *when, *at, *message, *hint; /* message, hint: FSTRING */
	enum severity severity;
	struct fixspec *fix;
	uint32_t nfixes;
};
struct option {
	const struct str *name;
	struct value def;
	const char *doc;
};
struct rule {
	const char *id, *name, *category, *summary, *why;
	const char **ref, **seed;
	uint32_t nrefs, nseeds;
	enum severity severity; /* the heaviest of its cases */
	bool native, off;	/* off: only when selected by id or name */
	const char *code;	/* what else it finds in the project's training code (native.h); NULL: nothing */
	const char *native_fix; /* "safe" or "unsafe": what the fixes are that C code makes; NULL: it has none */
	bool any_file;		/* scope: file - runs on every file, not only on roots */
	const char **dialect;	/* names or families; n == 0: all */
	uint32_t ndialects;
	struct option *option;
	uint32_t noptions;
	struct named *let;
	uint32_t nlets;
	const struct str *each_name;
	const struct node *each;
	struct rulecase *cas;
	uint32_t ncases;
	const struct ynode *yaml; /* whole document: tests, examples */
	const char *path;	  /* of the file, relative to the rules folder */
	const struct source *src;
	const char *home; /* the settings file that names the rule's folder: it runs under these settings only; NULL:
			     everywhere */
};
struct ruleset {
	struct rule **at; /* sorted by id */
	uint32_t n;
	struct dialects dialects;
	struct sources *sources; /* of the rule files */
	struct vfs *fs;
	const char *dir;    /* "(embedded)" or the folder */
	const char **added; /* absolute: the folders of ruleset_add */
	uint32_t nadded;
	struct arena arena;
};
/* dir NULL: the embedded rules. e names file and line. */
struct ruleset *ruleset_load(const char *dir, struct err *e);
/* The rules of one more folder (absolute), for files under the settings file `home`. Files may lie in the folder
 * itself, whose name is then their category. */
bool ruleset_add(struct ruleset *rs, const char *dir, const char *home, struct err *e);
bool ruleset_has_folder(const struct ruleset *rs, const char *dir);
void ruleset_free(struct ruleset *rs);
const struct rule *ruleset_find(const struct ruleset *rs, const char *id_or_name); /* NULL */
const char *ruleset_nearest(const struct ruleset *rs, const char *word);	   /* id or name, or NULL */
bool ruleset_is_category(const struct ruleset *rs, const char *prefix);		   /* "BLR", "data" */
#endif

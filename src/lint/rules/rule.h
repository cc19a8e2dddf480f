// SPDX-License-Identifier: MIT
/* Rules compiled once from YAML (format: docs/writing-rules.md). Unknown keys, names and functions are load errors with
 * the nearest match. Immutable after loading. */
#ifndef LINT_RULES_RULE_H
#define LINT_RULES_RULE_H
#include "lint/rules/severity.h"
#include "facts/dialect.h"
#include "lint/rules/patch.h"
#include "subject/subject.h"

struct let { /* a name for an expression */
	const struct str *name;
	const struct node *expr;
	const char *text; /* of expr, as written */
};
struct keyfix {			 /* one key that a fix changes */
	const struct node *path; /* the key, as a path expression */
	const struct node *expr; /* set, add: the value; rename: the new name; move: where to; remove: NULL */
};
struct fixspec {
	enum safety safety;
	const struct node *when;       /* NULL: always */
	const struct node *title;      /* f-string */
	const struct node *remove_all; /* a list of what goes; NULL: none */
	struct keyfix *set, *remove, *rename, *move, *add;
	struct keyfix *before, *after, *wrap; /* of scripts: statements around the one at the path */
	uint32_t nset, nremove, nrename, nmove, nadd, nbefore, nafter, nwrap;
};
struct rulecase {
	const struct node *when, *at, *message, *hint; /* message, hint: FSTRING */
	enum severity severity;
	struct fixspec *fix;
	uint32_t nfixes;
	const struct patch *patch;    /* of the training code; NULL: none */
	const struct node *patch_key; /* for which key, as a path expression */
};
struct option { /* of the type of its default; None: of any */
	const struct str *name;
	struct value def;
	const char *doc;
};
/* Whether the option may have the value: numbers are one type, lists hold what the default's hold. */
bool option_takes(const struct option *o, struct value v);
const char *option_type(const struct option *o); /* "a number", for messages */

/* What a finding costs of a run's wall time, as `cfglint slow` ranks them: a few percent at most; minutes an hour;
 * every step waits. */
enum speed { SPEED_NONE, SPEED_SMALL, SPEED_MEDIUM, SPEED_LARGE };
const char *speed_name(enum speed s); /* "small"; NULL: none */
struct ids {			      /* of other rules */
	const char **at;
	uint32_t n;
};
bool ids_hold(const struct ids *ids, const char *id);
struct rule {
	const char *id, *name, *category, *summary, *why;
	const char **ref, **seed;
	uint32_t nrefs, nseeds;
	enum severity severity;	       /* the heaviest of its cases */
	enum speed speed;	       /* NONE: it is not about speed */
	bool native, off;	       /* off: only when selected by id or name */
	const char *code;	       /* a check of the project's training code (native.h); NULL: none */
	const char *native_fix;	       /* "safe" or "unsafe": what the fixes are that C code makes; NULL: it has none */
	const struct subject_kind *on; /* the kind that it applies to, the first of `on:` */
	const char **also;	       /* names of the others */
	uint32_t nalso;
	bool any_file;	      /* scope: file - runs on every file, not only on roots */
	const char **dialect; /* names or families; n == 0: all */
	uint32_t ndialects;
	struct option *option;
	uint32_t noptions;
	struct let *let;
	uint32_t nlets;
	uint64_t names; /* rule_name_bit of its own names: options, lets, the variable of each */
	const struct str *each_name;
	const struct node *each;
	const struct node *cause; /* f-string: the common cause of findings; NULL: their message */
	const struct node *cost;  /* seconds per day that a finding costs; NULL: not given */
	/* Of these, the part that a fix certainly saves; NULL: all. */
	const struct node *saves;
	/* Rules whose findings in configs are about the same problem: confirmed by a run with a finding of this rule,
	 * refuted by one where `refuted` is True (NULL: never), regardless of findings. */
	struct ids settles;
	const struct node *refuted;
	struct rulecase *cas;
	uint32_t ncases;
	struct ids unless_reported; /* silent where one of these fires (lint/judge/covered.h) */
	const struct ynode *order;  /* as struct subject_order; NULL: none */
	const char *path;	    /* of the file, relative to the rules folder */
	const struct source *src;
	const char
		*folder; /* that was added: the rule runs only under settings that name the folder; NULL: everywhere */
	bool foreign;	 /* a rule of a project: its fixes are safe only if the user's settings say so */
};
/* The patch that makes training code do what the rule requires; NULL: none. */
static inline const struct patch *rule_patch(const struct rule *r)
{
	for (uint32_t i = 0; i < r->ncases; i++)
		if (r->cas[i].patch)
			return r->cas[i].patch;
	return NULL;
}
/* The safety of a fix, before any settings: the claim of a project's rule is ignored. */
static inline enum safety rule_safety(const struct rule *r, const struct fixspec *f)
{
	return r->foreign ? SAFETY_UNSAFE : f->safety;
}
/* Whether a finding of it may have a fix. */
static inline bool rule_fixes(const struct rule *r)
{
	bool fixes = r->native_fix || r->code;

	for (uint32_t i = 0; i < r->ncases && !fixes; i++)
		fixes = r->cas[i].nfixes > 0;
	return fixes;
}

/* A filter: a name whose bit is not set is none of the rule's own names. Most names of an expression are functions. */
static inline uint64_t rule_name_bit(const struct str *name)
{
	return (uint64_t)1 << (name->hash & 63);
}
#endif

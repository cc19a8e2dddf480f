// SPDX-License-Identifier: MIT
/* What facts.c, dependence.c and the rule functions share: the cached facts of a config, and an evaluation over it. */
#ifndef FACTS_PRIV_H
#define FACTS_PRIV_H
#include "base/map.h"
#include "facts/search_cache.h"
#include "facts/facts.h"
#include "subject/subject.h"
#include "facts/spot.h"
#include "python/value/containers.h"

enum { FACTS_DEEP = 24, FACTS_MARKS = 65535 };

struct container_memo { /* of one frozen container, because many rules query it */
	/* keys(x), dicts(x), all parts in x; kind UNKNOWN without cause: not computed yet */
	struct value keys, dicts, parts;
	const struct located *located;	      /* its class, if no place decides that; NULL: not computed yet */
	const struct class_fact *class_facts; /* facts of its class (facts/function/fn_parts.c) */
};
struct looked_up { /* a concept */
	struct fact fact;
	bool done;		    /* else its computation is running */
	const struct read_at *read; /* dependencies of a computed one */
	size_t nread;
	const struct code_seen *seen; /* the places of the code that decided it */
	uint32_t nseen;
};
struct facts {
	struct arena *arena;
	const struct subject *subject;
	const struct vocab *vocab;
	const struct dialect *dialect; /* may be NULL: every concept is unmapped */
	const struct machine *machine;
	struct looked_up **fact;	/* by term, NULL: not computed; allocated for the first query */
	struct value special[SPECIALS]; /* kind UNKNOWN without cause: not built yet */
	struct value base_lr, base_batch;
	/* Key paths of marked values: value.spare is the index here, plus one. */
	struct mark *mark;
	uint32_t nmarks, marks_cap;
	struct tree tree;     /* of the effective config; n == 0: not built yet */
	struct map memo;      /* container -> its memo */
	struct map of_schema; /* struct schema_argument, struct schema_class -> struct value, for rules */
	bool open_guards;
	bool gave_tree;
	enum { FACTS_SCOPES_UNSEEN, FACTS_NOT_SCOPED, FACTS_SCOPED } scoped; /* facts/function/located.c */
	struct map located;						     /* likewise: package -> its classes */
	const struct str *located_under;				     /* likewise: what else decides it */
	const struct code *code;					     /* NULL: none */
	const char *parts; /* facts_takes_parts; "": it doesn't; NULL: not computed */
	struct code_seen seen[CODE_SEEN_MAX];
	uint32_t nseen;
	struct machine_reads machine_reads;
	struct search_cache *search_cache; /* shared with other configs; NULL: none */
	struct dict *globals;		   /* of evaluations */
	struct seen_builtins *builtins;	   /* likewise */
	struct budget left;		   /* for evaluations: facts_eval */
	struct budget *spends;		   /* of the running evaluation; NULL: none */
};
/* One evaluation, on the C stack. It is constant: an evaluation in another tree (a concept's own expression, own(x))
 * has its own struct. */
struct facts_ctx {
	struct facts *facts;
	const struct names *names; /* NULL: none */
	struct reads *trace;	   /* NULL: dependencies are not recorded */
	const struct value *root;  /* concepts and the tree are looked up here; NULL: the subject's own */
	uint32_t depth;		   /* enclosing evaluations, including this one */
	struct eval *ev;
	struct eval_host host;	   /* the evaluator's link to this evaluation */
	struct budget own, *outer; /* the arena's budget meanwhile, and its budget before */
};

/* The key path of a path expression; evaluates its subscripts and conditions. */
bool facts_path_of(const struct facts_ctx *a, const struct node *n, struct keypath *out, unsigned depth);
/* A path expression looked up in `root`: all candidates of a concept, or its path in the effective config. */
struct value facts_value_in(const struct facts_ctx *a, const struct node *n, struct value root);
/* Records it for findings, which point there. */
void facts_see_code(struct facts *f, const struct code_seen *x);
struct value facts_level(struct facts *f, enum level level);
struct value facts_special(struct facts *f, enum special s); /* the tree: the subject's own */
struct value facts_has(const struct facts *f, struct keypath p);
struct slot facts_slot(const struct facts *f, struct keypath p); /* in the effective config */
struct value facts_absent(const struct facts *f, struct span at, const char *what);
bool facts_is_absent(struct value v); /* certainly not there */
#endif

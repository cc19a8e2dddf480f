// SPDX-License-Identifier: MIT
/* What facts.c, deps.c and the rule functions share: what is known of a config, and an evaluation over it. */
#ifndef FACTS_PRIV_H
#define FACTS_PRIV_H
#include "base/map.h"
#include "facts/searched.h"
#include "facts/facts.h"
#include "subject/subject.h"
#include "facts/spot.h"
#include "python/value/containers.h"

enum { FACTS_DEEP = 24, FACTS_MARKS = 65535 };

struct container_memo { /* of one frozen container, for it is asked by many rules */
	/* keys(x), dicts(x), all parts in x; kind UNKNOWN without cause: not asked yet */
	struct value keys, dicts, parts;
	const struct located *located; /* the class behind it, where no place decides that; NULL: not asked yet */
	const struct told_fact *told;  /* facts of its class (facts/function/fn_parts.c) */
};
struct looked_up { /* a concept */
	struct fact fact;
	bool done;		    /* else it is being computed */
	const struct read_at *read; /* what a computed one looked at */
	size_t nread;
	const struct code_seen *seen; /* and which places of the code decided it */
	uint32_t nseen;
};
struct facts {
	struct arena *arena;
	const struct subject *subject;
	const struct vocab *vocab;
	const struct dialect *dialect; /* may be NULL: every concept is unmapped */
	const struct machine *machine;
	struct looked_up **fact;	/* by term, NULL: not asked; made when the first one is asked for */
	struct value special[SPECIALS]; /* kind UNKNOWN without cause: not built yet */
	struct value base_lr, base_batch;
	/* Key paths of values that remember one: value.spare is its number here, plus one. */
	struct mark *mark;
	uint32_t nmarks, marks_cap;
	struct tree tree; /* of the effective config; n == 0: not built yet */
	struct map memo;  /* container -> its memo */
	bool open_guards;
	bool gave_tree;
	enum { FACTS_SCOPES_UNSEEN, FACTS_NOT_SCOPED, FACTS_SCOPED } scoped; /* facts/function/located.c */
	struct map located;						     /* likewise: package -> its classes */
	const struct str *located_under;				     /* likewise: what decides it beside */
	const struct code *code;					     /* NULL: none */
	const char *parts; /* facts_takes_parts; "": not so; NULL: not asked */
	struct code_seen seen[CODE_SEEN_MAX];
	uint32_t nseen;
	struct asked asked;
	struct searched *searched;	/* shared with other configs; NULL: none */
	struct dict *globals;		/* of evaluations */
	struct seen_builtins *builtins; /* likewise */
	struct budget left;		/* for evaluations: facts_eval */
	struct budget *spends;		/* of the evaluation that is under way; NULL: none */
};
/* One evaluation, on the C stack. Nothing of it changes on the way: what looks elsewhere (a concept's own expression,
 * own(x)) is another asking. */
struct asking {
	struct facts *facts;
	const struct names *names; /* NULL: none */
	struct reads *trace;	   /* NULL: nobody wants it */
	const struct value *root;  /* concepts and the tree are looked up here; NULL: the subject's own */
	uint32_t depth;		   /* evaluations around this one, and itself */
	struct eval *ev;
	struct eval_host host;	   /* the evaluator's way back to the asking */
	struct budget own, *outer; /* the arena's meanwhile, and what it had before */
};

/* The key path that a path expression denotes; evaluates its subscripts and conditions. */
bool facts_path_of(const struct asking *a, const struct node *n, struct keypath *out, unsigned depth);
/* A path expression looked up in `root`: all candidates of a concept, or the path that it has in the effective config.
 */
struct value facts_value_in(const struct asking *a, const struct node *n, struct value root);
/* For findings, which point there. */
void facts_see_code(struct facts *f, const struct code_seen *x);
struct value facts_level(struct facts *f, enum level level);
struct value facts_special(struct facts *f, enum special s); /* the tree: the subject's own */
struct value facts_has(const struct facts *f, struct keypath p);
struct slot facts_slot(const struct facts *f, struct keypath p); /* in the effective config */
struct value facts_absent(const struct facts *f, struct span at, const char *what);
bool facts_is_absent(struct value v); /* certainly not there */
#endif

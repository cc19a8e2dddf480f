// SPDX-License-Identifier: MIT
/* Questions: what an expression looks at in a config while it is evaluated, written down with the answers, so that
 * another config can be asked the same. An expression knows nothing of a config but these answers (and its dialect and
 * settings): where they are equal, its value is. What can't be asked again is `lost`. */
#ifndef FACTS_QUESTION_H
#define FACTS_QUESTION_H
#include "base/vec.h"
#include "facts/facts.h"

enum question_kind {
	ASK_EXPR,  /* the value of expr, which uses no name that changes from element to element */
	ASK_CHAIN, /* cfg[k].x: root taken apart by path; named: which parts are .x */
	ASK_KEYS,  /* keys(cfg[k].x) likewise */
	ASK_HAS,   /* has(path) */
	ASK_SLOT,  /* what stands at path in a root of the module */
	ASK_TERM,  /* where concept expr stands: which of its candidates */
};
struct question {
	enum question_kind kind;
	const struct node *expr; /* ASK_EXPR, ASK_TERM */
	enum special root;	 /* ASK_CHAIN, ASK_KEYS */
	enum level level;	 /* ASK_SLOT */
	uint64_t named;		 /* likewise: a bit per part */
	struct keypath path;
	bool guards; /* asked with open guards (facts_open_guards) */
};
struct look {
	struct question asked;
	struct value answer;
};
struct listener {
	VEC(, struct look) looks;
	size_t from; /* repeated looks since here are written down once */
	bool lost;   /* something was looked at that can't be asked again */
	const struct str *const
		*bound; /* names that stand for something else each time: elements, comprehensions' variables */
	uint32_t nbound;
};
/* l NULL: nobody listens. Returns who did. */
struct listener *facts_listen(struct facts *f, struct listener *l);
bool facts_listening(const struct facts *f);
bool question_same(const struct question *a, const struct question *b);
/* Whether an expression means the same in every rule; mixes it into *hash. */
bool question_general(const struct vocab *v, const struct node *n, uint32_t depth, uint64_t *hash);
bool question_expr_same(const struct node *a, const struct node *b); /* of general ones: the same text */
struct value question_ask(struct facts *f, const struct question *q, const struct names *names);

/* Answers are the same when nothing that an expression can see differs: places in files don't count, key paths do. */
struct answer {
	struct value val; /* its kind; bits is the rest */
	int64_t bits;
	bool marked;
	struct keypath mark; /* the key path that the value knows */
	struct answer *item; /* of a list made by the expression, else NULL */
	uint32_t n;
};
/* A copy that outlives the config's facts. false: no such copy can be made. */
bool answer_keep(struct arena *a, struct facts *f, struct value v, struct answer *out);
uint64_t answer_hash(const struct facts *f, struct value v); /* same answers have the same */
bool answer_same(struct facts *f, const struct answer *kept, struct value v);
bool question_keep(struct arena *a, const struct question *q, struct question *out); /* likewise */
#endif

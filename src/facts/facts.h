// SPDX-License-Identifier: MIT
/* What expressions read of one subject: its tree, and the concepts of a config under a dialect, looked up on demand
 * and cached. */
#ifndef FACTS_FACTS_H
#define FACTS_FACTS_H
#include "code/code.h"
#include "facts/dialect.h"
#include "facts/mark.h"
#include "subject/subject.h"
#include "python/state/state.h"

enum fact_state {
	FACT_KNOWN,
	FACT_DEFAULT /* absent, the training code's default */,
	FACT_ABSENT,
	FACT_UNMAPPED,
	FACT_UNKNOWN
};
struct fact {
	const struct str *name;
	enum fact_state state;
	struct value val;
	struct keypath path; /* its place, or where it would be set; n == 0: computed, not settable */
	struct slot slot;
};
struct facts;
/* d NULL: no concept is mapped. hw NULL: the machine is unknown. */
struct facts *facts_new(struct arena *a, const struct subject *s, const struct vocab *v, const struct dialect *d,
			const struct machine *hw);
/* The limits of all evaluations together; each gets half of what remains: the seconds and a quarter of the memory
 * limit of a file. 0: the usual limits. */
void facts_limit(struct facts *f, unsigned seconds, unsigned mib);
struct search_cache;
void facts_share(struct facts *f, struct search_cache *b);	       /* b outlives the facts */
struct search_cache *facts_search_cache(const struct facts *f);	       /* NULL: none is shared */
void facts_set_dialect(struct facts *f, const struct dialect *d);      /* as if it had been set from the start */
const struct fact *facts_get(struct facts *f, const struct str *name); /* NULL: no such vocabulary name */
/* The values of `settings.lr.*`; absent if this is never called. */
void facts_reference(struct facts *f, struct value base_lr, struct value base_batch);
/* c: the project's own training code, which takes precedence over the dialect's tables; it must outlive f. NULL:
 * none, only the tables are used. */
void facts_code(struct facts *f, const struct code *c);
/* Places of that code that decided answers since the last call, so that findings can point there. */
enum { CODE_SEEN_MAX = 4 };
struct code_seen {
	struct code_place at;
	const char *text; /* "this call does not take it (f)" */
};
uint32_t facts_code_seen(struct facts *f, const struct code_seen **out);
const struct dialect *facts_dialect(const struct facts *f);
struct facts_ctx; /* a running evaluation */
struct names {	  /* lets and options: name -> value */
	/* by: the evaluation that finds the name; the expression behind a let is evaluated in it (facts_eval_in). */
	bool (*lookup)(void *ctx, const struct facts_ctx *by, const struct str *name, struct value *out);
	void *ctx;
	/* The expression behind a name (a let that stands for a place), NULL: none. May be NULL itself. */
	const struct node *(*expr)(void *ctx, const struct str *name);
};
/* Evaluates an expression of a rule, dialect or profile over these facts. names and trace may be NULL. Rule functions:
 * see docs/writing-rules.md. */
struct value facts_eval(struct facts *f, const struct node *expr, const struct names *names, struct reads *trace);
/* The same of a rule's `each`: of a list comprehension the known items suffice; where there may be more, the list is
 * open, and an item that may be absent says why. */
struct value facts_eval_each(struct facts *f, const struct node *expr, const struct names *names, struct reads *trace);
/* Whether its dependencies are recorded. */
bool facts_traces(const struct facts_ctx *facts_ctx);
/* The same within another evaluation: in the same tree, and its depth counts. */
struct value facts_eval_in(const struct facts_ctx *outer, const struct node *expr, const struct names *names,
			   struct reads *trace);
/* The value of a name; false: names lacks it. */
bool facts_named(struct facts *f, const struct names *names, const struct str *name, struct value *out);
/* A path expression (`at:`, `set:` keys, arguments of has()): its key path in the effective config. false: it has
 * none. */
bool facts_path(struct facts *f, const struct node *expr, const struct names *names, struct keypath *out);
/* known(machine.x) of a figure that was not given is False. With open guards it is True, so that the rule's
 * dependencies show as if it were given. */
struct machine_reads {
	bool gpus, cores; /* known() was called for figures that were not given: GPUs or nodes, cores */
};
void facts_open_guards(struct facts *f, bool open);
struct machine_reads facts_machine_reads(struct facts *f); /* since the last call */
/* since the last call: a function that should return a part of the tree returned all of it */
bool facts_gave_tree(struct facts *f);
/* Whether entry rules apply: the config is complete and not under a _base_ folder. Named by the user: any config,
 * but under a _base_ folder only a complete one (pre-commit names every changed file, fragments too). */
bool facts_is_root(struct facts *f, bool named);
#endif

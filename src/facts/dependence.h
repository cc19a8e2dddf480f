// SPDX-License-Identifier: MIT
/* Which parts of a config the value of a rule's expression depends on, derived from its syntax: the values at some
 * key paths. If another config has the same values there, and dialect, settings, training code and project are the
 * same, the expression has the same value. Values are the same if they are equal scalars, or containers with the
 * same contents (python/value/contents.h). */
#ifndef FACTS_DEPENDENCE_H
#define FACTS_DEPENDENCE_H
#include "facts/facts.h"
#include "facts/spot.h"

enum { DEPS_MAX = 64 };
struct deps {
	bool known;   /* false: it depends on more */
	bool guarded; /* it calls known(machine.x): with open guards (facts_open_guards) the value differs */
	bool placed;  /* it reads around the element (own(x.k)): equal elements at different places differ */
	bool scoped;  /* likewise, if dicts name the packages of dicts below them (part_scoped) */
	bool classed; /* likewise, with their key paths: a type elsewhere names another class */
	const struct spot **at;
	uint32_t n; /* at most DEPS_MAX */
};
struct deps_of { /* the context of the query */
	struct spots *all;
	struct facts *f;
	/* As in facts_eval: they contain lets, options, and an element that is always the same. */
	const struct names *names;
	const struct str *element; /* the name of an element of `each` that differs each time, NULL: none */
	const struct deps *each;   /* with element: where `each` looks */
	/* Names with another value each time: an element, variables of comprehensions. */
	const struct str *const *bound;
	uint32_t nbound;
};
struct deps deps_of(const struct deps_of *o, const struct node *expr);
/* An expression that reads nothing of the config and calls no function: *out is its value, which is known. */
bool deps_constant(const struct deps_of *o, const struct node *expr, struct value *out);
/* The union: what either depends on. */
struct deps deps_join(struct spots *all, const struct deps *x, const struct deps *y);
/* What dialect_detect reads of a config that this loader loads; f's dialect is changed. */
struct deps dialect_deps(struct spots *all, const struct dialects *dialects, struct facts *f, enum loader loader);

/* The values at all of them; out has room for DEPS_MAX. false: unknown. */
bool deps_seen(struct spots_seen *t, struct facts *f, const struct deps *d, struct stand *out);
#endif

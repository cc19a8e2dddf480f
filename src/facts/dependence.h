// SPDX-License-Identifier: MIT
/* What the value of a rule's expression depends on in a config, told from its text: the values at some key paths. Where
 * another config has the same values there, and dialect, settings, training code and project are the same, the
 * expression has the same value. Values are the same when they are equal scalars, or containers with the same contents
 * (python/value/contents.h). */
#ifndef FACTS_DEPENDENCE_H
#define FACTS_DEPENDENCE_H
#include "facts/facts.h"
#include "facts/spot.h"

enum { DEPS_MAX = 64 };
struct deps {
	bool known;   /* false: it depends on more */
	bool guarded; /* it asks known(machine.x): with open guards (facts_open_guards) the value is another */
	bool placed;  /* it looks around the element (own(x.k)): equal elements at different places differ */
	bool scoped;  /* likewise where dicts name the packages of those below them (part_scoped) */
	bool classed; /* likewise, with the key paths that they stand at: a type names another class elsewhere */
	const struct spot **at;
	uint32_t n; /* at most DEPS_MAX */
};
struct deps_of { /* who asks */
	struct spots *all;
	struct facts *f;
	const struct names
		*names; /* as in facts_eval: they give lets, options, and an element that is always the same */
	const struct str *element; /* the name of an element of `each` that is another each time, NULL: none */
	const struct deps *each;   /* with element: where `each` looks */
	/* Names that stand for something else each time: an element, variables of comprehensions. */
	const struct str *const *bound;
	uint32_t nbound;
};
struct deps deps_of(const struct deps_of *o, const struct node *expr);
/* An expression that looks at nothing in the config, nor asks a function: *out is its value, which is known. */
bool deps_constant(const struct deps_of *o, const struct node *expr, struct value *out);
/* Both: what either depends on. */
struct deps deps_join(struct spots *all, const struct deps *x, const struct deps *y);
/* What dialect_detect looks at in a config that this one trains; f's dialect is changed. */
struct deps dialect_deps(struct spots *all, const struct dialects *dialects, struct facts *f, enum loader loader);

/* What stands at all of them; out has room for DEPS_MAX. false: that can't be told. */
bool deps_seen(struct spots_seen *t, struct facts *f, const struct deps *d, struct stand *out);
#endif

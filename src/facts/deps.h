// SPDX-License-Identifier: MIT
/* What the value of a rule's expression depends on in a config, told from its text: the values at some key paths. Where
 * another config has the same values there, and dialect, settings, training code and project are the same, the
 * expression has the same value. Values are the same when they are equal scalars, or containers with the same contents
 * (python/value/contents.h). */
#ifndef FACTS_DEPS_H
#define FACTS_DEPS_H
#include "base/vec.h"
#include "facts/facts.h"

enum { PLACE_BUCKETS = 512, DEPS_MAX = 64 };
struct place;	/* a key path at a level of a config */
struct places { /* all that some expression depends on; one writer at a time, what is there doesn't change */
	struct arena *a;
	uint32_t n;
	struct place *bucket[PLACE_BUCKETS];
};
struct deps {
	bool known; /* false: it depends on more */
	const struct place **at;
	uint32_t n; /* at most DEPS_MAX */
};
struct deps_of { /* who asks */
	struct places *all;
	struct facts *f;
	const struct names
		*names; /* as in facts_eval: they give lets, options, and an element that is always the same */
	/* Names that stand for something else each time: an element, variables of comprehensions. */
	const struct str *const *bound;
	uint32_t nbound;
};
struct deps deps_of(const struct deps_of *o, const struct node *expr);
/* An expression that looks at nothing in the config, nor asks a function: *out is its value, which is known. */
bool deps_constant(const struct deps_of *o, const struct node *expr, struct value *out);
/* Both: what either depends on. */
struct deps deps_join(struct places *all, const struct deps *x, const struct deps *y);
/* What dialect_detect looks at in a config of this loader; f's dialect is changed. */
struct deps dialect_deps(struct places *all, const struct dialects *dialects, struct facts *f, enum loader loader);

struct token { /* what stands at a place: equal ones are the same */
	uint64_t kind;
	int64_t bits;
};
struct tokens { /* of one config; zeroed is empty */
	VEC(, struct token_slot) slot;
	uint16_t *index; /* by number of the place: which slot, plus one */
	uint32_t nindex;
};
void tokens_clear(struct tokens *t); /* for another config; keeps its memory */
void tokens_release(struct tokens *t);
/* false: what stands there can't be told by a token. */
bool deps_tokens(struct tokens *t, struct facts *f, const struct deps *d, struct token *out);
/* What tells v, an element of a rule's `each`, from all others; false: nothing does. */
bool deps_token_of(const struct facts *f, struct value v, struct token *out);
#endif

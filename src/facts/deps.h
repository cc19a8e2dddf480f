// SPDX-License-Identifier: MIT
/* What the value of a rule's expression depends on in a config, told from its text: the values at some key paths. Where
 * another config has the same values there, and dialect, settings, training code and project are the same, the
 * expression has the same value. Values are the same when they are equal scalars, or containers with the same contents
 * (python/value/contents.h). */
#ifndef FACTS_DEPS_H
#define FACTS_DEPS_H
#include "facts/question.h"

struct place {			/* a key path at a level of a module */
	const struct place *up; /* NULL: the level itself */
	struct value part;
	enum level level;
	bool presence; /* whether something known stands there is all that counts */
	uint32_t number, depth;
	struct place *next; /* in the bucket */
};
enum { PLACE_BUCKETS = 512 };
struct places { /* all that some expression depends on; one writer at a time, what is there doesn't change */
	struct arena *a;
	uint32_t n;
	struct place *bucket[PLACE_BUCKETS];
};
struct deps {
	bool known; /* false: it depends on more */
	const struct place **at;
	uint32_t n;
};
/* names as in facts_eval: they give the expressions of lets. */
struct deps deps_of(struct places *all, struct facts *f, const struct node *expr, const struct names *names);

/* Of a question about a key path; not known of others. */
struct deps path_deps(struct places *all, const struct question *q);
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
#endif

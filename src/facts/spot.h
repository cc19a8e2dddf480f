// SPDX-License-Identifier: MIT
/* A key path at a level of a config (or a call that asks for something else of it), the same for all configs, and what
 * stands there in one, as two words that can be
 * compared: equal ones are the same scalar, containers of the same contents (python/value/contents.h), or the same kind
 * of nothing. */
#ifndef FACTS_SPOT_H
#define FACTS_SPOT_H
#include "base/vec.h"
#include "facts/facts.h"

enum { SPOT_BUCKETS = 512 };
struct spot {
	const struct spot *up; /* NULL: the level itself */
	struct value part;
	enum level level;
	bool presence;		 /* whether something known stands there is all that counts */
	const struct node *call; /* not NULL: no key path, but what this call gives */
	uint32_t number, depth;
	struct spot *next; /* in the bucket */
};
struct spots { /* all that anything looks at; one writer at a time, what is there doesn't change */
	struct arena *a;
	uint32_t n;
	struct spot *bucket[SPOT_BUCKETS];
};
/* up NULL: the level itself, part doesn't count. */
const struct spot *spot_get(struct spots *all, const struct spot *up, struct value part, enum level level,
			    bool presence);

/* call: an expression that uses no names of a rule's own. */
const struct spot *spot_of_call(struct spots *all, const struct node *call);

struct stand { /* what stands there */
	uint64_t kind;
	int64_t bits;
};
struct spots_seen { /* those of one config that were looked at; zeroed is empty */
	VEC(, struct spot_slot) slot;
	uint16_t *index; /* by number of the spot: which slot, plus one */
	uint32_t nindex;
};
void spots_clear(struct spots_seen *t); /* for another config; keeps its memory */
void spots_release(struct spots_seen *t);
/* false: what stands there can't be told. */
bool spot_look(struct spots_seen *t, struct facts *f, const struct spot *p, struct stand *out);
/* The same of a value by itself. */
bool spot_value(const struct facts *f, struct value v, struct stand *out);
/* Where a value stands, as far as that tells what training builds there (code/builds.h). */
bool spot_place(struct facts *f, struct value v, struct stand *out);
#endif

// SPDX-License-Identifier: MIT
/* A key path at a level of a config (or a call that computes something else from it), the same for all configs, and
 * its value in one config, as two words that can be compared: equal ones are the same scalar, containers of the same
 * contents (python/value/contents.h), or the same kind of missing. */
#ifndef FACTS_SPOT_H
#define FACTS_SPOT_H
#include "base/vec.h"
#include "facts/facts.h"

enum { SPOT_BUCKETS = 512 };
struct spot {
	const struct spot *up; /* NULL: the level itself */
	struct value part;
	enum level level;
	bool presence;		 /* only whether a known value exists there counts */
	const struct node *call; /* not NULL: no key path, but the result of this call */
	uint32_t number, depth;
	struct spot *next; /* in the bucket */
};
struct spots { /* all that anything depends on; one writer at a time, existing ones don't change */
	struct arena *a;
	uint32_t n;
	struct spot *bucket[SPOT_BUCKETS];
};
/* up NULL: the level itself, part is ignored. */
const struct spot *spot_get(struct spots *all, const struct spot *up, struct value part, enum level level,
			    bool presence);

/* call: an expression without names of a rule's own. */
const struct spot *spot_of_call(struct spots *all, const struct node *call);

struct stand { /* the value there */
	uint64_t kind;
	int64_t bits;
};
struct spots_seen { /* the evaluated ones of one config; zeroed is empty */
	VEC(, struct spot_slot) slot;
	uint16_t *index; /* by the spot's number: its slot, plus one */
	uint32_t nindex;
};
void spots_clear(struct spots_seen *t); /* for another config; memory is reused */
void spots_release(struct spots_seen *t);
/* false: the value there is unknown. */
bool spot_look(struct spots_seen *t, struct facts *f, const struct spot *p, struct stand *out);
/* The same for a value by itself. */
bool spot_value(const struct facts *f, struct value v, struct stand *out);
/* The place of a value, as far as it determines what training builds there (code/builds.h). */
bool spot_place(struct facts *f, struct value v, struct stand *out);
#endif

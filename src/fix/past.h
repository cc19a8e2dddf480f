// SPDX-License-Identifier: MIT
/* What was refused in earlier rounds, and in which config: as long as nothing that this is made of is edited, the same
 * fix would fail there again just so, and isn't tried. */
#ifndef FIX_PAST_H
#define FIX_PAST_H
#include "base/map.h"
#include "fix/proof/verify.h"

struct past {
	struct arena *a;
	struct map refused; /* an attempt as text -> what became of it */
	struct map edited;  /* files, interned -> the last round in which they were */
	uint32_t round;
};
/* Open ones that would be refused again are refused; the others stay in the set, in their order. */
void past_refuse(const struct past *p, const struct verifier *v, struct attempt_set *open);
/* After they were settled; v as it was then. */
void past_note(struct past *p, const struct verifier *v, const struct attempt_set *settled);
void past_edited(struct past *p, const struct verifier *v, const struct attempt_set *kept); /* the round is over */
#endif

// SPDX-License-Identifier: MIT
/* Which kinds of files can be rewritten, besides configs, and how. */
#ifndef FIX_KIND_H
#define FIX_KIND_H
#include "fix/edit/place.h"
#include "fix/proof/attempt.h"

struct fix_kind {
	const struct subject_kind *of;
	/* Fills edits, expect and the other members of t that judge needs. false: t's state is REFUSED, with a reason.
	 */
	bool (*plan)(struct arena *a, struct attempt *t, enum fix_scope scope);
	judge_changed *judge;
};
const struct fix_kind *fix_kind_find(const struct subject_kind *kind); /* NULL: none, or configs */
#endif

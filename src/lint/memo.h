// SPDX-License-Identifier: MIT
/* Rules that were silent. A rule whose conditions look at the same values (same objects at the same places, inherited from
 * the same bases) under the same dialect and settings is silent again and need not be evaluated. Only silence is
 * remembered, so a hit and a miss give the same bytes, whatever the threads do. Bounded, locked. Modules must outlive it. */
#ifndef LINT_MEMO_H
#define LINT_MEMO_H
#include "lint/judge.h"

struct memo;
struct memo_query { /* one rule, or one of its elements, on one config */
	const struct depends *on; /* NULL: can't be remembered */
	struct remembered *in;
	const struct str *elem; /* NULL: the whole rule */
	uint64_t hash;
};
struct memo *memo_new(void);
void memo_free(struct memo *m);
/* Whether this was silent before. q says what to remember if it turns out so. */
bool memo_rule(struct memo *m, const struct judge *j, const struct rule *r, struct memo_query *q);
/* One element of `each`, a string, that may stand for a top-level key of the config; for a rule that as a whole looks at
 * too much. q as memo_rule left it. */
bool memo_element(struct memo *m, const struct judge *j, const struct rule *r, struct value elem, struct memo_query *q);
void memo_silent(struct memo *m, const struct judge *j, const struct memo_query *q);
#endif

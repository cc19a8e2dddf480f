// SPDX-License-Identifier: MIT
/* Values that something unknown may have changed. The idea: doubt.c. */
#ifndef PYTHON_STATE_DOUBT_H
#define PYTHON_STATE_DOUBT_H
#include "python/state/state.h"

/* Something unknown may have changed the content of v: its parts become Unknown, and it may have more items. */
void eval_poison(struct eval *ev, struct value v, const struct cause *why);
/* Records that some Unknown may be this container (or one inside it): a write through an Unknown
 * (eval_changed_unknown) may change it. */
void eval_may_be(struct eval *ev, struct value v);
void eval_may_be_held(struct eval *ev, struct value by);
size_t doubt_count(const struct eval *ev);			       /* number of containers recorded by
									* eval_may_be */
void doubt_poison(struct eval *ev, size_t n, const struct cause *why); /* poisons the first n of them and forgets
									* them */
void eval_changed_unknown(struct eval *ev, const struct cause *why);
void doubt_free(struct doubts *d); /* NULL is allowed */
#endif

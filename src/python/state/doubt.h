// SPDX-License-Identifier: MIT
/* What something unknown may have changed. The idea: doubt.c. */
#ifndef PYTHON_STATE_DOUBT_H
#define PYTHON_STATE_DOUBT_H
#include "python/state/state.h"

/* Something unknown may have changed what v holds: its parts become Unknown, it may hold more. */
void eval_poison(struct eval *ev, struct value v, const struct cause *why);
/* Some Unknown may be this container (one that it holds): what is changed through an Unknown (eval_changed_unknown) may
 * change it. */
void eval_may_be(struct eval *ev, struct value v);
void eval_may_be_held(struct eval *ev, struct value by);
size_t doubt_count(const struct eval *ev);			       /* containers told to eval_may_be */
void doubt_poison(struct eval *ev, size_t n, const struct cause *why); /* the first n of them; they are forgotten */
void eval_changed_unknown(struct eval *ev, const struct cause *why);
void doubt_free(struct doubts *d); /* NULL is fine */
#endif

// SPDX-License-Identifier: MIT
/* Frozen containers in one evaluation: read through a private copy once something was written. The idea: thaw.c. */
#ifndef PYTHON_STATE_THAW_H
#define PYTHON_STATE_THAW_H
#include "python/state/state.h"

/* Write access to a container: the container itself, or its private copy when it is frozen (made at the first write).
 */
struct list *eval_thaw_list(struct eval *ev, struct value *v);
struct dict *eval_thaw_dict(struct eval *ev, struct value *v);
/* Read access: a frozen container that was thawed gives its copy. */
struct value eval_seen(struct eval *ev, struct value v);
/* The value of every container that a write reached, on the way from v down; then ready for value_freeze. */
struct value eval_settle(struct eval *ev, struct value v);
void thaw_free(struct thaw *t); /* NULL is fine */
#endif

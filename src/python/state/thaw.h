// SPDX-License-Identifier: MIT
/* Frozen containers in one evaluation: after a write, reads see a private copy. The idea: thaw.c. */
#ifndef PYTHON_STATE_THAW_H
#define PYTHON_STATE_THAW_H
#include "python/state/state.h"

/* Write access to a container: the container itself, or its private copy if it is frozen (created at the first
 * write). */
struct list *eval_thaw_list(struct eval *ev, struct value *v);
struct dict *eval_thaw_dict(struct eval *ev, struct value *v);
/* Read access: for a frozen container that was written, its copy. */
struct value eval_seen(struct eval *ev, struct value v);
/* Replaces every written container in v by its copy; afterwards v is ready for value_freeze. */
struct value eval_settle(struct eval *ev, struct value v);
void thaw_free(struct thaw *t); /* NULL is allowed */
#endif

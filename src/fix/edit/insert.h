// SPDX-License-Identifier: MIT
/* Adds items to a bracket of the file's text. Edits are added to `out`; on false nothing was added and e has the
 * reason. Texts live in the arena. */
#ifndef FIX_EDIT_INSERT_H
#define FIX_EDIT_INSERT_H
#include "fix/edit/override.h"
#include "fix/edit/place.h"
#include "text/edit.h"

/* Keys in the dict(...) or {...} at p->node, all at once; the list is not empty. */
bool insert_keys(struct arena *a, const struct place *p, const struct override *list, struct edits *out, struct err *e);
/* An element behind the last one of the list or tuple at p->node. */
bool insert_element(struct arena *a, const struct place *p, struct value element, struct edits *out, struct err *e);
#endif

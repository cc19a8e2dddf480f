// SPDX-License-Identifier: MIT
/* A place and a wanted value -> byte edits in the style of the file: indentation, quotes, trailing commas, number
 * spelling, comments, line endings. Edits are added to `out`; on false nothing was added and e has the reason. Texts
 * live in the arena. */
#ifndef FIX_EDIT_REWRITE_H
#define FIX_EDIT_REWRITE_H
#include "fix/edit/override.h"
#include "fix/edit/place.h"
#include "text/edit.h"

bool rewrite_set(struct arena *a, const struct place *p, struct value want, struct edits *out, struct err *e);
/* Several keys at one place (INSERT: keys of its dict; NEW_ASSIGN: names): each of the list becomes one item or
 * statement. */
bool rewrite_override(struct arena *a, const struct place *p, struct override *list, struct edits *out, struct err *e);
bool rewrite_add(struct arena *a, const struct place *list, struct value element, struct edits *out, struct err *e);
/* The item (KW or PAIR) or assignment `gone` becomes the key o, in place. */
bool rewrite_replace(struct arena *a, const struct place *gone, const struct override *o, struct edits *out,
		     struct err *e);
/* A statement more that takes the key away from what a lazy config imported. */
bool rewrite_pop(struct arena *a, const struct place *p, struct keypath path, struct edits *out, struct err *e);
#endif

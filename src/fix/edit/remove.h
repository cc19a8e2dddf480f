// SPDX-License-Identifier: MIT
/* Removes and renames keys in a file's text. Edits are added to `out`; on false nothing was added and e has the reason.
 * Texts live in the arena. */
#ifndef FIX_EDIT_REMOVE_H
#define FIX_EDIT_REMOVE_H
#include "fix/edit/place.h"
#include "text/edit.h"

bool remove_key(struct arena *a, const struct place *p, struct edits *out, struct err *e);
/* Several items of one bracket at once: neighbours share commas. All places have the same container. */
bool remove_items(struct arena *a, const struct place *p, size_t n, struct edits *out, struct err *e);
/* Text that a native rule deletes; of whole lines the blank ones beside them go as with a removed statement. */
void remove_text(const struct source *s, uint32_t lo, uint32_t hi, struct edits *out);
bool rename_key(struct arena *a, const struct place *p, const struct str *name, struct edits *out, struct err *e);
#endif

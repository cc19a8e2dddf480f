// SPDX-License-Identifier: MIT
/* Top-level variables that only carry a value to where it is used (`log_interval = 10`, `train_pipeline = [...]`). They
 * are keys of the effective config too, so editing one is a change on the side: harmless when no training code looks
 * the key up, and declared. */
#ifndef FIX_EDIT_CARRY_H
#define FIX_EDIT_CARRY_H
#include "facts/dialect.h"

/* Whether any dialect's training code looks at this top-level key; without dialects (NULL) each may be one. */
bool carry_is_key(const struct dialects *all, const struct str *name);
/* Where the file's own text uses the variable other than by assigning to it, the last such place; NULL: nowhere. */
const struct node *carry_user(const struct module *m, const struct str *name);
/* The expression to edit instead of this use of a variable: its assigned value, if the file assigns it once at top
 * level, this is the only use and no code reads it as a key. The use itself otherwise. */
const struct node *carry_source(const struct module *m, const struct node *use, const struct dialects *all);
#endif

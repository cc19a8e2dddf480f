// SPDX-License-Identifier: MIT
/* What classes that are made from another do of their own: whether what is known of that one holds for them can be told
 * from it. By the syntax of their bodies alone. */
#ifndef CODE_HEIR_H
#define CODE_HEIR_H
#include "pymodel/names.h"

struct index;
/* All classes of k's line in front of `ancestor` ("mmdet.models.RetinaHead"), which k's line has, as texts: the name of
 * what one defines (`forward`; `__init__` only where a constructor may give its base something else than it gets);
 * `.words` for each of `words` that one names on an object (`@words`: in a method that is no constructor;
 * `+words`: whose constructor hands its argument of that name to a call; `forward:words` for `:words` and each method
 * that does); `~num_classes` where a constructor doesn't hand its
 * argument on as it comes; `=input_transform multiple_select` where it gives its base that text; `*`: nothing is
 * certain. The list's repr. NULL: the line has no such class. */
const char *heir_changes(struct index *c, struct arena *a, struct cls *k, const char *ancestor, const char *words);
/* The constructor gives some call the keyword `name`, or names it as a text: its base may get one of its own. *value:
 * what for, where that is plain: a literal, to the only __init__ that it calls, and it always does; else NULL.
 * *positions: how many arguments by position such a call has, at most. */
bool heir_gives(const struct fn *f, const struct str *name, const struct node **value, uint32_t *positions);
/* Copies of one class: their files, and those of all classes of the project that they are made from, have the same
 * text. What other files those take names from doesn't count. */
bool heir_twins(struct index *c, struct cls *x, struct cls *y);
/* The constructors in front of the i-th of k's line hand an argument of that name on as it comes. */
bool heir_reaches(struct index *c, struct arena *a, struct cls *k, uint32_t i, const struct str *name);
/* The method that an object has; NULL: none of the project's. */
struct fn *heir_method(const struct cls *k, const struct str *name);
#endif

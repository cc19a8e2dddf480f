// SPDX-License-Identifier: MIT
/* What subclasses do themselves, so that a caller can decide whether facts about a base class hold for a subclass.
 * By the syntax of their bodies alone. */
#ifndef CODE_CLASSES_SUBCLASS_H
#define CODE_CLASSES_SUBCLASS_H
#include "pymodel/names.h"

struct index;
/* All classes of k's resolution order before `ancestor` ("mmdet.models.RetinaHead"), which is in that order, as
 * texts:
 *   - the name of each of their methods (`forward`; `__init__` only if a constructor may give its base something else
 *     than it gets);
 *   - `.words` for each of `words` that a class names on an object. `@words`: in a method that is no constructor;
 *     `+words`: its constructor passes its argument of that name to a call; `forward:words` for `:words` and each
 * method that does so;
 *   - `~num_classes` if a constructor doesn't pass its argument on unchanged;
 *   - `=input_transform multiple_select` if it gives its base that text;
 *   - `*`: nothing is certain.
 * Returns the repr of the list. NULL: the resolution order has no such class. */
const char *subclass_changes(struct index *c, struct arena *a, struct cls *k, const char *ancestor, const char *words);
/* The constructor passes the keyword `name` to some call, or names it as a text: its base may get another value.
 * *value: the value, if it is a literal for the only __init__ that is called, and it is always called; else NULL.
 * *positions: the largest number of positional arguments of such a call. */
bool constructor_gives(const struct fn *f, const struct str *name, const struct node **value, uint32_t *positions);
/* True if the classes are copies: their files, and those of all project classes that they derive from, have equal
 * text. Other files from which they import names don't count. */
bool classes_are_copies(struct index *c, struct cls *x, struct cls *y);
/* The constructors before the i-th class of k's resolution order pass an argument of that name on unchanged. */
bool subclass_passes_on(struct index *c, struct arena *a, struct cls *k, uint32_t i, const struct str *name);
/* The method that an object has; NULL: none in the project. */
struct fn *class_find_method(const struct cls *k, const struct str *name);
#endif

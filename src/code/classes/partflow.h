// SPDX-License-Identifier: MIT
/* What a class does with its parts and with its constructor's arguments, by the syntax of its methods and of those
 * of its bases in the project. True means that it is certain. */
#ifndef CODE_CLASSES_PARTFLOW_H
#define CODE_CLASSES_PARTFLOW_H
#include "pymodel/names.h"

struct index;
/* An object stores its constructor's argument under that name, unchanged. */
bool class_stores(struct index *c, struct arena *a, struct cls *k, const struct str *name);
/* A constructor that gets both assigns its argument `name` to its argument `into`: `into.name = name`. */
bool class_copies(struct index *c, struct arena *a, struct cls *k, const struct str *name, const struct str *into);
/* Wherever `self.to(...)` is called, it gets the result of `self.from(...)` unchanged. past (may be NULL): an
 * optional part. If the class never creates it, assignments from `self.past(...)` are ignored. */
bool class_feeds(const struct cls *k, const struct str *from, const struct str *to, const struct str *past);
/* In the method, every call of `self.to(...)` or `self.to.by(...)` gets the result of `self.from(...)` unchanged as
 * its first argument; other arguments may follow. */
bool class_hands(const struct cls *k, const struct str *from, const struct str *to, const struct str *method,
		 const struct str *by);
/* All that the method returns is the last result of `self.from(...)`, unchanged. */
bool class_gives(const struct cls *k, const struct str *method, const struct str *from);
/* The method asserts `len(x) == len(self.of)`, where x is its argument. */
bool class_counts(const struct cls *k, const struct str *method, const struct str *of);
/* It creates a part for single items of its argument: `Conv(of[i], ...)`. */
bool method_makes_parts(const struct fn *f, const struct str *of);
#endif

// SPDX-License-Identifier: MIT
/* What a class does with its parts and with its constructor's arguments, by the syntax of its methods and of those of
 * its bases in the project. True: so it is, for certain. */
#ifndef CODE_PARTFLOW_H
#define CODE_PARTFLOW_H
#include "pymodel/names.h"

struct index;
/* An object keeps under that name what its constructor gets for it, as it comes. */
bool class_stores(struct index *c, struct arena *a, struct cls *k, const struct str *name);
/* A constructor that gets both puts its argument `name` into its argument `into`: `into.name = name`. */
bool class_copies(struct index *c, struct arena *a, struct cls *k, const struct str *name, const struct str *into);
/* What `self.from(...)` gives goes to `self.to(...)` as it comes, wherever that is called; past: where the object has
 * no such part; or NULL. */
bool class_feeds(const struct cls *k, const struct str *from, const struct str *to, const struct str *past);
/* In the method, what `self.from(...)` gives goes first to `self.to(...)` or `self.to.by(...)` as it comes, wherever
 * these are called there; others may stand behind it. */
bool class_hands(const struct cls *k, const struct str *from, const struct str *to, const struct str *method,
		 const struct str *by);
/* All that the method returns is what `self.from(...)` gave last, as it comes. */
bool class_gives(const struct cls *k, const struct str *method, const struct str *from);
/* The method asserts `len(x) == len(self.of)`, x what it is given. */
bool class_counts(const struct cls *k, const struct str *method, const struct str *of);
/* It makes a part for single items of its argument: `Conv(of[i], ...)`. */
bool method_makes_parts(const struct fn *f, const struct str *of);
#endif

// SPDX-License-Identifier: MIT
/* Which names the code of a class or of one of its methods uses, assigns or lacks, by syntax alone. For a class its
 * bases in the project count too. If code is nested too deeply to search, the answer is the one that proves nothing. */
#ifndef CODE_CLASSES_BODIES_H
#define CODE_CLASSES_BODIES_H
#include "pymodel/names.h"

/* Some code gives `self.NAME`, or the argument NAME, a value that isn't derived from the argument. A property or a
 * default of that name counts too. */
bool class_makes(const struct cls *k, const struct str *name);
bool class_lacks(const struct cls *k, const struct str *name); /* neither a method nor an attribute of that name */
bool class_omits(const struct cls *k, const struct str *name); /* no attribute, variable or text has that name */
bool class_puts(const struct cls *k, const struct str *key);   /* `x['KEY'] = y` */
bool class_fills(const struct cls *k, const struct str *name); /* `NAME[i] = x`, `x['NAME'][i] = y`, `NAME += x` */
/* `self.A = {x: i for i, x in enumerate(y)}`, which nothing in the class adds 1 to */
bool class_numbers_from_zero(const struct cls *k, const struct str *attribute);
bool class_sets(const struct cls *k, const struct str *attribute); /* `self.A = x`, x not derived from the argument A */

bool method_names(const struct fn *f, const struct str *const *word, uint32_t n); /* all of them, as `x.WORD` */
bool method_binds(const struct fn *f, const struct str *name);			  /* `NAME = x` */
bool method_asks(const struct fn *f, const struct str *name);	 /* `x.NAME()` without an argument, or `x['NAME']` */
bool method_raises(const struct fn *f);				 /* its body only raises */
bool method_trusts(const struct fn *f);				 /* it neither raises nor asserts anything itself */
bool method_ignores(const struct fn *f, const struct str *name); /* takes the argument, and nothing in it uses it */
bool method_bars(const struct fn *f,
		 const struct str *name); /* no argument takes it: no NAME, no `*args`, `**kwargs` */
/* It has an argument NAME whose default is None, and it tests NAME for None. */
bool method_spares(const struct fn *f, const struct str *name);
#endif

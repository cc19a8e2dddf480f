// SPDX-License-Identifier: MIT
/* What the code of a class or of one of its methods names, assigns and does without, by its syntax alone; of a class
 * its bases in the project count, too. What is nested too deeply to be searched counts against the answer. */
#ifndef CODE_BODIES_H
#define CODE_BODIES_H
#include "pymodel/names.h"

/* Something gives `self.NAME`, or the argument NAME, a value that isn't made of the argument; or has it as a property,
 * or a default. */
bool class_makes(const struct cls *k, const struct str *name);
bool class_lacks(const struct cls *k, const struct str *name);	   /* neither a method nor an attribute of that name */
bool class_omits(const struct cls *k, const struct str *name);	   /* nothing is called that, nor is a text */
bool class_puts(const struct cls *k, const struct str *key);	   /* `x['KEY'] = y` */
bool class_fills(const struct cls *k, const struct str *name);	   /* `NAME[i] = x`, `x['NAME'][i] = y`, `NAME += x` */
bool class_sets(const struct cls *k, const struct str *attribute); /* `self.A = x`, x not made of the argument A */

bool method_names(const struct fn *f, const struct str *const *word, uint32_t n); /* all of them, as `x.WORD` */
bool method_binds(const struct fn *f, const struct str *name);			  /* `NAME = x` */
bool method_asks(const struct fn *f, const struct str *name); /* `x.NAME()` without an argument, or `x['NAME']` */
bool method_raises(const struct fn *f);			      /* it does nothing else */
bool method_bars(const struct fn *f,
		 const struct str *name); /* no argument takes it: no NAME, no `*args`, `**kwargs` */
/* It has an argument NAME that is None when nothing is given, and asks whether it is. */
bool method_spares(const struct fn *f, const struct str *name);
#endif

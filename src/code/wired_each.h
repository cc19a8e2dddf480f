// SPDX-License-Identifier: MIT
/* Classes that have one part for each item of an argument: "counts M K" and "parts M K" of code/wired.h. */
#ifndef CODE_WIRED_EACH_H
#define CODE_WIRED_EACH_H
#include "code/names.h"

/* Its method, whatever it is given, goes no further unless there are as many as the constructor's argument `of` has.
 * stored: the object has that under its name, as it comes. */
bool wired_counts(struct index *c, struct arena *a, struct cls *k, const struct str *method, const struct str *of,
		  bool stored);
/* The method makes something of single items of its argument. */
bool wired_parts(const struct fn *f, const struct str *of);
#endif

// SPDX-License-Identifier: MIT
/* What a project's own transform does with the sample, a dict that one of its methods gets and returns, by the syntax
 * of that method and of those that it hands the sample to. */
#ifndef CODE_CLASSES_SAMPLE_STEP_H
#define CODE_CLASSES_SAMPLE_STEP_H
#include "pymodel/names.h"

/* methods: names, the first of which that k has in the project is the one ("__call__ transform"). The repr of a list of
 * texts:
 *   - `!img`: the method takes that key out of the sample, whatever the sample holds;
 *   - `=mask`: it may add that key;
 *   - `?`: it may add others, return something else, or is not seen whole; the rest is no less certain. */
const char *sample_step(struct arena *a, const struct cls *k, const char *methods);
#endif

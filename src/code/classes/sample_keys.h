// SPDX-License-Identifier: MIT
/* Which keys the code of a class puts into dicts, and which it may take out of them, by syntax alone: what a transform
 * does with a sample, or with what a data set begins one. */
#ifndef CODE_CLASSES_SAMPLE_KEYS_H
#define CODE_CLASSES_SAMPLE_KEYS_H
#include "pymodel/names.h"

/* The repr of a list of texts:
 *   - `=img`: the code may put that key into some dict: `x['img'] = y`, `dict(img=y)`, `{'img': y}`,
 *     `x.update(img=y)`, `x.setdefault('img', y)`, but not `x['img'] = f(x['img'])`;
 *   - `img`: that text stands in it, so that it may take the key out of one;
 *   - `?`: it is nested too deeply to be searched.
 * how: "class": the code of k and of its bases in the project; "file": that of all their files, for what functions
 * beside a class make; "step __call__ transform": sample_step (code/classes/sample_step.h) with these methods instead.
 */
const char *sample_keys(struct arena *a, const struct cls *k, const char *how);
#endif

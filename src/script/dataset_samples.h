// SPDX-License-Identifier: MIT
/* What an object of a project's data set class keeps in memory and takes its samples from. */
#ifndef SCRIPT_DATASET_SAMPLES_H
#define SCRIPT_DATASET_SAMPLES_H
#include "script/treebuilder.h"

/* List of the attributes that `__getitem__` looks up with its index: `attribute`, `origins` (of all that is assigned to
 * it, as script_origins), `line` ("data.py:12", of the first assignment). */
struct value tree_samples(struct tree_builder *w, struct cls *k, struct span at);
#endif

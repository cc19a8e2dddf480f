// SPDX-License-Identifier: MIT
/* Values that training keeps of a model without a copy: `best = model.state_dict()`, `best = model`. The data of
 * `script.snapshots`. */
#ifndef SCRIPT_SNAPSHOT_H
#define SCRIPT_SNAPSHOT_H
#include "script/treebuilder.h"

/* Adds the assignment to w->snapshots, if it is one. */
void tree_add_snapshot(struct tree_builder *w, const struct node *target, const struct node *value);
#endif

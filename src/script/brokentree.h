// SPDX-License-Identifier: MIT
/* What breaks the orders of rules in one file, as values that these ask. */
#ifndef SCRIPT_BROKENTREE_H
#define SCRIPT_BROKENTREE_H
#include "script/treebuilder.h"

/* By the rules' ids; Unknown where events of the file are on no followed path. */
struct value broken_orders(struct tree_builder *w, const struct orders *all, const struct cfile *f);
#endif

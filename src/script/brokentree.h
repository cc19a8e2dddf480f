// SPDX-License-Identifier: MIT
/* The breaches of rules' orders in one file, as values for rules. */
#ifndef SCRIPT_BROKENTREE_H
#define SCRIPT_BROKENTREE_H
#include "script/treebuilder.h"

/* By the rules' ids; Unknown if events of the file are on no followed path. */
struct value broken_orders(struct tree_builder *w, const struct orders *all, const struct cfile *f);
#endif

// SPDX-License-Identifier: MIT
/* Parts of a module that its forward pass uses in some steps only, by chance:
 *
 * 	def forward(self, x):
 * 		if random.random() > 0.5:
 * 			x = self.extra(x)	{attribute: "extra", test: "random.random() > 0.5", line: "net.py:9"} */
#ifndef SCRIPT_BY_CHANCE_H
#define SCRIPT_BY_CHANCE_H
#include "script/treebuilder.h"

/* List of such parts with weights, of the modules of the project that the call gets as arguments. Nothing else in the
 * project uses them: `self.x` stands in one branch of forward, and beside that where the class makes it. */
struct value tree_by_chance(struct tree_builder *w, const struct node *call);
#endif

// SPDX-License-Identifier: MIT
/* Where data sets are changed while they are in use, so that workers that stay from epoch to epoch would keep the first
 * copy:
 *
 *	for epoch in range(9):
 *		loader.dataset.set_epoch(epoch)     a call for its effect alone
 *		train_set.strength = epoch / 9      an attribute, or an element of one
 *
 * By names, in all files of the project: what is not certain counts as a change. */
#ifndef SCRIPT_CHANGING_H
#define SCRIPT_CHANGING_H
#include "script/script_project.h"

struct data_change {
	struct fn *in;
	const struct node *of;	      /* the data set: NAME or ATTR */
	const struct node *statement; /* EXPR, ASSIGN ... */
	bool looped;		      /* in a loop of the function */
};
VEC(data_changes, struct data_change);
/* The first that may concern the loader which this call in the function makes; NULL: there is none. */
const struct data_change *script_changing(struct script_project *p, const struct fn *in, const struct node *call,
					  const struct node *dataset);
#endif

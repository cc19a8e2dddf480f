// SPDX-License-Identifier: MIT
/* Where data sets are changed while in use, so that workers that persist over epochs would keep an outdated copy:
 *
 * 	for epoch in range(9):
 * 		loader.dataset.set_epoch(epoch)     a call for its effect
 * 		train_set.strength = epoch / 9      an attribute, or an element of one
 *
 * By names, in all files of the project. What is uncertain counts as a change. */
#ifndef SCRIPT_VALUES_CHANGING_H
#define SCRIPT_VALUES_CHANGING_H
#include "script/values/script_project.h"

struct data_change {
	struct fn *in;
	const struct node *of;	      /* the data set: NAME or ATTR */
	const struct node *statement; /* EXPR, ASSIGN ... */
	bool looped;		      /* in a loop of the function */
};
VEC(data_changes, struct data_change);
/* The first change that may concern the loader which this call in the function creates; NULL: there is none. */
const struct data_change *script_changing(struct script_project *p, const struct fn *in, const struct node *call,
					  const struct node *dataset);
#endif

// SPDX-License-Identifier: MIT
/* Which loops go over what a call makes. */
#ifndef SCRIPT_OVER_H
#define SCRIPT_OVER_H
#include "script/loops.h"

/* What the elements of are gone through: `tqdm.tqdm(x)` of another package is x. */
struct placed over_iterated(struct script_project *p, struct placed x);
/* Fills p->gone_over and p->training. */
void loops_note(struct script_project *p, const struct courses *courses);
/* List of them: `trains` (gradients are made in it), `within` (it stands in another), `around` (names of the calls that
 * made what the loops around it go over), `calls` (names of the calls that
 * rules/script.yaml lists in the files of the functions that lead there). */
struct value loops_over(struct arena *a, struct script_project *p, struct fn *scope, const struct node *call);
#endif

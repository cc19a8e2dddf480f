// SPDX-License-Identifier: MIT
/* Which loops iterate over a call's result. */
#ifndef SCRIPT_PATHS_OVER_H
#define SCRIPT_PATHS_OVER_H
#include "script/paths/loops.h"

/* The iterable behind wrappers: x for `tqdm.tqdm(x)` of another package. */
struct placed over_iterated(struct script_project *p, struct placed x);
/* Fills p->gone_over, p->training and p->holding. */
void loops_note(struct script_project *p, const struct courses *courses);
/* List of the loops over the result: `trains` (gradients are computed in it), `within` (it is in another loop),
 * `around` (names of the calls that created the iterables of the loops around it), `calls` (names of the calls that
 * rules/script.yaml lists in the files of the functions that lead there). */
struct value loops_over(struct arena *a, struct script_project *p, struct fn *scope, const struct node *call);
#endif

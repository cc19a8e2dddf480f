// SPDX-License-Identifier: MIT
/* Which random generators the code behind an expression draws from: reachability over references.
 *
 * 	transform = Compose([RandomCrop(32)])          RandomCrop draws from torch's generator
 * 	data = Photos(root, transform)                 so does `data`; and by `random.random()` in Photos.__getitem__
 *
 * The search follows variables, attributes of `self`, parameters to their calls, functions, and classes with all
 * their methods. A generator that is found is certain; if something isn't followed, the list is open. */
#ifndef SCRIPT_VALUES_DRAWS_H
#define SCRIPT_VALUES_DRAWS_H
#include "script/values/script_project.h"

/* Names of generators (rules/script.yaml, `draws`), as texts, for the arguments of a call whose parameters its
 * `draws` lists. */
struct value script_draws(struct arena *a, struct script_project *p, struct fn *scope, const struct node *call,
			  const struct script_call *known);
#endif

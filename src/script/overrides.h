// SPDX-License-Identifier: MIT
/* Methods of the project's classes that code outside calls, and the signatures of functions that it is given: what they
 * take decides whether the call of that version works. */
#ifndef SCRIPT_OVERRIDES_H
#define SCRIPT_OVERRIDES_H
#include "script/treebuilder.h"

/* n a CLASS: adds its methods to w->overrides if it inherits from one of the classes that `overridden` of
 * rules/script.yaml lists. */
void tree_add_overrides(struct tree_builder *w, const struct node *n);
/* The signature of the function that n names, or of each in a list: a list of dicts as below, open where one isn't
 * known. `name`; `param`, the one of the call that gets it; `params`: names that may be given by position, without
 * self; `least`: how many of them have no default; `named`: names that only a keyword gives; `any`, `any_named`: it has
 * `*args`, `**kwargs`; `last_default`: the last of its parameters has a default; `head`: the parameters as they are
 * written. */
struct value tree_signatures(const struct tree_builder *w, const struct str *param, const struct node *given);
#endif

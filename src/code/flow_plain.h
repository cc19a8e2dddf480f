// SPDX-License-Identifier: MIT
/* Calls that only matter when plain configs are followed (index_build_plain). */
#ifndef CODE_FLOW_PLAIN_H
#define CODE_FLOW_PLAIN_H
#include "code/flow_bind.h"
#include "code/aset.h"
#include "pymodel/names.h"

/* Gives the functions that a library starts with a composed config their argument; does nothing unless such configs
 * are followed. */
void flow_starts(struct index *c);
/* false: a function of that name reads no plain config. */
bool flow_loads(struct fn *f, const struct str *name, const struct passed_all *a, struct aset *out);
bool flow_wraps(const struct index *c, const struct aval *to); /* calling it with a dict returns that dict */
/* Whether the method makes the configs that it gets the defaults of arguments. */
bool flow_stores(struct index *c, const struct node *callee, const struct passed_all *a);
/* `for k, v in config.items(): setattr(args, k, v)`, and nothing else in the loop: its keys become attributes. */
bool flow_sets_all(const struct index *c, const struct node *loop, const struct aset *over);
/* `spawn(worker, args=(config,))` calls the function with these arguments; false: it isn't such a call. */
bool flow_spawns(struct fn *f, const struct str *name, const struct passed_all *a);
#endif

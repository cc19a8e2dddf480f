// SPDX-License-Identifier: MIT
/* What code stores in the config: `cfg.work_dir = args.work_dir`, and which flag of the script the value comes from. */
#ifndef CODE_FLOW_SET_H
#define CODE_FLOW_SET_H
#include "code/aset.h"
#include "pymodel/names.h"

void flow_flags(struct cfile *f);				     /* fills flag */
const struct str *flow_guard(struct fn *f, const struct node *test); /* for index.guard; returns its old value */
struct set_target {
	const struct node *node;     /* `x.key` or `x[key]` */
	const struct aset *of, *key; /* what x, key stand for */
};
/* value NULL: it is not one expression */
void flow_set(struct fn *f, struct set_target t, const struct node *value);
void flow_set_below(struct fn *f, const struct aval *of, const struct node *call); /* x of `x.update(y)` */
#endif

// SPDX-License-Identifier: MIT
/* What an expression may stand for. */
#ifndef CODE_FLOW_EXPR_H
#define CODE_FLOW_EXPR_H
#include "code/aset.h"
#include "pymodel/names.h"

struct aset flow_eval(struct fn *f, const struct node *n);
struct aset flow_attr(struct fn *f, const struct node *n, struct aset of); /* n is `x.name`, of what x stands for */
struct aset flow_copy(struct fn *f, struct aset v);			   /* the same in a new dict */
/* x['k'], x.get('k'), 'k' in x, if x (in; of: what it stands for) is no place of a config whose keys are read: x is
 * what a class is built from, or is not followed. removes: pop, del. */
void flow_look_up(struct fn *f, const struct node *in, const struct aset *of, const struct aset *key, bool removes);
void flow_built(struct fn *f, const struct aval *v, const struct aset *key, bool others, struct aset *out);
#endif

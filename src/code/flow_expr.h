// SPDX-License-Identifier: MIT
/* What an expression may stand for. */
#ifndef CODE_FLOW_EXPR_H
#define CODE_FLOW_EXPR_H
#include "code/names.h"

struct aset flow_eval(struct fn *f, const struct node *n);
struct aset flow_attr(struct fn *f, const struct node *n, struct aset of); /* n is `x.name`, of what x stands for */
struct aset flow_copy(struct fn *f, struct aset v);			   /* the same in a dict of its own */
#endif

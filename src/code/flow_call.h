// SPDX-License-Identifier: MIT
/* What a call does with configs among its arguments. */
#ifndef CODE_FLOW_CALL_H
#define CODE_FLOW_CALL_H
#include "code/aset.h"
#include "pymodel/names.h"

struct aset flow_call(struct fn *f, const struct node *n); /* what it returns */
#endif

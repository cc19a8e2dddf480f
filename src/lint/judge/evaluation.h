// SPDX-License-Identifier: MIT
/* What a config's evaluation gives to the data set's method. */
#ifndef LINT_JUDGE_EVALUATION_H
#define LINT_JUDGE_EVALUATION_H
#include "lint/judge/native.h"

void evaluation_rejected(struct native_ctx *c);	 /* the method does not take it: TypeError */
void evaluation_swallowed(struct native_ctx *c); /* it takes and ignores it */
void evaluation_nothing(struct native_ctx *c);	 /* the method returns nothing, and the hook needs a dict */
#endif

// SPDX-License-Identifier: MIT
/* Rules in C about inheritance: values that stand in a file and reach nobody, and bases that say too little. */
#ifndef LINT_JUDGE_INHERIT_H
#define LINT_JUDGE_INHERIT_H
#include "lint/judge/native.h"

void native_stale_variable(struct native_ctx *c);
void native_always_overridden(struct native_ctx *c);
void native_unevaluable_base(struct native_ctx *c);
void native_fragment_as_runtime(struct native_ctx *c);
#endif

// SPDX-License-Identifier: MIT
/* Rules in C about inheritance: values in a file that no config gets, and bases that are incomplete. */
#ifndef LINT_JUDGE_INHERIT_H
#define LINT_JUDGE_INHERIT_H
#include "lint/judge/native.h"

void native_stale_variable(struct native_ctx *c);
void native_always_overridden(struct native_ctx *c);
void native_unevaluable_base(struct native_ctx *c);
void native_fragment_as_runtime(struct native_ctx *c);
#endif

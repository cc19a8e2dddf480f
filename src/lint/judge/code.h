// SPDX-License-Identifier: MIT
/* Rules about the project's training code: each check has a name, which a rule's `code:` gives. */
#ifndef LINT_JUDGE_CODE_H
#define LINT_JUDGE_CODE_H
#include "lint/judge/native.h"

const char *const *native_code_names(void);    /* NULL-terminated, for ruleset_load */
native_fn *native_code_find(const char *name); /* NULL: none of this name */
/* Why the check can't be sure of anything here, one clause; NULL: it can. */
const char *native_code_doubt(struct native_ctx *c);
#endif

// SPDX-License-Identifier: MIT
/* Rules about the project's training code: each check has a name, which a rule's `code:` gives. */
#ifndef LINT_JUDGE_CODE_RULES_H
#define LINT_JUDGE_CODE_RULES_H
#include "lint/judge/native.h"

const char *const *native_code_names(void);    /* NULL-terminated, for ruleset_load */
native_fn *native_code_find(const char *name); /* NULL: none of this name */
/* Why it can't find anything here, one clause: there is no training code (no_code is the reason; NULL: none is needed),
 * none that the config is for, or (kind: READER) not all of it could be followed. NULL: it runs. */
const char *native_code_missing(struct native_ctx *c, const char *no_code, enum unchecked_why *kind);
/* Why the check is unsure here, one clause; NULL: it is sure. */
const char *native_code_doubt(struct native_ctx *c);
#endif

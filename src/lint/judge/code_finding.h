// SPDX-License-Identifier: MIT
/* What the findings about training code share: registrations of types, places in code, fixes. */
#ifndef LINT_JUDGE_CODE_FINDING_H
#define LINT_JUDGE_CODE_FINDING_H
#include "lint/judge/native.h"

/* The config imports further code, which may register types. */
bool code_comes_along(const struct native_ctx *c);
/* Otherwise all registries of the project and of its imports are visible: a type that none of them has raises. */
bool code_sees_all_types(const struct native_ctx *c);
/* Or tables of frameworks list those of all packages outside. */
bool code_names_all_types(const struct native_ctx *c);
/* No known code registers it; code_near_type() suggests one, if any. */
bool code_unregistered_type(const struct native_ctx *c, const struct str *type);
/* Types are looked up in another package first when the config says so: false. */
bool code_scope_is_ours(const struct native_ctx *c);
void code_related(struct native_ctx *c, struct diag *d, struct code_place at, const char *text);
/* The fix of d: the key at p gets this name; NULL: it goes. */
void code_promise(struct native_ctx *c, struct diag *d, struct keypath p, const struct str *name, enum safety safety);
/* None, False, -1, 'all': what a reader that ignores the key does as well. */
bool code_asks_nothing(struct value v);
/* The parameter that is meant by the word, a key of d; what d has already is not. NULL: none. */
const struct str *code_nearest(struct native_ctx *c, const struct str *word, const struct code_params *p,
			       const struct dict *d);
const char *code_names_text(struct native_ctx *c, const struct code_params *p); /* "width, suffix and 12 more" */
/* What the type takes; the list may be closed by another class, which gets what is left in **kwargs. */
void code_relate_taken(struct native_ctx *c, struct diag *d, const struct code_params *p, const struct str *type);
#endif

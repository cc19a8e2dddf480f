// SPDX-License-Identifier: MIT
/* The stage before the rounds: findings that edits of training code fix (fix/code), if fix_opts.edit_code is set. */
#ifndef FIX_TAUGHT_H
#define FIX_TAUGHT_H
#include "fix/fix.h"

/* Adds files, outcomes and out->code. */
void taught_first(const struct linter *l, struct arena *a, const struct fix_input *in, const struct fix_opts *o,
		  struct fix_result *out);
bool taught_edits(const struct taught *t, const char *path);
/* The findings after the edits of the code: configs are linted again, the findings of other kinds stay. */
void taught_found(const struct linter *edited, struct arena *a, const struct fix_input *in, struct diags *out);
#endif

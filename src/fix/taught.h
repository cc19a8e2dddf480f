// SPDX-License-Identifier: MIT
/* The stage before the rounds: findings that edits of training code settle (fix/code), where fix_opts.edit_code asks
 * for that. */
#ifndef FIX_TAUGHT_H
#define FIX_TAUGHT_H
#include "fix/fix.h"

/* Adds files, outcomes and out->code. */
void taught_first(const struct linter *l, struct arena *a, const struct fix_input *in, const struct fix_opts *o,
		  struct fix_result *out);
bool taught_edits(const struct taught *t, const char *path);
/* What is found once the code is edited: configs are judged anew, the findings of others stay. */
void taught_found(const struct linter *edited, struct arena *a, const struct fix_input *in, struct diags *out);
#endif

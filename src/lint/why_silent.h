// SPDX-License-Identifier: MIT
/* Why a rule has no finding. */
#ifndef LINT_WHY_SILENT_H
#define LINT_WHY_SILENT_H
#include "lint/lint.h"

/* The first cause with its place, as text; paths as path_shown gives them. brief: of a rule that looks at many things,
 * and that is no rule of a project, without its expressions. false: it fires. */
bool lint_silence(const struct linter *l, struct arena *a, const struct judged *c, const struct rule *r,
		  const char *cwd, bool brief, struct buf *why);
#endif

// SPDX-License-Identifier: MIT
/* Why a rule has no finding. */
#ifndef LINT_WHY_SILENT_H
#define LINT_WHY_SILENT_H
#include "lint/lint.h"

/* The first cause with its place, as text; paths as path_shown gives them. false: it fires. */
bool lint_silence(const struct linter *l, struct arena *a, const struct judged *c, const struct rule *r,
		  const char *cwd, struct buf *why);
#endif

// SPDX-License-Identifier: MIT
/* Why a rule says nothing. */
#ifndef LINT_WHY_SILENT_H
#define LINT_WHY_SILENT_H
#include "lint/lint.h"

/* The first cause with its place, as text. false: it fires. */
bool lint_silence(const struct linter *l, struct arena *a, const struct judged *c, const struct rule *r,
		  struct buf *why);
#endif

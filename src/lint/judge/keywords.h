// SPDX-License-Identifier: MIT
/* The keywords of dicts that classes of the project are built from, `dict(type='X', ...)`. */
#ifndef LINT_JUDGE_KEYWORDS_H
#define LINT_JUDGE_KEYWORDS_H
#include "lint/judge/native.h"

void keywords_rejected(struct native_ctx *c);	/* the class does not take it: TypeError */
void keywords_swallowed(struct native_ctx *c);	/* it takes and ignores it */
void keywords_twice(struct native_ctx *c);	/* it passes the same one on itself: TypeError */
void keywords_misspelled(struct native_ctx *c); /* types that no registry knows, but with a similar registered one */
void keywords_dropped(struct native_ctx *c);	/* the builder makes the object by hand from other keys */
#endif

// SPDX-License-Identifier: MIT
/* Questions that rules ask about what a class does with its parts and arguments, as a text: a verb and words,
 * `feeds backbone neck`. docs/writing-rules.md lists the verbs. */
#ifndef CODE_WIRED_H
#define CODE_WIRED_H
#include "pymodel/names.h"

struct index;
/* Why the text is no question; NULL: it is one. */
const char *wired_mistake(struct arena *a, const char *question);
/* true: so it is, for certain. Bases outside the project are not asked. */
bool wired(struct index *c, struct arena *a, struct cls *k, const char *question);
#endif

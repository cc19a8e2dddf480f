// SPDX-License-Identifier: MIT
/* Queries of rules about what a class does with its parts and arguments. A query is a text: a verb and words, `feeds
 * backbone neck`. docs/writing-rules.md lists the verbs. */
#ifndef CODE_CLASSES_WIRED_H
#define CODE_CLASSES_WIRED_H
#include "pymodel/names.h"

struct index;
/* Why the text is not a valid query; NULL: it is valid. */
const char *wired_mistake(struct arena *a, const char *question);
/* true: it is certain. Bases outside the project are not analysed. */
bool wired(struct index *c, struct arena *a, struct cls *k, const char *question);
#endif

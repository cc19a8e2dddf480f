// SPDX-License-Identifier: MIT
/* The code behind a config's types: the code of the classes, of their bases, and of every class and function of the
 * project that such code names or builds by a registered name. */
#ifndef CODE_CODE_REACH_H
#define CODE_CODE_REACH_H
#include "code/code.h"

struct index;
const char *reach_asserts(struct index *c, struct arena *a, const struct code_words *q); /* as code_asserts */
struct code_named reach_named(struct index *c, const struct code_words *q);		 /* as code_named */
bool reach_says(const struct index *c, const struct str *word);				 /* as code_says */
#endif

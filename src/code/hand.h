// SPDX-License-Identifier: MIT
/* What becomes of one more keyword of a call: through functions of the project and their **kwargs, down to something
 * that is known to take it. Contract as code_handed in code.h. */
#ifndef CODE_HAND_H
#define CODE_HAND_H
#include "pymodel/names.h"

struct index;
struct code_handed hand_follow(struct index *c, struct arena *a, struct code_place call, const struct str *keyword);
#endif

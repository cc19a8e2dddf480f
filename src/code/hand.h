// SPDX-License-Identifier: MIT
/* What happens to an additional keyword of a call: it is followed through functions of the project and their
 * **kwargs to a function that is known to take it. Contract: see code_handed in code.h. */
#ifndef CODE_HAND_H
#define CODE_HAND_H
#include "pymodel/names.h"

struct index;
struct code_handed hand_follow(struct index *c, struct arena *a, struct code_place call, const struct str *keyword);
#endif

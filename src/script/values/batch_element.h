// SPDX-License-Identifier: MIT
/* What a loop goes through, one by one. */
#ifndef SCRIPT_VALUES_BATCH_ELEMENT_H
#define SCRIPT_VALUES_BATCH_ELEMENT_H
#include "script/values/derive.h"

/* Whether x is an element of a loop over `of`, or derived from one by its methods; *part: it is a part of an
 * element. */
bool derive_is_element(struct script_project *p, struct placed x, const struct node *of, bool *part);
#endif

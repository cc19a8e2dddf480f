// SPDX-License-Identifier: MIT
/* Hooks of the evaluation that run before other hooks, but must run after them. */
#ifndef CODE_EARLY_H
#define CODE_EARLY_H
#include "code/code.h"

struct index;
/* Where the project registers a library's hook of the evaluation (habits) without a priority. A zero place: it
 * registers none, it gives a priority somewhere, or what it registers can't be determined. Under the index's lock. */
struct code_place early_hook(struct index *c);
#endif

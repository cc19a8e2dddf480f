// SPDX-License-Identifier: MIT
/* Hooks of the evaluation that run before others which they must run after. */
#ifndef CODE_EARLY_H
#define CODE_EARLY_H
#include "code/code.h"

struct index;
/* Where the project registers a library's hook of the evaluation (habits) without saying when it runs. Nowhere: it does
 * not, it says so somewhere, or what it registers can't be told. Under the index's lock. */
struct code_place early_hook(struct index *c);
#endif

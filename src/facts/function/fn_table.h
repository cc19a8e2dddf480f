// SPDX-License-Identifier: MIT
/* All functions of rule expressions. A new one is a function and a row, both in one file: the row stands at its end. */
#ifndef FACTS_FUNCTION_FN_TABLE_H
#define FACTS_FUNCTION_FN_TABLE_H
#include "facts/rulefn.h"

struct rulefn_table rulefn_table(void);
#endif

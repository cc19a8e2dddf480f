// SPDX-License-Identifier: MIT
/* All functions of rule expressions. To add one, write a function and a row in the same file: the rows are at its
 * end. */
#ifndef FACTS_FUNCTION_FN_TABLE_H
#define FACTS_FUNCTION_FN_TABLE_H
#include "facts/rulefn.h"

struct rulefn_table rulefn_table(void);
#endif

// SPDX-License-Identifier: MIT
/* Properties of single code points, as in Python. */
#ifndef PYTHON_VALUE_UNICODE_TABLE_H
#define PYTHON_VALUE_UNICODE_TABLE_H
#include "base/util.h"

bool text_is_printable(uint32_t c);
bool text_is_space(uint32_t c);
int text_decimal(uint32_t c);	/* a decimal digit's value in any script, or -1 */
bool text_is_digit(uint32_t c); /* str.isdigit() of one character: superscripts and the like too */
#endif

// SPDX-License-Identifier: MIT
/* Modules of Python's standard library. */
#ifndef PROJECT_STDLIB_H
#define PROJECT_STDLIB_H
#include <stdbool.h>

bool stdlib_has(const char *module); /* of "a.b.c": its first component */
#endif

// SPDX-License-Identifier: MIT
/* What Python itself brings: neither the project's nor a package's. */
#ifndef PROJECT_STDLIB_H
#define PROJECT_STDLIB_H
#include <stdbool.h>

bool stdlib_has(const char *module); /* of "a.b.c": its first component */
#endif

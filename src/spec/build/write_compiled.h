// SPDX-License-Identifier: MIT
/* Writes structs as the words of struct compiled (spec/compiled.h), by the tables of layout.h: every struct once,
 * whoever points to it. What can't be written ends the program with a message. */
#ifndef SPEC_BUILD_WRITE_COMPILED_H
#define SPEC_BUILD_WRITE_COMPILED_H
#include "spec/build/layout.h"
#include "spec/compiled.h"

/* One struct with all that it points to. An array has to be met before pointers to its elements. outside: what
 * FIELD_OUTSIDE and FIELD_FUNCTION may point to. */
struct compiled_part write_part(const struct layout *l, const void *from, const struct outsides *outside);
void print_numbers(const char *name, const uint32_t *at, size_t n);
void print_written(void); /* the tables of all parts, as C */
#endif

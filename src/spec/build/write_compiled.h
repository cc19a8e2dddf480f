// SPDX-License-Identifier: MIT
/* Writes structs as the words of struct compiled (spec/compiled.h), with the tables of layout.h. Each struct is
 * written once, however many pointers lead to it. If something can't be written, the program ends with a message. */
#ifndef SPEC_BUILD_WRITE_COMPILED_H
#define SPEC_BUILD_WRITE_COMPILED_H
#include "spec/build/layout.h"
#include "spec/compiled.h"

/* Writes one struct with all that it points to. An array must be reached before pointers to its elements. outside:
 * the targets that FIELD_OUTSIDE and FIELD_FUNCTION may point to. */
struct compiled_part write_part(const struct layout *l, const void *from, const struct outsides *outside);
void print_numbers(const char *name, const uint32_t *at, size_t n);
void print_written(void); /* prints the tables of all parts as C */
#endif

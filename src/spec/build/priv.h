// SPDX-License-Identifier: MIT
/* Between keep.c (documents, strings) and image.c (rules as they lie in memory). */
#ifndef SPEC_BUILD_PRIV_H
#define SPEC_BUILD_PRIV_H
#include "base/str.h"
#include "lint/rules/ruleset.h"
#include <stdio.h>

/* Where a string will lie in str_kept.words. Of those that are asked for one after the other, later ones lie behind. */
uint32_t string_place(const struct str *s);
void print_bytes(const char *s, size_t n); /* as a string literal, of several lines */
void print_numbers(const char *name, const uint32_t *at, size_t n);

/* Two rulesets that were loaded in the same way, and where the parts of the first will lie. */
struct image;
/* NULL: one of them holds what can't be kept, which was told on standard error. */
struct image *image_new(struct ruleset *a, struct ruleset *b);
void image_write(const struct image *m, FILE *out);
/* Leaves what is the same in the one that another run of the program has written. false: that is no such. */
bool image_merge(struct image *m, FILE *in);
void image_print(const struct image *m); /* the source of kept_image, after all strings have their places */
#endif

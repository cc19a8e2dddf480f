// SPDX-License-Identifier: MIT
/* Comments of YAML files, and the lines that they apply to. */
#ifndef PLAIN_DATA_COMMENT_H
#define PLAIN_DATA_COMMENT_H
#include "subject/subject.h"

/* Fills in the comments of s, whose source is read, that may contain suppressions. */
void data_comments(struct arena *a, struct subject *s);
/* A comment applies to its line (struct subject_kind). */
struct span data_statement(const struct subject *s, uint32_t offset);
#endif

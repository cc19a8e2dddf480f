// SPDX-License-Identifier: MIT
/* What frozen containers hold: two that hold the same, in the same order and over the same base, have the same
 * contents, wherever they stand and whoever wrote them; places in files don't count. So what is known about one is
 * known about the other. Read by several threads without locks; bounded. Functions, objects, sets and their like are
 * told apart by their addresses: containers with such ones must outlive it. */
#ifndef PYTHON_VALUE_CONTENTS_H
#define PYTHON_VALUE_CONTENTS_H
#include "python/value/value.h"

struct contents; /* equal ones are one */
struct contents_table *contents_new(void);
void contents_free(struct contents_table *t);
/* NULL: v is no frozen dict, list or tuple, is nested too deeply, or there are too many. */
const struct contents *contents_of(struct contents_table *t, struct value v);
/* Room for what the table's owner knows about them; NULL at first. */
_Atomic(const void *) *contents_note(const struct contents *c);
/* What tells v from all others of its kind, by content: also values that no table is needed for (t may be NULL). false:
 * nothing does. */
bool contents_bits(struct contents_table *t, struct value v, int64_t *bits);
#endif

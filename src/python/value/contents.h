// SPDX-License-Identifier: MIT
/* The contents of frozen containers: two containers with equal items, in the same order and over the same base, have
 * the same contents, wherever and by whatever code they were created; places in files don't count. So cached facts
 * about one hold for the other. Read by several threads without locks; bounded. Functions, objects, sets and similar
 * values are distinguished by address: they must outlive the table. */
#ifndef PYTHON_VALUE_CONTENTS_H
#define PYTHON_VALUE_CONTENTS_H
#include "python/value/value.h"

struct contents; /* equal contents have one address */
struct contents_table *contents_new(void);
void contents_free(struct contents_table *t);
/* NULL: v is no frozen dict, list or tuple, is nested too deeply, or there are too many. */
const struct contents *contents_of(struct contents_table *t, struct value v);
/* A slot for facts that the table's owner caches about them; NULL at first. */
_Atomic(const void *) *contents_note(const struct contents *c);
/* Bits that distinguish v from all others of its kind, by content; also for values that need no table (t may be
 * NULL). false: there are none. */
bool contents_bits(struct contents_table *t, struct value v, int64_t *bits);
#endif

// SPDX-License-Identifier: MIT
/* Sequences, items of iterables, and merging of dicts. */
#ifndef PYTHON_OPS_SEQ_H
#define PYTHON_OPS_SEQ_H
#include "python/state/state.h"

struct value op_slice(struct eval *ev, struct value x, struct value start, struct value stop, struct value step,
		      struct span at);
/* The items of v in order, as a new or shared list; NULL when unknown (*why is an Unknown) or when it raised. A str
 * gives its characters, a dict its keys. */
const struct list *op_iterate(struct eval *ev, struct value v, struct span at, struct value *why);
/* As op_iterate, but also for sets (in insertion order; *ordered is false) and without consuming iterators. */
const struct list *op_items(struct eval *ev, struct value v, struct span at, struct value *why, bool *ordered);
struct value seq_concat(struct eval *ev, struct value x, struct value y, struct span at);
struct value seq_repeat(struct eval *ev, struct value x, int64_t n, struct span at);
/* A new list with the same items. */
struct value list_of(struct eval *ev, enum value_kind kind, const struct list *items, struct span at);
struct value tuple_of2(struct eval *ev, struct value a, struct value b, struct span at);
struct value dict_view_item(struct eval *ev, const struct entry *e, char what); /* what: k, v or i for (key, value) */
struct value dict_or(struct eval *ev, struct value x, struct value y, struct span at);
/* d.update(other) for plain dicts; other is a dict or yields pairs. false: *why. */
bool dict_merge(struct eval *ev, struct dict *d, struct value other, struct span at, struct value *why);
/* The same for a value x, which is poisoned if other is unknown. false: it raised, *why. */
bool dict_update(struct eval *ev, struct value x, struct value other, struct span at, struct value *why);
#endif

// SPDX-License-Identifier: MIT
/* What builtin*.c share among themselves. Nobody else includes this. */
#ifndef PYTHON_BUILTIN_PRIV_H
#define PYTHON_BUILTIN_PRIV_H
#include "python/builtin/builtin.h"
#include "python/builtin/table.h"
#include "python/value/priv.h"

enum { BF_CALLS = 8 }; /* calls its arguments: an unknown function may change what it is given */

#define X(name, min, max, flags, kw, fn, doc) struct value fn_##fn(struct eval *ev, const struct call *c);
BUILTINS(X)
#undef X

bool call_has(const struct call *c, uint32_t i, const char *name); /* positional i or keyword */
struct value call_arg(const struct call *c, uint32_t i, const char *name, struct value otherwise);
const struct kwarg *call_kw(const struct call *c, const char *name);
/* An argument that must be a str / a whole number. false: *why (TypeError "EXPECTED, not TYPE" where that is certain).
 */
bool call_text(struct eval *ev, const struct call *c, struct value v, const char *expected, const struct str **out,
	       struct value *why);
bool call_int(struct eval *ev, const struct call *c, struct value v, int64_t *out, struct value *why);

struct value lazy_iter(struct eval *ev, struct value v, const char *type, struct span at);
struct value lazy_reversed(struct eval *ev, struct value list, struct span at);
struct value iter_new(struct eval *ev, const char *type, uint32_t cap, struct span at); /* VALUE_ITER, empty */
struct value list_of(struct eval *ev, enum value_kind kind, const struct list *items,
		     struct span at); /* fresh, same items */
struct value tuple_of2(struct eval *ev, struct value a, struct value b, struct span at);
bool value_orderable(struct value v, unsigned depth); /* its kind has a total order; depth 0 */
/* Sorts l's items stably. false: *why. */
bool sort_items(struct eval *ev, struct list *l, struct value key, bool reverse, struct span at, struct value *why);
struct value type_object(struct arena *a, struct value v, struct span at);
void poison_self(struct eval *ev, const struct call *c, struct value why);
#endif

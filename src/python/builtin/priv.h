// SPDX-License-Identifier: MIT
/* Shared by the files of this folder; private to it. */
#ifndef PYTHON_BUILTIN_PRIV_H
#define PYTHON_BUILTIN_PRIV_H
#include "python/builtin/builtin.h"
#include "python/ops/op_call.h"
#include "python/ops/ops.h"
#include "python/state/eval_limits.h"
#include "python/state/thaw.h"
#include "python/state/unknown.h"

/* The tables, one at the end of each file that defines builtins; { 0 } ends one. Rows of one function under several
 * names are adjacent. A new file must be listed here; a new builtin needs only a row in its file. */
// clang-format off
#define BUILTIN_FILES(X) \
	X(builtin) X(case) X(configdict) X(contextlib) X(dict) X(eval) X(iter) X(list) X(math) X(module) \
	X(namedtuple) X(num) X(path) X(pipe) X(set) X(sort) X(str) X(strformat) X(type)
// clang-format on
#define X(file) extern const struct builtin rows_##file[];
BUILTIN_FILES(X)
#undef X

/* Functions that other builtins use too. */
struct value fn_configdict_copy(struct eval *ev, const struct call *c);
struct value fn_dict(struct eval *ev, const struct call *c);
struct value fn_dict_copy(struct eval *ev, const struct call *c);
struct value fn_getattr(struct eval *ev, const struct call *c);
struct value fn_list_copy(struct eval *ev, const struct call *c);
struct value fn_set(struct eval *ev, const struct call *c);
struct value fn_set_copy(struct eval *ev, const struct call *c);

struct value pipe_iter(struct eval *ev, struct value v, const char *type, struct span at);
struct value pipe_reversed(struct eval *ev, struct value list, struct span at);
/* The items of v: iterators are consumed, sets included (*ordered: false for a set); NULL: *why. As op_items. */
const struct list *used_items(struct eval *ev, struct value v, struct span at, struct value *why, bool *ordered);
struct value iter_new(struct eval *ev, const char *type, uint32_t cap, struct span at); /* VALUE_ITER, empty */
bool value_orderable(struct value v, unsigned depth); /* its kind has a total order; depth 0 */
/* Sorts l's items stably. false: *why. */
bool sort_items(struct eval *ev, struct list *l, struct value key, bool reverse, struct span at, struct value *why);
#endif

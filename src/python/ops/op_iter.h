// SPDX-License-Identifier: MIT
/* Iteration one item at a time, as in Python: a late pull sees earlier writes. A cursor walks any iterable; a struct
 * iter is the state of an iterator object (VALUE_ITER with list->iter). */
#ifndef PYTHON_OPS_OP_ITER_H
#define PYTHON_OPS_OP_ITER_H
#include "python/state/state.h"

enum pulled { PULL_ITEM, PULL_END, PULL_UNKNOWN /* *why is set, or an exception is pending */ };

struct cursor {
	struct value over;	  /* list, dict, view, set or iterator: read again at each step */
	const struct list *fixed; /* the items (a dict's keys) if they are fixed at the start */
	uint32_t i, size;	  /* size: of a dict or set, which must not change */
	bool done;
};
/* iter(v). false: not iterable (raised) or unknown, *why. */
bool cursor_open(struct eval *ev, struct cursor *c, struct value v, struct span at, struct value *why);
enum pulled cursor_next(struct eval *ev, struct cursor *c, struct item *out, struct span at, struct value *why);

struct iter { /* first member of each kind */
	enum pulled (*pull)(struct eval *ev, struct iter *z, struct item *out, struct value *why);
	struct span at;
	bool done, running;
};
struct value iter_value(struct eval *ev, struct iter *z, const char *type, struct span at);
enum pulled iter_pull(struct eval *ev, struct list *l, struct item *out, struct value *why);
/* All remaining items of an iterator; NULL: *why, or it raised. */
const struct list *iter_drain(struct eval *ev, struct list *l, struct span at, struct value *why);
bool iter_is_view(struct value v); /* dict.keys() and the like */
#endif

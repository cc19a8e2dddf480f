// SPDX-License-Identifier: MIT
/* Iteration one item at a time, as Python does it: what is pulled late sees what was written meanwhile. A cursor walks
 * any iterable; a struct lazy is what stands behind an iterator object (VALUE_ITER with list->lazy). */
#ifndef PYTHON_VALUE_LAZY_H
#define PYTHON_VALUE_LAZY_H
#include "python/builtin/builtin.h"

enum pulled { PULL_ITEM, PULL_END, PULL_UNKNOWN /* *why says so, or an exception is pending */ };

struct cursor {
	struct value over;	  /* list, dict, view, set or iterator: read anew at each step */
	const struct list *fixed; /* the items (a dict's keys) where they are known from the start */
	uint32_t i, size;	  /* size: of a dict or set, which must not change */
	bool done;
};
/* iter(v). false: not iterable (raised) or not known, *why. */
bool cursor_open(struct eval *ev, struct cursor *c, struct value v, struct span at, struct value *why);
enum pulled cursor_next(struct eval *ev, struct cursor *c, struct item *out, struct span at, struct value *why);

struct lazy { /* first member of each kind */
	enum pulled (*pull)(struct eval *ev, struct lazy *z, struct item *out, struct value *why);
	struct span at;
	bool done, running;
};
struct value lazy_value(struct eval *ev, struct lazy *z, const char *type, struct span at);
enum pulled lazy_pull(struct eval *ev, struct list *iter, struct item *out, struct value *why);
/* All that is left of an iterator; NULL: *why, or it raised. */
const struct list *lazy_drain(struct eval *ev, struct list *iter, struct span at, struct value *why);
bool iter_is_view(struct value v); /* dict.keys() and the like */
#endif

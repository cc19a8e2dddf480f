// SPDX-License-Identifier: MIT
/* Keys that a config has to set, as a tree: several promises below one key become one `data = dict(a=1, b=dict(c=2))`.
 * Leaves remember the spelling of the number that they replace. Lives in the arena that built it. */
#ifndef FIX_EDIT_OVERRIDE_H
#define FIX_EDIT_OVERRIDE_H
#include "python/value/keypath.h"
#include "fix/edit/file_style.h"

enum { OVERRIDE_DEPTH_MAX = 100 };

struct override {
	struct value key;
	struct override *kid, *next; /* kid NULL: a leaf */
	struct value val;	     /* leaf */
	struct as_written like;	     /* leaf: the old literal */
	bool moved;	/* leaf: like is the value's own text, with \n and blanks only, which is to be copied */
	unsigned outer; /* moved: the indentation of the line that the text began in */
};

/* Adds the leaf; a path that is already there takes the new value. false: a leaf is in the way, or the path is too
 * deep. */
bool override_add(struct arena *a, struct override **list, struct keypath path, struct value val,
		  struct as_written like);
/* Sets like as the text of the value at that leaf, which is copied; see struct override. */
void override_move(struct override *list, struct keypath path, unsigned outer);
/* The value of one key as Python text. false: some leaf has no source form (b is then incomplete). */
bool override_print(struct buf *b, const struct override *o, const struct manner *m, struct margin at);
/* A key as it is written before its value: `k=` in calls, `'k': ` in literals. false: no identifier where one is
 * needed. */
bool override_key(struct buf *b, struct value key, const struct manner *m, bool in_call);
/* A value without a tree around it; like as above. */
bool override_value(struct buf *b, struct value v, const struct manner *m, struct as_written like, struct margin at);
bool override_has_no_form(struct err *e); /* fills e with the error if one of these is false; returns false */
#endif

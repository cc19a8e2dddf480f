// SPDX-License-Identifier: MIT
/* What is asked of the syntax of one method, or of one line of classes: for wired.c, wired_each.c and labels.c alone.
 */
#ifndef CODE_WIRED_LOOK_H
#define CODE_WIRED_LOOK_H
#include "code/names.h"

bool wired_is_name(const struct node *n, const struct str *name);     /* n may be NULL */
bool wired_is_own(const struct node *n, const struct str *name);      /* self.NAME */
bool wired_calls_own(const struct node *n, const struct str *name);   /* self.NAME(...) */
const struct node *wired_root(const struct node *n);		      /* x of `x.a[0].b` */
bool wired_has_param(const struct fn *f, const struct str *name);     /* behind the first */
struct fn *wired_method(const struct cls *k, const struct str *name); /* the first of the line; NULL: none */
/* The i-th class's own, where it is what an object has; else NULL. */
struct fn *wired_method_of(const struct cls *k, uint32_t i, const struct str *name);
bool wired_says(const struct node *n, const struct str *name, uint32_t depth); /* the name stands in it, or None */
/* Constructors in front of the i-th class's hand the argument on under its name. */
bool wired_reaches(struct index *c, struct arena *a, struct cls *k, uint32_t i, const struct str *name);

/* How often the code assigns to a target for which `is` holds; *plain: one of them, at the top of the body, gives it
 * the name's value. */
struct wired_assigning {
	bool (*is)(const struct node *target, const struct str *name, const struct str *of);
	const struct str *name, *of;
	uint32_t n;
	bool paired;	       /* plain: or that in a call of one argument: `_pair(NAME)` */
	bool plain, changed;   /* changed: one of them isn't a plain assignment */
	const struct node *at; /* the last of them */
};

void wired_count_assigned(struct wired_assigning *x, const struct node *n, uint32_t depth);
bool wired_own_target(const struct node *t, const struct str *name, const struct str *of);  /* self.NAME */
bool wired_bare_target(const struct node *t, const struct str *name, const struct str *of); /* NAME */

/* The last value that NAME gets in front of `before`; *touched: something may change it after that. */
struct wired_last {
	const struct str *name, *past;
	const struct node *value;
	uint32_t before, at;
	bool touched;
};
void wired_find_last(struct wired_last *x, const struct node *n, uint32_t depth);
#endif

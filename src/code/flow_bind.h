// SPDX-License-Identifier: MIT
/* The arguments of a call, bound to the parameters of a function of the project. */
#ifndef CODE_FLOW_BIND_H
#define CODE_FLOW_BIND_H
#include "code/limits.h"
#include "code/aset.h"
#include "pymodel/names.h"

struct passed {			 /* one argument */
	const struct node *node; /* KW, STAR, DSTAR or the expression */
	struct aset val;
};
struct passed_all {
	struct passed at[ARGS_MAX];
	uint32_t n;
	bool config; /* a config, or a part of one, is among them */
};
/* The parameters of `to` may have these values now; returns what `to` returns. method: the first parameter is self. */
struct aset flow_bind(struct fn *f, struct fn *to, const struct passed_all *a, bool method);
/* The class that a class method is called on, for its first parameter. */
void flow_bind_class(struct fn *to, struct cls *k);
#endif

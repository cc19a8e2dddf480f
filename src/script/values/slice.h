// SPDX-License-Identifier: MIT
/* Which statements before a use compute its value: followed backwards in its blocks up to the loop around. */
#ifndef SCRIPT_VALUES_SLICE_H
#define SCRIPT_VALUES_SLICE_H
#include "script/values/script_project.h"

struct statements { /* statements first..last of one block, including all between them; block NULL: there are none */
	const struct node *block;
	uint32_t first, last;
	bool split; /* some are in an outer block, too */
	bool off;   /* one of them is in a block without gradients */
};
struct slice_words {
	const struct str *const *skip, *const *off; /* methods; words of heads of blocks without gradients */
	uint32_t nskip, noff;
};
/* The statements that compute `of`, which `use` uses in the body of the function. Statements without calls are
 * followed but not counted. Results of methods in `skip` (copies to a device) and of code without gradients aren't
 * followed. */
struct statements script_slice(const struct node *body, const struct node *use, const struct node *of,
			       const struct source *src, const struct slice_words *words);
#endif

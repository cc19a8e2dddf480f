// SPDX-License-Identifier: MIT
/* Which statements before one make what it uses, followed backwards in its blocks up to the loop around. */
#ifndef SCRIPT_SLICE_H
#define SCRIPT_SLICE_H
#include "script/script_project.h"

struct statements { /* statements first..last of one block, all between them included; block NULL: there are none */
	const struct node *block;
	uint32_t first, last;
	bool split; /* some stand in a block around, too */
	bool off;   /* among them stands a block without gradients */
};
struct slice_words {
	const struct str *const *skip, *const *off; /* methods; words of heads of blocks without gradients */
	uint32_t nskip, noff;
};
/* What makes the value `of`, which is used by `use` in the body of the function. Statements that call nothing are
 * followed but don't count; what methods of `skip` give (copies to a device), and what is made without gradients, isn't
 * followed. */
struct statements script_slice(const struct node *body, const struct node *use, const struct node *of,
			       const struct source *src, const struct slice_words *words);
#endif

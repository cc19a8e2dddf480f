// SPDX-License-Identifier: MIT
/* Where in training code a patch (lint/rules/patch.h) belongs: calls, found by what the code reads of the config. */
#ifndef FIX_CODE_SITE_H
#define FIX_CODE_SITE_H
#include "base/vec.h"
#include "code/code.h"
#include "lint/rules/patch.h"
#include "python/syntax/parse.h"

struct site {
	const struct source *src;	      /* as the index has read it */
	const struct node *root;	      /* its tree */
	const struct node *call;	      /* the call */
	const struct node *read;	      /* what of it reads the first key; NULL: an early hook */
	const struct node *block, *statement; /* the BLOCK or MODULE, and what of it holds the call */
	const struct node *def;		      /* the function around it; NULL: none, or a lambda stands between */
	const char *of;			      /* $in; NULL: an early hook */
	const char *on;			      /* $on; NULL: no expression that may be repeated */
};
VEC(sites, struct site);
/* All of them; trees and texts live in a. None: *why is the reason. */
void sites_find(struct arena *a, const struct code *c, const struct patch *p, struct keypath key, struct sites *out,
		const char **why);
#endif

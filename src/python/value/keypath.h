// SPDX-License-Identifier: MIT
/* A path through nested dicts and lists: parts are strings, ints (list indices, negative allowed) or any other hashable
 * value. */
#ifndef PYTHON_VALUE_KEYPATH_H
#define PYTHON_VALUE_KEYPATH_H
#include "base/err.h"
#include "python/value/value.h"

struct keypath {
	const struct value *part;
	uint32_t n;
};
/* "data.train_dataloader.batch_size", "optimizer['lr']", "workflow[0]". false + e (with col) when malformed. */
bool keypath_parse(struct arena *a, const char *text, struct keypath *out, struct err *e);
void keypath_print(struct buf *b, struct keypath p);	     /* dotted; [0] for ints; ['a-b'] for other strings */
const char *keypath_text(struct arena *a, struct keypath p); /* the same as a new text */
bool keypath_same(struct keypath a, struct keypath b);
bool keypath_under(struct keypath path, struct keypath prefix); /* path equals prefix or lies below it */
bool keytext_under(const char *path, const char *prefix);	/* of printed paths; false where one is NULL */
struct keypath keypath_add(struct arena *a, struct keypath p, struct value part);

struct slot {		      /* the end of a path */
	struct value val;     /* Unknown(ABSENT) when certainly absent; other Unknown when that is unknown */
	struct span key, use; /* place of the key token (dict entries) and of the value under it; zero for the root */
	const struct entry *entry; /* NULL for list elements and the root */
	uint32_t found;		   /* parts that exist; == path.n when present */
	struct span parent_at;	   /* the nearest existing parent's place (its use, else its literal) */
};
struct slot keypath_get(struct arena *a, struct value root, struct keypath p); /* never allocates containers */
#endif

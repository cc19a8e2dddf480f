// SPDX-License-Identifier: MIT
/* Directive comments: `# cfglint: NAME[=VALUE] ... [-- reason]`, split into words. Higher rooms (suppressions) and
 * rules (directive('base-batch')) define the meaning of the words. */
#ifndef SUBJECT_COMMENT_H
#define SUBJECT_COMMENT_H
#include "subject/subject.h"

struct directive {
	const char *name, *value; /* not terminated; value NULL without '=' */
	uint32_t nname, nvalue;
	struct span at;	     /* the word */
	struct span comment; /* the whole comment */
};
struct directive_iter {
	const struct subject *s;
	uint32_t i, off; /* index of the comment, offset in it; 0: not started */
};
bool directive_next(struct directive_iter *it, struct directive *out); /* false: no more */
bool directive_is(const struct directive *d, const char *name);
enum { DIRECTIVES_MAX = 1000, DIRECTIVE_VALUE_MAX = 4000 };
/* Selects the directive comments among n comments, at most DIRECTIVES_MAX of them; of a value at most
 * DIRECTIVE_VALUE_MAX bytes are read. Stored per file, since every finding of the file needs them. */
uint32_t directive_comments(struct arena *a, const struct source *s, const struct comment *all, uint32_t n,
			    const struct comment **out);
/* The value of a directive in a module or, failing that, in one of its bases ("" without a value); NULL: absent. */
const char *directive_value(struct arena *a, const struct subject *s, const char *name);
#endif

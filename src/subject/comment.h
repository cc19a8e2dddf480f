// SPDX-License-Identifier: MIT
/* Comments that speak to us: `# cfglint: NAME[=VALUE] ... [-- reason]`, split into their words. What the words mean is
 * decided above (suppressions) and in rules (directive('base-batch')). */
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
	uint32_t i, off; /* comment, byte in it; 0: not begun */
};
bool directive_next(struct directive_iter *it, struct directive *out); /* false: no more */
bool directive_is(const struct directive *d, const char *name);
enum { DIRECTIVES_MAX = 1000, DIRECTIVE_VALUE_MAX = 4000 };
/* Which of n comments are ours, the first DIRECTIVES_MAX of them; of a value DIRECTIVE_VALUE_MAX bytes are read. Every
 * finding of a file asks its comments. */
uint32_t directive_comments(struct arena *a, const struct source *s, const struct comment *all, uint32_t n,
			    const struct comment **out);
/* Value text of a directive in a module or, failing that, one of its bases ("" when it has none); NULL: not there. */
const char *directive_value(struct arena *a, const struct subject *s, const char *name);
#endif

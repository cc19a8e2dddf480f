// SPDX-License-Identifier: MIT
#include "plain/data_comment.h"
#include "subject/comment.h"
#include <string.h>

void data_comments(struct arena *a, struct subject *s)
{
	const char *text = s->src->bytes;
	struct comment *all = arena_array(a, struct comment, source_lines(s->src).n + 1);
	uint32_t n = 0;
	for (const char *at = text; (at = strchr(at, '#')); at += strcspn(at, "\n"))
		all[n++] = (struct comment){ (uint32_t)(at - text), (uint32_t)(at - text + strcspn(at, "\n")) };
	s->ncomments = directive_comments(a, s->src, all, n, &s->comment);
}

struct span data_statement(const struct subject *s, uint32_t offset)
{
	const char *text = s->src->bytes;
	uint32_t lo = offset, hi = offset;
	while (lo && text[lo - 1] != '\n')
		lo--;
	while (hi < s->src->len && text[hi] != '\n')
		hi++;
	return (struct span){ s->src->id, lo, hi };
}

// SPDX-License-Identifier: MIT
#include "fix/script/rewriter.h"
#include <stdarg.h>
#include <string.h>

bool rewriter_refuse(struct rewriter *w, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	w->reason = arena_vprintf(w->a, fmt, ap);
	va_end(ap);
	return false;
}

void rewriter_edit(struct rewriter *w, uint32_t lo, uint32_t hi, const char *text)
{
	edits_put(w->a, &w->t->edits, (struct span){ w->f->src->id, lo, hi }, text, strlen(text));
}

void rewriter_swap(struct rewriter *w, const struct node *was, const struct node *const *is, uint32_t n)
{
	const struct node **copy = (const struct node **)arena_array(w->a, void *, n + 1);

	for (uint32_t i = 0; i < n; i++)
		copy[i] = is[i];
	vec_push(&w->swap, ((struct swap){ was, copy, n, false }));
}

void rewriter_append(struct rewriter *w, const struct node *to, const struct node *last)
{
	const struct node **copy = (const struct node **)arena_array(w->a, void *, 1);

	copy[0] = last;
	vec_push(&w->swap, ((struct swap){ to, copy, 1, true }));
}

struct node *rewriter_node(struct rewriter *w, enum node_kind kind, const struct str *text, uint32_t n)
{
	struct node *out = arena_alloc(w->a, 1, sizeof *out + n * sizeof(struct node *), _Alignof(struct node));

	*out = (struct node){ .kind = (uint8_t)kind, .text = text, .n = n };
	return out;
}

const struct node *rewriter_parsed(struct rewriter *w, const char *expr)
{
	struct err e = { 0 };

	return parse_expr(w->parser, w->a, expr, (uint32_t)strlen(expr), 0, &e);
}

const char *rewriter_slice(struct rewriter *w, uint32_t lo, uint32_t hi)
{
	return arena_strndup(w->a, w->f->src->bytes + lo, hi - lo);
}

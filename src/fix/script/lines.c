// SPDX-License-Identifier: MIT
/* Edits at the granularity of statements. The block and its statements are found by a walk of the syntax tree; the
 * text is edited line by line, and the same change is noted for the tree (rewriter_swap, rewriter_append), so that
 * the proof can compare the syntax.
 *
 * Invariant: text and tree describe the same change; statements that share a line with others are not edited.
 *
 *	loss = f(x)		WRAP `with autocast():`  ->  the head, then the line one level deeper
 *	a = 1; b = 2		refused: "line 1 holds more than one statement"
 *	the only statement	of a block can't be removed: "its block has no other statement" */
#include "fix/script/lines.h"
#include "python/syntax/treewalk.h"
#include <string.h>

static bool is_block(const struct node *n)
{
	return n->kind == NODE_BLOCK || n->kind == NODE_MODULE;
}

/* Decorators stand before their function. */
static uint32_t begin_of(const struct node *n)
{
	uint32_t lo = n->lo;

	for (uint32_t i = 0; (n->kind == NODE_DEF || n->kind == NODE_CLASS) && i < n->n; i++)
		if (n->kid[i] && n->kid[i]->lo < lo)
			lo = n->kid[i]->lo;
	return lo;
}

/* The innermost block around the place, and its statements there. */
bool lines_find(const struct node *root, uint32_t lo, uint32_t hi, const struct node **block, uint32_t *i, uint32_t *n)
{
	const struct node place = { .lo = lo, .hi = hi };
	struct walk w;

	*block = NULL;
	*i = *n = 0;
	walk_begin(&w, root);
	for (const struct node *x; (x = walk_next(&w));) {
		if (x != root && !node_holds(x, &place)) {
			walk_skip(&w);
			continue;
		}
		*n = is_block(x) ? 0 : *n;
		for (uint32_t k = 0; is_block(x) && k < x->n; k++)
			if (x->kid[k]->lo < hi && lo < x->kid[k]->hi) {
				*i = (*n)++ ? *i : k;
				*block = x;
			}
	}
	return *n && (*block)->kid[*i]->lo <= lo && hi <= (*block)->kid[*i + *n - 1]->hi;
}

static const char *eol(const struct rewriter *w)
{
	return w->f->src->crlf ? "\r\n" : "\n";
}

/* One level of indentation, as the file's first block has it. */
static const char *level_of(struct rewriter *w)
{
	const struct source *src = w->f->src;
	struct walk walk;

	walk_begin(&walk, w->f->tree.root);
	for (const struct node *n; (n = walk_next(&walk));)
		if (n->kind == NODE_BLOCK && n->n && begins_line(src, n->lo) &&
		    !indent_of(src, walk_around(&walk, 0)->lo))
			return rewriter_slice(w, line_begin(src, n->lo), n->lo);
	return "    ";
}

/* The text's lines, each behind the margin; the first one too where `first`. */
static const char *indented(struct rewriter *w, const char *text, const char *margin, bool first)
{
	const char *level = level_of(w), *out;
	struct buf b = { 0 };

	for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
		size_t n = strcspn(line, "\n");

		if (line != text)
			buf_puts(&b, eol(w));
		if (n && (first || line != text))
			buf_puts(&b, margin);
		for (; n >= 4 && !memcmp(line, "    ", 4); line += 4, n -= 4) /* as rules write a level */
			buf_puts(&b, level);
		buf_add(&b, line, n);
		if (!line[n])
			break;
	}
	out = arena_strdup(w->a, buf_str(&b));
	buf_release(&b);
	return out;
}

/* The quotes of the first text in the statement, else those of the file. */
static char quote_near(struct rewriter *w, const struct node *statement)
{
	struct walk walk;

	walk_begin(&walk, statement);
	for (const struct node *n; (n = walk_next(&walk));)
		if (n->kind == NODE_STR && w->f->src->bytes[n->lo] == '\'')
			return '\'';
		else if (n->kind == NODE_STR && w->f->src->bytes[n->lo] == '"')
			return '"';
	return manner_of(&w->text).quote;
}

/* The same with the quotes that the code around uses, if nothing in it depends on them. */
static const char *in_own_quotes(struct rewriter *w, const struct node *near, const char *text)
{
	char *out;

	if (quote_near(w, near) != '"' || strchr(text, '"') || strchr(text, '\\'))
		return text;
	out = arena_strdup(w->a, text);
	for (char *c = out; (c = strchr(c, '\''));)
		*c = '"';
	return out;
}

static const char *margin_of(struct rewriter *w, const struct node *n)
{
	uint32_t lo = begin_of(n);

	return rewriter_slice(w, line_begin(w->f->src, lo), lo);
}

/* The swap of a statement: a new one, or the one that already wraps it. */
static struct swap *swap_of(struct rewriter *w, const struct node *n)
{
	for (size_t i = 0; i < w->swap.n; i++)
		if (w->swap.at[i].was == n && !w->swap.at[i].append)
			return &w->swap.at[i];
	rewriter_swap(w, n, &n, 1);
	return &w->swap.at[w->swap.n - 1];
}

static void put_nodes(struct rewriter *w, const struct node *n, const struct node *new, bool before)
{
	struct swap *s = swap_of(w, n);
	const struct node **is = (const struct node **)arena_array(w->a, void *, s->n + new->n);
	uint32_t k = 0;

	for (uint32_t i = 0; before && i < new->n; i++)
		is[k++] = new->kid[i];
	for (uint32_t i = 0; i < s->n; i++)
		is[k++] = s->is[i];
	for (uint32_t i = 0; !before && i < new->n; i++)
		is[k++] = new->kid[i];
	s->is = is;
	s->n = k;
}

static const struct node *parsed(struct rewriter *w, const char *text)
{
	struct parsed new = { 0 };

	parse_module(w->parser, w->a, text, (uint32_t)strlen(text), NULL, &new);
	return new.nerrors || !new.root->n ? NULL : new.root;
}

static bool put_decorator(struct rewriter *w, const struct node *def, const char *text)
{
	const char *margin = rewriter_slice(w, line_begin(w->f->src, def->lo), def->lo);
	const struct node *new = parsed(w, arena_printf(w->a, "%s\ndef f():\n    pass\n", text));

	if (def->kind != NODE_DEF || !new || !begins_line(w->f->src, def->lo))
		return rewriter_refuse(w, "`%s` is not possible there", text);
	rewriter_edit(w, def->lo, def->lo, arena_printf(w->a, "%s%s%s", text, eol(w), margin));
	rewriter_append(w, def, new->kid[0]->kid[2]);
	return true;
}

static bool has_line(struct rewriter *w, const struct node *first, const struct node *last)
{
	const struct source *s = w->f->src;
	uint32_t end = skip_blanks(s, last->hi);

	if (begins_line(s, begin_of(first)) && (end == s->len || strchr("\r\n#", s->bytes[end])))
		return true;
	return rewriter_refuse(w, "%s holds more than one statement", source_line_of(w->a, s, first->lo));
}

static bool put_before(struct rewriter *w, const struct node *n, const char *text)
{
	const struct node *new = parsed(w, text);

	if (!new)
		return rewriter_refuse(w, "`%s` is not a statement", text);
	rewriter_edit(w, begin_of(n), begin_of(n),
		      arena_printf(w->a, "%s%s%s", indented(w, text, margin_of(w, n), false), eol(w), margin_of(w, n)));
	put_nodes(w, n, new, true);
	return true;
}

static bool put_after(struct rewriter *w, const struct node *n, const char *text)
{
	const struct source *s = w->f->src;
	const struct node *new = parsed(w, text);
	uint32_t end = line_end(s, n->hi);

	if (!new)
		return rewriter_refuse(w, "`%s` is not a statement", text);
	rewriter_edit(w, end, end, arena_printf(w->a, "%s%s", eol(w), indented(w, text, margin_of(w, n), true)));
	put_nodes(w, n, new, false);
	return true;
}

/* ---- wrapping */

/* Its lines are not only code: their leading bytes belong to a string. */
static bool has_long_string(const struct rewriter *w, const struct node *statement)
{
	struct walk walk;

	walk_begin(&walk, statement);
	for (const struct node *n; (n = walk_next(&walk));)
		if (n->kind == NODE_STR || n->kind == NODE_FSTRING) {
			if (line_end(w->f->src, n->lo) < n->hi)
				return true;
			walk_skip(&walk);
		}
	return walk.too_deep; /* it may */
}

static void indent_lines(struct rewriter *w, uint32_t from, uint32_t to, const char *by)
{
	const struct source *s = w->f->src;

	for (uint32_t at = line_next(s, from); at < to; at = line_next(s, at)) {
		if (skip_blanks(s, at) < line_end(s, at))
			rewriter_edit(w, at, at, by);
		if (line_next(s, at) <= at)
			break;
	}
}

/* The head with the statements as its block. Copies: a statement that is swapped may not hold itself. */
static const struct node *headed(struct rewriter *w, const struct node *head, const struct node *block, uint32_t i,
				 uint32_t n)
{
	struct node *out = node_copy(w->a, head), *in = rewriter_node(w, NODE_BLOCK, NULL, n);

	for (uint32_t k = 0; k < n; k++)
		in->kid[k] = node_copy(w->a, block->kid[i + k]);
	for (uint32_t k = 0; k < head->n; k++)
		if (head->kid[k] && head->kid[k]->kind == NODE_BLOCK)
			out->kid[k] = in;
	return out;
}

static bool wrap(struct rewriter *w, const struct node *block, uint32_t i, uint32_t n, const char *text)
{
	const struct node *first = block->kid[i], *last = block->kid[i + n - 1], *is,
			  *new = parsed(w, arena_printf(w->a, "%s\n    pass\n", text));
	const char *by = level_of(w);

	for (uint32_t k = i; k < i + n; k++)
		if (has_long_string(w, block->kid[k]))
			return rewriter_refuse(w, "a text of several lines can't be indented");
	if (!new || new->n != 1)
		return rewriter_refuse(w, "`%s` is not the head of a block", text);
	is = headed(w, new->kid[0], block, i, n);
	rewriter_edit(w, begin_of(first), begin_of(first),
		      arena_printf(w->a, "%s%s%s%s", text, eol(w), margin_of(w, first), by));
	indent_lines(w, begin_of(first), last->hi, by);
	rewriter_swap(w, first, &is, 1);
	for (uint32_t k = i + 1; k < i + n; k++)
		rewriter_swap(w, block->kid[k], NULL, 0);
	return true;
}

bool lines_put(struct rewriter *w, uint32_t lo, uint32_t hi, enum promise_kind kind, const char *text)
{
	const struct node *block;
	uint32_t i, n;

	if (!lines_find(w->f->tree.root, lo, hi, &block, &i, &n))
		return rewriter_refuse(w, "the code there is not a separate statement");
	text = in_own_quotes(w, block->kid[i], text);
	if (kind == PROMISE_BEFORE && text[0] == '@')
		return put_decorator(w, block->kid[i], text);
	if (!has_line(w, block->kid[i], block->kid[i + n - 1]))
		return false;
	return kind == PROMISE_BEFORE  ? put_before(w, block->kid[i], text)
	       : kind == PROMISE_AFTER ? put_after(w, block->kid[i + n - 1], text)
				       : wrap(w, block, i, n, text);
}

bool lines_remove(struct rewriter *w, uint32_t lo, uint32_t hi)
{
	const struct node *block, *last;
	uint32_t i, n;

	if (!lines_find(w->f->tree.root, lo, hi, &block, &i, &n) || n == block->n)
		return rewriter_refuse(w, "its block has no other statement");
	last = block->kid[i + n - 1];
	if (!has_line(w, block->kid[i], last))
		return false;
	rewriter_edit(w, line_begin(w->f->src, begin_of(block->kid[i])), line_next(w->f->src, last->hi), "");
	for (uint32_t k = i; k < i + n; k++)
		rewriter_swap(w, block->kid[k], NULL, 0);
	return true;
}

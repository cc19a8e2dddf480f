// SPDX-License-Identifier: MIT
#include "fix/script/lines.h"
#include "code/limits.h"
#include <string.h>

struct holding { /* the innermost block that holds lo..hi, and its statements there */
	uint32_t lo, hi, i, n;
	const struct node *block;
	unsigned depth;
};

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

static void hold(struct holding *h, const struct node *n)
{
	if (h->depth++ < NEST_MAX) {
		if (is_block(n)) {
			h->n = 0;
			for (uint32_t i = 0; i < n->n; i++)
				if (n->kid[i]->lo < h->hi && h->lo < n->kid[i]->hi) {
					h->i = h->n++ ? h->i : i;
					h->block = n;
				}
		}
		for (uint32_t i = 0; i < n->n; i++)
			if (n->kid[i] && n->kid[i]->lo <= h->lo && h->hi <= n->kid[i]->hi)
				hold(h, n->kid[i]);
	}
	h->depth--;
}

bool lines_find(const struct node *root, uint32_t lo, uint32_t hi, const struct node **block, uint32_t *i, uint32_t *n)
{
	struct holding h = { .lo = lo, .hi = hi };

	hold(&h, root);
	*block = h.block;
	*i = h.i;
	*n = h.n;
	return h.n && h.block->kid[h.i]->lo <= lo && hi <= h.block->kid[h.i + h.n - 1]->hi;
}

static const char *eol(const struct rewriting *w)
{
	return w->f->src->crlf ? "\r\n" : "\n";
}

/* One level of indentation, as the file's first block has it. */
static const char *level_of(struct rewriting *w, const struct node *n, unsigned depth)
{
	const char *found = NULL;

	for (uint32_t i = 0; i < n->n && !found && depth < NEST_MAX; i++) {
		const struct node *k = n->kid[i];

		if (!k)
			continue;
		if (k->kind == NODE_BLOCK && k->n && begins_line(w->f->src, k->lo) && !indent_of(w->f->src, n->lo))
			return rewriting_slice(w, line_begin(w->f->src, k->lo), k->lo);
		found = level_of(w, k, depth + 1);
	}
	return found;
}

/* The text's lines, each behind the margin; the first one too where `first`. */
static const char *indented(struct rewriting *w, const char *text, const char *margin, bool first)
{
	const char *level = level_of(w, w->f->tree.root, 0), *out;
	struct buf b = { 0 };

	for (const char *line = text; *line; line += strcspn(line, "\n") + 1) {
		size_t n = strcspn(line, "\n");

		if (line != text)
			buf_puts(&b, eol(w));
		if (n && (first || line != text))
			buf_puts(&b, margin);
		for (; n >= 4 && !memcmp(line, "    ", 4); line += 4, n -= 4) /* as rules write a level */
			buf_puts(&b, level ? level : "    ");
		buf_add(&b, line, n);
		if (!line[n])
			break;
	}
	out = arena_strdup(w->a, buf_str(&b));
	buf_release(&b);
	return out;
}

static const char *margin_of(struct rewriting *w, const struct node *n)
{
	uint32_t lo = begin_of(n);

	return rewriting_slice(w, line_begin(w->f->src, lo), lo);
}

/* The swap of a statement, anew or what was put around it before. */
static struct swap *swap_of(struct rewriting *w, const struct node *n)
{
	for (size_t i = 0; i < w->swap.n; i++)
		if (w->swap.at[i].was == n && !w->swap.at[i].append)
			return &w->swap.at[i];
	rewriting_swap(w, n, &n, 1);
	return &w->swap.at[w->swap.n - 1];
}

static void put_nodes(struct rewriting *w, const struct node *n, const struct node *new, bool before)
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

static const struct node *parsed(struct rewriting *w, const char *text)
{
	struct parsed new = { 0 };

	parse_module(w->parser, w->a, text, (uint32_t)strlen(text), NULL, &new);
	return new.nerrors || !new.root->n ? NULL : new.root;
}

static bool put_decorator(struct rewriting *w, const struct node *def, const char *text)
{
	const char *margin = rewriting_slice(w, line_begin(w->f->src, def->lo), def->lo);
	const struct node *new = parsed(w, arena_printf(w->a, "%s\ndef f():\n    pass\n", text));

	if (def->kind != NODE_DEF || !new || !begins_line(w->f->src, def->lo))
		return rewriting_refuse(w, "`%s` can't stand there", text);
	rewriting_edit(w, def->lo, def->lo, arena_printf(w->a, "%s%s%s", text, eol(w), margin));
	rewriting_append(w, def, new->kid[0]->kid[2]);
	return true;
}

static bool has_line(struct rewriting *w, const struct node *first, const struct node *last)
{
	const struct source *s = w->f->src;
	uint32_t end = skip_blanks(s, last->hi);

	if (begins_line(s, begin_of(first)) && (end == s->len || strchr("\r\n#", s->bytes[end])))
		return true;
	return rewriting_refuse(w, "line %u holds more than one statement", source_point(s, first->lo).line + 1);
}

static bool put_before(struct rewriting *w, const struct node *n, const char *text)
{
	const struct node *new = parsed(w, text);

	if (!new)
		return rewriting_refuse(w, "`%s` is no statement", text);
	rewriting_edit(w, begin_of(n), begin_of(n),
		       arena_printf(w->a, "%s%s%s", indented(w, text, margin_of(w, n), false), eol(w),
				    margin_of(w, n)));
	put_nodes(w, n, new, true);
	return true;
}

static bool put_after(struct rewriting *w, const struct node *n, const char *text)
{
	const struct source *s = w->f->src;
	const struct node *new = parsed(w, text);
	uint32_t end = line_end(s, n->hi);

	if (!new)
		return rewriting_refuse(w, "`%s` is no statement", text);
	rewriting_edit(w, end, end, arena_printf(w->a, "%s%s", eol(w), indented(w, text, margin_of(w, n), true)));
	put_nodes(w, n, new, false);
	return true;
}

/* ---- wrapping */

/* Its lines are not only code: what they begin with says something. */
static const struct node *long_string(const struct rewriting *w, const struct node *n, unsigned depth)
{
	const struct node *found = depth < NEST_MAX ? NULL : n;

	if (n->kind == NODE_STR || n->kind == NODE_FSTRING)
		return line_end(w->f->src, n->lo) < n->hi ? n : NULL;
	for (uint32_t i = 0; i < n->n && !found; i++)
		found = n->kid[i] ? long_string(w, n->kid[i], depth + 1) : NULL;
	return found;
}

static void indent_lines(struct rewriting *w, uint32_t from, uint32_t to, const char *by)
{
	const struct source *s = w->f->src;

	for (uint32_t at = line_next(s, from); at < to; at = line_next(s, at)) {
		if (skip_blanks(s, at) < line_end(s, at))
			rewriting_edit(w, at, at, by);
		if (line_next(s, at) <= at)
			break;
	}
}

/* The head with the statements as its block. Copies: a statement that is swapped may not hold itself. */
static const struct node *headed(struct rewriting *w, const struct node *head, const struct node *block, uint32_t i,
				 uint32_t n)
{
	struct node *out = node_copy(w->a, head), *in = rewriting_node(w, NODE_BLOCK, NULL, n);

	for (uint32_t k = 0; k < n; k++)
		in->kid[k] = node_copy(w->a, block->kid[i + k]);
	for (uint32_t k = 0; k < head->n; k++)
		if (head->kid[k] && head->kid[k]->kind == NODE_BLOCK)
			out->kid[k] = in;
	return out;
}

static bool wrap(struct rewriting *w, const struct node *block, uint32_t i, uint32_t n, const char *text)
{
	const struct node *first = block->kid[i], *last = block->kid[i + n - 1], *is,
			  *new = parsed(w, arena_printf(w->a, "%s\n    pass\n", text));
	const char *level = level_of(w, w->f->tree.root, 0), *by = level ? level : "    ";

	for (uint32_t k = i; k < i + n; k++)
		if (long_string(w, block->kid[k], 0))
			return rewriting_refuse(w, "a text of several lines can't be indented");
	if (!new || new->n != 1)
		return rewriting_refuse(w, "`%s` is no head of a block", text);
	is = headed(w, new->kid[0], block, i, n);
	rewriting_edit(w, begin_of(first), begin_of(first),
		       arena_printf(w->a, "%s%s%s%s", text, eol(w), margin_of(w, first), by));
	indent_lines(w, begin_of(first), last->hi, by);
	rewriting_swap(w, first, &is, 1);
	for (uint32_t k = i + 1; k < i + n; k++)
		rewriting_swap(w, block->kid[k], NULL, 0);
	return true;
}

bool lines_put(struct rewriting *w, uint32_t lo, uint32_t hi, enum promise_kind kind, const char *text)
{
	const struct node *block;
	uint32_t i, n;

	if (!lines_find(w->f->tree.root, lo, hi, &block, &i, &n))
		return rewriting_refuse(w, "what stands there is no statement of its own");
	if (kind == PROMISE_BEFORE && text[0] == '@')
		return put_decorator(w, block->kid[i], text);
	if (!has_line(w, block->kid[i], block->kid[i + n - 1]))
		return false;
	return kind == PROMISE_BEFORE  ? put_before(w, block->kid[i], text)
	       : kind == PROMISE_AFTER ? put_after(w, block->kid[i + n - 1], text)
				       : wrap(w, block, i, n, text);
}

bool lines_remove(struct rewriting *w, uint32_t lo, uint32_t hi)
{
	const struct node *block, *last;
	uint32_t i, n;

	if (!lines_find(w->f->tree.root, lo, hi, &block, &i, &n) || n == block->n)
		return rewriting_refuse(w, "nothing else stands in its block");
	last = block->kid[i + n - 1];
	if (!has_line(w, block->kid[i], last))
		return false;
	rewriting_edit(w, line_begin(w->f->src, begin_of(block->kid[i])), line_next(w->f->src, last->hi), "");
	for (uint32_t k = i; k < i + n; k++)
		rewriting_swap(w, block->kid[k], NULL, 0);
	return true;
}

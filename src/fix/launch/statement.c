// SPDX-License-Identifier: MIT
/* Edits whole statements of a shell script: removes an assignment, inserts a line, finds pipes. Nodes of the syntax
 * tree are found by their offset with a depth-first search; bytes of the text decide about lines, `;` and comments.
 *
 * Invariant: a statement is removed only if nothing depends on it: it stands in a block, and that block keeps another
 * statement (the script itself may become empty).
 *
 *	A=1 B=2 python x.py		without A: B=2 python x.py
 *	export A=1; python x.py		without A: python x.py
 *	test -f x && A=1		refused: "something depends on the statement of line 1" */
#include "fix/launch/statement.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- assignments */

struct holder { /* of an assignment */
	const struct shell_node *node, *block;
	const struct shell_assign *assign;
};

static bool find(const struct shell_node *n, const struct shell_node *in, uint32_t at, struct holder *out)
{
	for (uint32_t i = 0; i < n->nassigns; i++)
		if (n->assign[i].lo == at) {
			*out = (struct holder){ n, in, &n->assign[i] };
			return true;
		}
	for (uint32_t i = 0; i < n->n; i++)
		if (find(n->kid[i], n, at, out))
			return true;
	return false;
}

static uint32_t line_end(const struct source *src, uint32_t at)
{
	uint32_t next = source_point(src, at).line + 1;

	return next < source_lines(src).n ? source_lines(src).at[next] : src->len;
}

static bool statement_remove(struct word_editor *w, const struct holder *h, const struct shell_node *top)
{
	const char *s = w->src->bytes;
	uint32_t lo = source_line_start(w->src, h->node->lo), hi = h->node->hi;
	bool first = strspn(s + lo, " \t") >= h->node->lo - lo;

	if (!h->block || h->block->kind != SHELL_BLOCK)
		return reword_refuse(w, "something depends on the statement of line %u",
				     source_point(w->src, h->node->lo).line + 1);
	if (h->block->n == 1 && h->block != top)
		return reword_refuse(w, "the block of line %u has no other statement",
				     source_point(w->src, h->node->lo).line + 1);
	hi += (uint32_t)strspn(s + hi, " \t");
	if (first && (!s[hi] || strchr("\r\n#", s[hi]))) {
		reword_edit(w, lo, line_end(w->src, hi), "");
		return true;
	}
	if (s[hi] != ';' || s[hi + 1] == ';')
		return reword_refuse(w, "line %u has other commands", source_point(w->src, h->node->lo).line + 1);
	hi++;
	reword_edit(w, h->node->lo, hi + (uint32_t)strspn(s + hi, " \t"), "");
	return true;
}

/* What stands behind it in its command. */
static uint32_t next_in(const struct holder *h)
{
	uint32_t next = UINT32_MAX;

	for (uint32_t i = 0; i < h->node->nassigns; i++)
		if (h->node->assign[i].lo > h->assign->lo && h->node->assign[i].lo < next)
			next = h->node->assign[i].lo;
	for (uint32_t i = 0; i < h->node->nwords; i++)
		if (h->node->word[i].lo > h->assign->lo && h->node->word[i].lo < next)
			next = h->node->word[i].lo;
	return next;
}

bool assignment_remove(struct word_editor *w, const struct shell_script *s, uint32_t name_at)
{
	struct holder h;

	if (!find(s->root, NULL, name_at, &h))
		return reword_refuse(w, "it is set by a word of another command");
	if (h.node->nassigns == 1 && (!h.node->nwords || (h.node->nwords == 1 && h.node->word[0].lo < name_at)))
		return statement_remove(w, &h, s->root);
	if (next_in(&h) == UINT32_MAX)
		word_remove(w, (struct span){ w->src->id, h.assign->lo, h.assign->hi });
	else
		reword_edit(w, h.assign->lo, next_in(&h), "");
	return true;
}

static const struct shell_assign *setting_of(const struct shell_node *n, uint32_t value_at)
{
	const struct shell_assign *found = NULL;

	for (uint32_t i = 0; i < n->nassigns && !found; i++)
		if (n->assign[i].value.lo == value_at && n->assign[i].value.hi > value_at)
			found = &n->assign[i];
	for (uint32_t i = 0; i < n->n && !found; i++)
		found = setting_of(n->kid[i], value_at);
	return found;
}

static bool is_name_byte(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

const char *assignment_shared(struct word_editor *w, const struct shell_script *s, uint32_t value_at)
{
	const struct shell_assign *x = setting_of(s->root, value_at);
	const char *text = w->src->bytes, *p = text;
	size_t n = x ? strlen(x->name) : 0;
	uint32_t uses = 0;

	for (; n && (p = strstr(p, x->name)); p += n)
		uses += !is_name_byte(p[n]) && (p == text || !is_name_byte(p[-1]));
	return uses > 2 ? x->name : NULL;
}

/* ---- a line more */

static bool is_set(const struct shell_node *n)
{
	return n->kind == SHELL_COMMAND && n->nwords && n->word[0].n == 1 && n->word[0].part[0].kind == SHELL_TEXT &&
	       !strcmp(n->word[0].part[0].text, "set");
}

/* Above comments that speak of what follows, but below a header. */
static uint32_t above_comments(const struct source *src, uint32_t at)
{
	const uint32_t *start = source_lines(src).at;
	uint32_t line = source_point(src, at).line, top = line;

	while (top && src->bytes[start[top - 1]] == '#' && strchr(" \t", src->bytes[start[top - 1] + 1]))
		top--;
	return start[top && strchr("\r\n", src->bytes[start[top - 1]]) ? top : line];
}

void line_insert(struct word_editor *w, const struct shell_script *s, const char *line)
{
	const char *end = w->src->crlf ? "\r\n" : "\n";
	uint32_t n = 0, at;

	while (n < s->root->n && is_set(s->root->kid[n]))
		n++;
	if (n) {
		at = line_end(w->src, s->root->kid[n - 1]->hi);
		if (at && w->src->bytes[at - 1] == '\n')
			reword_edit(w, at, at, arena_printf(w->a, "%s%s", line, end));
		else
			reword_edit(w, at, at, arena_printf(w->a, "%s%s", end, line));
		return;
	}
	at = s->root->n ? above_comments(w->src, s->root->kid[0]->lo) : w->src->len;
	reword_edit(w, at, at, arena_printf(w->a, "%s%s", line, end));
}

/* ---- pipes */

/* hi of the pipeline around the command; 0: it stands in none. */
static uint32_t pipeline_end(const struct shell_node *n, uint32_t at, uint32_t *lo)
{
	uint32_t hi = 0;

	if (n->kind == SHELL_PIPELINE && n->lo <= at && at < n->hi) {
		*lo = n->lo;
		return n->hi;
	}
	for (uint32_t i = 0; i < n->n && !hi; i++)
		hi = pipeline_end(n->kid[i], at, lo);
	return hi;
}

static int by_begin(const void *x, const void *y)
{
	const struct span *p = x, *q = y;

	return (p->lo > q->lo) - (p->lo < q->lo);
}

/* Comments, and these commands with the rest of their pipelines: one may end the command before it. */
static struct span *known_spans(struct arena *a, const struct shell_script *s, const struct span *command, uint32_t n,
				uint32_t *nspans)
{
	struct span *all = arena_array(a, struct span, s->ncomments + n + 1);

	*nspans = 0;
	for (uint32_t i = 0; i < s->ncomments; i++)
		all[(*nspans)++] = (struct span){ 0, s->comment[i].lo, s->comment[i].hi };
	for (uint32_t i = 0; i < n; i++) {
		uint32_t lo = 0, hi = pipeline_end(s->root, command[i].lo, &lo);

		all[(*nspans)++] = (struct span){ 0, command[i].lo, hi };
	}
	qsort(all, *nspans, sizeof *all, by_begin);
	return all;
}

uint32_t other_pipe(struct arena *a, const struct source *src, const struct shell_script *s, const struct span *command,
		    uint32_t n)
{
	uint32_t nspans, next = 0, behind = 0;
	const struct span *known = known_spans(a, s, command, n, &nspans);

	for (uint32_t at = 0; at < src->len; at++) {
		if (src->bytes[at] != '|')
			continue;
		for (; next < nspans && known[next].lo <= at; next++)
			behind = known[next].hi > behind ? known[next].hi : behind;
		if (at < behind)
			at = behind - 1;
		else if (src->bytes[at + 1] != '|')
			return at;
		else
			at++;
	}
	return UINT32_MAX;
}

// SPDX-License-Identifier: MIT
/* Reads a file's manner off its text: what most of its strings, dicts and lines do. Between the items of a bracket only
 * blanks, line ends, comments, commas and parentheses of the items can stand, so scanning from an item's end is exact.
 *
 *	optimizer = dict(type='SGD')	single quotes, and dict() rather than braces */
#include "fix/edit/file_style.h"
#include "base/vec.h"
#include <string.h>

enum { WIDTH_MIN = 79, WIDTH_MAX = 120 };

uint32_t line_begin(const struct source *s, uint32_t at)
{
	while (at > 0 && s->bytes[at - 1] != '\n')
		at--;
	return at;
}

uint32_t line_end(const struct source *s, uint32_t at)
{
	while (at < s->len && s->bytes[at] != '\n')
		at++;
	if (at > 0 && at <= s->len && s->bytes[at - 1] == '\r')
		at--;
	return at;
}

uint32_t line_next(const struct source *s, uint32_t at)
{
	while (at < s->len && s->bytes[at] != '\n')
		at++;
	return at < s->len ? at + 1 : s->len;
}

uint32_t skip_blanks(const struct source *s, uint32_t at)
{
	while (at < s->len && (s->bytes[at] == ' ' || s->bytes[at] == '\t' || s->bytes[at] == '\f'))
		at++;
	return at;
}

unsigned column_of(const struct source *s, uint32_t at)
{
	return at - line_begin(s, at);
}

unsigned indent_of(const struct source *s, uint32_t at)
{
	uint32_t lo = line_begin(s, at);

	return skip_blanks(s, lo) - lo;
}

bool begins_line(const struct source *s, uint32_t at)
{
	return skip_blanks(s, line_begin(s, at)) >= at;
}

/* Behind blanks, line ends, comments and continuations. */
static uint32_t skip_gap(const struct source *s, uint32_t at, uint32_t end)
{
	while (at < end) {
		char c = s->bytes[at];

		if (c == '#')
			at = line_end(s, at);
		else if (c == ' ' || c == '\t' || c == '\f' || c == '\n' || c == '\r' || c == '\\')
			at++;
		else
			break;
	}
	return at < end ? at : end;
}

bool gap_has_comment(const struct source *s, uint32_t lo, uint32_t hi)
{
	return hi > lo && memchr(s->bytes + lo, '#', hi - lo) != NULL;
}

static uint32_t open_of(const struct source *s, const struct node *n)
{
	if (n->kind == NODE_CALL) {
		uint32_t at = n->kid[0]->hi;

		/* the callee's own parentheses leave no node */
		while ((at = skip_gap(s, at, n->hi)) < n->hi && s->bytes[at] == ')')
			at++;
		return at;
	}
	return n->lo;
}

static bool is_bracket(const struct source *s, const struct node *n, struct bracket *b)
{
	static const char pair[] = "()[]{}";
	const char *p;

	switch (n->kind) {
	case NODE_CALL:
	case NODE_DICT:
	case NODE_LIST:
	case NODE_SET:
	case NODE_TUPLE:
		break;
	default:
		return false;
	}
	if (n->hi > s->len || n->hi < n->lo + 2)
		return false;
	b->open = open_of(s, n);
	b->close = n->hi - 1;
	p = b->open < b->close ? strchr(pair, s->bytes[b->open]) : NULL;
	return p && *p && (p - pair) % 2 == 0 && p[1] == s->bytes[b->close];
}

/* One item: its own parentheses belong to it, a comma behind it is noted. */
static bool item_of(const struct source *s, const struct node *kid, uint32_t from, uint32_t close, struct slotted *out)
{
	uint32_t at;

	out->lo = skip_gap(s, from, close);
	out->hi = kid->hi;
	out->comma = NO_COMMA;
	if (out->lo > kid->lo || kid->hi > close)
		return false;
	while ((at = skip_gap(s, out->hi, close)) < close && s->bytes[at] == ')')
		out->hi = at + 1;
	if (at < close) {
		if (s->bytes[at] != ',')
			return false;
		out->comma = at;
	}
	return true;
}

bool bracket_of(struct arena *a, const struct source *s, const struct node *n, struct bracket *out)
{
	uint32_t from;

	memset(out, 0, sizeof *out);
	if (!is_bracket(s, n, out))
		return false;
	out->first = n->kind == NODE_CALL ? 1 : 0;
	out->n = n->n - out->first;
	out->item = arena_array(a, struct slotted, out->n ? out->n : 1);
	from = out->open + 1;
	for (uint32_t i = 0; i < out->n; i++) {
		const struct node *kid = n->kid[out->first + i];

		if (!kid || kid->kind == NODE_GENEXP || !item_of(s, kid, from, out->close, &out->item[i]))
			return false;
		from = out->item[i].comma == NO_COMMA ? out->item[i].hi : out->item[i].comma + 1;
	}
	return true;
}

/* --- manner */

struct manner_votes {
	uint32_t single, twice, calls, braces;
};

static void vote(const struct source *s, const struct node *n, struct manner_votes *v)
{
	if (n->kind == NODE_STR && n->lo < s->len) {
		v->single += s->bytes[n->lo] == '\'';
		v->twice += s->bytes[n->lo] == '"' && s->bytes[n->lo + 1] != '"'; /* not documentation */
	} else if (n->kind == NODE_CALL) {
		v->calls += n->kid[0]->kind == NODE_NAME && n->kid[0]->text->len == 4 &&
			    memcmp(n->kid[0]->text->s, "dict", 4) == 0;
	} else if (n->kind == NODE_DICT) {
		v->braces += n->n > 0;
	}
}

static void count_votes(const struct source *s, const struct node *root, struct manner_votes *v)
{
	VEC(, const struct node *) todo = { 0 };

	vec_push(&todo, root);
	while (todo.n > 0) {
		const struct node *n = vec_pop(&todo);

		vote(s, n, v);
		for (uint32_t i = 0; i < n->n; i++)
			if (n->kid[i])
				vec_push(&todo, n->kid[i]);
	}
	vec_release(&todo);
}

static unsigned widest_line(const struct source *s)
{
	unsigned widest = WIDTH_MIN;

	for (uint32_t i = 0; i < source_lines(s).n; i++) {
		uint32_t n = source_line_end(s, i) - source_lines(s).at[i];

		if (n > widest)
			widest = n;
	}
	return widest < WIDTH_MAX ? widest : WIDTH_MAX;
}

static bool is_block(const struct node *n)
{
	return n->kind == NODE_WITH || n->kind == NODE_IF || n->kind == NODE_FOR || n->kind == NODE_WHILE ||
	       n->kind == NODE_TRY || n->kind == NODE_DEF || n->kind == NODE_CLASS;
}

static bool blank_before(const struct source *s, const struct node *root, uint32_t i)
{
	for (uint32_t at = root->kid[i - 1]->hi; at < root->kid[i]->lo;) {
		at = line_next(s, at);
		if (at < root->kid[i]->lo && skip_blanks(s, at) == line_end(s, at))
			return true;
	}
	return false;
}

/* Statements form paragraphs separated by blank lines, and a new one begins its own. The blank lines after the first
 * one, `_base_`, don't count. */
static bool in_paragraphs(const struct source *s, const struct node *root)
{
	for (uint32_t i = root->n > 2 ? 2 : 1; i < root->n; i++)
		if (blank_before(s, root, i))
			return true;
	return false;
}

static bool indented_by_tabs(const struct source *s)
{
	struct line_starts l = source_lines(s);
	uint32_t tabs = 0, blanks = 0;

	for (uint32_t i = 0; i < l.n; i++) /* behind the last byte stands a NUL */
		tabs += s->bytes[l.at[i]] == '\t', blanks += s->bytes[l.at[i]] == ' ';
	return tabs > blanks;
}

struct manner manner_of(const struct module *m)
{
	struct manner_votes v = { 0 };
	struct manner out = { .quote = '\'', .dict_calls = true, .eol = "\n", .width = WIDTH_MIN };

	if (!m->src || !m->tree.root) /* JSON and YAML have no tree */
		return out;
	count_votes(m->src, m->tree.root, &v);
	out.quote = v.twice > v.single ? '"' : '\'';
	out.dict_calls = v.calls >= v.braces;
	out.eol = m->src->crlf ? "\r\n" : "\n";
	out.width = widest_line(m->src);
	out.tabs = indented_by_tabs(m->src);
	out.after_block = m->tree.root->n > 0 && is_block(m->tree.root->kid[m->tree.root->n - 1]);
	out.blank_between = in_paragraphs(m->src, m->tree.root);
	return out;
}

struct manner manner_like(const struct module *file, const struct node *old)
{
	struct manner m = manner_of(file);
	const char *text = file->src->bytes + old->lo;

	if (old->kind == NODE_DICT)
		m.dict_calls = false;
	else if (old->kind == NODE_CALL)
		m.dict_calls = true;
	else if (old->kind == NODE_STR && (text[0] == '\'' || text[0] == '"'))
		m.quote = text[0];
	return m;
}

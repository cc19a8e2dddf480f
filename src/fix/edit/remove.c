// SPDX-License-Identifier: MIT
/* Removing and renaming keys. An item is removed with its comma, and with its line (and that line's comment) if it
 * stands there alone; all other bytes stay. A list's layout is never tidied up beyond that.
 *
 *	dict(a=1, b=2, c=3) without b	dict(a=1, c=3) */
#include "fix/edit/remove.h"
#include "fix/edit/override.h"
#include "python/value/print.h"
#include <string.h>

static void cut(struct edits *out, const struct place *p, uint32_t lo, uint32_t hi)
{
	if (lo < hi)
		vec_push(out, ((struct edit){ .at = { .file = p->file->src->id, .lo = lo, .hi = hi }, .text = "" }));
}

/* Whether only blanks and a comment follow on the line. */
static bool ends_line(const struct source *s, uint32_t at)
{
	at = skip_blanks(s, at);
	return at >= s->len || s->bytes[at] == '#' || s->bytes[at] == '\n' || s->bytes[at] == '\r';
}

static uint32_t item_end(const struct slotted *i)
{
	return i->comma == NO_COMMA ? i->hi : i->comma + 1;
}

/* The last item without a comma of its own: the comma before it is the one that goes. */
static void cut_comma_before(struct edits *out, const struct place *p, const struct bracket *b, uint32_t i)
{
	if (i > 0 && i == b->n - 1 && b->item[i].comma == NO_COMMA)
		cut(out, p, b->item[i - 1].comma, b->item[i - 1].comma + 1);
}

static void cut_last(struct edits *out, const struct place *p, const struct bracket *b, uint32_t i)
{
	const struct source *s = p->file->src;
	const struct slotted *me = &b->item[i], *before = i > 0 ? me - 1 : NULL;

	if (!before) {
		cut(out, p, me->lo, item_end(me));
	} else if (gap_has_comment(s, before->comma, me->lo)) {
		cut_comma_before(out, p, b, i);
		cut(out, p, me->lo, item_end(me));
	} else if (me->comma == NO_COMMA) {
		cut(out, p, before->comma, me->hi);
	} else {
		cut(out, p, before->comma + 1, me->comma + 1);
	}
}

static void cut_inner(struct edits *out, const struct place *p, const struct bracket *b, uint32_t i)
{
	const struct source *s = p->file->src;
	const struct slotted *me = &b->item[i], *next = me + 1;
	bool same_line = line_begin(s, next->lo) == line_begin(s, me->hi);
	uint32_t own_comment_end = line_end(s, me->comma);

	if (same_line)
		cut(out, p, me->lo, next->lo);
	else if (i > 0 && line_begin(s, b->item[i - 1].comma) == line_begin(s, me->lo))
		cut(out, p, b->item[i - 1].comma + 1, me->comma + 1);
	else if (gap_has_comment(s, own_comment_end, next->lo))
		cut(out, p, me->lo, own_comment_end); /* the comments in between are about the next item */
	else
		cut(out, p, me->lo, next->lo);
}

/* Neighbours that are removed together are one item; gone[] follows. */
static void coalesce(struct bracket *b, bool *gone)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < b->n; i++) {
		if (n > 0 && gone[i] && gone[n - 1]) {
			b->item[n - 1].hi = b->item[i].hi;
			b->item[n - 1].comma = b->item[i].comma;
		} else {
			b->item[n] = b->item[i];
			gone[n++] = gone[i];
		}
	}
	b->n = n;
}

static void cut_item(struct edits *out, const struct place *p, const struct bracket *b, uint32_t i)
{
	const struct source *s = p->file->src;
	const struct slotted *me = &b->item[i];

	if (begins_line(s, me->lo) && ends_line(s, item_end(me)) && item_end(me) < b->close) {
		cut_comma_before(out, p, b, i);
		cut(out, p, line_begin(s, me->lo), line_next(s, item_end(me)));
	} else if (i + 1 < b->n) {
		cut_inner(out, p, b, i);
	} else {
		cut_last(out, p, b, i);
	}
}

/* Marks the items that go. false: one is not an item of the bracket. */
static bool mark_gone(const struct bracket *b, const struct place *p, size_t n, bool *gone)
{
	for (size_t k = 0; k < n; k++) {
		uint32_t i = 0;

		while (i < b->n && p->container->kid[b->first + i] != p[k].holder)
			i++;
		if (i == b->n)
			return false;
		gone[i] = true;
	}
	return true;
}

bool remove_items(struct arena *a, const struct place *p, size_t n, struct edits *out, struct err *e)
{
	const struct source *s = p->file->src;
	struct bracket b;
	bool *gone;

	if (!bracket_of(a, s, p->container, &b))
		return err_set(e, ERR_USAGE, "line %u is written in a form that is not edited automatically",
			       source_point(s, p->container->lo).line + 1);
	gone = arena_array(a, bool, b.n + 1);
	if (!mark_gone(&b, p, n, gone))
		return err_set(e, ERR_USAGE, "the item is not where it was expected");
	if (p->container->kind == NODE_TUPLE && b.n <= n + 1)
		return err_set(e, ERR_USAGE, "a tuple of one item is not written automatically");
	coalesce(&b, gone);
	if (b.n == 1 && gone[0] && !gap_has_comment(s, b.open, b.close)) {
		cut(out, p, b.open + 1, b.close);
		return true;
	}
	for (uint32_t i = 0; i < b.n; i++)
		if (gone[i])
			cut_item(out, p, &b, i);
	return true;
}

static bool is_blank(const struct source *s, uint32_t lo)
{
	lo = skip_blanks(s, lo);
	return lo < s->len && (s->bytes[lo] == '\n' || s->bytes[lo] == '\r');
}

/* Two removed neighbours both claim the blank lines between them: the first one gets them. */
static void cut_rest(struct edits *out, const struct source *s, uint32_t lo, uint32_t hi)
{
	for (size_t i = 0; i < out->n; i++) {
		const struct span *at = &out->at[i].at;

		if (at->file != s->id || at->lo >= hi || at->hi <= lo)
			continue;
		if (at->lo <= lo)
			lo = at->hi;
		else
			hi = at->lo;
	}
	if (lo < hi)
		vec_push(out, ((struct edit){ .at = { .file = s->id, .lo = lo, .hi = hi }, .text = "" }));
}

/* The lines of a statement, and the blank ones on one side when there are some on both: at the end of a file those
 * before, else those behind. A file without a final newline stays so. */
void remove_text(const struct source *s, uint32_t lo, uint32_t hi, struct edits *out)
{
	bool lines = line_begin(s, lo) == lo && (hi == s->len || line_begin(s, hi) == hi);
	bool blank_before = lo > 0 && is_blank(s, line_begin(s, lo - 1));
	uint32_t behind = hi;

	while (lines && behind < s->len && is_blank(s, behind))
		behind = line_next(s, behind);
	if (lines && behind == s->len) {
		while (lo > 0 && is_blank(s, line_begin(s, lo - 1)))
			lo = line_begin(s, lo - 1);
		if (lo > 0 && s->bytes[s->len - 1] != '\n')
			lo = line_end(s, lo - 1);
	} else if (lines && (blank_before || lo == 0)) {
		hi = behind;
	}
	cut_rest(out, s, lo, hi);
}

/* A comment line of a few words, which is neither commented-out code nor a directive for a tool. */
static bool is_heading(const struct source *s, uint32_t lo)
{
	uint32_t at = skip_blanks(s, lo), hi = line_end(s, at);

	if (at >= s->len || s->bytes[at] != '#')
		return false;
	for (; at < hi; at++)
		if (strchr("=():", s->bytes[at]))
			return false;
	return true;
}

/* Whether the line begins with a comment, is blank, or the file has ended. */
static bool says_nothing(const struct source *s, uint32_t lo)
{
	uint32_t at = skip_blanks(s, lo);

	return at >= s->len || s->bytes[at] == '#' || is_blank(s, lo);
}

/* A statement is removed with the one line above that is only its heading: otherwise the heading would stand over other
 * code. */
static uint32_t with_heading(const struct source *s, uint32_t lo, uint32_t hi)
{
	uint32_t above = lo > 0 ? line_begin(s, lo - 1) : lo;

	if (above == lo || !is_heading(s, above) || !says_nothing(s, hi))
		return lo;
	return above > 0 && s->bytes[skip_blanks(s, line_begin(s, above - 1))] == '#' ? lo : above;
}

static bool remove_statement(struct arena *a, const struct place *p, struct edits *out, struct err *e)
{
	const struct source *s = p->file->src;
	const struct node *n = p->holder;

	if (!begins_line(s, n->lo) || !ends_line(s, n->hi))
		return err_set(e, ERR_USAGE, "line %u holds more than one statement", source_point(s, n->lo).line + 1);
	if (n->kind == NODE_ASSIGN && n->n != 2)
		return err_set(e, ERR_USAGE, "line %u assigns several names", source_point(s, n->lo).line + 1);
	if (p->container && p->container->n == 1)
		edits_put(a, out, (struct span){ .file = s->id, .lo = n->lo, .hi = n->hi }, "pass", 4);
	else
		remove_text(s, with_heading(s, line_begin(s, n->lo), line_next(s, n->hi)), line_next(s, n->hi), out);
	return true;
}

bool remove_key(struct arena *a, const struct place *p, struct edits *out, struct err *e)
{
	if (p->kind != PLACE_VALUE)
		return err_set(e, ERR_USAGE, "%s", p->why_not ? p->why_not : "the key is not set in this file");
	if (!p->holder)
		return err_set(e, ERR_USAGE, "the value is part of an expression");
	if (p->holder->kind == NODE_ASSIGN || p->holder->kind == NODE_ANNASSIGN)
		return remove_statement(a, p, out, e);
	return remove_items(a, p, 1, out, e);
}

/* The token that names the key: a keyword, a literal's key, an assigned name or the subscript of an assigned item. */
static bool key_token(const struct place *p, uint32_t *lo, uint32_t *hi, bool *string)
{
	const struct node *n = p->holder, *key;

	if (!n)
		return false;
	if (n->kind == NODE_KW) {
		*lo = n->lo;
		*hi = n->lo + n->text->len;
		*string = false;
		return true;
	}
	if (n->kind == NODE_PAIR)
		key = n->kid[0];
	else if (n->kind == NODE_ASSIGN && n->n == 2)
		key = n->kid[1];
	else
		return false;
	if (key->kind == NODE_INDEX)
		key = key->kid[1];
	*lo = key->kind == NODE_ATTR ? key->hi - key->text->len : key->lo;
	*hi = key->hi;
	*string = key->kind == NODE_STR;
	return key->kind == NODE_STR || (n->kind == NODE_ASSIGN && (key->kind == NODE_NAME || key->kind == NODE_ATTR));
}

bool rename_key(struct arena *a, const struct place *p, const struct str *name, struct edits *out, struct err *e)
{
	struct buf text = { 0 };
	struct manner m;
	uint32_t lo, hi;
	bool string;

	if (p->kind != PLACE_VALUE)
		return err_set(e, ERR_USAGE, "%s", p->why_not ? p->why_not : "the key is not set in this file");
	if (!key_token(p, &lo, &hi, &string))
		return err_set(e, ERR_USAGE, "the key is not written as a plain name here");
	if (!string && !print_is_identifier(name))
		return err_set(e, ERR_USAGE, "'%s' can't be written as a name", name->s);
	m = manner_of(p->file);
	if (string && (p->file->src->bytes[lo] == '\'' || p->file->src->bytes[lo] == '"'))
		m.quote = p->file->src->bytes[lo];
	if (!string)
		buf_add(&text, name->s, name->len);
	else
		override_value(&text, value_str(name, (struct span){ 0 }), &m, (struct as_written){ 0 },
			       (struct margin){ 0 });
	edits_put(a, out, (struct span){ .file = p->file->src->id, .lo = lo, .hi = hi }, text.s, text.n);
	buf_release(&text);
	return true;
}

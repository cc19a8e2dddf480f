// SPDX-License-Identifier: MIT
/* Replacing values and inserting keys. A new item copies the layout of its bracket: on the line of the last item where
 * all stand on one line, else on a line of its own with the indentation of the last item that begins a line. The
 * closing bracket never moves. Removing and renaming: fix/remove.c. */
#include "fix/rewrite.h"
#include "lang/print.h"
#include <string.h>

static void add_edit(struct arena *a, struct edits *out, const struct place *p, uint32_t lo, uint32_t hi,
		     const char *text, size_t n)
{
	vec_push(out, ((struct edit){ .at = { .file = p->file->src->id, .lo = lo, .hi = hi },
				      .text = arena_strndup(a, text, n),
				      .len = (uint32_t)n }));
}

static unsigned columns(const struct source *s, uint32_t at)
{
	return at - line_begin(s, at);
}

static unsigned indent_of(const struct source *s, uint32_t at)
{
	uint32_t lo = line_begin(s, at);

	return skip_blanks(s, lo) - lo;
}

static bool no_source_form(struct err *e)
{
	return err_set(e, ERR_USAGE, "the new value can't be written as Python");
}

/* --- replacing */

static bool is_number(const struct node *n)
{
	if (n->kind == NODE_UNARY && (n->op == OP_NEG || n->op == OP_POS))
		n = n->kid[0];
	return n->kind == NODE_INT || n->kind == NODE_FLOAT;
}

/* A value keeps the form of what it replaces: the dict's, the string's quote, the number's spelling. */
static struct manner manner_for(const struct place *p, const struct node *old)
{
	struct manner m = manner_of(p->file);
	const char *text = p->file->src->bytes + old->lo;

	if (old->kind == NODE_DICT)
		m.dict_calls = false;
	else if (old->kind == NODE_CALL)
		m.dict_calls = true;
	else if (old->kind == NODE_STR && (text[0] == '\'' || text[0] == '"'))
		m.quote = text[0];
	return m;
}

static bool replace_value(struct arena *a, const struct place *p, struct value want, struct edits *out, struct err *e)
{
	const struct source *s = p->file->src;
	const struct node *old = p->node;
	struct manner m = manner_for(p, old);
	const char *like = is_number(old) ? s->bytes + old->lo : p->like;
	uint32_t nlike = is_number(old) ? old->hi - old->lo : p->nlike;
	struct buf text = { 0 };

	if (!override_value(&text, want, &m, like, nlike, columns(s, old->lo), indent_of(s, old->lo))) {
		buf_release(&text);
		return no_source_form(e);
	}
	add_edit(a, out, p, old->lo, old->hi, text.s, text.n);
	buf_release(&text);
	return true;
}

/* --- inserting */

/* The last item that begins its line; n when none does. */
static uint32_t last_on_own_line(const struct source *s, const struct bracket *b)
{
	for (uint32_t i = b->n; i > 0; i--)
		if (begins_line(s, b->item[i - 1].lo))
			return i - 1;
	return b->n;
}

/* Behind the comment that stands on the line of `at`, else `at`. */
static uint32_t behind_comment(const struct source *s, uint32_t at, uint32_t close)
{
	uint32_t next = skip_blanks(s, at);

	return next < close && s->bytes[next] == '#' ? line_end(s, next) : at;
}

/* What comes between the items of a bracket on one line: a blank, or a new line that is aligned with the first item. */
static void put_gap(struct buf *text, const struct source *s, unsigned aligned)
{
	if (!aligned) {
		buf_putc(text, ' ');
		return;
	}
	buf_puts(text, s->crlf ? "\r\n" : "\n");
	for (unsigned i = 0; i < aligned; i++)
		buf_putc(text, ' ');
}

static void insert_inline(struct arena *a, const struct place *p, const struct slotted *last, unsigned aligned,
			  const struct buf *item, struct edits *out)
{
	struct buf text = { 0 };

	if (last->comma == NO_COMMA)
		buf_putc(&text, ',');
	put_gap(&text, p->file->src, aligned);
	buf_add(&text, item->s, item->n);
	if (last->comma != NO_COMMA)
		buf_putc(&text, ',');
	add_edit(a, out, p, last->comma == NO_COMMA ? last->hi : last->comma + 1,
		 last->comma == NO_COMMA ? last->hi : last->comma + 1, text.s, text.n);
	buf_release(&text);
}

static void insert_line(struct arena *a, const struct place *p, const struct bracket *b, uint32_t indent_lo,
			unsigned indent, const struct buf *item, struct edits *out)
{
	const struct source *s = p->file->src;
	const struct slotted *last = &b->item[b->n - 1];
	uint32_t end = last->comma == NO_COMMA ? last->hi : last->comma + 1;
	uint32_t at = behind_comment(s, end, b->close);
	struct buf text = { 0 };

	if (last->comma == NO_COMMA && at != end)
		add_edit(a, out, p, end, end, ",", 1);
	else if (last->comma == NO_COMMA)
		buf_putc(&text, ',');
	buf_puts(&text, s->crlf ? "\r\n" : "\n");
	buf_add(&text, s->bytes + indent_lo, indent);
	buf_add(&text, item->s, item->n);
	if (last->comma != NO_COMMA)
		buf_putc(&text, ',');
	add_edit(a, out, p, at, at, text.s, text.n);
	buf_release(&text);
}

/* Where the new item will start, for breaking what is too long there. */
struct spot {
	uint32_t anchor; /* number of the item whose line is copied; b->n: none */
	unsigned column, indent;
	unsigned aligned; /* column of the first item, below which the new ones go, each on its line; 0: behind the last */
};

static struct spot spot_of(const struct source *s, const struct bracket *b)
{
	struct spot at = { .anchor = last_on_own_line(s, b) };

	if (at.anchor < b->n) {
		at.indent = at.column = columns(s, b->item[at.anchor].lo);
	} else {
		at.column = columns(s, b->close);
		at.indent = indent_of(s, b->close);
	}
	return at;
}

static void insert_item(struct arena *a, const struct place *p, const struct bracket *b, const struct spot *at,
			const struct buf *item, struct edits *out)
{
	const struct source *s = p->file->src;

	if (b->n == 0)
		add_edit(a, out, p, b->open + 1, b->open + 1, item->s, item->n);
	else if (at->anchor == b->n)
		insert_inline(a, p, &b->item[b->n - 1], at->aligned, item, out);
	else
		insert_line(a, p, b, line_begin(s, b->item[at->anchor].lo), at->column, item, out);
}

static bool brackets_at(struct arena *a, const struct place *p, const struct node *n, struct bracket *b, struct err *e)
{
	if (bracket_of(a, p->file->src, n, b))
		return true;
	return err_set(e, ERR_USAGE, "line %u is written in a form that is not edited automatically",
		       source_point(p->file->src, n->lo).line + 1);
}

/* What stands between two items that are inserted together: the layout's own line break and indentation, or a blank. */
static void put_separator(struct buf *item, const struct source *s, const struct bracket *b, const struct spot *at)
{
	buf_putc(item, ',');
	if (at->anchor == b->n) {
		put_gap(item, s, at->aligned);
		return;
	}
	buf_puts(item, s->crlf ? "\r\n" : "\n");
	buf_add(item, s->bytes + line_begin(s, b->item[at->anchor].lo), at->column);
}

static bool print_keys(struct buf *item, const struct place *p, const struct override *list, const struct bracket *b,
		       const struct spot *at)
{
	bool in_call = p->node->kind == NODE_CALL, ok = true;
	struct manner m = manner_for(p, p->node);

	for (const struct override *o = list; ok && o; o = o->next) {
		size_t before;

		if (o != list)
			put_separator(item, p->file->src, b, at);
		before = item->n;
		ok = override_key(item, o->key, &m, in_call) &&
		     override_print(item, o, &m, at->column + (unsigned)(item->n - before), at->indent);
	}
	return ok;
}

/* One line that was short enough and would not be any more. */
static bool outgrows(const struct place *p, const struct bracket *b, const struct spot *at, const struct buf *item)
{
	const struct source *s = p->file->src;
	unsigned width = manner_of(p->file).width;
	uint32_t lo = line_begin(s, b->close), hi = line_end(s, b->close);

	return at->anchor == b->n && b->n > 0 && line_begin(s, b->item[0].lo) == lo && s->bytes[lo] != '\t' &&
	       hi - lo <= width && hi - lo + 2 + item->n > width;
}

static bool insert_keys(struct arena *a, const struct place *p, const struct override *list, struct edits *out,
			struct err *e)
{
	const struct source *s = p->file->src;
	struct buf item = { 0 };
	struct bracket b;
	struct spot at;
	bool ok;

	if (!brackets_at(a, p, p->node, &b, e))
		return false;
	at = spot_of(s, &b);
	ok = print_keys(&item, p, list, &b, &at);
	if (ok && outgrows(p, &b, &at, &item)) {
		at.aligned = at.column = at.indent = columns(s, b.item[0].lo);
		item.n = 0;
		ok = print_keys(&item, p, list, &b, &at);
	}
	if (ok && list)
		insert_item(a, p, &b, &at, &item, out);
	buf_release(&item);
	return ok || no_source_form(e);
}

/* --- a new statement */

/* Whether the text before `at` is cut away by the same fix, from the beginning of a line on. */
static bool cut_before(const struct edits *out, const struct source *s, uint32_t at)
{
	for (size_t i = 0; i < out->n; i++) {
		const struct edit *e = &out->at[i];

		if (e->at.file == s->id && e->at.hi == at && e->at.lo < at && e->len == 0 &&
		    line_begin(s, e->at.lo) == e->at.lo)
			return true;
	}
	return false;
}

static bool new_statement(struct arena *a, const struct place *p, const struct override *o, struct edits *out,
			  struct err *e)
{
	const struct source *s = p->file->src;
	struct manner m = manner_of(p->file);
	bool ended = p->after == 0 || s->bytes[p->after - 1] == '\n';
	struct buf text = { 0 };
	bool ok;

	if (!ended && !cut_before(out, s, p->after))
		buf_puts(&text, m.eol);
	if (m.blank_between)
		buf_puts(&text, m.eol);
	buf_printf(&text, "%s = ", o->key.as.s->s);
	ok = override_print(&text, o, &m, o->key.as.s->len + 3, 0);
	if (ended)
		buf_puts(&text, m.eol);
	if (ok)
		add_edit(a, out, p, p->after, p->after, text.s, text.n);
	buf_release(&text);
	return ok || no_source_form(e);
}

bool rewrite_override(struct arena *a, const struct place *p, const struct override *list, struct edits *out,
		      struct err *e)
{
	size_t before = out->n;
	uint32_t order = 0;

	if (p->kind == PLACE_INSERT)
		return insert_keys(a, p, list, out, e);
	for (const struct override *o = list; o; o = o->next) {
		if (!new_statement(a, p, o, out, e)) {
			out->n = before;
			return false;
		}
		out->at[out->n - 1].order = order++;
	}
	return true;
}

bool rewrite_replace(struct arena *a, const struct place *gone, const struct override *o, struct edits *out,
		     struct err *e)
{
	const struct source *s = gone->file->src;
	struct manner m = manner_for(gone, gone->container);
	struct buf item = { 0 };
	bool ok;

	if (gone->holder->kind != NODE_KW && gone->holder->kind != NODE_PAIR)
		return err_set(e, ERR_USAGE, "the item has no key");
	ok = override_key(&item, o->key, &m, gone->container->kind == NODE_CALL) &&
	     override_print(&item, o, &m, columns(s, gone->holder->lo), indent_of(s, gone->holder->lo));
	if (ok)
		add_edit(a, out, gone, gone->holder->lo, gone->holder->hi, item.s, item.n);
	buf_release(&item);
	return ok || no_source_form(e);
}

bool rewrite_set(struct arena *a, const struct place *p, struct value want, struct edits *out, struct err *e)
{
	struct override *list = NULL;

	switch (p->kind) {
	case PLACE_VALUE:
		return replace_value(a, p, want, out, e);
	case PLACE_INSERT:
	case PLACE_NEW_ASSIGN:
		if (!override_add(a, &list, p->rest, want, p->like, p->nlike))
			return err_set(e, ERR_LIMIT, "the key path is too deep");
		return rewrite_override(a, p, list, out, e);
	case PLACE_NONE:
		break;
	}
	return err_set(e, ERR_USAGE, "%s", p->why_not ? p->why_not : "there is no place for it");
}

bool rewrite_add(struct arena *a, const struct place *p, struct value element, struct edits *out, struct err *e)
{
	struct buf item = { 0 };
	struct manner m;
	struct bracket b;
	struct spot at;
	bool ok;

	if (p->kind != PLACE_VALUE || (p->node->kind != NODE_LIST && p->node->kind != NODE_TUPLE))
		return err_set(e, ERR_USAGE, "%s",
			       p->why_not ? p->why_not : "the list is not written as one literal here");
	if (!brackets_at(a, p, p->node, &b, e))
		return false;
	m = manner_of(p->file);
	at = spot_of(p->file->src, &b);
	ok = override_value(&item, element, &m, NULL, 0, at.column, at.indent);
	if (ok && p->node->kind == NODE_TUPLE && b.n == 0)
		buf_putc(&item, ',');
	if (ok)
		insert_item(a, p, &b, &at, &item, out);
	buf_release(&item);
	return ok || no_source_form(e);
}

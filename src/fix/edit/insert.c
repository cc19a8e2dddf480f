// SPDX-License-Identifier: MIT
/* A new item copies the layout of its bracket: on the line of the last item if all are on one line, else on a line
 * of its own with the indentation of the last item that begins a line. The closing bracket never moves. The class of a
 * dict (`type`) goes first, everything else last.
 *
 *	dict(a=1, b=2) and c=3	dict(a=1, b=2, c=3) */
#include "fix/edit/insert.h"
#include <string.h>

struct new_item {	     /* its start column, for breaking long text */
	uint32_t anchor;     /* number of the item with the line that is copied; b->n: none */
	struct margin start; /* of its text */
	unsigned aligned;    /* column of the first item, below which the new ones go, each on its line; 0: behind the
				last */
	bool alone;	     /* the bracket is empty, and closes on its own line */
};
struct insert_ctx {
	struct arena *a;
	const struct place *p;
	const struct source *s; /* of p->file */
	struct edits *out;
	struct bracket b;
	struct new_item at;
};

static void add(struct insert_ctx *n, uint32_t lo, uint32_t hi, const struct buf *text)
{
	edits_put(n->a, n->out, (struct span){ .file = n->s->id, .lo = lo, .hi = hi }, text->s, text->n);
}

/* --- where */

/* The last item that begins its line; n when none does. */
static uint32_t last_on_own_line(const struct source *s, const struct bracket *b)
{
	for (uint32_t i = b->n; i > 0; i--)
		if (begins_line(s, b->item[i - 1].lo))
			return i - 1;
	return b->n;
}

static struct new_item item_at(const struct place *p, const struct bracket *b)
{
	const struct source *s = p->file->src;
	struct new_item at = { .anchor = last_on_own_line(s, b) };

	if (b->n == 0 && begins_line(s, b->close) && line_begin(s, b->open) < line_begin(s, b->close)) {
		at.alone = true;
		at.start.indent = at.start.column = indent_of(s, b->close) + (manner_of(p->file).tabs ? 1 : 4);
	} else if (at.anchor < b->n) {
		at.start.indent = at.start.column = column_of(s, b->item[at.anchor].lo);
	} else {
		at.start = (struct margin){ column_of(s, b->close), indent_of(s, b->close) };
	}
	return at;
}

static bool begin(struct insert_ctx *n, struct arena *a, const struct place *p, struct edits *out, struct err *e)
{
	*n = (struct insert_ctx){ .a = a, .p = p, .s = p->file->src, .out = out };
	if (!bracket_of(a, n->s, p->node, &n->b))
		return err_set(e, ERR_USAGE, "line %u is written in a form that is not edited automatically",
			       source_point(n->s, p->node->lo).line + 1);
	n->at = item_at(p, &n->b);
	return true;
}

/* Behind the comment that stands on the line of `at`, else `at`. */
static uint32_t behind_comment(const struct source *s, uint32_t at, uint32_t close)
{
	uint32_t next = skip_blanks(s, at);

	return next < close && s->bytes[next] == '#' ? line_end(s, next) : at;
}

static const char *eol_of(const struct source *s)
{
	return s->crlf ? "\r\n" : "\n";
}

/* The blanks or tabs that a line begins with which copies the anchor's. */
static void put_indent(struct buf *text, const struct insert_ctx *n)
{
	buf_add(text, n->s->bytes + line_begin(n->s, n->b.item[n->at.anchor].lo), n->at.start.column);
}

/* What comes between the items of a bracket on one line: a blank, or a new line that is aligned with the first item. */
static void put_gap(struct buf *text, const struct insert_ctx *n)
{
	if (!n->at.aligned) {
		buf_putc(text, ' ');
		return;
	}
	buf_puts(text, eol_of(n->s));
	for (unsigned i = 0; i < n->at.aligned; i++)
		buf_putc(text, ' ');
}

/* --- behind the last item */

/* The comma of `(1,)` makes it a tuple; a longer one needs none. */
static void insert_inline(struct insert_ctx *n, const struct buf *item)
{
	const struct slotted *last = &n->b.item[n->b.n - 1];
	uint32_t at = last->comma == NO_COMMA ? last->hi : last->comma + 1;
	struct buf text = { 0 };

	if (last->comma == NO_COMMA)
		buf_putc(&text, ',');
	put_gap(&text, n);
	buf_add(&text, item->s, item->n);
	if (last->comma != NO_COMMA && (n->b.n > 1 || n->p->node->kind != NODE_TUPLE))
		buf_putc(&text, ',');
	add(n, at, at, &text);
	buf_release(&text);
}

/* The end of the line, if only blanks stand before it. */
static uint32_t behind_blanks(const struct source *s, uint32_t at)
{
	uint32_t end = skip_blanks(s, at);

	return end < s->len && strchr("\r\n", s->bytes[end]) ? end : at;
}

static void insert_line(struct insert_ctx *n, const struct buf *item)
{
	const struct slotted *last = &n->b.item[n->b.n - 1];
	uint32_t end = last->comma == NO_COMMA ? last->hi : last->comma + 1;
	uint32_t at = behind_blanks(n->s, behind_comment(n->s, end, n->b.close));
	struct buf text = { 0 };

	if (last->comma == NO_COMMA)
		buf_putc(&text, ',');
	if (last->comma == NO_COMMA && at != end) {
		add(n, end, end, &text);
		buf_clear(&text);
	}
	buf_puts(&text, eol_of(n->s));
	put_indent(&text, n);
	buf_add(&text, item->s, item->n);
	if (last->comma != NO_COMMA)
		buf_putc(&text, ',');
	add(n, at, at, &text);
	buf_release(&text);
}

/* A first item that gets a line of its own, above that of the closing bracket. */
static void insert_alone(struct insert_ctx *n, const struct buf *item)
{
	uint32_t at = line_begin(n->s, n->b.close);
	unsigned outer = indent_of(n->s, n->b.close);
	struct buf text = { 0 };

	buf_add(&text, n->s->bytes + at, outer);
	for (unsigned i = outer; i < n->at.start.column; i++)
		buf_putc(&text, manner_of(n->p->file).tabs ? '\t' : ' ');
	buf_add(&text, item->s, item->n);
	buf_printf(&text, ",%s", eol_of(n->s));
	add(n, at, at, &text);
	buf_release(&text);
}

static void insert_item(struct insert_ctx *n, const struct buf *item)
{
	if (n->b.n == 0 && n->at.alone)
		insert_alone(n, item);
	else if (n->b.n == 0)
		add(n, n->b.open + 1, n->b.open + 1, item);
	else if (n->at.anchor == n->b.n)
		insert_inline(n, item);
	else
		insert_line(n, item);
}

/* --- keys */

struct new_keys { /* the class, if it is among the keys, and the others */
	const struct override *type, *list;
	struct buf first, item;
};

/* What stands between two items that are inserted together: the layout's own line break and indentation, or a blank. */
static void put_separator(struct buf *item, const struct insert_ctx *n)
{
	buf_putc(item, ',');
	if (n->at.anchor == n->b.n && !n->at.alone) {
		put_gap(item, n);
		return;
	}
	buf_puts(item, eol_of(n->s));
	if (!n->at.alone)
		put_indent(item, n);
	for (unsigned i = 0; n->at.alone && i < n->at.start.column; i++)
		buf_putc(item, manner_of(n->p->file).tabs ? '\t' : ' ');
}

static bool print_keys(struct buf *item, const struct insert_ctx *n, const struct override *list)
{
	bool in_call = n->p->node->kind == NODE_CALL, ok = true;
	struct manner m = manner_like(n->p->file, n->p->node);

	for (const struct override *o = list; ok && o; o = o->next) {
		struct margin at = n->at.start;
		size_t before;

		if (o != list)
			put_separator(item, n);
		before = item->n;
		ok = override_key(item, o->key, &m, in_call);
		at.column += (unsigned)(item->n - before);
		ok = ok && override_print(item, o, &m, at);
	}
	return ok;
}

/* One line that was short enough and would not be any more. Tabs and aligned items don't go together. */
static bool outgrows(const struct insert_ctx *n, size_t more)
{
	const struct source *s = n->s;
	const struct bracket *b = &n->b;
	struct manner m = manner_of(n->p->file);
	uint32_t lo = line_begin(s, b->close), hi = line_end(s, b->close);

	return !m.tabs && n->at.anchor == b->n && b->n > 0 && line_begin(s, b->item[0].lo) == lo &&
	       s->bytes[lo] != '\t' && hi - lo <= m.width && hi - lo + 2 + more > m.width;
}

/* The class comes first in a dict that names what to build, unless an unpacked dict that may name it stands there. */
static const struct override *type_key(const struct insert_ctx *n, const struct override *list)
{
	const struct node *first = n->b.n > 0 ? n->p->node->kid[n->b.first] : NULL;

	if (!first || (first->kind != NODE_KW && first->kind != NODE_PAIR))
		return NULL;
	while (list && (list->key.kind != VALUE_STR || strcmp(list->key.as.s->s, "type") != 0))
		list = list->next;
	return list;
}

/* `item` is its text; the line break behind it is that of the others. */
static void insert_first(struct insert_ctx *n, const struct buf *item)
{
	const struct source *s = n->s;
	uint32_t lo = n->b.item[0].lo;
	bool lines = n->at.anchor < n->b.n, above = lines && begins_line(s, lo);
	struct buf text = { 0 };

	if (above) { /* also above a comment on what is the first item now */
		lo = line_next(s, n->b.open);
		buf_add(&text, s->bytes + line_begin(s, n->b.item[0].lo), column_of(s, n->b.item[0].lo));
	}
	buf_add(&text, item->s, item->n);
	buf_putc(&text, ',');
	if (lines)
		buf_puts(&text, eol_of(s));
	else
		put_gap(&text, n);
	if (lines && !above)
		put_indent(&text, n);
	add(n, lo, lo, &text);
	buf_release(&text);
}

/* The list without one of its keys. */
static const struct override *all_but(struct arena *a, const struct override *list, const struct override *key)
{
	struct override *out = NULL, **end = &out;

	for (; list; list = list->next)
		if (list != key) {
			*end = arena_new(a, struct override);
			**end = *list;
			(*end)->next = NULL;
			end = &(*end)->next;
		}
	return out;
}

static bool print_all(struct new_keys *k, const struct insert_ctx *n)
{
	struct override type = { 0 };

	k->first.n = k->item.n = 0;
	if (k->type)
		type = *k->type;
	type.next = NULL;
	return (!k->type || print_keys(&k->first, n, &type)) && print_keys(&k->item, n, k->list);
}

bool insert_keys(struct arena *a, const struct place *p, const struct override *list, struct edits *out, struct err *e)
{
	struct new_keys k = { .list = list };
	struct insert_ctx n;
	bool ok;

	if (!begin(&n, a, p, out, e))
		return false;
	k.type = type_key(&n, list);
	if (k.type)
		k.list = all_but(a, list, k.type);
	ok = print_all(&k, &n);
	if (ok && outgrows(&n, k.item.n + k.first.n)) {
		n.at.aligned = n.at.start.column = n.at.start.indent = column_of(n.s, n.b.item[0].lo);
		ok = print_all(&k, &n);
	}
	if (ok && k.type)
		insert_first(&n, &k.first);
	if (ok && k.list)
		insert_item(&n, &k.item);
	buf_release(&k.first);
	buf_release(&k.item);
	return ok || override_has_no_form(e);
}

bool insert_element(struct arena *a, const struct place *p, struct value element, struct edits *out, struct err *e)
{
	struct insert_ctx n;
	struct buf item = { 0 };
	struct manner m;
	bool ok;

	if (!begin(&n, a, p, out, e))
		return false;
	m = manner_of(p->file);
	ok = override_value(&item, element, &m, (struct as_written){ 0 }, n.at.start);
	if (ok && p->node->kind == NODE_TUPLE && n.b.n == 0)
		buf_putc(&item, ',');
	if (ok)
		insert_item(&n, &item);
	buf_release(&item);
	return ok || override_has_no_form(e);
}

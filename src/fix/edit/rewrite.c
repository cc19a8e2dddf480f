// SPDX-License-Identifier: MIT
/* Replacing values and inserting keys. A new item copies the layout of its bracket: on the line of the last item where
 * all stand on one line, else on a line of its own with the indentation of the last item that begins a line. The
 * closing bracket never moves. Removing and renaming: fix/edit/remove.c. */
#include "fix/edit/rewrite.h"
#include "python/value/print.h"
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

/* The comma of `(1,)` says that it is a tuple; a longer one needs none. */
static void insert_inline(struct arena *a, const struct place *p, const struct bracket *b, unsigned aligned,
			  const struct buf *item, struct edits *out)
{
	const struct slotted *last = &b->item[b->n - 1];
	bool trailing = last->comma != NO_COMMA && (b->n > 1 || p->node->kind != NODE_TUPLE);
	struct buf text = { 0 };

	if (last->comma == NO_COMMA)
		buf_putc(&text, ',');
	put_gap(&text, p->file->src, aligned);
	buf_add(&text, item->s, item->n);
	if (trailing)
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
	unsigned aligned; /* column of the first item, below which the new ones go, each on its line; 0: behind the last
			   */
	bool alone;	  /* nothing is in the bracket yet, and it closes on a line of its own */
};

static const char *eol_of(const struct source *s)
{
	return s->crlf ? "\r\n" : "\n";
}

/* A first item that gets a line of its own, above that of the closing bracket. */
static void insert_alone(struct arena *a, const struct place *p, const struct bracket *b, unsigned column,
			 const struct buf *item, struct edits *out)
{
	const struct source *s = p->file->src;
	uint32_t at = line_begin(s, b->close);
	unsigned outer = indent_of(s, b->close);
	struct buf text = { 0 };

	buf_add(&text, s->bytes + at, outer);
	for (unsigned i = outer; i < column; i++)
		buf_putc(&text, manner_of(p->file).tabs ? '\t' : ' ');
	buf_add(&text, item->s, item->n);
	buf_printf(&text, ",%s", eol_of(s));
	add_edit(a, out, p, at, at, text.s, text.n);
	buf_release(&text);
}

static struct spot spot_of(const struct place *p, const struct bracket *b)
{
	const struct source *s = p->file->src;
	struct spot at = { .anchor = last_on_own_line(s, b) };

	if (b->n == 0 && begins_line(s, b->close) && line_begin(s, b->open) < line_begin(s, b->close)) {
		at.alone = true;
		at.indent = at.column = indent_of(s, b->close) + (manner_of(p->file).tabs ? 1 : 4);
	} else if (at.anchor < b->n) {
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

	if (b->n == 0 && at->alone)
		insert_alone(a, p, b, at->column, item, out);
	else if (b->n == 0)
		add_edit(a, out, p, b->open + 1, b->open + 1, item->s, item->n);
	else if (at->anchor == b->n)
		insert_inline(a, p, b, at->aligned, item, out);
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
static void put_separator(struct buf *item, const struct place *p, const struct bracket *b, const struct spot *at)
{
	const struct source *s = p->file->src;

	buf_putc(item, ',');
	if (at->anchor == b->n && !at->alone) {
		put_gap(item, s, at->aligned);
		return;
	}
	buf_puts(item, eol_of(s));
	if (!at->alone)
		buf_add(item, s->bytes + line_begin(s, b->item[at->anchor].lo), at->column);
	for (unsigned i = 0; at->alone && i < at->column; i++)
		buf_putc(item, manner_of(p->file).tabs ? '\t' : ' ');
}

static bool print_keys(struct buf *item, const struct place *p, const struct override *list, const struct bracket *b,
		       const struct spot *at)
{
	bool in_call = p->node->kind == NODE_CALL, ok = true;
	struct manner m = manner_for(p, p->node);

	for (const struct override *o = list; ok && o; o = o->next) {
		size_t before;

		if (o != list)
			put_separator(item, p, b, at);
		before = item->n;
		ok = override_key(item, o->key, &m, in_call) &&
		     override_print(item, o, &m, at->column + (unsigned)(item->n - before), at->indent);
	}
	return ok;
}

/* One line that was short enough and would not be any more. Tabs and aligned items don't go together. */
static bool outgrows(const struct place *p, const struct bracket *b, const struct spot *at, size_t more)
{
	const struct source *s = p->file->src;
	struct manner m = manner_of(p->file);
	uint32_t lo = line_begin(s, b->close), hi = line_end(s, b->close);
	unsigned width = m.width;

	return !m.tabs && at->anchor == b->n && b->n > 0 && line_begin(s, b->item[0].lo) == lo &&
	       s->bytes[lo] != '\t' && hi - lo <= width && hi - lo + 2 + more > width;
}

/* The class comes first in a dict that says what to build; unless what may name it stands there unpacked. */
static const struct override *type_key(const struct place *p, const struct bracket *b, const struct override *list)
{
	const struct node *first = b->n > 0 ? p->node->kid[b->first] : NULL;

	if (!first || (first->kind != NODE_KW && first->kind != NODE_PAIR))
		return NULL;
	while (list && (list->key.kind != VALUE_STR || strcmp(list->key.as.s->s, "type") != 0))
		list = list->next;
	return list;
}

/* `item` is its text; the line break behind it is that of the others. */
static void insert_first(struct arena *a, const struct place *p, const struct bracket *b, const struct spot *at,
			 const struct buf *item, struct edits *out)
{
	const struct source *s = p->file->src;
	uint32_t lo = b->item[0].lo;
	bool lines = at->anchor < b->n, above = lines && begins_line(s, lo);
	struct buf text = { 0 };

	if (above) { /* also above a comment on what is the first item now */
		lo = line_next(s, b->open);
		buf_add(&text, s->bytes + line_begin(s, b->item[0].lo), columns(s, b->item[0].lo));
	}
	buf_add(&text, item->s, item->n);
	buf_putc(&text, ',');
	if (lines)
		buf_puts(&text, eol_of(s));
	else
		put_gap(&text, s, at->aligned);
	if (lines && !above)
		buf_add(&text, s->bytes + line_begin(s, b->item[at->anchor].lo), at->column);
	add_edit(a, out, p, lo, lo, text.s, text.n);
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

struct insertion { /* the class, if it is among the keys, and the others */
	const struct override *type, *list;
	struct buf first, item;
};

static bool print_insertion(struct insertion *n, const struct place *p, const struct bracket *b, const struct spot *at)
{
	struct override type = { 0 };

	n->first.n = n->item.n = 0;
	if (n->type)
		type = *n->type;
	type.next = NULL;
	return (!n->type || print_keys(&n->first, p, &type, b, at)) && print_keys(&n->item, p, n->list, b, at);
}

static bool insert_keys(struct arena *a, const struct place *p, const struct override *list, struct edits *out,
			struct err *e)
{
	const struct source *s = p->file->src;
	struct insertion n = { .list = list };
	struct bracket b;
	struct spot at;
	bool ok;

	if (!brackets_at(a, p, p->node, &b, e))
		return false;
	at = spot_of(p, &b);
	n.type = type_key(p, &b, list);
	if (n.type)
		n.list = all_but(a, list, n.type);
	ok = print_insertion(&n, p, &b, &at);
	if (ok && outgrows(p, &b, &at, n.item.n + n.first.n)) {
		at.aligned = at.column = at.indent = columns(s, b.item[0].lo);
		ok = print_insertion(&n, p, &b, &at);
	}
	if (ok && n.type)
		insert_first(a, p, &b, &at, &n.first, out);
	if (ok && n.list)
		insert_item(a, p, &b, &at, &n.item, out);
	buf_release(&n.first);
	buf_release(&n.item);
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

/* The attributes of ConfigDicts that are methods, not keys. */
static bool is_method(const char *name)
{
	static const char *const all[] = { "clear", "copy",    "deepcopy",   "fromkeys", "get",	   "items", "keys",
					   "pop",   "popitem", "setdefault", "to_dict",	 "update", "values" };

	for (size_t i = 0; i < ARRAY_SIZE(all); i++)
		if (strcmp(all[i], name) == 0)
			return true;
	return false;
}

static bool put_reference(struct buf *b, struct keypath p, const struct manner *m, bool subscripts)
{
	struct pystyle style = { .quote = m->quote };

	for (uint32_t i = 0; i < p.n; i++) {
		struct value v = p.part[i];
		bool plain = !subscripts && v.kind == VALUE_STR && print_is_identifier(v.as.s) && !is_method(v.as.s->s);

		if (i == 0 || plain) {
			buf_printf(b, "%s%s", i ? "." : "", v.as.s->s);
			continue;
		}
		buf_putc(b, '[');
		if (!print_python(b, v, &style))
			return false;
		buf_putc(b, ']');
	}
	return true;
}

/* `name = value`; in a lazy config `name.update(dict(...))` of what was imported. */
static bool put_statement(struct buf *b, const struct place *p, const struct override *o, const struct manner *m)
{
	size_t before = b->n;
	bool update = p->kind == PLACE_NEW_UPDATE && p->rest.n > 0, ok = true;

	if (p->kind == PLACE_NEW_UPDATE)
		ok = put_reference(b, p->prefix, m, p->below);
	else
		buf_puts(b, o->key.as.s->s);
	buf_puts(b, update ? ".update(" : " = ");
	ok = ok && override_print(b, o, m, (unsigned)(b->n - before), 0);
	if (update)
		buf_putc(b, ')');
	return ok;
}

/* Whether the same fix has put a statement at the place already. */
static bool is_first(const struct place *p, const struct edits *out)
{
	for (size_t i = 0; i < out->n; i++)
		if (out->at[i].at.file == p->file->src->id && out->at[i].at.lo == p->after &&
		    out->at[i].at.hi == p->after)
			return false;
	return true;
}

/* A comment at the end of a file is about what stands above it. */
static bool below_comment(const struct source *s, uint32_t at)
{
	uint32_t lo = at > 0 ? line_begin(s, at - 1) : 0;

	lo = skip_blanks(s, lo);
	return lo < at && s->bytes[lo] == '#';
}

static bool wants_blank(const struct place *p, const struct manner *m, const struct edits *out)
{
	if (p->below)
		return false;
	return m->blank_between ||
	       ((m->after_block || (p->file->tree.root->n > 0 && below_comment(p->file->src, p->after))) &&
		is_first(p, out));
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
	if (wants_blank(p, &m, out))
		buf_puts(&text, m.eol);
	ok = put_statement(&text, p, o, &m);
	if (ended)
		buf_puts(&text, m.eol);
	if (ok)
		add_edit(a, out, p, p->after, p->after, text.s, text.n);
	buf_release(&text);
	return ok || no_source_form(e);
}

bool rewrite_pop(struct arena *a, const struct place *p, struct keypath path, struct edits *out, struct err *e)
{
	const struct source *s = p->file->src;
	struct manner m = manner_of(p->file);
	struct pystyle style = { .quote = m.quote };
	bool ended = p->after == 0 || s->bytes[p->after - 1] == '\n';
	struct buf text = { 0 };
	bool ok;

	buf_printf(&text, "%s%s", ended ? "" : m.eol, wants_blank(p, &m, out) ? m.eol : "");
	ok = put_reference(&text, (struct keypath){ .part = path.part, .n = path.n - 1 }, &m, false);
	buf_puts(&text, ".pop(");
	ok = ok && print_python(&text, path.part[path.n - 1], &style);
	buf_printf(&text, ")%s", ended ? m.eol : "");
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
	if (p->kind == PLACE_NEW_UPDATE) {
		struct override all = { .kid = (struct override *)list };

		return new_statement(a, p, &all, out, e);
	}
	for (const struct override *o = list; o; o = o->next) {
		if (!new_statement(a, p, o, out, e)) {
			out->n = before;
			return false;
		}
		out->at[out->n - 1].order = order++;
	}
	return true;
}

static bool print_item(struct buf *item, const struct place *gone, const struct override *o, const struct manner *m,
		       unsigned column, uint32_t at)
{
	return override_key(item, o->key, m, gone->container->kind == NODE_CALL) &&
	       override_print(item, o, m, column, indent_of(gone->file->src, at));
}

static bool outgrows_line(const struct source *s, const struct node *old, const struct buf *item, unsigned width)
{
	uint32_t rest = line_end(s, old->hi) - old->hi;

	return memchr(item->s, '\n', item->n) || columns(s, old->lo) + item->n + rest > width;
}

/* Whether the item can begin a line of its own, where its line begins with another item of the bracket; *lo: behind
 * that one's comma. */
static bool breaks_before(const struct place *gone, struct arena *a, uint32_t *lo)
{
	const struct source *s = gone->file->src;
	struct bracket b;

	if (!bracket_of(a, s, gone->container, &b))
		return false;
	for (uint32_t i = 1; i < b.n; i++)
		if (b.item[i].lo <= gone->holder->lo && b.item[i].hi >= gone->holder->hi &&
		    b.item[i - 1].comma != NO_COMMA)
			for (uint32_t k = 0; k < i; k++)
				if (begins_line(s, b.item[k].lo) &&
				    line_begin(s, b.item[k].lo) == line_begin(s, gone->holder->lo)) {
					*lo = b.item[i - 1].comma + 1;
					return true;
				}
	return false;
}

bool rewrite_replace(struct arena *a, const struct place *gone, const struct override *o, struct edits *out,
		     struct err *e)
{
	const struct source *s = gone->file->src;
	struct manner m = manner_for(gone, gone->container);
	uint32_t lo = gone->holder->lo, indent = indent_of(s, lo);
	struct buf item = { 0 };
	bool ok;

	if (gone->holder->kind != NODE_KW && gone->holder->kind != NODE_PAIR)
		return err_set(e, ERR_USAGE, "the item has no key");
	ok = print_item(&item, gone, o, &m, columns(s, gone->holder->lo), lo);
	if (ok && !begins_line(s, lo) && outgrows_line(s, gone->holder, &item, m.width) &&
	    breaks_before(gone, a, &lo)) {
		item.n = 0;
		buf_printf(&item, "%s%.*s", m.eol, (int)indent, s->bytes + line_begin(s, gone->holder->lo));
		ok = print_item(&item, gone, o, &m, indent, lo);
	}
	if (ok)
		add_edit(a, out, gone, lo, gone->holder->hi, item.s, item.n);
	buf_release(&item);
	return ok || no_source_form(e);
}

bool rewrite_set(struct arena *a, const struct place *p, struct value want, struct edits *out, struct err *e)
{
	struct override *list = NULL;

	switch (p->kind) {
	case PLACE_VALUE:
		return replace_value(a, p, want, out, e);
	case PLACE_NEW_UPDATE:
		if (p->rest.n == 0)
			return new_statement(a, p,
					     &(struct override){ .val = want, .like = p->like, .nlike = p->nlike }, out,
					     e);
		/* fall through */
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
	at = spot_of(p, &b);
	ok = override_value(&item, element, &m, NULL, 0, at.column, at.indent);
	if (ok && p->node->kind == NODE_TUPLE && b.n == 0)
		buf_putc(&item, ',');
	if (ok)
		insert_item(a, p, &b, &at, &item, out);
	buf_release(&item);
	return ok || no_source_form(e);
}

// SPDX-License-Identifier: MIT
/* Replacing values, new statements, and a key that takes another's place. Items more in a bracket: fix/edit/insert.c;
 * removing and renaming: fix/edit/remove.c.
 *
 *	lr = 0.1 to 0.01	lr = 0.01; no other byte changes */
#include "fix/edit/rewrite.h"
#include "fix/edit/insert.h"
#include "python/value/print.h"
#include <string.h>

static void add_edit(struct arena *a, struct edits *out, const struct place *p, uint32_t lo, uint32_t hi,
		     const struct buf *text)
{
	edits_put(a, out, (struct span){ .file = p->file->src->id, .lo = lo, .hi = hi }, text->s, text->n);
}

/* --- replacing */

static bool is_number(const struct node *n)
{
	if (n->kind == NODE_UNARY && (n->op == OP_NEG || n->op == OP_POS))
		n = n->kid[0];
	return n->kind == NODE_INT || n->kind == NODE_FLOAT;
}

/* `('a')` becomes `('a',)`, with the existing parentheses. */
static void drop_parens(struct buf *text)
{
	memmove(text->s, text->s + 1, text->n - 2);
	text->n -= 2;
}

static bool replace_value(struct arena *a, const struct place *p, struct value want, struct edits *out, struct err *e)
{
	const struct source *s = p->file->src;
	const struct node *old = p->node;
	struct manner m = manner_like(p->file, old);
	struct as_written like =
		is_number(old) ? (struct as_written){ s->bytes + old->lo, old->hi - old->lo } : p->like;
	struct buf text = { 0 };
	bool ok =
		override_value(&text, want, &m, like, (struct margin){ column_of(s, old->lo), indent_of(s, old->lo) });

	if (ok && want.kind == VALUE_TUPLE && want.as.list->n && old->flags & NF_PAREN)
		drop_parens(&text);
	if (ok)
		add_edit(a, out, p, old->lo, old->hi, &text);
	buf_release(&text);
	return ok || override_has_no_form(e);
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
	ok = ok && override_print(b, o, m, (struct margin){ .column = (unsigned)(b->n - before) });
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
		add_edit(a, out, p, p->after, p->after, &text);
	buf_release(&text);
	return ok || override_has_no_form(e);
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
		add_edit(a, out, p, p->after, p->after, &text);
	buf_release(&text);
	return ok || override_has_no_form(e);
}

bool rewrite_override(struct arena *a, const struct place *p, struct override *list, struct edits *out, struct err *e)
{
	size_t before = out->n;
	uint32_t order = 0;

	if (p->kind == PLACE_INSERT)
		return insert_keys(a, p, list, out, e);
	if (p->kind == PLACE_NEW_UPDATE) {
		struct override all = { .kid = list };

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

static bool print_item(struct buf *item, const struct place *gone, const struct override *o, unsigned column)
{
	struct manner m = manner_like(gone->file, gone->container);

	return override_key(item, o->key, &m, gone->container->kind == NODE_CALL) &&
	       override_print(item, o, &m, (struct margin){ column, indent_of(gone->file->src, gone->holder->lo) });
}

static bool outgrows_line(const struct source *s, const struct node *old, const struct buf *item, unsigned width)
{
	uint32_t rest = line_end(s, old->hi) - old->hi;

	return memchr(item->s, '\n', item->n) || column_of(s, old->lo) + item->n + rest > width;
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

static bool replace_statement(struct arena *a, const struct place *gone, const struct override *o, struct edits *out,
			      struct err *e)
{
	struct manner m = manner_of(gone->file);
	struct buf text = { 0 };
	bool ok = put_statement(&text, &(struct place){ .kind = PLACE_NEW_ASSIGN, .file = gone->file }, o, &m);

	if (ok)
		add_edit(a, out, gone, gone->holder->lo, gone->holder->hi, &text);
	buf_release(&text);
	return ok || override_has_no_form(e);
}

static bool replace_item(struct arena *a, const struct place *gone, const struct override *o, struct edits *out,
			 struct err *e)
{
	const struct source *s = gone->file->src;
	struct manner m = manner_like(gone->file, gone->container);
	uint32_t lo = gone->holder->lo, indent = indent_of(s, lo);
	struct buf item = { 0 };
	bool ok;

	if (gone->holder->kind != NODE_KW && gone->holder->kind != NODE_PAIR)
		return err_set(e, ERR_USAGE, "the item has no key");
	ok = print_item(&item, gone, o, column_of(s, lo));
	if (ok && !begins_line(s, lo) && outgrows_line(s, gone->holder, &item, m.width) &&
	    breaks_before(gone, a, &lo)) {
		item.n = 0;
		buf_printf(&item, "%s%.*s", m.eol, (int)indent, s->bytes + line_begin(s, gone->holder->lo));
		ok = print_item(&item, gone, o, indent);
	}
	if (ok)
		add_edit(a, out, gone, lo, gone->holder->hi, &item);
	buf_release(&item);
	return ok || override_has_no_form(e);
}

bool rewrite_replace(struct arena *a, const struct place *gone, const struct override *o, struct edits *out,
		     struct err *e)
{
	return gone->holder->kind == NODE_ASSIGN ? replace_statement(a, gone, o, out, e)
						 : replace_item(a, gone, o, out, e);
}

bool rewrite_set(struct arena *a, const struct place *p, struct value want, struct edits *out, struct err *e)
{
	struct override *list = NULL;

	switch (p->kind) {
	case PLACE_VALUE:
		return replace_value(a, p, want, out, e);
	case PLACE_NEW_UPDATE:
		if (p->rest.n == 0)
			return new_statement(a, p, &(struct override){ .val = want, .like = p->like }, out, e);
		/* fall through */
	case PLACE_INSERT:
	case PLACE_NEW_ASSIGN:
		if (!override_add(a, &list, p->rest, want, p->like))
			return err_set(e, ERR_LIMIT, "the key path is too deep");
		return rewrite_override(a, p, list, out, e);
	case PLACE_NONE:
		break;
	}
	return err_set(e, ERR_USAGE, "%s", p->why_not ? p->why_not : "the file has no place for it");
}

bool rewrite_add(struct arena *a, const struct place *p, struct value element, struct edits *out, struct err *e)
{
	if (p->kind != PLACE_VALUE || (p->node->kind != NODE_LIST && p->node->kind != NODE_TUPLE))
		return err_set(e, ERR_USAGE, "%s",
			       p->why_not ? p->why_not : "the list is not written as one literal here");
	return insert_element(a, p, element, out, e);
}

// SPDX-License-Identifier: MIT
/* Trees of keys to set, and their text in the style of a file: one line if it fits, else one key per line with the
 * closing bracket after the last one, as in nearly all mmcv configs.
 *
 *	data.a = 1 and data.b.c = 2	data = dict(a=1, b=dict(c=2)) */
#include "fix/edit/override.h"
#include "python/value/print.h"
#include <string.h>

static struct override *find_key(struct override *list, struct value key)
{
	while (list && !key_same(list->key, key))
		list = list->next;
	return list;
}

/* The class comes first in a dict that names what to build. */
static struct override *append_key(struct arena *a, struct override **list, struct value key, bool nested)
{
	bool first = nested && key.kind == VALUE_STR && strcmp(key.as.s->s, "type") == 0;
	struct override *o = arena_new(a, struct override);

	o->key = key;
	while (*list && !first)
		list = &(*list)->next;
	o->next = *list;
	*list = o;
	return o;
}

bool override_add(struct arena *a, struct override **list, struct keypath path, struct value val,
		  struct as_written like)
{
	struct override *o = NULL;

	if (path.n == 0 || path.n > OVERRIDE_DEPTH_MAX)
		return false;
	for (uint32_t i = 0; i < path.n; i++) {
		bool is_new;

		if (o && !o->kid && value_is_known(o->val))
			return false; /* a leaf where the path goes on */
		if (o)
			list = &o->kid;
		o = find_key(*list, path.part[i]);
		is_new = o == NULL;
		if (is_new)
			o = append_key(a, list, path.part[i], i > 0);
	}
	if (o->kid)
		return false;
	o->val = val;
	o->like = like;
	return true;
}

void override_move(struct override *list, struct keypath path, unsigned outer)
{
	struct override *o = NULL;

	for (uint32_t i = 0; i < path.n; i++) {
		o = find_key(list, path.part[i]);
		if (!o)
			return;
		list = o->kid;
	}
	if (o && o->like.text) {
		o->moved = true;
		o->outer = outer;
	}
}

bool override_key(struct buf *b, struct value key, const struct manner *m, bool in_call)
{
	struct pystyle style = { .quote = m->quote };

	if (in_call) {
		if (key.kind != VALUE_STR || !print_is_identifier(key.as.s))
			return false;
		buf_add(b, key.as.s->s, key.as.s->len);
		buf_putc(b, '=');
		return true;
	}
	if (!print_python(b, key, &style))
		return false;
	buf_puts(b, ": ");
	return true;
}

/* Printed text has \n and blanks; a CRLF file gets its own line ends, and one with tabs a tab for each level below the
 * `indent` bytes that its line begins with. */
static void add_with_eol(struct buf *b, const struct buf *text, const struct manner *m, unsigned indent)
{
	for (size_t i = 0; i < text->n; i++) {
		size_t n = 0;

		if (text->s[i] != '\n') {
			buf_putc(b, text->s[i]);
			continue;
		}
		buf_puts(b, m->eol);
		while (m->tabs && i + 1 + n < text->n && text->s[i + 1 + n] == ' ')
			n++;
		for (size_t k = 0; k < n && k < indent; k++)
			buf_putc(b, '\t');
		for (size_t k = indent; k + 4 <= n; k += 4)
			buf_putc(b, '\t');
		for (size_t k = n > indent ? (n - indent) % 4 : 0; k > 0; k--)
			buf_putc(b, ' ');
		i += n;
	}
}

static bool plain_value(struct buf *b, struct value v, const struct manner *m, struct as_written like, struct margin at)
{
	struct pystyle style = { .quote = m->quote, .dict_calls = m->dict_calls, .indent = at.indent, .width = 0 };
	size_t before = b->n;
	bool ok;

	if (like.text && (v.kind == VALUE_INT || v.kind == VALUE_FLOAT)) {
		print_number_like(b, v, like.text, like.n);
		return true;
	}
	ok = print_python(b, v, &style);
	if (ok && at.column + (b->n - before) > m->width) {
		b->n = before;
		style.width = m->width;
		ok = print_python(b, v, &style);
	}
	return ok;
}

/* A text that moves goes with its lines: those behind the first are indented as before below where it starts. */
static void moved_value(struct buf *b, const struct override *o, unsigned indent)
{
	struct as_written t = o->like;

	for (uint32_t i = 0; i < t.n; i++) {
		uint32_t from = i + 1;

		buf_putc(b, t.text[i]);
		if (t.text[i] != '\n')
			continue;
		while (from < t.n && t.text[from] == ' ')
			from++;
		if (from < t.n && t.text[from] != '\n')
			for (unsigned k = from - i - 1 + indent; k > o->outer; k--)
				buf_putc(b, ' ');
		i = from - 1;
	}
}

static bool plain_leaf(struct buf *b, const struct override *o, const struct manner *m, struct margin at)
{
	if (!o->moved)
		return plain_value(b, o->val, m, o->like, at);
	moved_value(b, o, at.indent);
	return true;
}

bool override_value(struct buf *b, struct value v, const struct manner *m, struct as_written like, struct margin at)
{
	struct override leaf = { .val = v, .like = like };

	return override_print(b, &leaf, m, at);
}

bool override_has_no_form(struct err *e)
{
	return err_set(e, ERR_USAGE, "the new value can't be written as Python");
}

/* --- dicts */

struct override_printer {
	struct buf *b;
	const struct manner *m;
};
enum dict_lines { ON_ONE_LINE, ONE_KEY_A_LINE };

static bool all_identifiers(const struct override *kid)
{
	for (; kid; kid = kid->next)
		if (kid->key.kind != VALUE_STR || !print_is_identifier(kid->key.as.s))
			return false;
	return true;
}

static bool has_lines(const struct override *o)
{
	return o->moved && memchr(o->like.text, '\n', o->like.n);
}

static bool print_node(const struct override_printer *p, const struct override *o, struct margin at,
		       enum dict_lines lines, unsigned depth);

/* The value of a key that has a line of its own: a dict gets lines only where it does not fit on this one. */
static bool print_on_line(const struct override_printer *p, const struct override *kid, struct margin at, size_t line,
			  unsigned depth)
{
	struct buf *b = p->b;
	size_t value = b->n;

	if (!print_node(p, kid, at, kid->kid ? ON_ONE_LINE : ONE_KEY_A_LINE, depth))
		return false;
	if (!kid->kid || (b->n + 1 - line <= p->m->width && !memchr(b->s + value, '\n', b->n - value)))
		return true;
	b->n = value;
	return print_node(p, kid, at, ONE_KEY_A_LINE, depth);
}

static bool print_kids(const struct override_printer *p, const struct override *o, unsigned indent,
		       enum dict_lines lines, bool calls, unsigned depth)
{
	struct margin at = { .column = indent + 8, .indent = indent + 4 };

	for (const struct override *kid = o->kid; kid; kid = kid->next) {
		size_t line = p->b->n + 1;

		if (lines == ONE_KEY_A_LINE)
			buf_printf(p->b, "\n%*s", (int)indent + 4, "");
		if (!override_key(p->b, kid->key, p->m, calls))
			return false;
		if (!(lines == ONE_KEY_A_LINE ? print_on_line(p, kid, at, line, depth + 1)
					      : print_node(p, kid, at, lines, depth + 1)))
			return false;
		if (kid->next)
			buf_puts(p->b, lines == ONE_KEY_A_LINE ? "," : ", ");
	}
	return true;
}

static bool print_node(const struct override_printer *p, const struct override *o, struct margin at,
		       enum dict_lines lines, unsigned depth)
{
	bool calls = p->m->dict_calls && all_identifiers(o->kid);

	if (depth > OVERRIDE_DEPTH_MAX)
		return false;
	if (!o->kid)
		return plain_leaf(p->b, o, p->m, (struct margin){ lines == ONE_KEY_A_LINE ? at.column : 0, at.indent });
	/* a single chain dict(a=dict(b=1)) needs no line of its own for each level */
	if (!o->kid->next && !o->kid->kid && !has_lines(o->kid))
		lines = ON_ONE_LINE;
	buf_puts(p->b, calls ? "dict(" : "{");
	if (!print_kids(p, o, at.indent, lines, calls, depth))
		return false;
	buf_puts(p->b, calls ? ")" : "}");
	return true;
}

bool override_print(struct buf *b, const struct override *o, const struct manner *m, struct margin at)
{
	struct buf text = { 0 };
	struct override_printer p = { &text, m };
	bool ok;

	if (o->kid)
		ok = print_node(&p, o, at, ON_ONE_LINE, 0);
	else
		ok = plain_leaf(&text, o, m, at);
	if (ok && o->kid && (at.column + text.n > m->width || memchr(buf_str(&text), '\n', text.n))) {
		buf_clear(&text);
		ok = print_node(&p, o, at, ONE_KEY_A_LINE, 0);
	}
	if (ok)
		add_with_eol(b, &text, m, at.indent);
	buf_release(&text);
	return ok;
}

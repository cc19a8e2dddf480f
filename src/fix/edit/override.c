// SPDX-License-Identifier: MIT
/* Trees of keys to set, and their text in a file's manner: one line where it fits, else one key a line with the closing
 * bracket behind the last one, as nearly all mmcv configs have it. */
#include "fix/edit/override.h"
#include "python/value/print.h"
#include <string.h>

static struct override *find_key(struct override *list, struct value key)
{
	while (list && !key_same(list->key, key))
		list = list->next;
	return list;
}

/* The class comes first in a dict that says what to build. */
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

bool override_add(struct arena *a, struct override **list, struct keypath path, struct value val, const char *like,
		  uint32_t nlike)
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
	o->nlike = nlike;
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
	if (o && o->like) {
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

static bool plain_value(struct buf *b, struct value v, const struct manner *m, const char *like, uint32_t nlike,
			unsigned column, unsigned indent)
{
	struct pystyle style = { .quote = m->quote, .dict_calls = m->dict_calls, .indent = indent, .width = 0 };
	size_t before = b->n;
	bool ok;

	if (like && (v.kind == VALUE_INT || v.kind == VALUE_FLOAT)) {
		print_number_like(b, v, like, nlike);
		return true;
	}
	ok = print_python(b, v, &style);
	if (ok && column + (b->n - before) > m->width) {
		b->n = before;
		style.width = m->width;
		ok = print_python(b, v, &style);
	}
	return ok;
}

/* A text that moves goes with its lines: those behind the first are indented as before below where it starts. */
static void moved_value(struct buf *b, const struct override *o, unsigned indent)
{
	for (uint32_t i = 0; i < o->nlike; i++) {
		uint32_t from = i + 1;

		buf_putc(b, o->like[i]);
		if (o->like[i] != '\n')
			continue;
		while (from < o->nlike && o->like[from] == ' ')
			from++;
		if (from < o->nlike && o->like[from] != '\n')
			for (unsigned k = from - i - 1 + indent; k > o->outer; k--)
				buf_putc(b, ' ');
		i = from - 1;
	}
}

static bool plain_leaf(struct buf *b, const struct override *o, const struct manner *m, unsigned column,
		       unsigned indent)
{
	if (!o->moved)
		return plain_value(b, o->val, m, o->like, o->nlike, column, indent);
	moved_value(b, o, indent);
	return true;
}

bool override_value(struct buf *b, struct value v, const struct manner *m, const char *like, uint32_t nlike,
		    unsigned column, unsigned indent)
{
	struct override leaf = { .val = v, .like = like, .nlike = nlike };

	return override_print(b, &leaf, m, column, indent);
}

static bool all_identifiers(const struct override *kid)
{
	for (; kid; kid = kid->next)
		if (kid->key.kind != VALUE_STR || !print_is_identifier(kid->key.as.s))
			return false;
	return true;
}

static bool print_node(struct buf *b, const struct override *o, const struct manner *m, unsigned column,
		       unsigned indent, bool lines, unsigned depth);

static bool has_lines(const struct override *o)
{
	return o->moved && memchr(o->like, '\n', o->nlike);
}

static bool print_kids(struct buf *b, const struct override *o, const struct manner *m, unsigned indent, bool lines,
		       bool calls, unsigned depth)
{
	for (const struct override *kid = o->kid; kid; kid = kid->next) {
		size_t line = b->n + 1, value;

		if (lines)
			buf_printf(b, "\n%*s", (int)indent + 4, "");
		if (!override_key(b, kid->key, m, calls))
			return false;
		value = b->n;
		if (!print_node(b, kid, m, indent + 8, indent + 4, lines && !kid->kid, depth + 1))
			return false;
		if (lines && kid->kid && (b->n + 1 - line > m->width || memchr(b->s + value, '\n', b->n - value))) {
			b->n = value;
			if (!print_node(b, kid, m, indent + 8, indent + 4, true, depth + 1))
				return false;
		}
		if (kid->next)
			buf_puts(b, lines ? "," : ", ");
	}
	return true;
}

static bool print_node(struct buf *b, const struct override *o, const struct manner *m, unsigned column,
		       unsigned indent, bool lines, unsigned depth)
{
	bool calls = m->dict_calls && all_identifiers(o->kid);

	if (depth > OVERRIDE_DEPTH_MAX)
		return false;
	if (!o->kid)
		return plain_leaf(b, o, m, lines ? column : 0, indent);
	/* a single chain dict(a=dict(b=1)) needs no line of its own for each level */
	buf_puts(b, calls ? "dict(" : "{");
	if (!print_kids(b, o, m, indent, lines && (o->kid->next || o->kid->kid || has_lines(o->kid)), calls, depth))
		return false;
	buf_puts(b, calls ? ")" : "}");
	return true;
}

bool override_print(struct buf *b, const struct override *o, const struct manner *m, unsigned column, unsigned indent)
{
	struct buf text = { 0 };
	bool ok;

	if (o->kid)
		ok = print_node(&text, o, m, column, indent, false, 0);
	else
		ok = plain_leaf(&text, o, m, column, indent);
	if (ok && o->kid && (column + text.n > m->width || memchr(buf_str(&text), '\n', text.n))) {
		buf_clear(&text);
		ok = print_node(&text, o, m, column, indent, true, 0);
	}
	if (ok)
		add_with_eol(b, &text, m, indent);
	buf_release(&text);
	return ok;
}

// SPDX-License-Identifier: MIT
/* Trees of keys to set, and their text in a file's manner: one line where it fits, else one key a line with the closing
 * bracket behind the last one, as nearly all mmcv configs have it. */
#include "fix/override.h"
#include "lang/print.h"
#include <string.h>

static struct override *find_key(struct override *list, struct value key)
{
	while (list && !key_same(list->key, key))
		list = list->next;
	return list;
}

static struct override *append_key(struct arena *a, struct override **list, struct value key)
{
	struct override *o = arena_new(a, struct override);

	o->key = key;
	while (*list)
		list = &(*list)->next;
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
			o = append_key(a, list, path.part[i]);
	}
	if (o->kid)
		return false;
	o->val = val;
	o->like = like;
	o->nlike = nlike;
	return true;
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

/* print_python writes \n; a CRLF file gets its own line ends. */
static void add_with_eol(struct buf *b, const struct buf *text, const struct manner *m)
{
	for (size_t i = 0; i < text->n; i++) {
		if (text->s[i] == '\n')
			buf_puts(b, m->eol);
		else
			buf_putc(b, text->s[i]);
	}
}

bool override_value(struct buf *b, struct value v, const struct manner *m, const char *like, uint32_t nlike,
		    unsigned column, unsigned indent)
{
	struct pystyle style = { .quote = m->quote, .dict_calls = m->dict_calls, .indent = indent, .width = 0 };
	struct buf text = { 0 };
	bool ok;

	if (like && (v.kind == VALUE_INT || v.kind == VALUE_FLOAT)) {
		print_number_like(b, v, like, nlike);
		return true;
	}
	ok = print_python(&text, v, &style);
	if (ok && column + text.n > m->width) {
		buf_clear(&text);
		style.width = m->width;
		ok = print_python(&text, v, &style);
	}
	if (ok)
		add_with_eol(b, &text, m);
	buf_release(&text);
	return ok;
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

static bool print_kids(struct buf *b, const struct override *o, const struct manner *m, unsigned indent, bool lines,
		       bool calls, unsigned depth)
{
	for (const struct override *kid = o->kid; kid; kid = kid->next) {
		if (lines)
			buf_printf(b, "%s%*s", m->eol, (int)indent + 4, "");
		if (!override_key(b, kid->key, m, calls) ||
		    !print_node(b, kid, m, indent + 8, indent + 4, lines, depth + 1))
			return false;
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
		return override_value(b, o->val, m, o->like, o->nlike, lines ? column : 0, indent);
	/* a single chain dict(a=dict(b=1)) needs no line of its own for each level */
	buf_puts(b, calls ? "dict(" : "{");
	if (!print_kids(b, o, m, indent, lines && (o->kid->next || o->kid->kid), calls, depth))
		return false;
	buf_puts(b, calls ? ")" : "}");
	return true;
}

bool override_print(struct buf *b, const struct override *o, const struct manner *m, unsigned column, unsigned indent)
{
	struct buf text = { 0 };
	bool ok;

	if (!o->kid)
		return override_value(b, o->val, m, o->like, o->nlike, column, indent);
	ok = print_node(&text, o, m, column, indent, false, 0);
	if (ok && column + text.n > m->width) {
		buf_clear(&text);
		ok = print_node(&text, o, m, column, indent, true, 0);
	}
	if (ok)
		buf_add(b, text.s, text.n);
	buf_release(&text);
	return ok;
}

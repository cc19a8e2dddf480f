// SPDX-License-Identifier: MIT
/* Each item writes its own separator before it; a container writes its closing bracket. */
#include "text/jwrite.h"
#include <math.h>
#include <string.h>

static void line_break(struct buf *b, unsigned indent)
{
	buf_putc(b, '\n');
	for (unsigned i = 0; i < indent; i++)
		buf_puts(b, "  ");
}

/* Writes what comes before an item's value: comma, line break, key. */
static void start(struct jwrite *in, const char *key, size_t n)
{
	if (!in->end)
		return;
	if (in->filled)
		buf_puts(in->b, in->lines ? "," : ", ");
	if (in->lines)
		line_break(in->b, in->indent);
	in->filled = true;
	if (key) {
		buf_json(in->b, key, n);
		buf_puts(in->b, ": ");
	}
}

static struct buf *item(struct jwrite *in, const char *key)
{
	start(in, key, key ? strlen(key) : 0);
	return in->b;
}

struct jwrite jwrite_place(struct jwrite *in, const char *key, size_t n)
{
	start(in, key, n);
	return (struct jwrite){ .b = in->b, .lines = in->lines, .indent = in->indent };
}

static struct jwrite container(struct jwrite *in, const char *key, const char *brackets, bool lines)
{
	buf_putc(item(in, key), brackets[0]);
	return (struct jwrite){ .b = in->b, .end = brackets[1], .lines = lines, .indent = in->indent + lines };
}

struct jwrite jwrite_list(struct jwrite *in, const char *key, bool lines)
{
	return container(in, key, "[]", lines);
}

struct jwrite jwrite_object(struct jwrite *in, const char *key, bool lines)
{
	return container(in, key, "{}", lines);
}

void jwrite_end(struct jwrite *j)
{
	if (j->lines && j->filled)
		line_break(j->b, j->indent - 1);
	buf_putc(j->b, j->end);
}

void jwrite_text(struct jwrite *in, const char *key, const char *text)
{
	if (text)
		jwrite_bytes(in, key, text, strlen(text));
	else
		jwrite_null(in, key);
}

void jwrite_bytes(struct jwrite *in, const char *key, const char *s, size_t n)
{
	buf_json(item(in, key), s, n);
}

void jwrite_texts(struct jwrite *in, const char *key, const char *const *text, size_t n)
{
	struct jwrite list = jwrite_list(in, key, false);

	for (size_t i = 0; i < n; i++)
		jwrite_text(&list, NULL, text[i]);
	jwrite_end(&list);
}

void jwrite_int(struct jwrite *in, const char *key, long long i)
{
	buf_printf(item(in, key), "%lld", i);
}

void jwrite_number(struct jwrite *in, const char *key, double d)
{
	if (isfinite(d))
		buf_printf(item(in, key), "%.15g", d);
	else
		jwrite_null(in, key);
}

void jwrite_bool(struct jwrite *in, const char *key, bool is)
{
	buf_puts(item(in, key), is ? "true" : "false");
}

void jwrite_null(struct jwrite *in, const char *key)
{
	buf_puts(item(in, key), "null");
}

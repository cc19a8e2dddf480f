// SPDX-License-Identifier: MIT
/* Finds the rows of a name in the text of a file of rules/help.
 *
 * Invariant: a row with classes is only taken for one of them.
 *
 *	- ["beta", "KL coefficient.", "trl.GRPOConfig"]		for trl.GRPOConfig and what it is
 *	- ["bf16", "Enable bfloat16."]				for every class of the package */
#include "arguments/argument_help.h"
#include "spec/embedded.h"
#include "text/json.h"
#include <string.h>

enum { DEEP = 4 };
#define ROW "\n- [\""

static const struct embedded_file *file_of(struct arena *a, const struct str *package)
{
	const char *path = arena_printf(a, "help/%s.yaml", package->s);

	for (size_t i = 0; i < embedded_count; i++)
		if (!strcmp(embedded_files[i].path, path))
			return &embedded_files[i];
	return NULL;
}

/* The end of the JSON string whose text begins at s: its quote. */
static const char *string_end(const char *s)
{
	while (*s && *s != '"' && *s != '\n')
		s += s[0] == '\\' && s[1] ? 2 : 1;
	return s;
}

static const char *decoded(struct arena *a, const char *s, const char *end)
{
	struct buf b = { 0 };
	const char *text;

	for (uint32_t at = 0; s + at < end;)
		if (s[at] != '\\')
			buf_putc(&b, s[at++]);
		else if (at++, json_unescape(s, &at, &b))
			break;
	text = arena_strdup(a, buf_str(&b));
	buf_release(&b);
	return text;
}

/* Whether the classes behind a row's text, up to the line's end, have that one; a row without any is for all. */
static bool is_for(const char *s, const struct str *class)
{
	const char *end = s + strcspn(s, "\n");

	if (*s == ']')
		return true;
	for (const char *at = s; (at = strchr(at, '"')) && at < end; at = string_end(at + 1) + 1)
		if (!strncmp(at + 1, class->s, class->len) && at[1 + class->len] == '"')
			return true;
	return false;
}

/* text: of the file; row: what a row of the name begins with */
static const char *row_of(struct arena *a, const char *text, const char *row, const struct str *class)
{
	for (const char *at = text; (at = strstr(at, row));) {
		const char *end;

		at += strlen(row);
		end = string_end(at);
		if (*end == '"' && is_for(end + 1, class))
			return decoded(a, at, end);
	}
	return NULL;
}

static const char *find(struct arena *a, const struct schemas *s, const struct schema_class *c,
			const struct schema_argument *x, const char *text, const char *row, unsigned depth)
{
	const char *found =
		c->package == x->package && map_get(&c->argument, x->name) ? row_of(a, text, row, c->name) : NULL;

	for (uint32_t i = 0; !found && i < c->nis && depth < DEEP; i++) {
		const struct schema_class *other = schema_class(s, c->is[i]);

		found = other ? find(a, s, other, x, text, row, depth + 1) : NULL;
	}
	return found;
}

const char *argument_help(struct arena *a, const struct schemas *s, const struct schema_class *c,
			  const struct schema_argument *x)
{
	const struct embedded_file *f = file_of(a, x->package);
	const char *found =
		f ? find(a, s, c, x, (const char *)f->bytes, arena_printf(a, ROW "%s\", \"", x->name->s), 0) : NULL;
	const struct schema_argument *now = !found && x->becomes ? schema_argument(s, c, x->becomes) : NULL;

	return now && now != x && !now->becomes ? argument_help(a, s, c, now) : found;
}

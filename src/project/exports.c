// SPDX-License-Identifier: MIT
/* Looks a name up in the table of its package: the line `[module] since until`, and below it, up to the next such
 * line, the one that begins with the name.
 *
 * Invariant: a row is a line of the table; what has none has been there in every release that was read, or is unknown.
 *
 *	[transformers.deepspeed] 4.0.0 4.56.2		export_find("transformers.deepspeed", NULL): until 4.56.2, whole
 *	[transformers.trainer] - -
 *	ShardedDDPOption 4.2.0 4.34.1			export_find("transformers.trainer", "ShardedDDPOption") */
#include "project/exports.h"
#include "spec/embedded.h"
#include <string.h>

enum { WORDS = 4 };

struct line {
	const char *word[WORDS];
	size_t len[WORDS];
};

static const char *table_text(struct arena *a, const char *module)
{
	const char *path = arena_printf(a, "exports/%.*s.yaml", (int)strcspn(module, "."), module);

	for (size_t i = 0; i < embedded_count; i++)
		if (!strcmp(embedded_files[i].path, path))
			return (const char *)embedded_files[i].bytes;
	return NULL;
}

/* The words of the line that begins behind `head`, which stands there with its line's indent. */
static void read_words(const char *at, struct line *out)
{
	*out = (struct line){ 0 };
	for (unsigned i = 0; i < WORDS && *at && *at != '\n'; i++) {
		at += strspn(at, " ");
		out->word[i] = at;
		out->len[i] = strcspn(at, " \n");
		at += out->len[i];
	}
}

static const char *word(struct arena *a, const struct line *l, unsigned i)
{
	return l->len[i] && !(l->len[i] == 1 && *l->word[i] == '-') ? arena_strndup(a, l->word[i], l->len[i]) : NULL;
}

/* The text of `key: ` in the head of the table. */
static const char *head_text(struct arena *a, const char *text, const char *key)
{
	const char *at = strstr(text, arena_printf(a, "\n%s: ", key));

	at = at ? at + strlen(key) + 3 : "";
	return arena_strndup(a, at, strcspn(at, "\n"));
}

static const char *module_line(struct arena *a, const char *text, const char *module)
{
	const char *head = arena_printf(a, "\n  [%s] ", module), *at = strstr(text, head);

	return at ? at + strlen(head) : NULL;
}

static bool find_name(struct arena *a, const char *below, const char *name, struct line *out)
{
	const char *head = arena_printf(a, "\n  %s ", name), *at = strstr(below, head), *end = strstr(below, "\n  [");

	if (!at || (end && at > end))
		return false;
	read_words(at + strlen(head), out);
	return true;
}

bool export_find(struct arena *a, const char *module, const char *name, struct export_row *out)
{
	const char *text = table_text(a, module), *own = text ? module_line(a, text, module) : NULL;
	const char *inner = text && name ? module_line(a, text, arena_printf(a, "%s.%s", module, name)) : NULL;
	struct line module_row = { 0 }, row = { 0 };

	if (own)
		read_words(own, &module_row);
	bool named = own && name && find_name(a, own, name, &row);
	bool whole = !named && own && (word(a, &module_row, 0) || word(a, &module_row, 1));

	if (!named && !whole && inner) { /* `from package import module` */
		read_words(inner, &module_row);
		whole = word(a, &module_row, 0) || word(a, &module_row, 1);
	}
	if (!named && !whole)
		return false;
	if (!named)
		row = module_row;
	*out = (struct export_row){ .package = arena_strndup(a, module, strcspn(module, ".")),
				    .since = word(a, &row, 0),
				    .until = word(a, &row, 1),
				    .now = named ? word(a, &row, 2) : NULL,
				    .oldest = head_text(a, text, "oldest"),
				    .newest = head_text(a, text, "newest"),
				    .whole = whole };
	return true;
}

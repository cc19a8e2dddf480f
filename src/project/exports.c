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
#include <stdlib.h>
#include <string.h>

#define HEAD "\n  [" /* of a module's line */

enum { WORDS = 4, INDENT = 3 /* of a name behind its line's end, with that */ };

struct table {
	const char *text; /* n bytes and a NUL; NULL: there is none */
	size_t n;
};

struct line {
	const char *word[WORDS];
	size_t len[WORDS];
};

static int by_path(const void *path, const void *file)
{
	return strcmp(path, ((const struct embedded_file *)file)->path);
}

static struct table table_of(struct arena *a, const char *module)
{
	const char *path = arena_printf(a, "exports/%.*s.yaml", (int)strcspn(module, "."), module);
	const struct embedded_file *f = bsearch(path, embedded_files, embedded_count, sizeof *f, by_path);

	return f ? (struct table){ (const char *)f->bytes, f->n } : (struct table){ 0 };
}

/* The words of the rest of a line. */
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

/* Of "a.b] - -" and "a.c": below, at or above 0 as strcmp. */
static int compare(const char *row, const char *module)
{
	size_t n = strcspn(row, "]"), m = strlen(module);
	int c = strncmp(row, module, n < m ? n : m);

	return c ? c : (n > m) - (n < m);
}

/* The next HEAD that begins at `at` or behind it, and before `end`; NULL: there is none. No other line has a bracket.
 */
static const char *next_head(const char *at, const char *end)
{
	const size_t indent = strlen(HEAD) - 1;
	const char *bracket = at;

	while (bracket < end && (bracket = memchr(bracket, '[', (size_t)(end - bracket))) != NULL) {
		if (bracket >= at + indent && !memcmp(bracket - indent, HEAD, indent))
			return bracket - indent;
		bracket++;
	}
	return NULL;
}

/* Behind the bracket of the module's line: the modules of a table are sorted. NULL: it has none. */
static const char *module_line(const struct table *t, const char *module)
{
	const char *end = t->text + t->n, *lo = t->text, *hi = end; /* its HEAD begins from lo on and before hi */

	while (lo < hi) {
		const char *mid = lo + (hi - lo) / 2, *last = hi + strlen(HEAD) - 1,
			   *at = next_head(mid, last < end ? last : end);
		int c = at ? compare(at + strlen(HEAD), module) : 1;

		if (!c)
			return at + strlen(HEAD) + strlen(module) + 1;
		if (c < 0)
			lo = at + strlen(HEAD);
		else
			hi = mid;
	}
	return NULL;
}

/* The line of the name among those below a module's, which are sorted. */
static bool find_name(const struct table *t, const char *below, const char *name, struct line *out)
{
	const char *head = next_head(below, t->text + t->n), *end = head ? head : t->text + t->n;
	const char *lo = memchr(below, '\n', (size_t)(end - below)), *hi = end; /* its line begins from lo on */
	size_t n = strlen(name);

	while (lo && lo < hi) {
		const char *mid = lo + (hi - lo) / 2, *line = memchr(mid, '\n', (size_t)(hi - mid));
		const char *word = line && line + INDENT < end ? line + INDENT : NULL;
		size_t m = word ? strcspn(word, " \n") : 0;
		int c = word ? strncmp(word, name, n < m ? n : m) : 1;

		c = c ? c : word ? (m > n) - (m < n) : 1;
		if (!c) {
			read_words(word + m, out);
			return true;
		}
		if (c < 0)
			lo = word;
		else
			hi = mid;
	}
	return false;
}

bool export_find(struct arena *a, const char *module, const char *name, struct export_row *out)
{
	struct table t = table_of(a, module);
	const char *own = t.text ? module_line(&t, module) : NULL;
	const char *inner = NULL;
	struct line module_row = { 0 }, row = { 0 };

	if (own)
		read_words(own, &module_row);
	bool named = own && name && find_name(&t, own, name, &row);
	bool whole = !named && own && (word(a, &module_row, 0) || word(a, &module_row, 1));

	if (!named && !whole && t.text && name)
		inner = module_line(&t, arena_printf(a, "%s.%s", module, name));
	if (inner) { /* `from package import module` */
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
				    .oldest = head_text(a, t.text, "oldest"),
				    .newest = head_text(a, t.text, "newest"),
				    .whole = whole };
	return true;
}

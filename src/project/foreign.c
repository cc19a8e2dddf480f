// SPDX-License-Identifier: MIT
/* Classifies files by the rows of rules/foreign.yaml. The keys of a text are found line by line (YAML, TOML) or by
 * brackets (JSON), top-level keys apart from nested ones. The rows are tested in order; the first match decides.
 *
 * Example: {"train_micro_batch_size_per_gpu": 4, "optimizer": {"type": "Adam"}}
 *          top-level keys: train_micro_batch_size_per_gpu, optimizer; nested: type
 *          the row with the key train_micro_batch_size_per_gpu matches: "DeepSpeed config" */
#include "project/foreign.h"
#include "base/path.h"
#include "project/namedby.h"
#include "project/reader.h"
#include "spec/compiled.h"
#include <ctype.h>
#include <fnmatch.h>
#include <string.h>

enum {
	TEXT_MAX = 256 << 10, /* bytes of a text that are read */
	KEYS_MAX = 4096	      /* of each kind */
};
#define NAME_BYTES "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789.-"

static const struct foreign ours = { .ours = true };
static const struct foreign no_statements = { .one = "Python file without statements",
					      .many = "Python files without statements" };

struct row {
	struct foreign is;
	const struct ynode *ext, *files, *keys, *within, *inner, *text, *reader, *calls;
};
struct table {
	const struct row *row;
	uint32_t nrows;
	const struct ynode *ours, *readers;
	const char *builds;
};
struct key {
	const char *at;
	size_t n;
};
struct look { /* state of one file */
	const struct table *t;
	const struct vfs *fs;
	struct arena arena;
	const char *path, *home, *text;
	bool cut; /* the text is longer than TEXT_MAX: it is data, unless its form matches a row */
	struct key *top, *inner;
	size_t ntop, ninner;
};

/* ---- the table */

static const char *text_or(const struct ynode *n, const char *other)
{
	const char *text = yaml_str(n);
	return text ? text : other;
}

static struct row row_of(struct arena *a, const struct ynode *n)
{
	const char *one = text_or(yaml_get(n, "one"), "file"), *train = yaml_str(yaml_get(n, "training"));
	struct row r = { .ext = yaml_get(n, "ext"),
			 .files = yaml_get(n, "files"),
			 .keys = yaml_get(n, "keys"),
			 .within = yaml_get(n, "within"),
			 .inner = yaml_get(n, "inner"),
			 .text = yaml_get(n, "text"),
			 .reader = yaml_get(n, "reader"),
			 .calls = yaml_get(n, "calls") };
	r.is = (struct foreign){ .one = one,
				 .many = text_or(yaml_get(n, "many"), arena_printf(a, "%ss", one)),
				 .family = yaml_get(n, "source") != NULL,
				 .training = !train || strcmp(train, "false") != 0,
				 .judged = yaml_get(n, "judged") != NULL,
				 .dataclasses = yaml_get(n, "dataclasses") != NULL,
				 .schema = yaml_str(yaml_get(n, "schema")) };
	return r;
}

static const void *make_table(struct arena *a, struct result_cache *m, const char *text, uint32_t len)
{
	const struct ynode *doc = embedded_find(a, "foreign.yaml"), *all = yaml_get(doc, "families");
	struct table *t = arena_new(a, struct table);
	struct row *row = arena_array(a, struct row, all->n + 1);
	(void)m, (void)text, (void)len;
	for (uint32_t i = 0; i < all->n; i++)
		row[i] = row_of(a, all->kid[i]);
	*t = (struct table){ row, all->n, yaml_get(doc, "ours"), yaml_get(doc, "readers"),
			     text_or(yaml_get(doc, "builds"), "") };
	return t;
}

static const struct table *table_of(const struct vfs *fs)
{
	return result_cache_get(vfs_results(fs), make_table, "foreign.yaml", "", 0);
}

const struct foreign *foreign_row(const struct vfs *fs, uint32_t i)
{
	const struct table *t = table_of(fs);
	return i < t->nrows ? &t->row[i].is : NULL;
}

/* ---- the keys of a text */

static void add_key(struct look *l, bool top, const char *at, size_t n)
{
	if (top && l->ntop < KEYS_MAX)
		l->top[l->ntop++] = (struct key){ at, n };
	else if (!top && l->ninner < KEYS_MAX)
		l->inner[l->ninner++] = (struct key){ at, n };
}

/* `"name":`; keys one brace deep are top-level. */
static void keys_of_json(struct look *l)
{
	int depth = 0;
	for (const char *p = l->text; *p; p++) {
		depth += *p == '{' || *p == '[';
		depth -= *p == '}' || *p == ']';
		if (*p != '"')
			continue;
		const char *name = ++p;
		for (; *p && *p != '"'; p++)
			p += *p == '\\' && p[1];
		if (!*p)
			return;
		if (p[1 + strspn(p + 1, " \t\r\n")] == ':')
			add_key(l, depth <= 1, name, (size_t)(p - name));
	}
}

/* `name: ` after blanks and dashes; without any it is top-level. */
static void key_of_yaml_line(struct look *l, const char *line)
{
	const char *p = line + strspn(line, " -\t");
	char quote = (char)(*p == '"' || *p == '\'' ? *p : '\0');
	const char *name = p + (quote != 0);
	size_t n = strspn(name, NAME_BYTES);
	const char *colon = name + n + (quote && name[n] == quote);
	if (n && *colon == ':' && (!colon[1] || isspace((unsigned char)colon[1])))
		add_key(l, p == line, name, n);
}

/* `name =`, `[table.name]`, `[[list]]`; keys of a table are not top-level. */
static void key_of_toml_line(struct look *l, const char *line, bool *top)
{
	const char *p = line + strspn(line, " \t[\"'");
	size_t n = strcspn(p, ".]= \"'\t\r\n#");
	if (*line == '[')
		*top = false;
	if (n && *line != '#')
		add_key(l, *line == '[' || *top, p, n);
}

static void keys_of(struct look *l)
{
	const char *ext = path_ext(l->path), *begin = l->text + strspn(l->text, " \t\r\n");
	bool top = true, toml = !strcmp(ext, ".toml"), yaml = !strcmp(ext, ".yaml") || !strcmp(ext, ".yml");
	if (!toml && !yaml && strcmp(ext, ".json") != 0 && strcmp(ext, ".ipynb") != 0)
		return;
	l->top = arena_array(&l->arena, struct key, KEYS_MAX);
	l->inner = arena_array(&l->arena, struct key, KEYS_MAX);
	if (!toml && (!yaml || *begin == '{')) {
		keys_of_json(l);
		return;
	}
	for (const char *line = l->text; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : NULL)
		if (toml)
			key_of_toml_line(l, line, &top);
		else
			key_of_yaml_line(l, line);
}

static bool has_key(const struct key *all, size_t n, const char *word, size_t len)
{
	for (size_t i = 0; i < n; i++)
		if (all[i].n == len && !memcmp(all[i].at, word, len))
			return true;
	return false;
}

/* All words of "a b c" are top-level keys. */
static bool has_all(const struct look *l, const char *words)
{
	bool all = *words;
	for (size_t n; *words && all; words += n, words += strspn(words, " ")) {
		n = strcspn(words, " ");
		all = has_key(l->top, l->ntop, words, n);
	}
	return all;
}

/* ---- rows */

static bool any(const struct ynode *list, bool (*fits)(const struct look *l, const char *word), const struct look *l)
{
	if (list && list->kind == Y_SCALAR)
		return fits(l, yaml_str(list));
	for (uint32_t i = 0; list && i < list->n; i++)
		if (yaml_str(list->kid[i]) && fits(l, yaml_str(list->kid[i])))
			return true;
	return false;
}

static bool ends(const struct look *l, const char *word)
{
	return !strcmp(path_ext(l->path), word);
}

static bool lies_at(const struct look *l, const char *pattern)
{
	return fnmatch(pattern, l->path, 0) == 0;
}

static bool has_inner(const struct look *l, const char *word)
{
	return has_key(l->inner, l->ninner, word, strlen(word)) || has_key(l->top, l->ntop, word, strlen(word));
}

/* All words of "a b c" are keys, wherever they stand. */
static bool holds_all(const struct look *l, const char *words)
{
	bool all = *words;
	for (size_t n; *words && all; words += n, words += strspn(words, " ")) {
		n = strcspn(words, " ");
		all = has_key(l->inner, l->ninner, words, n) || has_key(l->top, l->ntop, words, n);
	}
	return all;
}

static bool has_text(const struct look *l, const char *word)
{
	return strstr(l->text, word) != NULL;
}

static bool is_top(const struct look *l, const char *word)
{
	return has_key(l->top, l->ntop, word, strlen(word));
}

/* A training script of the file's home contains the word. */
static bool is_read(const struct look *l, const char *word)
{
	const struct ynode *all = l->t->readers;
	bool found = false;
	for (uint32_t i = 0; l->home && all && i < all->n && !found; i++) {
		struct arena tmp = { 0 };
		struct buf b = { 0 };
		found = vfs_read(l->fs, path_join(&tmp, l->home, yaml_str(all->kid[i])), &b, NULL) &&
			strstr(buf_str(&b), word);
		buf_release(&b);
		arena_release(&tmp);
	}
	return found;
}

static bool row_has_ending(const struct look *l, const struct row *r)
{
	static const char *const data[] = { ".yaml", ".yml", ".json", ".toml" };
	for (size_t i = 0; !r->ext && i < ARRAY_SIZE(data); i++)
		if (ends(l, data[i]))
			return true;
	return r->ext ? any(r->ext, ends, l) : r->files && any(r->files, lies_at, l);
}

static bool row_fits(const struct look *l, const struct row *r)
{
	if (!row_has_ending(l, r))
		return false;
	if (!r->files && !r->keys && !r->within && !r->inner && !r->text && !r->reader)
		return true;
	return any(r->files, lies_at, l) || any(r->keys, has_all, l) || any(r->within, holds_all, l) ||
	       any(r->inner, has_inner, l) || any(r->text, has_text, l) || any(r->reader, is_read, l);
}

/* readers: only rows that depend on the project's reader, or only the others. */
static const struct foreign *first_row(const struct look *l, bool readers, bool families)
{
	for (uint32_t i = 0; i < l->t->nrows; i++) {
		const struct row *r = &l->t->row[i];
		if ((r->reader != NULL) == readers && (!families || r->is.family) &&
		    (r->is.family || !r->is.training || !l->cut) && row_fits(l, r))
			return &r->is;
	}
	return NULL;
}

/* ---- Python */

static bool begins(const char *line, const char *const *words)
{
	for (; *words; words++)
		if (!strncmp(line, *words, strlen(*words)))
			return true;
	return false;
}

/* a top-level `name = dict(`, `name = {`, `name = [` with a name that configs have; or `_base_ =`. */
static bool assigns_ours(const struct look *l, const char *line)
{
	static const char *const more[] = { "model", "data", "optimizer" };
	size_t n = strspn(line, "abcdefghijklmnopqrstuvwxyz_0123456789"), blank = strspn(line + n, " \t");
	const char *right = line + n + blank + 1;
	bool named = false, value;
	if (!n || line[n + blank] != '=')
		return false;
	right += strspn(right, " \t");
	for (size_t i = 0; i < ARRAY_SIZE(more) && !named; i++)
		named = strlen(more[i]) == n && !memcmp(more[i], line, n);
	value = *right == '{' || *right == '[' || !strncmp(right, "dict(", 5);
	for (uint32_t i = 0; i < l->t->ours->n && !named; i++) {
		const char *word = yaml_str(l->t->ours->kid[i]);
		named = strlen(word) == n && !memcmp(word, line, n);
	}
	return named && (value || !strncmp(line, "_base_", 6));
}

/* A statement that only programs have, anywhere: Python 2 syntax, command line arguments. */
static bool does_anywhere(const char *line)
{
	static const char *const printed[] = { "print \"", "print '", "print %", "print >>", NULL };
	const char *args = strstr(line, "sys.argv"), *comment = strchr(line, '#'), *end = line + strcspn(line, "\n");
	return begins(line + strspn(line, " \t"), printed) || (args && args < end && !(comment && comment < args));
}

/* A top-level line that may set a name, if it is no comment: `a = 1`, `a, b = ...`, `a: int = 1`, `if x:`, `from x
 * import *`. */
static bool may_set(const char *line)
{
	static const char *const block[] = { "if ",   "for ",	  "while ",  "with ", "try:",
					     "exec(", "globals(", "locals(", NULL };
	const char *star = strstr(line, "import *"), *end = line + strcspn(line, "\n");
	size_t n = strcspn(line, "=\n");
	return begins(line, block) || (star && star < end) ||
	       (line[n] == '=' && !isspace((unsigned char)*line) && *line != '#' && *line != '@' &&
		strncmp(line, "def ", 4) != 0);
}

/* A file without keys is no config: `empty` has not even definitions or imports. */
static bool sets_nothing(const char *text, bool *empty)
{
	static const char *const does[] = { "def ", "class ", "async ", "import ", "from ", "@", "print(", NULL };
	bool sets = text_reads_base(text);
	*empty = true;
	for (const char *line = text; line && *line && !sets;
	     line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
		sets = may_set(line);
		*empty = *empty && !begins(line, does);
	}
	return !sets;
}

/* A top-level statement that programs have and configs do not. */
static bool is_program(const struct look *l)
{
	static const char *const does[] = { "if __name__",   "def main", "print(", "import argparse",
					    "from argparse", "#!",	 NULL };
	static const char *const inside[] = { "from .", NULL }, *const defines[] = { "class ", "def ", "@", NULL };
	bool program = false, relative = false, code = false; /* a module of a package: no loader could import it */
	if (text_reads_base(l->text))
		return false;
	for (const char *line = l->text; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
		if (assigns_ours(l, line))
			return false;
		program |= begins(line, does) || does_anywhere(line);
		relative |= begins(line, inside);
		code |= begins(line, defines);
	}
	return program || (relative && code);
}

bool foreign_is_whole_config(const struct vfs *fs, const char *path, const char *text)
{
	struct look l = { .t = table_of(fs), .fs = fs, .path = path, .text = text };
	static const char *const code[] = { "def ", "class ", "async def ", "@", "#!", NULL };
	unsigned named = 0;
	bool model = false;
	for (const char *line = text; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
		bool own = assigns_ours(&l, line), is_model = own && !strncmp(line, "model", 5);
		if (begins(line, code))
			return false;
		model |= is_model;
		named += own && !is_model;
	}
	return model && named >= 3 && !is_program(&l);
}

/* `from .a.b import`: the imported file beside it; NULL: it does not exist. line: after `from `. */
static const char *imported_file(const struct vfs *fs, struct arena *a, const char *path, const char *line)
{
	size_t dots = strspn(line, "."), n = strcspn(line + dots, " \t\r\n");
	const char *dir = path_dir(a, path);
	char *name = arena_printf(a, "%.*s.py", (int)n, line + dots);
	if (!dots || !n || strncmp(line + dots + n, " import", 7) != 0)
		return NULL;
	for (size_t i = 1; i < dots; i++)
		dir = path_dir(a, dir);
	for (size_t i = 0; i < n; i++)
		if (name[i] == '.')
			name[i] = '/';
	const char *file = path_join(a, dir, name);
	return vfs_exists(fs, file) ? file : NULL;
}

/* The family of a file that it imports from beside itself: a file that only changes another one has no other sign.
 * *left: how many more files may be read for that. */
static const struct foreign *imported_family(const struct look *l, unsigned *left)
{
	const struct foreign *found = NULL;
	struct arena a = { 0 };
	for (const char *line = l->text; line && *line && !found && *left;
	     line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
		const char *file = strncmp(line, "from .", 6) ? NULL : imported_file(l->fs, &a, l->path, line + 5);
		struct buf b = { 0 };
		struct look other = { .t = l->t, .fs = l->fs, .path = file };
		if (file && --*left && vfs_read(l->fs, file, &b, NULL)) {
			other.text = buf_str(&b);
			found = first_row(&other, false, true);
			if (!found)
				found = imported_family(&other, left);
		}
		buf_release(&b);
	}
	arena_release(&a);
	return found;
}

const struct foreign *foreign_program(const struct vfs *fs, const char *path, const char *text, size_t n)
{
	struct look l = { .t = table_of(fs), .fs = fs, .path = path, .text = text };
	const struct foreign *family = first_row(&l, false, true);
	unsigned left = 12;
	bool empty;
	if (!family)
		family = imported_family(&l, &left);
	/* what begins like UTF-16, or has a NUL, is no text that Python reads: loading it says so */
	if (!family && (unsigned char)*text < 0xFE && strlen(text) == n && sets_nothing(text, &empty))
		return empty ? &no_statements : first_row(&l, false, false);
	return family ? family : is_program(&l) ? first_row(&l, false, false) : &ours;
}

/* ---- data */

/* The project has a training script, and none of its code reads configs with a known loader: a dumped config in it
 * is read by no loader that could reject it. */
static bool trains_otherwise(const struct look *l, enum foreign_said said)
{
	return (said == FOREIGN_UNSAID || said == FOREIGN_NAMES) && is_read(l, "");
}

/* The row of a call in the project's code that names the file. */
static const struct foreign *named_row(const struct look *l)
{
	for (uint32_t i = 0; l->home && i < l->t->nrows; i++) {
		const struct row *r = &l->t->row[i];
		if (r->calls && row_has_ending(l, r) && named_by_call(l->fs, r->calls, l->home, l->path))
			return &r->is;
	}
	return NULL;
}

static const struct foreign *foreign_data(struct look *l, enum foreign_said said)
{
	const struct foreign *found;
	keys_of(l);
	if (is_top(l, "_base_") || strstr(l->path, "/_base_/"))
		return &ours;
	if ((found = first_row(l, true, true)))
		return found;
	if (any(l->t->ours, is_top, l) && !trains_otherwise(l, said))
		return l->cut ? NULL : &ours;
	if ((found = first_row(l, false, true)))
		return found;
	if (said == FOREIGN_BY_USER ||
	    (said >= FOREIGN_NAMES && !l->cut && has_inner(l, l->t->builds) && !trains_otherwise(l, said)))
		return &ours;
	found = named_row(l);
	return found ? found : first_row(l, false, false);
}

bool foreign_named(const struct vfs *fs, const char *path)
{
	struct look l = { .t = table_of(fs), .path = path };
	for (uint32_t i = 0; i < l.t->nrows; i++)
		if (row_has_ending(&l, &l.t->row[i]))
			return true;
	return false;
}

const struct foreign *foreign_of(const struct vfs *fs, const char *home, const char *path, enum foreign_said said)
{
	struct look l = { .t = table_of(fs), .fs = fs, .path = path, .home = home };
	const struct foreign *found = NULL;
	struct buf b = { 0 };
	if (vfs_read(fs, path, &b, NULL) && (b.n <= TEXT_MAX || strcmp(path_ext(path), ".py") != 0)) {
		l.cut = b.n > TEXT_MAX;
		if (l.cut)
			b.s[b.n = TEXT_MAX] = '\0';
		l.text = buf_str(&b);
		found = !strcmp(path_ext(path), ".py") ? foreign_program(fs, path, l.text, b.n)
						       : foreign_data(&l, said);
	}
	buf_release(&b);
	arena_release(&l.arena);
	return found;
}

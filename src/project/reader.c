// SPDX-License-Identifier: MIT
/* How a project's own code reads its configs, from the texts of its programs. A function that reads `_base_` is
 * classified by its words: one that queries the file's folder looks beside the file; one that joins paths otherwise
 * may look anywhere; any other opens the path unchanged.
 *
 * Example: base = osp.join(osp.dirname(path), cfg['_base_'])   BASES_BESIDE
 *          open(cfg['_base_'])                                 BASES_FROM_TOP
 *          text.replace('NUM_CLASSES', '80')                   fills in the word NUM_CLASSES */
#include "project/reader.h"
#include "base/result_cache.h"
#include "base/path.h"
#include "text/walk.h"
#include <ctype.h>
#include <string.h>

enum { ENTRIES_MAX = 20000, TEXT_MAX = 1 << 20, TEXTS_MAX = 64 << 20, FILLED_MAX = 1 << 16 };
struct reader_result {
	bool framework, beside, top, otherwise;
	bool executes;	     /* a Config.fromfile of its own runs the file as a Python module */
	const char *modules; /* imported modules that may be configs, a line each */
	const char *filled;  /* words that are replaced, each after a line end */
};
struct search {
	const struct vfs *fs;
	const char *home;
	struct reader_result r;
	struct buf modules, filled;
	size_t bytes; /* of texts read: at most TEXTS_MAX */
};

static bool is_name(char c)
{
	return isalnum((unsigned char)c) || c == '_';
}

/* ---- readers of `_base_` ---- */

enum { LINE_MAX = 2000 /* longer lines are not hand-written code */ };

static const char *line_of(const char *text, const char *p)
{
	while (p > text && p[-1] != '\n')
		p--;
	return p;
}

/* x['_base_'], x.get('_base_'), x.pop('_base_') or x._base_ at p, outside comments */
static bool is_read(const char *text, const char *p)
{
	const char *end = p + strlen("_base_"), *line = p;
	if (p - text < 2)
		return false;
	if (p[-1] == '.' && ((!is_name(p[-2]) && p[-2] != ')' && p[-2] != ']') || is_name(*end)))
		return false;
	if (p[-1] != '.' && ((p[-1] != '\'' && p[-1] != '"') || *end != p[-1] || (p[-2] != '[' && p[-2] != '(')))
		return false;
	while (line > text && line[-1] != '\n' && p - line < LINE_MAX)
		line--;
	size_t before = (size_t)(p - line);
	if (before == LINE_MAX || memchr(line, '#', before))
		return false;
	return p[-1] == '.' || p[-2] == '[' ||
	       (before >= 5 && (!memcmp(p - 5, "get(", 4) || !memcmp(p - 5, "pop(", 4)));
}

static bool is_blank(const char *line)
{
	return !line[strspn(line, " \t\r")] || line[strspn(line, " \t\r")] == '\n';
}

/* Start and length of the function around p; the whole text if there is none. */
static const char *function_around(const char *text, const char *p, size_t *n)
{
	const char *line = line_of(text, p), *end;
	size_t deep = strspn(line, " \t"), own;
	for (; line > text && deep; line = line_of(text, line - 1)) {
		own = strspn(line, " \t");
		if (own < deep && (!strncmp(line + own, "def ", 4) || !strncmp(line + own, "async def ", 10)))
			break;
	}
	own = strspn(line, " \t");
	if (strncmp(line + own, "def ", 4) != 0 && strncmp(line + own, "async def ", 10) != 0) {
		*n = strlen(text);
		return text;
	}
	for (end = strchr(line, '\n'); end && end[1]; end = strchr(end + 1, '\n'))
		if (!is_blank(end + 1) && strspn(end + 1, " \t") <= own)
			break;
	*n = end ? (size_t)(end - line) : strlen(line);
	return line;
}

static bool has_any(const char *text, size_t n, const char *const *word)
{
	for (; *word; word++)
		if (memmem(text, n, *word, strlen(*word)))
			return true;
	return false;
}

/* Each function once, however often it reads `_base_`. */
static void look_for_bases(const char *text, struct reader_result *r)
{
	static const char *const beside[] = { "dirname", ".parent", NULL }, *const joined[] = { "join", "Path(", NULL };
	for (const char *p = text; (p = strstr(p, "_base_"));) {
		const char *at = p, *f;
		size_t n;
		p += strlen("_base_");
		if (!is_read(text, at))
			continue;
		f = function_around(text, at, &n);
		if (has_any(f, n, beside))
			r->beside = true;
		else if (has_any(f, n, joined))
			r->otherwise = true;
		else
			r->top = true;
		p = f + n > p ? f + n : p;
	}
}

/* ---- imports ---- */

/* Takes the module of an import that may be a config: its words include the name of a folder of configs. */
static void take_module(struct search *s, const char *name, size_t n)
{
	static const char *const word[] = { "config", NULL };
	if (n && has_any(name, n, word)) {
		buf_add(&s->modules, name, n);
		buf_putc(&s->modules, '\n');
	}
}

static size_t dotted(const char *p)
{
	size_t n = 0;
	while (is_name(p[n]) || p[n] == '.')
		n++;
	return n;
}

/* `from a.b import`, `import a.b`, import_module('a.b'): also a.b of f'a.b.{name}'. */
static void look_for_imports(struct search *s, const char *text)
{
	for (const char *line = text; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
		const char *p = line + strspn(line, " \t");
		if (!strncmp(p, "from ", 5) || !strncmp(p, "import ", 7))
			take_module(s, p + strcspn(p, " ") + 1, dotted(p + strcspn(p, " ") + 1));
	}
	for (const char *p = text; (p = strstr(p, "import_module("));) {
		p += strlen("import_module(");
		p += strspn(p, " \t\r\nf");
		if (*p == '"' || *p == '\'')
			take_module(s, p + 1, dotted(p + 1));
	}
}

/* ---- replaced words ---- */

/* Without the brackets around it: "{WORD}", "<WORD>". */
static void take_word(struct search *s, const char *p, size_t n)
{
	enum { LONGEST = 100 };
	while (n && !is_name(*p))
		p++, n--;
	while (n && !is_name(p[n - 1]))
		n--;
	for (size_t i = 0; i < n; i++)
		if (!is_name(p[i]))
			return;
	if (n && n <= LONGEST && s->filled.n < FILLED_MAX) {
		buf_putc(&s->filled, '\n');
		buf_add(&s->filled, p, n);
	}
}

/* The string at p, after blanks and its prefix; NULL: another argument. */
static const char *string_at(const char *p, size_t *n)
{
	p += strspn(p, " \t\r\n");
	p += strspn(p, "rR");
	if (*p != '"' && *p != '\'')
		return NULL;
	const char quote[] = { *p, '\n', 0 };
	*n = strcspn(p + 1, quote);
	return p + 1;
}

static bool is_in_capitals(const char *p, size_t n)
{
	bool capital = false;
	for (size_t i = 0; i < n; i++) {
		if (islower((unsigned char)p[i]))
			return false;
		capital |= isupper((unsigned char)p[i]) != 0;
	}
	return capital;
}

/* Upper-case keys, 'WORD': value, of a table, in a text that replaces the value of a variable. */
static void look_for_tables(struct search *s, const char *text)
{
	for (const char *p = text; (p = strpbrk(p, "'\""));) {
		const char quote[] = { *p, '\n', 0 };
		size_t n = strcspn(++p, quote);
		const char *end = p + n;
		if (*end == *quote && end[1 + strspn(end + 1, " \t")] == ':' && is_in_capitals(p, n))
			take_word(s, p, n);
		p = *end ? end + 1 : end;
	}
}

static void look_for_words(struct search *s, const char *text)
{
	static const char *const call[] = { ".replace(", ".sub(" };
	bool by_variable = false;
	for (size_t i = 0; i < sizeof call / sizeof *call; i++)
		for (const char *p = text, *word; (p = strstr(p, call[i]));) {
			size_t n;
			p += strlen(call[i]);
			word = string_at(p, &n);
			by_variable |= !word;
			if (word)
				take_word(s, word, n);
		}
	if (by_variable)
		look_for_tables(s, text);
}

/* s/WORD/other/ after the word `sed`, with any separator */
static void look_for_sed(struct search *s, const char *text)
{
	for (const char *p = text; (p = strstr(p, "sed ")); p += strlen("sed ")) {
		size_t line = strcspn(p, "\n");
		for (const char *at = p + strlen("sed "); at + 2 < p + line; at++) {
			const char delimiter[] = { at[1], '\n', 0 };
			if (*at != 's' || is_name(at[-1]) || !strchr("/#|@,", at[1]))
				continue;
			size_t n = strcspn(at + 2, delimiter);
			take_word(s, at + 2, n);
			at += 2 + n;
		}
	}
}

bool text_reads_base(const char *text)
{
	for (const char *line = text; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
		const char *with = line + strspn(line, " \t"), *end = line + strcspn(line, "\n");
		if (!strncmp(with, "with ", 5) && memmem(with, (size_t)(end - with), "read_base", 9))
			return true;
	}
	/* a base that only imports it; a program that reads configs is none */
	return strstr(text, "import read_base") && !strstr(text, "fromfile(");
}

/* ---- the walk ---- */

static void look_at(struct search *s, const char *path)
{
	static const char *const frameworks[] = { "mmcv", "mmengine", NULL };
	struct buf b = { 0 };
	bool good = s->bytes < TEXTS_MAX && vfs_read(s->fs, path, &b, NULL) && b.n <= TEXT_MAX;
	const char *text = good ? buf_str(&b) : "";
	s->bytes += b.n;
	if (strcmp(path_ext(path), ".py") != 0) {
		look_for_sed(s, text);
		buf_release(&b);
		return;
	}
	look_for_words(s, text);
	s->r.executes |= strstr(text, "class Config") && strstr(text, "def fromfile(") && strstr(text, "exec_module(");
	s->r.framework |= strstr(text, "Config.fromfile") && has_any(text, strlen(text), frameworks);
	look_for_bases(text, &s->r);
	if (!text_reads_base(text)) /* its imports name bases, which are read and not imported */
		look_for_imports(s, text);
	buf_release(&b);
}

static void look(void *ctx, const struct walked *file)
{
	look_at(ctx, file->path);
}

static bool is_program(const char *path)
{
	const char *ext = path_ext(path);
	return !strcmp(ext, ".py") || !strcmp(ext, ".sh") || !strcmp(ext, ".bash");
}

/* Rule examples: no file is on disk. */
static void look_sealed(void *ctx, const char *path)
{
	struct search *s = ctx;
	if (path_inside(s->home, path) && is_program(path))
		look_at(s, path);
}

static bool is_wanted(void *ctx, const struct walked *file)
{
	(void)ctx;
	return is_program(file->path);
}

static void ignore_failure(void *ctx, const char *path, const struct err *e)
{
	(void)ctx, (void)path, (void)e;
}

static const void *read_project(struct arena *a, const void *fs, const char *path, const char *key)
{
	size_t budget = ENTRIES_MAX;
	struct search s = { .fs = fs, .home = path };
	struct reader_result *out = arena_new(a, struct reader_result);
	(void)key;
	struct walk_opts walk = { .fs = fs,
				  .wanted = is_wanted,
				  .found = look,
				  .failed = ignore_failure,
				  .ctx = &s,
				  .budget = &budget,
				  .ignore_files = true };
	if (!vfs_each_sealed(fs, look_sealed, &s))
		walk_folder(path, &walk);
	*out = s.r;
	out->modules = arena_strndup(a, buf_str(&s.modules), s.modules.n);
	out->filled = arena_strndup(a, buf_str(&s.filled), s.filled.n);
	buf_release(&s.modules);
	buf_release(&s.filled);
	return out;
}

static const struct reader_result *log_reader_of(const struct vfs *fs, const char *home)
{
	return result_cache_compute(vfs_file_results(fs), read_project, fs, home, "reads configs");
}

bool project_executes_configs(const struct vfs *fs, const char *home)
{
	return log_reader_of(fs, home)->executes;
}

enum reads_bases project_reads_bases(const struct vfs *fs, const char *home)
{
	const struct reader_result *r = log_reader_of(fs, home);
	if (r->framework || (!r->beside && !r->top && !r->otherwise))
		return BASES_BY_FRAMEWORK;
	if (r->otherwise || (r->beside && r->top))
		return BASES_UNKNOWN;
	return r->top ? BASES_FROM_TOP : BASES_BESIDE;
}

/* The module is the folder followed by a computed name, or (own) lies in it. */
static bool names_folder(const char *module, size_t n, const char *folder, size_t m, bool own)
{
	for (size_t i = 0; i < m; i++)
		if (i >= n || module[i] != (folder[i] == '/' ? '.' : folder[i]))
			return false;
	return n == m || (module[m] == '.' && (own || n == m + 1));
}

static bool imports_folder(const struct reader_result *r, const char *folder, size_t n, bool own)
{
	for (const char *m = r->modules; *m; m += strcspn(m, "\n") + 1)
		if (names_folder(m, strcspn(m, "\n"), folder, n, own))
			return true;
	return false;
}

bool project_imports_config(const struct vfs *fs, const char *home, const char *path)
{
	const struct reader_result *r = log_reader_of(fs, home);
	const char *below = path + strlen(home) + 1;
	bool of_configs = false;
	if (r->framework || !path_inside(home, path))
		return false;
	for (const char *p = below, *end; (end = strchr(p, '/')); p = end + 1) {
		of_configs |= memmem(p, (size_t)(end - p), "config", strlen("config")) != NULL;
		if (of_configs && imports_folder(r, below, (size_t)(end - below), !strchr(end + 1, '/')))
			return true;
	}
	return false;
}

bool project_fills_in(const struct vfs *fs, const char *home, const char *word, size_t n)
{
	const char *all = log_reader_of(fs, home)->filled;
	for (const char *p = all; n && (p = strchr(p, '\n')); p++)
		if (strcspn(p + 1, "\n") == n && !memcmp(p + 1, word, n))
			return true;
	return false;
}

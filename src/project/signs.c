// SPDX-License-Identifier: MIT
#include "project/signs.h"
#include "base/path.h"
#include "spec/compiled.h"
#include <ctype.h>
#include <string.h>
#include <strings.h>

static const char *const *texts(struct arena *a, const struct ynode *list, uint32_t *n)
{
	if (!list || list->kind != Y_SEQ)
		BUG("rules/loaders.yaml: 'project' needs the lists training_scripts, script_folders, source_folders, "
		    "put_away and "
		    "put_away_words");
	const char **out = arena_array(a, const char *, list->n + 1);
	for (uint32_t i = 0; i < list->n; i++)
		out[i] = yaml_str(list->kid[i]);
	*n = list->n;
	return out;
}

void project_signs_load(struct arena *a, struct project_signs *out)
{
	const struct ynode *doc = yaml_get(embedded_find(a, "loaders.yaml"), "project");
	out->script = texts(a, yaml_get(doc, "training_scripts"), &out->nscripts);
	out->folder = texts(a, yaml_get(doc, "script_folders"), &out->nfolders);
	out->source = texts(a, yaml_get(doc, "source_folders"), &out->nsources);
	out->away = texts(a, yaml_get(doc, "put_away"), &out->naway);
	out->away_word = texts(a, yaml_get(doc, "put_away_words"), &out->naway_words);
}

const char *project_script(const struct project_signs *s, const struct vfs *fs, struct arena *a, const char *dir)
{
	for (uint32_t i = 0; i < s->nscripts; i++) {
		const char *script = path_join(a, dir, s->script[i]);
		if (vfs_exists(fs, script))
			return script;
	}
	return NULL;
}

/* Length of the name after `import ` or `from ` at the start of a line. */
static size_t imported(const char **line)
{
	const char *p = *line + strspn(*line, " \t");
	size_t word = !strncmp(p, "import ", 7) ? 7 : !strncmp(p, "from ", 5) ? 5 : 0;
	*line = p + word;
	return word ? strspn(*line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789") : 0;
}

const char *const *project_imports(const struct vfs *fs, struct arena *a, const char *script)
{
	enum { IMPORTS_MAX = 200 };
	const char **out = arena_array(a, const char *, IMPORTS_MAX + 1);
	uint32_t n = 0;
	struct buf b = { 0 };
	const char *line = vfs_read(fs, script, &b, NULL) ? buf_str(&b) : NULL;
	for (; line && n < IMPORTS_MAX; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
		size_t len = imported(&line);
		bool known = !len;
		for (uint32_t i = 0; i < n && !known; i++)
			known = strlen(out[i]) == len && !memcmp(out[i], line, len);
		if (!known)
			out[n++] = arena_strndup(a, line, len);
	}
	buf_release(&b);
	return out;
}

static bool is_scripts(const struct project_signs *s, const char *name, size_t n)
{
	for (uint32_t i = 0; i < s->nfolders; i++)
		if (!strncmp(s->folder[i], name, n) && !s->folder[i][n])
			return true;
	return false;
}

static bool is_among(const char *const *words, uint32_t nwords, const char *name, size_t n)
{
	for (uint32_t i = 0; n && i < nwords; i++)
		if (!strncasecmp(words[i], name, n) && !words[i][n])
			return true;
	return false;
}

/* `_old`; `net_backup2-4 May`: one of its runs of letters is a word that means nothing else. */
static bool is_away(const struct project_signs *s, const char *name, size_t n)
{
	size_t under = strspn(name, "_");
	if (under < n && is_among(s->away, s->naway, name + under, n - under))
		return true;
	for (size_t i = 0, end; i < n; i = end + 1) {
		for (end = i; end < n && isalpha((unsigned char)name[end]);)
			end++;
		if (is_among(s->away_word, s->naway_words, name + i, end - i))
			return true;
	}
	return false;
}

/* A name of the path below top, up to end, is one. */
static bool has_name(const struct project_signs *s, const char *top, const char *path, const char *end,
		     bool (*is)(const struct project_signs *, const char *, size_t))
{
	if (!path_inside(top, path))
		return false;
	for (const char *p = path + strlen(top); p < end;) {
		p += strspn(p, "/");
		size_t n = strcspn(p, "/");
		if (n && is(s, p, n))
			return true;
		p += n;
	}
	return false;
}

bool project_is_put_away(const struct project_signs *s, const char *top, const char *path)
{
	const char *folder_end = strrchr(path, '/');
	return folder_end && has_name(s, top, path, folder_end, is_away);
}

bool project_is_apart(const struct project_signs *s, const struct vfs *fs, const char *top, const char *dir)
{
	struct arena a = { 0 };
	bool package = vfs_exists(fs, path_join(&a, dir, "__init__.py"));
	if (!strcmp(path_dir(&a, dir), top))
		package |= is_among(s->source, s->nsources, path_base(dir), strlen(path_base(dir)));
	arena_release(&a);
	return !package && !has_name(s, top, dir, dir + strlen(dir), is_scripts);
}

// SPDX-License-Identifier: MIT
/* Which settings files hold for a folder: the nearest .cfglint.yaml upwards within the project, what it extends, and
 * below them the user's own. What a project's file extends lies in the project.
 *
 *	/p/.cfglint.yaml	holds for /p/configs/a.py, if /p/configs has none */
#include "base/near.h"
#include "base/disk.h"
#include "base/path.h"
#include "base/vec.h"
#include "lint/settings/priv.h"
#include "project/root.h"
#include "text/nearest.h"
#include <string.h>

enum { EXTENDS_DEEP = 16, FILES_MAX = 64, ENTRIES_IN_ALL = 10000, KIB_IN_ALL = 256 };

#define MISNAMED ".cfglint.yml"

/* ---- finding ---- */

/* A broken link counts too: unreadable settings are reported, and never skipped. */
static bool stands(const struct vfs *fs, const char *path)
{
	struct stat st;
	return vfs_stands(fs, path) || !disk_lstat(path, &st);
}

bool layers_find(const struct layer_reader *y, const char *dir, const char **file)
{
	struct arena *a = y->a;
	*file = NULL;
	if (y->over->isolated)
		return true;
	if (y->over->settings) {
		*file = path_absolute(a, y->over->settings);
		return true;
	}
	const char *own = path_join(a, dir, SETTINGS_FILE), *other = path_join(a, dir, MISNAMED);
	*file = stands(y->fs, own) ? own : vfs_stands(y->fs, other) ? other : NULL;
	if (*file || !strcmp(dir, "/") || !strcmp(dir, "."))
		return true;
	const char *top = project_marked_root(y->folders, own);
	return top && !strcmp(dir, top);
}

/* ---- patterns ---- */

/* The user's own settings belong to no folder: their patterns apply everywhere, those with a slash inside at any depth.
 */
static struct pattern read_pattern(struct arena *a, const struct layer *l, const char *text, struct err *e)
{
	const char *slash = strchr(text, '/');
	if (l->users && slash && slash != text && slash[1])
		text = arena_printf(a, "**/%s", text);
	return (struct pattern){ glob_new(text, e), l->users ? "/" : l->dir };
}

static bool read_patterns(struct yread *y, const struct ynode *n, const char *what, const struct layer *l,
			  struct patterns *out)
{
	const char **text;
	uint32_t count;
	if (!yread_texts(y, n, what, &text, &count))
		return false;
	out->at = arena_array(y->a, struct pattern, count + 1);
	for (uint32_t i = 0; i < count; i++) {
		struct err e = { 0 };
		struct pattern one = read_pattern(y->a, l, text[i], &e);
		if (!one.glob)
			return yread_fail(y, n->kind == Y_SEQ ? n->kid[i] : n, "%s: '%.100s': %s", what, text[i],
					  e.msg);
		out->at[out->n++] = one;
	}
	return true;
}

static void patterns_release(struct patterns *p)
{
	for (uint32_t i = 0; i < p->n; i++)
		glob_free(p->at[i].glob);
	p->n = 0;
}

static bool pattern_match(struct arena *a, const struct pattern *p, const char *path)
{
	bool is_dir = false;
	for (; path_inside(p->dir, path) && strcmp(p->dir, path); path = path_dir(a, path), is_dir = true) {
		const char *rel = path + strlen(p->dir);
		if (glob_match(p->glob, rel + (*rel == '/'), is_dir))
			return true;
	}
	return false;
}

bool patterns_match(struct arena *a, const struct patterns *p, const char *path)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (pattern_match(a, &p->at[i], path))
			return true;
	return false;
}

/* ---- one file ---- */

static bool read_override(struct yread *y, const struct ynode *n, struct layer *l)
{
	struct path_override *o = &l->over[l->nover++];
	if (!yread_map(y, n, "an override"))
		return false;
	const struct ynode *files = yaml_get(n, "files");
	static const char *const only[] = { "files" };
	for (uint32_t i = 0; !files && i < n->n; i++)
		if (yaml_str(n->key[i]) && near_word(yaml_str(n->key[i]), only, 1))
			return yread_unknown(y, n->key[i]->at.lo, "key in an override:", yaml_str(n->key[i]), only, 1);
	if (!files || (files->kind == Y_SEQ && !files->n))
		return yread_fail(y, n, "an override needs files: [PATTERN, ...]");
	if (n->n == 1)
		return yread_fail(y, n, "an override needs a key besides files");
	o->map = n;
	return read_patterns(y, files, "files", l, &o->files);
}

static bool read_overrides(struct yread *y, const struct ynode *n, struct layer *l)
{
	if (n->kind != Y_SEQ)
		return yread_fail(y, n, "overrides must be a list of {files: [PATTERN, ...], ...}");
	l->over = arena_array(y->a, struct path_override, n->n + 1);
	for (uint32_t i = 0; i < n->n; i++)
		if (!read_override(y, n->kid[i], l))
			return false;
	return true;
}

static bool read_text(const struct layer_reader *y, struct layer *l, struct err *e)
{
	struct buf text = { 0 };
	struct err why = { 0 };
	const char *top = layer_allows(y->a, l, l->path);
	bool ok = top ? vfs_read_below(y->fs, top, l->path, &text, &why)
		      : err_set(&why, ERR_OUTSIDE, OUTSIDE_TEXT, l->may_name[0]);
	if (ok)
		l->src = sources_add(y->sources, l->path, buf_str(&text), text.n);
	else
		err_set(e, why.code, "%s: %s", l->path, why.msg);
	buf_release(&text);
	return ok;
}

static bool parse(const struct layer_reader *y, struct layer *l, struct err *e)
{
	struct err why = { 0 };
	if (!read_text(y, l, e))
		return false;
	l->doc = yaml_parse(y->a, l->src, &why);
	return l->doc || err_set(e, why.code, "%s:%u: %s", l->path, why.line ? why.line : 1, why.msg);
}

/* ---- all of them ---- */

struct layer_stack {
	const struct layer_reader *y;
	VEC(, struct layer) found;
	const char *chain[EXTENDS_DEEP]; /* that extend one another */
	uint32_t depth;
	uint32_t entries, bytes;     /* of lists and maps, and of text, in all files */
	bool users;		     /* they are the user's own */
	const char *const *may_name; /* as in struct layer */
	struct err *e;
};

static bool in_chain(const struct layer_stack *s, const char *path)
{
	for (uint32_t i = 0; i < s->depth; i++)
		if (!strcmp(s->chain[i], path))
			return true;
	return false;
}

static bool stack_file(struct layer_stack *s, const char *path);

static bool no_file(struct layer_stack *s, struct yread *r, const struct ynode *n, const char *path)
{
	const char *near = nearest_file(s->y->a, s->y->fs, path, r->src->path);
	return yread_fail(r, n, "extends: no such file: %.300s%s%s%s", yaml_str(n), near ? " (did you mean '" : "",
			  near ? path_base(near) : "", near ? "'?)" : "");
}

static bool extend(struct layer_stack *s, struct yread *r, const struct layer *l, const struct ynode *n,
		   const char *path)
{
	if (!*yaml_str(n))
		return yread_fail(r, n, "extends: an empty name is no file");
	if (in_chain(s, path))
		return yread_fail(r, n, "extends: a loop: %.300s extends this file", yaml_str(n));
	if (s->depth == EXTENDS_DEEP || s->found.n >= FILES_MAX)
		return yread_fail(r, n, "extends: more than %d files",
				  s->depth == EXTENDS_DEEP ? EXTENDS_DEEP : FILES_MAX);
	if (!layer_allows(s->y->a, l, path))
		return yread_fail(r, n, "extends: %.300s " OUTSIDE_TEXT, yaml_str(n), l->may_name[0]);
	if (!vfs_stands(s->y->fs, path))
		return no_file(s, r, n, path);
	struct stat st;
	if (!disk_stat(path, &st) && S_ISDIR(st.st_mode))
		return yread_fail(r, n, "extends: %.300s is a folder", yaml_str(n));
	return stack_file(s, path);
}

static bool extend_all(struct layer_stack *s, struct yread *r, const struct layer *l)
{
	const struct ynode *n = yaml_get(l->doc, "extends");
	const char **word;
	uint32_t count;
	if (n && !yread_texts(r, n, "extends", &word, &count))
		return false;
	for (uint32_t i = 0; n && i < count; i++)
		if (!extend(s, r, l, n->kind == Y_SEQ ? n->kid[i] : n, path_join(s->y->a, l->dir, word[i])))
			return false;
	return true;
}

static uint32_t entries_of(const struct ynode *n)
{
	uint32_t count = n->n;
	for (uint32_t i = 0; i < n->n; i++)
		count += entries_of(n->kid[i]);
	return count;
}

/* Words are compared with every rule, patterns with every file, profiles compiled. */
static bool few_entries(struct layer_stack *s, struct yread *r, const struct ynode *doc)
{
	s->entries += entries_of(doc);
	s->bytes += r->src->len;
	if (s->bytes > KIB_IN_ALL * 1024)
		return yread_fail(r, doc, "%u KiB of settings, and no more than %d are taken", s->bytes / 1024,
				  KIB_IN_ALL);
	return s->entries <= ENTRIES_IN_ALL ||
	       yread_fail(r, doc, "%u entries of lists and maps in the settings files, and no more than %d are taken",
			  s->entries, ENTRIES_IN_ALL);
}

static bool stack_file(struct layer_stack *s, const char *path)
{
	struct arena *a = s->y->a;
	struct layer l = { .path = path, .dir = path_dir(a, path), .users = s->users, .may_name = s->may_name };
	if (!parse(s->y, &l, s->e))
		return false;
	struct yread r = { a, l.src, NULL, s->e };
	const struct ynode *n;
	s->chain[s->depth++] = path;
	bool ok = yread_map(&r, l.doc, "the settings") && few_entries(s, &r, l.doc) && extend_all(s, &r, &l);
	s->depth--;
	ok = ok && (!(n = yaml_get(l.doc, "exclude")) || read_patterns(&r, n, "exclude", &l, &l.exclude)) &&
	     (!(n = yaml_get(l.doc, "overrides")) || read_overrides(&r, n, &l));
	vec_push(&s->found, l); /* its patterns are released in any case */
	return ok;
}

static bool stack_user(struct layer_stack *s)
{
	const struct overrides *o = s->y->over;
	if (o->isolated || !o->user || !vfs_stands(s->y->fs, o->user))
		return true;
	s->users = true;
	bool ok = stack_file(s, o->user);
	s->users = false;
	return ok;
}

const char **layers_roots(struct arena *a, const struct layer *l, size_t n)
{
	VEC(, const char *) all = { 0 };
	for (; n; n--, l++) {
		const struct ynode *roots = yaml_get(l->doc, "roots");
		for (uint32_t k = 0; roots && k < (roots->kind == Y_SEQ ? roots->n : 1); k++) {
			const char *word = yaml_str(roots->kind == Y_SEQ ? roots->kid[k] : roots);
			if (word)
				vec_push(&all, path_join(a, l->dir, word));
		}
	}
	const char **out = arena_array(a, const char *, all.n + 1);
	if (all.n)
		memcpy(out, all.at, all.n * sizeof *out);
	vec_release(&all);
	return out;
}

/* Folders that a project's file may name: the project, what the command line allows, and the `roots:` of the user's
 * own settings, which are stacked already. */
static const char *const *project_may_name(struct layer_stack *s, const char *file)
{
	struct arena *a = s->y->a;
	const char **own = layers_roots(a, s->found.at, s->found.n);
	size_t n = 1, i = 0;
	for (const char *const *p = s->y->over->allow; p && *p; p++)
		n++;
	for (const char **p = own; *p; p++)
		n++;
	const char **out = arena_array(a, const char *, n + 1);
	out[i++] = project_root(s->y->folders, file);
	for (const char *const *p = s->y->over->allow; p && *p; p++)
		out[i++] = *p;
	for (const char **p = own; *p; p++)
		out[i++] = *p;
	return out;
}

const char *layer_allows(struct arena *a, const struct layer *l, const char *path)
{
	if (!l->may_name)
		return "/";
	const char *real = path_real(a, path);
	for (const char *const *p = l->may_name; *p; p++) {
		const char *top = path_real(a, *p);
		if (path_inside(top && real ? top : *p, top && real ? real : path))
			return *p;
	}
	return NULL;
}

const char *layer_folder(struct yread *y, const struct layer *l, const struct ynode *n, const char *what)
{
	struct stat st;
	const char *word = yread_text(y, n, what), *dir = word ? path_join(y->a, l->dir, word) : NULL;
	if (word && !*word)
		yread_fail(y, n, "%s: an empty name is no folder", what);
	else if (dir && !layer_allows(y->a, l, dir))
		yread_fail(y, n, "%s: %.300s " OUTSIDE_TEXT, what, dir, l->may_name[0]);
	else if (dir && (disk_stat(dir, &st) || !S_ISDIR(st.st_mode)))
		yread_fail(y, n, "%s: no such folder: %.300s", what, dir);
	else
		return dir;
	return NULL;
}

static bool few_overrides(struct layers *l, struct err *e)
{
	for (uint32_t i = 0; i < l->n; i++)
		l->nover += l->at[i].nover;
	return l->nover <= OVERRIDES_MAX ||
	       err_set(e, ERR_LIMIT, "%s: more than %d overrides", l->at[l->n - 1].path, OVERRIDES_MAX);
}

bool layers_load(const struct layer_reader *y, const char *file, struct layers *out, struct err *e)
{
	struct layer_stack s = { .y = y, .e = e };
	bool ok = stack_user(&s);
	if (ok && file && !y->over->settings && !strcmp(path_base(file), MISNAMED))
		ok = err_set(e, ERR_USAGE, "%s: settings are called %s; this file is not read", file, SETTINGS_FILE);
	if (ok && file) {
		s.may_name = y->over->settings ? NULL : project_may_name(&s, file);
		ok = stack_file(&s, file);
	}
	*out = (struct layers){ arena_array(y->a, struct layer, s.found.n + 1), (uint32_t)s.found.n, 0 };
	if (s.found.n)
		memcpy(out->at, s.found.at, s.found.n * sizeof *out->at);
	vec_release(&s.found);
	ok = ok && few_overrides(out, e);
	if (!ok)
		layers_release(out);
	return ok;
}

void layers_release(struct layers *l)
{
	for (uint32_t i = 0; i < l->n; i++) {
		patterns_release(&l->at[i].exclude);
		for (uint32_t k = 0; k < l->at[i].nover; k++)
			patterns_release(&l->at[i].over[k].files);
	}
	l->n = 0;
}

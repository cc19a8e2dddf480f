// SPDX-License-Identifier: MIT
/* Which settings files hold for a folder: the nearest .cfglint.yaml upwards within the project, what it extends, and
 * below them the user's own. What a project's file extends lies in the project. */
#include "base/near.h"
#include "base/path.h"
#include "base/vec.h"
#include "lint/settings/priv.h"
#include "project/root.h"
#include <string.h>

enum { EXTENDS_DEEP = 16, FILES_MAX = 64 };

#define MISNAMED ".cfglint.yml"

/* ---- finding ---- */

/* Also a link to nowhere: settings that can't be read are told, and never passed by. */
static bool stands(const struct vfs *fs, const char *path)
{
	struct stat st;
	return vfs_stands(fs, path) || !lstat(path, &st);
}

bool layers_told(const struct layering *y, const char *dir, const char **file)
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

static bool read_patterns(struct yread *y, const struct ynode *n, const char *what, const char *dir,
			  struct patterns *out)
{
	const char **text;
	uint32_t count;
	if (!yread_texts(y, n, what, &text, &count))
		return false;
	out->at = arena_array(y->a, struct pattern, count + 1);
	for (uint32_t i = 0; i < count; i++) {
		struct err e = { 0 };
		struct glob *g = glob_new(text[i], &e);
		if (!g)
			return yread_fail(y, n->kind == Y_SEQ ? n->kid[i] : n, "%s: '%.100s': %s", what, text[i],
					  e.msg);
		out->at[out->n++] = (struct pattern){ g, dir };
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
	return read_patterns(y, files, "files", l->dir, &o->files);
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

static bool read_text(const struct layering *y, struct layer *l, struct err *e)
{
	struct buf text = { 0 };
	struct err why = { 0 };
	bool ok = vfs_read(y->fs, l->path, &text, &why);
	if (ok)
		l->src = sources_add(y->sources, l->path, buf_str(&text), text.n);
	else
		err_set(e, why.code, "%s: %s", l->path, why.msg);
	buf_release(&text);
	return ok;
}

static bool parse(const struct layering *y, struct layer *l, struct err *e)
{
	struct err why = { 0 };
	if (!read_text(y, l, e))
		return false;
	l->doc = yaml_parse(y->a, l->src, &why);
	return l->doc || err_set(e, why.code, "%s:%u: %s", l->path, why.line ? why.line : 1, why.msg);
}

/* ---- all of them ---- */

struct stacking {
	const struct layering *y;
	VEC(, struct layer) found;
	const char *chain[EXTENDS_DEEP]; /* that extend one another */
	uint32_t depth;
	const char *within; /* what is extended lies in this folder; NULL: anywhere */
	struct err *e;
};

static bool in_chain(const struct stacking *s, const char *path)
{
	for (uint32_t i = 0; i < s->depth; i++)
		if (!strcmp(s->chain[i], path))
			return true;
	return false;
}

static bool lies_within(struct arena *a, const char *dir, const char *path)
{
	const char *top = path_real(a, dir), *file = path_real(a, path);
	return path_inside(dir, path) && (!top || !file || path_inside(top, file));
}

static bool stack_file(struct stacking *s, const char *path);

static bool no_file(struct stacking *s, struct yread *r, const struct ynode *n, const char *path)
{
	const char *near = vfs_nearest(s->y->a, s->y->fs, path);
	return yread_fail(r, n, "extends: there is no file %.300s%s%s%s", yaml_str(n), near ? " (did you mean '" : "",
			  near ? path_base(near) : "", near ? "'?)" : "");
}

static bool extend(struct stacking *s, struct yread *r, const struct ynode *n, const char *path)
{
	if (in_chain(s, path))
		return yread_fail(r, n, "extends: a loop: %.300s extends this file", yaml_str(n));
	if (s->depth == EXTENDS_DEEP || s->found.n >= FILES_MAX)
		return yread_fail(r, n, "extends: more than %d files",
				  s->depth == EXTENDS_DEEP ? EXTENDS_DEEP : FILES_MAX);
	if (!vfs_stands(s->y->fs, path))
		return no_file(s, r, n, path);
	if (s->within && !lies_within(s->y->a, s->within, path))
		return yread_fail(r, n, "extends: %.300s lies outside the project %s", yaml_str(n), s->within);
	return stack_file(s, path);
}

static bool extend_all(struct stacking *s, struct yread *r, const struct layer *l)
{
	const struct ynode *n = yaml_get(l->doc, "extends");
	const char **word;
	uint32_t count;
	if (n && !yread_texts(r, n, "extends", &word, &count))
		return false;
	for (uint32_t i = 0; n && i < count; i++)
		if (!extend(s, r, n->kind == Y_SEQ ? n->kid[i] : n, path_join(s->y->a, l->dir, word[i])))
			return false;
	return true;
}

static bool stack_file(struct stacking *s, const char *path)
{
	struct arena *a = s->y->a;
	struct layer l = { .path = path, .dir = path_dir(a, path) };
	if (!parse(s->y, &l, s->e))
		return false;
	struct yread r = { a, l.src, NULL, s->e };
	const struct ynode *n;
	s->chain[s->depth++] = path;
	bool ok = yread_map(&r, l.doc, "the settings") && extend_all(s, &r, &l);
	s->depth--;
	ok = ok && (!(n = yaml_get(l.doc, "exclude")) || read_patterns(&r, n, "exclude", l.dir, &l.exclude)) &&
	     (!(n = yaml_get(l.doc, "overrides")) || read_overrides(&r, n, &l));
	vec_push(&s->found, l); /* whose patterns are released in any case */
	return ok;
}

/* The user's own settings speak of no folder of theirs: their patterns hold everywhere. */
static bool stack_user(struct stacking *s)
{
	const struct overrides *o = s->y->over;
	if (o->isolated || !o->user || !vfs_stands(s->y->fs, o->user))
		return true;
	if (!stack_file(s, o->user))
		return false;
	for (size_t i = 0; i < s->found.n; i++) {
		struct layer *l = &s->found.at[i];
		for (uint32_t k = 0; k <= l->nover; k++) {
			struct patterns *p = k < l->nover ? &l->over[k].files : &l->exclude;
			for (uint32_t j = 0; j < p->n; j++)
				p->at[j].dir = "/";
		}
	}
	return true;
}

static bool few_overrides(struct layers *l, struct err *e)
{
	for (uint32_t i = 0; i < l->n; i++)
		l->nover += l->at[i].nover;
	return l->nover <= OVERRIDES_MAX ||
	       err_set(e, ERR_LIMIT, "%s: more than %d overrides", l->at[l->n - 1].path, OVERRIDES_MAX);
}

bool layers_load(const struct layering *y, const char *file, struct layers *out, struct err *e)
{
	struct stacking s = { .y = y, .e = e };
	bool ok = stack_user(&s);
	if (ok && file && !y->over->settings && !strcmp(path_base(file), MISNAMED))
		ok = err_set(e, ERR_USAGE, "%s: settings are called %s; this file is not read", file, SETTINGS_FILE);
	if (ok && file) {
		s.within = y->over->settings ? NULL : project_root(y->folders, file);
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

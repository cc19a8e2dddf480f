// SPDX-License-Identifier: MIT
/* Whose code a config is: its home, the packages lent to it, their versions, and what their files mention. */
#include "config/loader_priv.h"
#include "base/path.h"
#include <string.h>

/* ---- package versions ---- */

static const char *version_in(struct loader_finder *f, const char *path)
{
	struct buf b = { 0 };
	const char *out = NULL;
	if (vfs_read(f->fs, path, &b, NULL)) {
		const char *p = strstr(buf_str(&b), "__version__");
		p = p ? p + strlen("__version__") : NULL;
		while (p && (*p == ' ' || *p == '='))
			p++;
		if (p && (*p == '\'' || *p == '"')) {
			const char *end = strchr(p + 1, *p);
			if (end && end - p < 64)
				out = arena_strndup(&f->arena, p + 1, (size_t)(end - p - 1));
		}
	}
	buf_release(&b);
	return out;
}

static bool is_home(const struct loader_finder *f, const struct folder *d, const char *root)
{
	return d->script && project_is_apart(&f->signs, f->fs, root, d->dir);
}

/* The nearest folder from d upwards, below the root, that is a project of its own, or any package; NULL: none. */
static struct folder *nearest_below(struct loader_finder *f, struct folder *d, const char *root, bool package)
{
	for (; d && path_inside(root, d->dir) && strcmp(d->dir, root); d = folder_up(f, d))
		if (package ? d->is_package : is_home(f, d, root))
			return d;
	return NULL;
}

/* In a repository of several packages, none of which the root trains, it is the config's package. */
static struct folder *home_folder(struct loader_finder *f, const char *path, const char *root)
{
	struct folder *own = folder_of(f, path);
	if (own->home)
		return own->home;
	struct folder *top = folder_get(f, str_lit(root));
	own->home = nearest_below(f, own, root, false);
	if (!own->home && !top->script)
		own->home = nearest_below(f, own, root, true);
	if (!own->home)
		own->home = top;
	return own->home;
}

const char *project_home(struct loader_finder *f, const char *path)
{
	const char *root = project_root(f, path);
	pthread_mutex_lock(&f->lock);
	const char *home = home_folder(f, path, root)->dir;
	pthread_mutex_unlock(&f->lock);
	return home;
}

bool loader_is_the_projects(struct loader_finder *f, const char *path)
{
	const char *root = project_root(f, path);
	pthread_mutex_lock(&f->lock);
	bool own = home_folder(f, path, root)->own_loader;
	pthread_mutex_unlock(&f->lock);
	return own;
}

/* In the nearest folder above dir, not above root, that has it. */
static const char *package_above(struct loader_finder *f, const char *dir, const char *root, const char *package)
{
	const char *init = arena_printf(&f->arena, "%s/__init__.py", package);
	while (strcmp(dir, root) && path_inside(root, dir)) {
		dir = path_dir(&f->arena, dir);
		if (finder_has_file(f, dir, init))
			return path_join(&f->arena, dir, package);
	}
	return NULL;
}

static const char *const *lent_to(struct loader_finder *f, struct folder *home, const char *root)
{
	if (home->lent)
		return home->lent;
	const char *const *name = home->script ? project_imports(f->fs, &f->arena, home->script) : NULL;
	VEC(, const char *) out = { 0 };
	for (uint32_t i = 0; name && name[i]; i++) {
		const char *init = arena_printf(&f->arena, "%s/__init__.py", name[i]);
		const char *found =
			finder_has_file(f, home->dir, init) ? NULL : package_above(f, home->dir, root, name[i]);
		if (found && out.n < PACKAGES_LENT)
			vec_push(&out, found);
	}
	home->lent = arena_array(&f->arena, const char *, out.n + 1);
	if (out.n)
		memcpy((void *)(uintptr_t)home->lent, out.at, out.n * sizeof *out.at);
	vec_release(&out);
	return home->lent;
}

const char *const *project_lent(struct loader_finder *f, const char *path)
{
	const char *root = project_root(f, path);
	pthread_mutex_lock(&f->lock);
	const char *const *lent = lent_to(f, home_folder(f, path, root), root);
	pthread_mutex_unlock(&f->lock);
	return lent;
}

/* The folder that has the package for a config with this home. */
static const char *holder_of(struct loader_finder *f, struct folder *home, const char *root, const char *package,
			     size_t len)
{
	const char *const *lent = lent_to(f, home, root);
	for (uint32_t i = 0; lent[i]; i++)
		if (strlen(path_base(lent[i])) == len && !memcmp(path_base(lent[i]), package, len))
			return path_dir(&f->arena, lent[i]);
	return home->dir;
}

const char *package_version(struct loader_finder *f, const char *path, const char *package)
{
	static const char *const files[] = { "version.py", "__init__.py" };
	const char *root = project_root(f, path);
	pthread_mutex_lock(&f->lock);
	struct folder *d = home_folder(f, path, root);
	struct version *v = d->version;
	while (v && strcmp(v->package, package))
		v = v->next;
	if (!v) {
		v = arena_new(&f->arena, struct version);
		*v = (struct version){ arena_strdup(&f->arena, package), NULL, d->version };
		const char *dir = path_join(&f->arena, holder_of(f, d, root, package, strlen(package)), package);
		for (size_t i = 0; i < ARRAY_SIZE(files) && !v->text; i++)
			v->text = version_in(f, path_join(&f->arena, dir, files[i]));
		d->version = v;
	}
	pthread_mutex_unlock(&f->lock);
	return v->text;
}

/* 'word', "word", cfg.word or cfg.data.word */
static bool text_mentions(const char *text, const char *word)
{
	size_t n = strlen(word);
	for (const char *p = text; (p = strstr(p, word)); p += n) {
		size_t before = (size_t)(p - text);
		char open = before ? p[-1] : '\0', next = p[n];
		if ((open == '\'' || open == '"') && next == open)
			return true;
		if (open == '.' && !strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789", next) &&
		    ((before >= 4 && !memcmp(p - 4, "cfg", 3)) || (before >= 9 && !memcmp(p - 9, "cfg.data", 8))))
			return true;
	}
	return false;
}

static bool file_mentions(struct loader_finder *f, const char *path, const char *word)
{
	struct buf b = { 0 };
	bool found = vfs_read(f->fs, path, &b, NULL) && text_mentions(buf_str(&b), word);
	buf_release(&b);
	return found;
}

bool project_mentions(struct loader_finder *f, const char *path, const char *by, const char *word)
{
	const char *root = project_root(f, path);
	pthread_mutex_lock(&f->lock);
	struct folder *d = home_folder(f, path, root);
	struct mention *m = d->mention;
	while (m && (strcmp(m->word, word) || strcmp(m->by, by)))
		m = m->next;
	if (!m) {
		struct arena *a = &f->arena;
		const char *file = arena_strndup(a, by, strcspn(by, ":"));
		m = arena_new(a, struct mention);
		*m = (struct mention){ arena_strdup(a, by), arena_strdup(a, word), false, d->mention };
		const char *holder = holder_of(f, d, root, file, strcspn(file, "/"));
		m->found = (*file && file_mentions(f, path_join(a, holder, file), word)) ||
			   (d->script && file_mentions(f, d->script, word));
		d->mention = m;
	}
	pthread_mutex_unlock(&f->lock);
	return m->found;
}

// SPDX-License-Identifier: MIT
/*
 * Collects the version bounds of packages from a project's files. Those of the nearest folder that states some count.
 * There a lock file decides alone; otherwise the bounds of all files are joined: the lowest minimum, and the highest
 * maximum if every place has one.
 *
 * Example: requirements.txt: torch>=1.7,<=1.12     least 1.7, most 1.12, at requirements.txt:1
 *          Dockerfile: FROM pytorch/pytorch:1.13.1 most 1.13.1, at Dockerfile:1
 *          uv.lock: name = "torch"                 least 2.1.0, most 2.1.0, whatever the others say
 *                   version = "2.1.0"
 */
#include "project/version_bounds.h"
#include "base/path.h"
#include "project/versions.h"
#include "python/value/dict.h"
#include "spec/compiled.h"
#include <stdlib.h>
#include <string.h>

enum { FOLDERS_MAX = 16 /* folders above a file */ };

/* ---- a project's files */

static bool says_versions(const char *name)
{
	static const char *const begins[] = {
		"requirements", "environment", "env.", "conda", "Dockerfile", "dockerfile"
	};
	static const char *const is[] = { "setup.py", "setup.cfg", "pyproject.toml", "Pipfile" };
	const char *ext = path_ext(name);

	for (size_t i = 0; i < ARRAY_SIZE(is); i++)
		if (!strcmp(name, is[i]))
			return true;
	for (size_t i = 0; i < ARRAY_SIZE(begins); i++)
		if (!strncmp(name, begins[i], strlen(begins[i])))
			return !strcasecmp(begins[i], "dockerfile") || !strcmp(ext, ".txt") || !strcmp(ext, ".in") ||
			       !strcmp(ext, ".yml") || !strcmp(ext, ".yaml");
	return false;
}

/* README files, and scripts as install.sh */
static bool is_document(const char *name)
{
	const char *ext = path_ext(name);

	if (!strcmp(ext, ".sh"))
		return !strncmp(name, "install", 7) || !strncmp(name, "setup", 5);
	return !strncasecmp(name, "README", 6) && (!strcmp(ext, ".md") || !strcmp(ext, ".rst"));
}

static bool is_workflow(const char *name)
{
	return !strcmp(path_ext(name), ".yml") || !strcmp(path_ext(name), ".yaml");
}

static bool is_lock(const char *name)
{
	return !strcmp(name, "uv.lock") || !strcmp(name, "poetry.lock") || !strcmp(name, "pdm.lock");
}

/* Whether a line that is a package's name alone asks for the package there. */
static bool is_list(const char *name)
{
	const char *ext = path_ext(name);

	return !strcmp(name, "pyproject.toml") || !strcmp(ext, ".txt") || !strcmp(ext, ".in") || !strcmp(ext, ".yml") ||
	       !strcmp(ext, ".yaml");
}

enum stated { BY_FILE, BY_LOCK, BY_INSTALL, WAYS /* of stating versions */ };

struct ways {
	struct version_bounds by[WAYS];
	bool open[WAYS]; /* a file states a minimum and no maximum */
};

struct folder_search {
	const struct version_files *q;
	struct ways *of; /* by package */
};

/* "requirements.txt:12" from the line "12"; NULL stays NULL. */
static const char *place_in(struct arena *a, const char *path, const char *line)
{
	return line ? arena_printf(a, "%s:%s", path, line) : NULL;
}

static struct version_bounds with_places(struct arena *a, const char *path, struct version_bounds b, bool installs)
{
	b.least_at = place_in(a, path, b.least_at);
	b.most_at = place_in(a, path, b.most_at);
	b.open_at = place_in(a, path, b.open_at);
	b.any_at = installs || is_list(path_base(path)) ? place_in(a, path, b.any_at) : NULL;
	return b;
}

static void join(struct version_bounds *all, struct version_bounds one)
{
	if (one.least && (!all->least || version_order(one.least, all->least) < 0)) {
		all->least = one.least;
		all->least_at = one.least_at;
	}
	if (one.most && (!all->most || version_order(one.most, all->most) > 0)) {
		all->most = one.most;
		all->most_at = one.most_at;
	}
	all->open_at = all->open_at ? all->open_at : one.open_at;
	all->any_at = all->any_at ? all->any_at : one.any_at;
}

enum kind { FILE_OF_VERSIONS, FILE_DOCUMENT, FILE_WORKFLOW };

/* Of documents, commands that install packages count; of them and of workflows, all text for packages that they count
 * for. */
static void see_file(const struct folder_search *w, const char *path, enum kind kind)
{
	struct arena *a = w->q->a;
	struct buf text = { 0 };
	bool read = vfs_read(w->q->fs, path, &text, NULL);

	for (uint32_t i = 0; read && i < w->q->npackages; i++) {
		const struct required_package *package = &w->q->package[i];
		enum stated way = is_lock(path_base(path))			 ? BY_LOCK
				  : kind == FILE_DOCUMENT && !package->documents ? BY_INSTALL
										 : BY_FILE;
		if (kind == FILE_WORKFLOW && !package->documents)
			continue;
		struct version_bounds one = way == BY_LOCK	? version_bounds_locked(a, buf_str(&text), package)
					    : way == BY_INSTALL ? version_bounds_installed(a, buf_str(&text), package)
								: version_bounds_in(a, buf_str(&text), package);
		join(&w->of[i].by[way], with_places(a, path, one, way == BY_INSTALL));
		w->of[i].open[way] |= one.least && !one.most;
	}
	buf_release(&text);
}

/* The files of dir that `counts` accepts. */
static void see_folder(const struct folder_search *w, const char *dir, bool (*counts)(const char *name), enum kind kind)
{
	char **name = NULL;
	size_t n = vfs_list(w->q->fs, dir, &name, NULL);

	for (size_t i = 0; i < n; i++) {
		if (counts(name[i]))
			see_file(w, path_join(w->q->a, dir, name[i]), kind);
		free(name[i]);
	}
	free(name);
}

static bool any_in_documents(const struct version_files *q)
{
	for (uint32_t i = 0; i < q->npackages; i++)
		if (q->package[i].documents)
			return true;
	return false;
}

static bool has_bound(const struct version_bounds *b)
{
	return b->least || b->most;
}

/* A lock file decides alone; commands that install packages count where no file states a bound. */
static struct version_bounds best(const struct ways *w)
{
	const struct version_bounds *file = &w->by[BY_FILE], *installed = &w->by[BY_INSTALL];
	bool named = has_bound(file) || (!has_bound(installed) && file->any_at);
	enum stated way = has_bound(&w->by[BY_LOCK]) ? BY_LOCK : named ? BY_FILE : BY_INSTALL;
	struct version_bounds b = w->by[way];

	if (w->open[way])
		b.most = b.most_at = NULL;
	return b;
}

static const struct version_bounds *bounds_of(const struct version_files *q, const char *dir)
{
	struct folder_search w = { .q = q };
	const struct str *key = str_lit(dir);
	struct version_bounds *of = map_get(q->folder, key);

	if (of)
		return of;
	of = arena_array(q->a, struct version_bounds, q->npackages);
	w.of = arena_array(q->a, struct ways, q->npackages);
	memset(w.of, 0, q->npackages * sizeof *w.of);
	see_folder(&w, dir, says_versions, FILE_OF_VERSIONS);
	see_folder(&w, dir, is_lock, FILE_OF_VERSIONS);
	see_folder(&w, dir, is_document, FILE_DOCUMENT);
	if (any_in_documents(q))
		see_folder(&w, path_join(q->a, dir, ".github/workflows"), is_workflow, FILE_WORKFLOW);
	for (uint32_t i = 0; i < q->npackages; i++)
		of[i] = best(&w.of[i]);
	map_put(q->a, q->folder, key, of);
	return of;
}

void version_bounds_put_one(struct arena *a, struct dict *top, const struct str *package, struct version_bounds b)
{
	struct span nowhere = { 0 };
	struct value d = value_dict(a, nowhere);
	const struct {
		const char *key, *text;
	} all[] = { { "least", b.least },     { "most", b.most },	{ "least_at", b.least_at },
		    { "most_at", b.most_at }, { "open_at", b.open_at }, { "any_at", b.any_at } };

	for (size_t i = 0; i < ARRAY_SIZE(all); i++)
		if (all[i].text)
			dict_put(a, d.as.dict, value_text(all[i].key, nowhere), value_text(all[i].text, nowhere),
				 nowhere);
	dict_put(a, top, value_str(package, nowhere), d, nowhere);
}

/* Whether the folder is the package's own repository, whose documents say how others install it. */
static bool is_its_own(const struct version_files *q, struct arena *a, const char *dir, const struct str *package)
{
	static const char *const at[] = { "%s/%s/__init__.py", "%s/src/%s/__init__.py" };
	char *name = arena_strdup(a, package->s);

	for (char *p = name; (p = strchr(p, '-'));)
		*p = '_';
	for (size_t i = 0; i < ARRAY_SIZE(at); i++)
		if (vfs_exists(q->fs, arena_printf(a, at[i], dir, name)))
			return true;
	return false;
}

/* A place as people see it: below the root. */
static const char *shown(const char *root, const char *at)
{
	size_t n = strlen(root);

	return at && !strncmp(at, root, n) && at[n] == '/' ? at + n + 1 : at;
}

void version_bounds_put(const struct version_files *q, struct arena *a, const char *path, struct dict *top)
{
	const char *here = path_absolute(a, "."), *root = q->root ? q->root : path_dir(q->a, path), *dir;

	if (here && path_inside(here, root))
		root = here;

	for (uint32_t i = 0; i < q->npackages; i++) {
		struct version_bounds b = { 0 };
		const char *any_at = NULL;
		bool own = false;

		dir = path;
		for (uint32_t k = 0; k < FOLDERS_MAX && !b.least && !b.most && strcmp(dir, root) != 0; k++) {
			dir = path_dir(q->a, dir);
			b = bounds_of(q, dir)[i];
			any_at = any_at ? any_at : b.any_at;
			own |= any_at && is_its_own(q, a, dir, q->package[i].name);
		}
		b.least_at = shown(root, b.least_at);
		b.most_at = shown(root, b.most_at);
		b.open_at = shown(root, b.open_at);
		b.any_at = b.least || b.most || own ? NULL : shown(root, any_at);
		version_bounds_put_one(a, top, q->package[i].name, b);
	}
}

/* ---- queries */

static struct required_package package_row(struct arena *a, const struct ynode *map, uint32_t i, bool documents)
{
	const struct ynode *list = map->kid[i];
	const struct str **known = (const struct str **)arena_array(a, void *, list->n + 1);

	for (uint32_t k = 0; k < list->n; k++)
		known[k] = str_lit(list->kid[k]->text->s);
	return (struct required_package){ str_lit(map->key[i]->text->s), known, list->n, documents };
}

const struct required_package *required_packages(struct arena *a, uint32_t *n)
{
	const struct ynode *doc = embedded_find(a, "script.yaml");
	const struct ynode *map = yaml_get(doc, "packages"), *more = yaml_get(doc, "interpreters");
	struct required_package *all;

	if (!map || map->kind != Y_MAP || !more || more->kind != Y_MAP)
		BUG("rules/script.yaml: no map 'packages' or 'interpreters'");
	all = arena_array(a, struct required_package, map->n + more->n);
	*n = 0;
	for (uint32_t i = 0; i < map->n; i++)
		all[(*n)++] = package_row(a, map, i, false);
	for (uint32_t i = 0; i < more->n; i++)
		all[(*n)++] = package_row(a, more, i, true);
	return all;
}

bool version_bounds_end_below(const struct vfs *fs, const char *root, const char *path, const char *package, int major,
			      int minor)
{
	struct arena a = { 0 };
	struct map folder = { 0 };
	struct version_files q = { .a = &a, .fs = fs, .root = root, .folder = &folder };
	struct value top = value_dict(&a, (struct span){ 0 });
	const struct entry *e;
	int is[2] = { major, minor };

	q.package = required_packages(&a, &q.npackages);
	version_bounds_put(&q, &a, path, top.as.dict);
	e = dict_find_lit(top.as.dict, package);
	e = e && e->val.kind == VALUE_DICT ? dict_find_lit(e->val.as.dict, "most") : NULL;
	if (e && e->val.kind == VALUE_STR)
		sscanf(e->val.as.s->s, "%d.%d", &is[0], &is[1]);
	arena_release(&a);
	return is[0] < major || (is[0] == major && is[1] < minor);
}

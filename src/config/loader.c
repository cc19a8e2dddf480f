// SPDX-License-Identifier: MIT
/* Markers are read as text and cached per folder. Names that only one world uses are data: rules/loaders.yaml,
 * embedded. */
#include "config/loader_priv.h"
#include "base/path.h"
#include "spec/kept.h"
#include "config/scan.h"
#include "text/yaml.h"
#include "base/hash.h"
#include <stdlib.h>
#include <string.h>

static const char **load_names(struct loader_finder *f, const struct ynode *root, const char *world, uint32_t *n)
{
	const struct ynode *names = yaml_get(yaml_get(root, world), "names");
	*n = names ? names->n : 0;
	const char **out = arena_array(&f->arena, const char *, *n + 1);
	for (uint32_t i = 0; i < *n; i++)
		out[i] = yaml_str(names->kid[i]);
	return out;
}

struct loader_finder *loader_finder_new(const struct vfs *fs)
{
	struct loader_finder *f = xcalloc(1, sizeof *f);
	pthread_mutex_init(&f->lock, NULL);
	f->fs = fs;
	f->cwd = path_absolute(&f->arena, ".");
	const struct ynode *names = kept_embedded(&f->arena, "loaders.yaml");
	f->mmengine = load_names(f, names, "mmengine", &f->nmmengine);
	f->mmcv1 = load_names(f, names, "mmcv1", &f->nmmcv1);
	project_signs_load(&f->arena, &f->signs);
	return f;
}

void loader_finder_free(struct loader_finder *f)
{
	if (!f)
		return;
	free(f->folder);
	vec_release(&f->ballots);
	pthread_mutex_destroy(&f->lock);
	arena_release(&f->arena);
	free(f);
}

static bool file_has(struct loader_finder *f, const char *path, const char *const *words)
{
	struct buf b = { 0 };
	bool found = false;
	if (vfs_read(f->fs, path, &b, NULL))
		for (; *words && !found; words++)
			found = strstr(buf_str(&b), *words) != NULL;
	buf_release(&b);
	return found;
}

bool finder_has_file(struct loader_finder *f, const char *dir, const char *name)
{
	return vfs_exists(f->fs, path_join(&f->arena, dir, name));
}

static const char *const mmengine_words[] = { "from mmengine", "import mmengine", "mmengine>=", "mmengine>",
					      "mmcv>=2",       "mmcv==2",	  NULL };
static const char *const mmcv1_words[] = { "from mmcv import Config",
					   "from mmcv import Config,",
					   "from mmcv import DictAction",
					   "import Config, DictAction",
					   "mmcv-full>=1",
					   "mmcv-full",
					   "mmcv>=1",
					   "mmcv_maximum_version = '1",
					   "mmcv_maximum_version = \"1",
					   "mmcv.Config",
					   NULL };
static const char *const fromfile_words[] = { "Config.fromfile", NULL };
/* in files that do nothing but require: no repository of mmcv 1.x requires mmengine */
static const char *const mmengine_required[] = { "mmengine", "mmcv>=2", "mmcv==2", "mmcv~=2", "mmcv-lite", NULL };
static const char *const mmcv1_required[] = { "mmcv-full", "mmcv_full", "mmcv>=0", "mmcv==0",
					      "mmcv>=1",   "mmcv==1",	"mmcv~=1", NULL };

struct sign {
	const char *file;
	bool requirements;
};

static enum loader marker_in(struct loader_finder *f, const char *dir, struct sign s, const char **why)
{
	const char *path = path_join(&f->arena, dir, s.file);
	if (!vfs_exists(f->fs, path))
		return LOADER_AUTO;
	if (file_has(f, path, s.requirements ? mmengine_required : mmengine_words))
		return *why = arena_printf(&f->arena, "%s of this repository uses mmengine", s.file), LOADER_MMENGINE;
	if (file_has(f, path, s.requirements ? mmcv1_required : mmcv1_words))
		return *why = arena_printf(&f->arena, "%s of this repository uses mmcv 1.x", s.file), LOADER_MMCV1;
	return LOADER_AUTO;
}

/* PACKAGE/__init__.py with version bounds, for what is installed from dir */
static enum loader package_marker(struct loader_finder *f, const char *dir, const char **why)
{
	enum loader found = LOADER_AUTO;
	char **names;
	size_t n = vfs_list(f->fs, dir, &names);
	for (size_t i = 0; i < n; i++) {
		if (!found && !strchr(names[i], '.'))
			found = marker_in(f, dir,
					  (struct sign){ arena_printf(&f->arena, "%s/__init__.py", names[i]), false },
					  why);
		free(names[i]);
	}
	free(names);
	return found;
}

/* A repository's own files tell: the loader itself, tools/train.py, the package's version bounds, requirements. */
static enum loader marker(struct loader_finder *f, const char *dir, const char **why)
{
	if (finder_has_file(f, dir, "mmengine/config/config.py"))
		return *why = "this is MMEngine's own repository", LOADER_MMENGINE;
	if (finder_has_file(f, dir, "mmcv/utils/config.py"))
		return *why = "this is mmcv 1.x's own repository", LOADER_MMCV1;
	static const struct sign signs[] = { { "tools/train.py", false },
					     { "train.py", false },
					     { "tools/test.py", false },
					     { "test.py", false },
					     { "requirements/mminstall.txt", true },
					     { "requirements.txt", true },
					     { "requirements/runtime.txt", true },
					     { "requirements/build.txt", true },
					     { "pyproject.toml", true },
					     { "setup.py", false } };
	enum loader found = LOADER_AUTO;
	for (size_t i = 0; i < ARRAY_SIZE(signs) && !found; i++)
		found = marker_in(f, dir, signs[i], why);
	return found ? found
	       : finder_has_file(f, dir, "setup.py") || finder_has_file(f, dir, "pyproject.toml")
		       ? package_marker(f, dir, why)
		       : LOADER_AUTO;
}

static bool dir_exists(struct loader_finder *f, const char *dir, const char *name)
{
	struct stat st;
	return stat(path_join(&f->arena, dir, name), &st) == 0;
}

static struct folder **folder_slot(const struct loader_finder *f, const struct str *name)
{
	for (uint32_t h = name->hash;; h++) {
		struct folder **d = &f->folder[h & (f->folders_cap - 1)];
		if (!*d || (*d)->name == name)
			return d;
	}
}

static void grow_folders(struct loader_finder *f)
{
	struct folder **old = f->folder;
	uint32_t cap = f->folders_cap;
	f->folders_cap = cap ? cap * 2 : 64;
	f->folder = xcalloc(f->folders_cap, sizeof *f->folder);
	for (uint32_t i = 0; i < cap; i++)
		if (old[i])
			*folder_slot(f, old[i]->name) = old[i];
	free(old);
}

struct folder *folder_get(struct loader_finder *f, const struct str *name)
{
	if (f->nfolders * 2 >= f->folders_cap)
		grow_folders(f);
	struct folder **slot = folder_slot(f, name);
	if (*slot)
		return *slot;
	struct folder *d = *slot = arena_new(&f->arena, struct folder);
	d->name = name;
	d->dir = name->s;
	d->is_root = finder_has_file(f, d->dir, ".cfglint.yaml") || dir_exists(f, d->dir, ".git");
	d->is_package = finder_has_file(f, d->dir, "setup.py");
	d->script = project_script(&f->signs, f->fs, &f->arena, d->dir);
	d->own_loader = d->script && !file_has(f, d->script, fromfile_words);
	d->loader = marker(f, d->dir, &d->why);
	f->nfolders++;
	return d;
}

/* The folder that a file lies in. */
struct folder *folder_of(struct loader_finder *f, const char *path)
{
	const char *slash = strrchr(path, '/');
	return folder_get(f, !slash	     ? str_lit(".")
			     : slash == path ? str_lit("/")
					     : str_of(path, (size_t)(slash - path)));
}

/* The folder around it; NULL: it is the last one. */
struct folder *folder_up(struct loader_finder *f, struct folder *d)
{
	if (!d->up && strcmp(d->dir, "/") && strcmp(d->dir, "."))
		d->up = folder_of(f, d->dir);
	return d->up;
}

/* NULL: no folder on the way up is one. A package inside a repository, such as one with an extension to compile, is a
 * part of it; in a tree without .git the outermost package is the repository. */
static const char *root_above(struct loader_finder *f, struct folder *d)
{
	const char *package = NULL;
	for (; d; d = folder_up(f, d)) {
		if (d->is_root)
			return d->dir;
		if (d->is_package)
			package = d->dir;
	}
	return package;
}

const char *project_root(struct loader_finder *f, const char *path)
{
	pthread_mutex_lock(&f->lock);
	struct folder *own = folder_of(f, path);
	if (!own->project)
		own->project = root_above(f, own);
	if (!own->project)
		own->project = path_inside(f->cwd, path) ? f->cwd : own->dir;
	const char *found = own->project;
	pthread_mutex_unlock(&f->lock);
	return found;
}

const char *file_real(struct loader_finder *f, struct arena *a, const char *path)
{
	struct stat st;
	if (path[0] != '/' || lstat(path, &st))
		return NULL;
	if (S_ISLNK(st.st_mode))
		return path_real(a, path);
	pthread_mutex_lock(&f->lock);
	struct folder *d = folder_of(f, path);
	if (!d->real)
		d->real = path_real(&f->arena, d->dir);
	const char *real = d->real;
	pthread_mutex_unlock(&f->lock);
	return !real || !strcmp(real, d->dir) ? (real ? path : NULL) : path_join(a, real, path_base(path));
}

/* ---- idioms of the file and of those it inherits from ---- */

static bool listed(const char *const *names, uint32_t n, const char *word, size_t len)
{
	for (uint32_t i = 0; i < n; i++)
		if (strlen(names[i]) == len && !memcmp(names[i], word, len))
			return true;
	return false;
}

/* top-level `name =` lines; text, not syntax: a base may not even parse */
static void vote(struct loader_finder *f, const char *text, struct votes *v)
{
	for (const char *line = text; line && *line; line = strchr(line, '\n'), line += line != NULL) {
		size_t n = strspn(line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
		size_t blank = strspn(line + n, " \t");
		if (!n || line[n + blank] != '=' || line[n + blank + 1] == '=')
			continue;
		if (listed(f->mmengine, f->nmmengine, line, n))
			v->mmengine++;
		if (listed(f->mmcv1, f->nmmcv1, line, n))
			v->mmcv1++;
	}
	if (strstr(text, "read_base") || strstr(text, "\n_base_."))
		v->mmengine += 10;
}

static const char *base_in(struct loader_finder *f, const char *dir, const char **text)
{
	for (const char *p = *text; *p && *p != '\n'; p++) {
		if (*p != '\'' && *p != '"')
			continue;
		const char *end = strchr(p + 1, *p);
		if (!end)
			return NULL;
		*text = end + 1;
		return path_join(&f->arena, dir, arena_strndup(&f->arena, p + 1, (size_t)(end - p - 1)));
	}
	return NULL;
}

static struct votes *ballot(struct loader_finder *f, const char *path)
{
	for (uint64_t h = hash_bytes(HASH_BYTES, path, strlen(path));; h++) {
		struct votes *v = &f->ballots.at[h & (f->ballots.cap - 1)];
		if (!v->path || !strcmp(v->path, path))
			return v;
	}
}

static void grow_ballots(struct loader_finder *f)
{
	if (f->ballots.n * 2 < f->ballots.cap)
		return;
	struct votes *old = f->ballots.at;
	size_t n = f->ballots.cap;
	f->ballots.cap = n ? n * 2 : 64;
	f->ballots.at = xcalloc(f->ballots.cap, sizeof *f->ballots.at);
	for (size_t i = 0; i < n; i++)
		if (old[i].path)
			*ballot(f, old[i].path) = old[i];
	free(old);
}

static struct votes vote_file(struct loader_finder *f, const char *path, int depth);

static void vote_bases(struct loader_finder *f, const char *path, const char *statement, struct votes *v, int depth)
{
	const char *open = strchr(statement, '[');
	const char *end = open && open < statement + 12 ? strchr(open, ']') : NULL;
	struct buf list = { 0 }; /* the statement on one line */
	for (const char *c = statement + 8; *c && (end ? c < end : *c != '\n'); c++)
		buf_putc(&list, *c == '\n' ? ' ' : *c);
	const char *rest = buf_str(&list), *base;
	while ((base = base_in(f, path_dir(&f->arena, path), &rest))) {
		struct votes b = vote_file(f, base, depth + 1);
		v->mmengine += b.mmengine;
		v->mmcv1 += b.mmcv1;
	}
	buf_release(&list);
}

/* A base that many configs inherit is read once. */
static struct votes vote_file(struct loader_finder *f, const char *path, int depth)
{
	grow_ballots(f);
	struct votes v = *ballot(f, path);
	if (v.path || depth > 5)
		return v;
	struct buf b = { 0 };
	v.path = arena_strdup(&f->arena, path);
	if (vfs_read(f->fs, path, &b, NULL)) {
		vote(f, buf_str(&b), &v);
		const char *p = strstr(buf_str(&b), "_base_ =");
		if (p && v.mmengine == 0 && v.mmcv1 == 0)
			vote_bases(f, path, p, &v, depth);
	}
	buf_release(&b);
	grow_ballots(f);
	struct votes *slot = ballot(f, path);
	f->ballots.n += !slot->path;
	return *slot = v;
}

static const struct node *call_type(const struct node *n)
{
	if (n->kind == NODE_KW && !strcmp(n->text->s, "type"))
		return n->kid[0];
	if (n->kind == NODE_PAIR && n->kid[0]->kind == NODE_STR && !strcmp(n->kid[0]->text->s, "type"))
		return n->kid[1];
	return NULL;
}

VEC(names, const struct str *);

static int by_address(const void *x, const void *y)
{
	uintptr_t a = (uintptr_t) * (const struct str *const *)x, b = (uintptr_t) * (const struct str *const *)y;
	return (a > b) - (a < b);
}

/* what from-imports of other packages than Python's own bind, sorted */
static struct names imported_names(const struct node *root)
{
	struct names out = { 0 };
	for (uint32_t i = 0; i < root->n; i++) {
		const struct node *from = root->kid[i];
		for (uint32_t k = 0; from->kind == NODE_FROM && !stdlib_has(from->text->s) && k < from->n; k++) {
			const struct node *alias = from->kid[k], *as = alias->n ? alias->kid[0] : NULL;
			vec_push(&out, as ? as->text : alias->text);
		}
	}
	if (out.n)
		qsort(out.at, out.n, sizeof *out.at, by_address);
	return out;
}

/* `_base_.x`, a relative import, an import of mmengine, `type=` of something imported: mmcv 1.x would have to execute
 * those. */
static bool mmengine_idiom(const struct node *root)
{
	VEC(nodes, const struct node *) w = { 0 };
	struct names imported = imported_names(root);
	bool found = false;
	for (uint32_t i = 0; i < root->n; i++)
		vec_push(&w, root->kid[i]);
	while (w.n && !found) {
		const struct node *n = w.at[--w.n], *type = call_type(n);
		const struct node *of = (n->kind == NODE_ATTR || n->kind == NODE_INDEX) ? n->kid[0] : NULL;
		found = (of && of->kind == NODE_NAME && !strcmp(of->text->s, "_base_")) ||
			(n->kind == NODE_FROM && (n->op > 0 || !strncmp(n->text->s, "mmengine", 8))) ||
			(type && type->kind == NODE_NAME && imported.n &&
			 bsearch(&type->text, imported.at, imported.n, sizeof *imported.at, by_address));
		for (uint32_t i = 0; i < n->n; i++)
			if (n->kid[i])
				vec_push(&w, n->kid[i]);
	}
	vec_release(&w);
	vec_release(&imported);
	return found;
}

static enum loader idiom(struct loader_finder *f, const char *path, const struct parsed *tree, const char **why)
{
	if (tree && tree->root && mmengine_idiom(tree->root))
		return *why = "the file is written the way that only MMEngine reads", LOADER_MMENGINE;
	struct votes v = vote_file(f, path, 0);
	if (v.mmengine > v.mmcv1)
		return *why = "top-level names of the file or its bases are MMEngine's", LOADER_MMENGINE;
	*why = v.mmcv1 ? "top-level names of the file or its bases are mmcv 1.x's" : "nothing says otherwise";
	return LOADER_MMCV1;
}

enum loader loader_of(struct loader_finder *f, const char *path, const struct parsed *tree, const char **why)
{
	enum loader found = LOADER_AUTO;
	pthread_mutex_lock(&f->lock);
	struct folder *d = folder_of(f, path);
	const char *root = root_above(f, d);
	while (d) {
		found = d->loader;
		*why = d->why;
		d = found || d->dir == root ? NULL : folder_up(f, d);
	}
	if (!found)
		found = idiom(f, path, tree, why);
	pthread_mutex_unlock(&f->lock);
	return found;
}

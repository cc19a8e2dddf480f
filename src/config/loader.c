// SPDX-License-Identifier: MIT
/* Chooses the loader of a file. Markers of the repository are read as text and cached per folder; the nearest one
 * decides. Without markers the file's own text votes: names that only one world uses are data, rules/loaders.yaml,
 * embedded; if it has none, its bases vote.
 *
 * Example: setup.py requires mmcv>=2           ->  mmengine, "setup.py ..."
 *          no marker, `train_dataloader = ...` ->  mmengine
 *          no marker, `data = dict(...)`       ->  mmcv1 */
#include "config/loader.h"
#include "base/hash.h"
#include "base/path.h"
#include "config/priv.h"
#include "config/scan.h"
#include "project/stdlib.h"
#include "spec/compiled.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct verdict { /* the result for a folder and the files below it */
	bool computed;
	enum loader loader;  /* LOADER_AUTO: undecided */
	enum loader trainer; /* world of the code that trains with it; LOADER_AUTO: the loader's own */
	const char *why;
};
struct votes { /* votes for each world, of one file or, if it has none, of its bases */
	const char *path;
	int mmengine, mmcv1;
	VEC(voters, const char *) base; /* bases that were read because of it */
};
struct loaders {
	pthread_mutex_t lock; /* taken before the lock of the folders */
	const struct vfs *fs;
	struct folders *folders;
	struct arena arena;
	VEC(, struct verdict) verdict;		    /* by folder index */
	VEC(ballots, struct votes) ballots;	    /* open addressing over path; n used, cap slots */
	const char **mmengine, **mmcv1, **trainers; /* NULL-terminated */
	uint32_t nmmengine, nmmcv1;
};

static const struct loader_style *const styles[LOADERS] = {
	[LOADER_MMCV1] = &mmcv1_style, [LOADER_MMENGINE] = &mmengine_style
};

const struct loader_style *loader_style(enum loader l)
{
	return styles[l];
}

const char *loader_name(enum loader l)
{
	return l == LOADER_AUTO ? "auto" : l < LOADERS ? styles[l]->name : NULL;
}

enum loader loader_by_name(const char *name)
{
	enum loader l = LOADER_AUTO;
	while (l < LOADERS && strcmp(loader_name(l), name))
		l++;
	return l;
}

const char *loader_names(struct arena *a)
{
	const char *all = loader_name(LOADER_AUTO + 1);
	for (enum loader l = LOADER_AUTO + 2; l < LOADERS; l++)
		all = arena_printf(a, "%s%s%s", all, l + 1 < LOADERS ? ", " : " or ", loader_name(l));
	return all;
}

static const char **load_names(struct loaders *l, const struct ynode *root, const char *world, uint32_t *n)
{
	const struct ynode *names = yaml_get(yaml_get(root, world), "names");
	*n = names ? names->n : 0;
	const char **out = arena_array(&l->arena, const char *, *n + 1);
	for (uint32_t i = 0; i < *n; i++)
		out[i] = yaml_str(names->kid[i]);
	return out;
}

struct loaders *loaders_new(const struct vfs *fs, struct folders *folders)
{
	struct loaders *l = xcalloc(1, sizeof *l);
	pthread_mutex_init(&l->lock, NULL);
	l->fs = fs;
	l->folders = folders;
	const struct ynode *names = embedded_find(&l->arena, "loaders.yaml");
	l->mmengine = load_names(l, names, "mmengine", &l->nmmengine);
	l->mmcv1 = load_names(l, names, "mmcv1", &l->nmmcv1);
	l->trainers = load_names(l, names, "mmcv1_trainers", &(uint32_t){ 0 });
	return l;
}

void loaders_free(struct loaders *l)
{
	if (!l)
		return;
	vec_release(&l->verdict);
	for (size_t i = 0; i < l->ballots.cap; i++)
		vec_release(&l->ballots.at[i].base);
	vec_release(&l->ballots);
	pthread_mutex_destroy(&l->lock);
	arena_release(&l->arena);
	free(l);
}

/* ---- markers ---- */

/* Text after a comment sign does not count: projects often mention there what they were ported from. */
static bool says(const char *text, const char *word)
{
	const char *at = text, *line = text;
	while ((at = strstr(at, word))) {
		for (const char *end; (end = memchr(line, '\n', (size_t)(at - line)));)
			line = end + 1;
		if (!memchr(line, '#', (size_t)(at - line)))
			return true;
		at += strcspn(at, "\n"); /* the rest of the line is a comment */
	}
	return false;
}

static bool file_has(struct loaders *l, const char *path, const char *const *words)
{
	struct buf b = { 0 };
	bool found = false;
	if (vfs_read(l->fs, path, &b, NULL))
		for (; *words && !found; words++)
			found = says(buf_str(&b), *words);
	buf_release(&b);
	return found;
}

static bool has_file(struct loaders *l, const char *dir, const char *name)
{
	return vfs_exists(l->fs, path_join(&l->arena, dir, name));
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
/* in requirement files: no repository of mmcv 1.x requires mmengine */
static const char *const mmengine_required[] = { "mmengine", "mmcv>=2", "mmcv==2", "mmcv~=2", "mmcv-lite", NULL };
static const char *const mmcv1_required[] = { "mmcv-full", "mmcv_full", "mmcv>=0", "mmcv==0",
					      "mmcv>=1",   "mmcv==1",	"mmcv~=1", NULL };

/* MMEngine's Config can be installed beside mmcv 1.x, and some scripts use both. */
static enum loader trainer_in(struct loaders *l, const char *path)
{
	static const char *const apis[] = { ".apis import ", NULL };
	static const char *const runner[] = { "Runner", NULL };
	bool old = file_has(l, path, l->trainers) && file_has(l, path, apis) && !file_has(l, path, runner);
	return old ? LOADER_MMCV1 : LOADER_AUTO;
}

struct sign {
	const char *file;
	bool requirements;
};

static void marker_in(struct loaders *l, const char *dir, struct sign s, struct verdict *out)
{
	const char *path = path_join(&l->arena, dir, s.file);
	if (!vfs_exists(l->fs, path))
		return;
	if (file_has(l, path, s.requirements ? mmengine_required : mmengine_words)) {
		out->why = arena_printf(&l->arena, "%s of this repository uses mmengine", s.file);
		out->loader = LOADER_MMENGINE;
		out->trainer = trainer_in(l, path);
	} else if (file_has(l, path, s.requirements ? mmcv1_required : mmcv1_words)) {
		out->why = arena_printf(&l->arena, "%s of this repository uses mmcv 1.x", s.file);
		out->loader = LOADER_MMCV1;
	}
}

/* PACKAGE/__init__.py with version bounds, for packages installed from dir */
static void package_marker(struct loaders *l, const char *dir, struct verdict *out)
{
	char **names;
	size_t n = vfs_list(l->fs, dir, &names, NULL);
	for (size_t i = 0; i < n; i++) {
		if (!out->loader && !strchr(names[i], '.'))
			marker_in(l, dir, (struct sign){ arena_printf(&l->arena, "%s/__init__.py", names[i]), false },
				  out);
		free(names[i]);
	}
	free(names);
}

/* Reads the repository's own files: the loader itself, tools/train.py, version bounds of the package, requirements.
 * */
static struct verdict marker(struct loaders *l, const char *dir)
{
	if (has_file(l, dir, "mmengine/config/config.py"))
		return (struct verdict){ .loader = LOADER_MMENGINE, .why = "this is MMEngine's own repository" };
	if (has_file(l, dir, "mmcv/utils/config.py"))
		return (struct verdict){ .loader = LOADER_MMCV1, .why = "this is mmcv 1.x's own repository" };
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
	struct verdict found = { 0 };
	for (size_t i = 0; i < ARRAY_SIZE(signs) && !found.loader; i++)
		marker_in(l, dir, signs[i], &found);
	if (!found.loader && (has_file(l, dir, "setup.py") || has_file(l, dir, "pyproject.toml")))
		package_marker(l, dir, &found);
	return found;
}

/* ---- idioms of the file and of those it inherits from ---- */

static bool listed(const char *const *names, uint32_t n, const char *word, size_t len)
{
	for (uint32_t i = 0; i < n; i++)
		if (strlen(names[i]) == len && !memcmp(names[i], word, len))
			return true;
	return false;
}

static void count(struct loaders *l, struct votes *v, const char *name, size_t n)
{
	v->mmengine += listed(l->mmengine, l->nmmengine, name, n);
	v->mmcv1 += listed(l->mmcv1, l->nmmcv1, name, n);
}

/* `"name":` one brace deep */
static void vote_json(struct loaders *l, const char *text, struct votes *v)
{
	int depth = 0;
	for (const char *p = text; *p; p++) {
		depth += *p == '{' || *p == '[';
		depth -= *p == '}' || *p == ']';
		if (*p != '"')
			continue;
		const char *name = p + 1;
		for (p++; *p && *p != '"'; p++)
			p += *p == '\\' && p[1];
		if (!*p)
			return;
		if (depth == 1 && p[1 + strspn(p + 1, " \t\r\n")] == ':')
			count(l, v, name, (size_t)(p - name));
	}
}

/* top-level `name =` or `name:` lines; by text, not syntax, since a base may not parse */
static void vote_lines(struct loaders *l, const char *text, char sign, struct votes *v)
{
	for (const char *line = text; line && *line; line = strchr(line, '\n'), line = line ? line + 1 : NULL) {
		size_t n = strspn(line, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789");
		size_t blank = strspn(line + n, " \t");
		if (n && line[n + blank] == sign && line[n + blank + 1] != '=')
			count(l, v, line, n);
	}
}

static void vote(struct loaders *l, const char *path, const char *text, struct votes *v)
{
	const char *ext = path_ext(path);
	if (!strcmp(ext, ".json")) {
		vote_json(l, text, v);
		return;
	}
	vote_lines(l, text, !strcmp(ext, ".yaml") || !strcmp(ext, ".yml") ? ':' : '=', v);
	if (strstr(text, "read_base") || strstr(text, "\n_base_."))
		v->mmengine += 10;
}

static const char *base_in(struct arena *a, const char *dir, const char **text)
{
	for (const char *p = *text; *p && *p != '\n'; p++) {
		if (*p != '\'' && *p != '"')
			continue;
		const char *end = strchr(p + 1, *p);
		if (!end)
			return NULL;
		*text = end + 1;
		return path_join(a, dir, arena_strndup(a, p + 1, (size_t)(end - p - 1)));
	}
	return NULL;
}

static struct votes *ballot(const struct loaders *l, const char *path)
{
	for (uint64_t h = hash_bytes(HASH_BYTES, path, strlen(path));; h++) {
		struct votes *v = &l->ballots.at[h & (l->ballots.cap - 1)];
		if (!v->path || !strcmp(v->path, path))
			return v;
	}
}

static void grow_ballots(struct loaders *l)
{
	if (l->ballots.n * 2 < l->ballots.cap)
		return;
	struct votes *old = l->ballots.at;
	size_t n = l->ballots.cap;
	l->ballots.cap = n ? n * 2 : 64;
	l->ballots.at = xcalloc(l->ballots.cap, sizeof *l->ballots.at);
	for (size_t i = 0; i < n; i++)
		if (old[i].path)
			*ballot(l, old[i].path) = old[i];
	free(old);
}

static struct votes vote_file(struct loaders *l, const char *path, int depth);

/* Where the value begins: behind blanks and line continuations. */
static const char *value_at(const char *s)
{
	while (*s == ' ' || *s == '\t' || (*s == '\\' && s[1] == '\n'))
		s += *s == '\\' ? 2 : 1;
	return s;
}

/* right: what stands after the sign of `_base_` */
static void vote_bases(struct loaders *l, const char *path, const char *right, struct votes *v, int depth)
{
	right = value_at(right);
	const char *end = *right == '[' ? strchr(right, ']') : *right == '(' ? strchr(right, ')') : NULL;
	struct buf list = { 0 }; /* the value joined to one line */
	struct arena a = { 0 };
	for (const char *c = right; *c && (end ? c < end : *c != '\n'); c++)
		buf_putc(&list, *c == '\n' ? ' ' : *c);
	const char *rest = buf_str(&list), *base;
	for (const char *dir = path_dir(&a, path); (base = base_in(&a, dir, &rest));) {
		struct votes b = vote_file(l, base, depth + 1);
		vec_push(&v->base, arena_strdup(&l->arena, base));
		v->mmengine += b.mmengine;
		v->mmcv1 += b.mmcv1;
	}
	arena_release(&a);
	buf_release(&list);
}

static struct votes vote_text(struct loaders *l, const char *path, const char *text, int depth)
{
	struct votes v = { .path = arena_strdup(&l->arena, path) };
	vote(l, path, text, &v);
	const char *p = scan_base_text(text);
	if (p && v.mmengine <= v.mmcv1) /* a few old names in a child do not make its bases mmcv 1.x's */
		vote_bases(l, path, p, &v, depth);
	grow_ballots(l);
	struct votes *slot = ballot(l, path);
	l->ballots.n += !slot->path;
	vec_release(&slot->base);
	return *slot = v;
}

/* A base of many configs is read once. */
static struct votes vote_file(struct loaders *l, const char *path, int depth)
{
	grow_ballots(l);
	struct votes v = *ballot(l, path);
	if (v.path || depth > 5)
		return v;
	struct buf b = { 0 };
	v = vote_text(l, path, vfs_read(l->fs, path, &b, NULL) ? buf_str(&b) : "", depth);
	buf_release(&b);
	return v;
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

/* names bound by from-imports of third-party packages, sorted */
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

/* `_base_.x`, a relative import, an import of mmengine, `type=` with something imported: mmcv 1.x would have to
 * execute those. */
static bool mmengine_idiom(const struct node *root)
{
	VEC(nodes, const struct node *) w = { 0 };
	struct names imported = imported_names(root);
	bool found = false;
	for (uint32_t i = 0; i < root->n; i++)
		vec_push(&w, root->kid[i]);
	while (w.n && !found) {
		const struct node *n = vec_pop(&w), *type = call_type(n);
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

/* Whether the file's syntax has such an idiom; only a text with `_base_.` is worth parsing. */
static bool has_idiom(const char *path, const char *text, size_t n)
{
	bool found = false;
	if (!strcmp(path_ext(path), ".py") && strstr(text, "_base_.")) {
		struct arena a = { 0 };
		struct parsed tree;
		struct parser *p = parser_new();
		parse_module(p, &a, text, (uint32_t)n, NULL, &tree);
		found = tree.root && mmengine_idiom(tree.root);
		parser_free(p);
		arena_release(&a);
	}
	return found;
}

static enum loader by_votes(struct loaders *l, const char *path, const char *text, const char **why)
{
	struct votes v = vote_text(l, path, text, 0);
	if (v.mmengine > v.mmcv1)
		return *why = "top-level names of the file or its bases are MMEngine's", LOADER_MMENGINE;
	*why = v.mmcv1 ? "top-level names of the file or its bases are mmcv 1.x's" : LOADER_BY_DEFAULT;
	return LOADER_MMCV1;
}

static const struct verdict *verdict_of(struct loaders *l, const struct folder_walk *w)
{
	while (l->verdict.n <= w->number)
		vec_push(&l->verdict, (struct verdict){ 0 });
	struct verdict *v = &l->verdict.at[w->number];
	if (!v->computed)
		*v = marker(l, w->dir);
	v->computed = true;
	return v;
}

static struct verdict by_folders(struct loaders *l, const char *path)
{
	struct verdict found = { 0 };
	pthread_mutex_lock(&l->lock);
	for (struct folder_walk w = { .path = path }; !found.loader && folders_up(l->folders, &w);)
		found = *verdict_of(l, &w);
	pthread_mutex_unlock(&l->lock);
	return found;
}

static enum loader by_marks(struct loaders *l, const char *path, const char **why)
{
	struct verdict found = by_folders(l, path);
	*why = found.why;
	return found.loader;
}

bool loader_is_marked(struct loaders *l, const char *path)
{
	return by_folders(l, path).loader != LOADER_AUTO;
}

/* A config with a loader and an optimizer in MMEngine's form does not fit the old training code. */
enum loader loader_trainer(struct loaders *l, const char *path, enum loader loader)
{
	struct verdict found = by_folders(l, path);
	if (found.loader != loader || !found.trainer)
		return loader;
	pthread_mutex_lock(&l->lock);
	struct votes v = vote_file(l, path, 0);
	pthread_mutex_unlock(&l->lock);
	return v.mmengine > v.mmcv1 ? loader : found.trainer;
}

/* Reads and parses outside the lock, which protects only the shared tables. */
static enum loader by_text(struct loaders *l, const char *path, const char *text, size_t n, const char **why)
{
	if (has_idiom(path, text, n))
		return *why = "the file is written the way that only MMEngine reads", LOADER_MMENGINE;
	pthread_mutex_lock(&l->lock);
	enum loader found = by_votes(l, path, text, why);
	pthread_mutex_unlock(&l->lock);
	return found;
}

enum loader loader_of(struct loaders *l, const char *path, const char **why)
{
	enum loader found = by_marks(l, path, why);
	struct buf b = { 0 };
	if (found)
		return found;
	bool read = vfs_read(l->fs, path, &b, NULL);
	found = by_text(l, path, read ? buf_str(&b) : "", read ? b.n : 0, why);
	buf_release(&b);
	return found;
}

// SPDX-License-Identifier: MIT
/* Scripts as subjects of rules: which files are scripts, and their trees. A project is read, and its orders and
 * loops are computed, when the first of its files is loaded.
 *
 * Invariant: each folder is gathered once. A file belongs to the first gathered project that contains it; other
 * files become projects of their own.
 *
 * 	/p/train.py	all Python files of /p are read; the tree is that of train.py
 * 	/p/util.py	the same project, another tree */
#include "config/graph.h"
#include "script/values/arguments.h"
#include "script/script_subject.h"
#include "base/path.h"
#include "base/result_cache.h"
#include "base/word_set.h"
#include "spec/compiled.h"
#include "project/home.h"
#include "project/root.h"
#include "python/value/copy.h"
#include "script/script_tree.h"
#include "subject/comment.h"
#include "text/notebook.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct project {
	struct script_project *p;
	struct orders orders;
	bool ordered; /* orders are computed */
	struct courses courses;
};
struct script_set {
	struct subject_set set;
	struct arena arena;
	struct script_know know;
	struct folders *folders;
	struct map notebooks; /* interned paths of those to load */
	VEC(, struct project) project;
	VEC(, const char *) gathered; /* folders */
};

enum {
	IMPORTERS_UP = 3,    /* folders */
	IMPORTERS_MAX = 500, /* files of one */
	WORDS_FEW = 12,
	WORDS_ROOM = 4 /* of word_set_room, of one list of marks */
};

/* ---- which files */

static bool is_named(const char *path)
{
	return strcmp(path_ext(path), ".py") == 0 || notebook_named(path);
}

/* Folders whose scripts are examples or tests: none of them trains. */
static bool is_test(const char *path)
{
	static const char *const folder[] = { "/test/", "/tests/", "/testing/" };
	const char *name = path_base(path);

	for (size_t i = 0; i < ARRAY_SIZE(folder); i++)
		if (strstr(path, folder[i]))
			return true;
	return !strncmp(name, "test_", 5) || !strcmp(name, "conftest.py");
}

struct marks {			    /* what makes a Python file a script: rules/script.yaml, `scripts` */
	struct word_set imports[2]; /* of torch, of trainers */
	struct word_set does[2];    /* what such a file does then */
};

static void read_marks(struct arena *a, struct word_set *w, const struct ynode *list)
{
	const struct str **word = (const struct str **)arena_array(a, void *, list->n + 1);

	for (uint32_t i = 0; i < list->n; i++)
		word[i] = str_lit(list->kid[i]->text->s);
	word_set_make(a, w, word, list->n);
}

static const void *make_marks(struct arena *a, struct result_cache *m, const char *text, uint32_t len)
{
	static const char *const key[] = { "torch", "trainers" };
	const struct ynode *scripts = yaml_get(embedded_find(a, "script.yaml"), "scripts");
	struct marks *all = arena_new(a, struct marks);

	(void)m, (void)text, (void)len;
	for (size_t i = 0; i < ARRAY_SIZE(key); i++) {
		read_marks(a, &all->imports[i], yaml_get(yaml_get(scripts, key[i]), "imports"));
		read_marks(a, &all->does[i], yaml_get(yaml_get(scripts, key[i]), "does"));
	}
	return all;
}

/* strstr is faster where the words are few. */
static bool has_one(const struct word_set *w, const char *text)
{
	uint64_t found[WORDS_ROOM] = { 0 };
	bool any = false;

	if (word_set_room(w) > WORDS_ROOM)
		BUG("rules/script.yaml: too many words under scripts");
	for (uint32_t i = 0; i < w->n && w->n <= WORDS_FEW && !any; i++)
		any = strstr(text, w->word[i]->s) != NULL;
	if (w->n <= WORDS_FEW)
		return any;
	word_set_find(w, text, found);
	for (size_t i = 0; i < WORDS_ROOM; i++)
		any |= found[i] != 0;
	return any;
}

/* It imports torch, or a package with a trainer, and uses it as only programs do. */
static bool says_script(const struct vfs *fs, const char *text)
{
	const struct marks *all = result_cache_get(vfs_results(fs), make_marks, "script marks", "", 0);
	bool is = false;

	for (size_t i = 0; i < ARRAY_SIZE(all->imports) && !is; i++)
		is = has_one(&all->imports[i], text) && has_one(&all->does[i], text);
	return is;
}

/* A line of the text imports the module of that name. */
static bool imports_module(const char *text, const char *module)
{
	size_t n = strlen(module);

	for (const char *at = text; (at = strstr(at, module)); at += n) {
		const char *line = at;

		if ((at > text && (isalnum((unsigned char)at[-1]) || at[-1] == '_')) || isalnum((unsigned char)at[n]) ||
		    at[n] == '_')
			continue;
		while (line > text && line[-1] != '\n')
			line--;
		line += strspn(line, " \t");
		if (line < at && (!strncmp(line, "from ", 5) || !strncmp(line, "import ", 7)))
			return true;
	}
	return false;
}

static bool is_script_that_imports(const struct vfs *fs, const char *path, const char *module)
{
	struct buf text = { 0 };
	struct err e = { 0 };
	bool is = !strcmp(path_ext(path), ".py") && vfs_read(fs, path, &text, &e) &&
		  imports_module(buf_str(&text), module) && says_script(fs, buf_str(&text));

	buf_release(&text);
	return is;
}

/* A script beside the file or above it, up to top, imports it. */
static bool is_imported(const struct vfs *fs, const char *top, const char *path)
{
	struct arena a = { 0 };
	const char *base = path_base(path), *dir = path_dir(&a, path), *module;
	bool is = false;

	if (!strcmp(base, "__init__.py"))
		base = path_base(dir);
	module = str_of(base, strcspn(base, "."))->s;
	for (unsigned up = 0; up < IMPORTERS_UP && !is && path_inside(top, dir); up++, dir = path_dir(&a, dir)) {
		struct err e = { 0 };
		char **name = NULL;
		size_t n = vfs_list(fs, dir, &name, &e);

		for (size_t i = 0; i < n; i++) {
			is = is ||
			     (i < IMPORTERS_MAX && is_script_that_imports(fs, path_join(&a, dir, name[i]), module));
			free(name[i]);
		}
		free(name);
	}
	arena_release(&a);
	return is;
}

/* The options of a program, in a module of their own. */
static bool says_options(const char *text)
{
	return strstr(text, "ArgumentParser(") && strstr(text, ".add_argument(");
}

/* Why the notebook can't be read; false: it can be. */
static bool notebook_is_wrong(const struct vfs *fs, const char *path, struct err *e)
{
	struct buf json = { 0 };
	struct notebook nb = { 0 };
	bool wrong = !vfs_read(fs, path, &json, e) || !notebook_read(&nb, buf_str(&json), json.n, e);

	notebook_release(&nb);
	buf_release(&json);
	return wrong;
}

/* A broken one counts by what is written anywhere in it, so that its error is reported. */
static bool is_notebook(const struct vfs *fs, const char *path)
{
	struct buf json = { 0 };
	struct notebook nb = { 0 };
	bool is = vfs_read(fs, path, &json, NULL) &&
		  (notebook_read(&nb, buf_str(&json), json.n, NULL) ? nb.python && says_script(fs, buf_str(&nb.text))
								  : says_script(fs, buf_str(&json)));

	notebook_release(&nb);
	buf_release(&json);
	return is;
}

static bool is_found(const struct vfs *fs, const char *top, const char *path)
{
	const char *below = path_inside(top, path) ? path + strlen(top) : path;
	struct buf text = { 0 };
	struct err e = { 0 };
	bool is;

	if (!is_named(path) || is_test(below))
		return false;
	if (notebook_named(path))
		return is_notebook(fs, path);
	is = vfs_read(fs, path, &text, &e) &&
	     (says_script(fs, buf_str(&text)) || (says_options(buf_str(&text)) && is_imported(fs, top, path)));
	buf_release(&text);
	return is;
}


/* ---- loading */

/* Each folder is gathered once: a file that is not in its list belongs to a nested project, or to none. */
static bool is_new(struct script_set *all, const char *root)
{
	for (size_t i = 0; i < all->gathered.n; i++)
		if (root && !strcmp(all->gathered.at[i], root))
			return false;
	if (root)
		vec_push(&all->gathered, arena_strdup(&all->arena, root));
	return root != NULL;
}

/* The gathered project that contains the file. */
static struct project *find_project(struct script_set *all, const char *path)
{
	for (size_t i = 0; i < all->project.n; i++)
		if (script_project_file(all->project.at[i].p, path))
			return &all->project.at[i];
	return NULL;
}

static struct project *add_project(struct script_set *all, const struct subject_load *l, const char *root,
				   const char *path)
{
	struct project new = { .p = script_project_new(&all->know, l->fs, all->set.sources, &all->notebooks, root,
						      path) };

	if (new.p)
		vec_push(&all->project, new);
	return find_project(all, path);
}

/* A folder in it may be a nested project, whose files it then lacks. */
static const struct project *project_of(struct script_set *all, const struct subject_load *l, const char *path)
{
	const char *root[] = { project_root(all->folders, path), project_home(all->folders, path) };
	struct project *p = find_project(all, path);

	for (size_t i = 0; i < ARRAY_SIZE(root) && !p; i++)
		if (is_new(all, root[i]))
			p = add_project(all, l, root[i], path);
	if (!p)
		p = add_project(all, l, NULL, path);
	if (!p->ordered) {
		arguments_launched(p->p, l->opts ? ((const struct graph_opts *)l->opts)->launch_scripts : NULL);
		orders_find(p->p, l->order, l->norders, &p->orders);
		loops_find(p->p, &p->courses);
	}
	p->ordered = true;
	return p;
}

static struct subject *load_one(struct script_set *all, const struct subject_load *l, const char *path)
{
	struct subject *s = arena_new(&all->arena, struct subject);
	const struct project *p = project_of(all, l, path);
	const struct cfile *f = script_project_file(p->p, path);
	const struct comment *comment = NULL;
	struct err *e = arena_new(&all->arena, struct err);

	*s = (struct subject){ .kind = &script_kind,
			       .set = &all->set,
			       .path = arena_strdup(&all->arena, path),
			       .requested = true,
			       .err = e };
	s->root = project_marked_root(all->folders, path);
	s->src = f->src;
	s->readable = !f->broken;
	if (f->broken) {
		const struct syntax_error *x = f->tree.nerrors ? f->tree.error : NULL;

		if (!(notebook_named(path) && notebook_is_wrong(l->fs, path, e)) && source_check_program(f->src, e))
			err_set(e, ERR_SYNTAX, "%s", x ? x->msg : "it can't be read");
		s->trouble = e->msg;
		return s;
	}
	s->ncomments = directive_comments(&all->arena, f->src, f->tree.comment, f->tree.ncomments, &comment);
	s->comment = comment;
	s->tree = s->own = s->inherited =
		value_freeze(&all->arena, script_tree(&all->arena, p->p, f, &p->orders, &p->courses));
	s->good = true;
	if (f->gaps)
		s->unread = (struct span){ f->src->id, f->gap, f->gap };
	s->spent = p->p->budget.spent;
	s->of = f;
	return s;
}

static const struct subject_set *load(const struct subject_load *l)
{
	struct script_set *all = xcalloc(1, sizeof *all);
	const struct subject **at;

	script_know_load(&all->arena, &all->know);
	all->folders = folders_new(l->fs);
	all->set = (struct subject_set){ .kind = &script_kind, .sources = sources_new(), .fs = l->fs, .of = all };
	at = (const struct subject **)arena_array(&all->arena, void *, l->n + 1);
	for (size_t i = 0; i < l->n; i++)
		if (notebook_named(l->path[i]))
			map_put(&all->arena, &all->notebooks, str_lit(l->path[i]), all);
	for (size_t i = 0; i < l->n; i++)
		at[i] = load_one(all, l, l->path[i]);
	subject_set_close(&all->set, &all->arena, at, l->n);
	return &all->set;
}

static void unload(const struct subject_set *set)
{
	struct script_set *all = set->of;

	for (size_t i = 0; i < all->project.n; i++) {
		orders_release(&all->project.at[i].orders);
		loops_release(&all->project.at[i].courses);
		script_project_free(all->project.at[i].p);
	}
	vec_release(&all->project);
	vec_release(&all->gathered);
	folders_free(all->folders);
	sources_free(all->set.sources);
	arena_release(&all->arena);
	free(all);
}

/* ---- for fixes */

struct script_project *script_subject_project(const struct subject *s)
{
	const struct script_set *all = s->set->of;

	for (size_t i = 0; i < all->project.n; i++)
		if (script_project_file(all->project.at[i].p, s->path) == s->of)
			return all->project.at[i].p;
	BUG("a script of no project");
}

const struct cfile *script_subject_file(const struct subject *s)
{
	return s->of;
}

/* ---- comments */

/* The innermost statement that holds the offset. */
static struct span statement(const struct subject *s, uint32_t offset)
{
	const struct cfile *f = s->of;
	const struct node *n = f ? f->tree.root : NULL, *found = NULL;

	while (n) {
		const struct node *in = NULL;

		for (uint32_t i = 0; i < n->n && !in; i++)
			if (n->kid[i] && n->kid[i]->lo <= offset && offset < n->kid[i]->hi)
				in = n->kid[i];
		if (in && (n->kind == NODE_BLOCK || n->kind == NODE_MODULE))
			found = in;
		n = in;
	}
	return (struct span){ s->src->id, found ? found->lo : offset, found ? found->hi : offset };
}

static bool is_order(const struct ynode *spec, struct err *e)
{
	struct arena a = { 0 };
	struct script_know k = { 0 };
	struct order o;
	bool is;

	script_know_load(&a, &k);
	is = order_read(&k, spec, &o, e);
	arena_release(&a);
	return is;
}

const struct subject_kind script_kind = {
	.name = "script",
	.one = "script",
	.many = "scripts",
	.tree = "script",
	.reads = "scripts are Python files and notebooks that import torch or a trainer",
	.hint = ".py and .ipynb files count that import torch or a trainer, and train, load data or parse arguments",
	.named = is_named,
	.found = is_found,
	.load = load,
	.free = unload,
	.statement = statement,
	.order = is_order,
};

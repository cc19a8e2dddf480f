// SPDX-License-Identifier: MIT
/* Walks the project's Python files once, and parses those that say "hydra". A file is parsed once in a run.
 *
 * Invariant: what is not written as a constant makes an entry `unclear`, or the project `open`.
 *
 *	@hydra.main(config_path="../conf", config_name="train", version_base="1.3")
 *	def main(cfg): ...		entry {folder: /p/conf, name: "train", base: 3}
 *	cs.store(group="db", name="mysql", node=MySQL)	stored {"db", "mysql"} */
#include "hydra/hydra_entry.h"
#include "base/path.h"
#include "hydra/config_reads.h"
#include "hydra/path_value.h"
#include "project/copies.h"
#include "project/root.h"
#include "python/syntax/parse.h"
#include "python/syntax/treewalk.h"
#include "spec/compiled.h"
#include "text/programs.h"
#include <stdlib.h>
#include <string.h>

enum { WALK_MAX = 20000, PARSED_MAX = 400, ENTRIES_MAX = 200, STORED_MAX = 2000 };
VEC(entries, struct hydra_entry);
VEC(storeds, struct hydra_stored);
struct entry_search {
	struct arena *a;
	const struct vfs *fs;
	const char *root;
	struct hydra_project *out;
	struct entries entry;
	struct storeds stored;
	VEC(, const char *) code;
	const struct ynode *mains, *roots; /* rules/hydra-entries.yaml */
	uint32_t parsed;
};
struct in_file {
	struct entry_search *s;
	const char *path, *text;
	const struct node *root;
	const char *folder; /* of the last initialize(...) */
	unsigned base;
	bool initialized, unclear;
};

/* ---- arguments ---- */

/* A keyword of a call, or its i-th argument; NULL: it is not given. *more: it may be, by `*args`. */
static const struct node *argument(const struct node *call, const char *name, uint32_t i, bool *more)
{
	const struct node *found = NULL;

	for (uint32_t k = 1; k < call->n; k++) {
		const struct node *n = call->kid[k];

		*more |= n->kind == NODE_DSTAR || n->kind == NODE_STAR;
		if (n->kind == NODE_KW && !strcmp(n->text->s, name))
			return n->kid[0];
		if (k == i + 1 && n->kind != NODE_KW && n->kind != NODE_DSTAR && n->kind != NODE_STAR)
			found = n;
	}
	return found;
}

static const char *constant(const struct node *n)
{
	return n && n->kind == NODE_STR && !(n->flags & NF_BYTES) ? n->text->s : NULL;
}

/* An argument that is built of constants and the file's own path. */
static const char *value_in(const struct in_file *f, const struct node *n)
{
	return n ? path_value(f->s->a, f->s->fs, f->s->root, f->root, f->path, f->s->roots, n) : NULL;
}

static const char *last_name(const struct node *n)
{
	return n->kind == NODE_NAME || n->kind == NODE_ATTR ? n->text->s : "";
}

/* version_base="1.2"; None: the installed version; nothing: 1.1 */
static unsigned base_of(const struct node *n, bool *unclear)
{
	const char *s = constant(n);

	if (!n)
		return 1;
	if (node_is_none(n))
		return 3;
	*unclear |= !s || strncmp(s, "1.", 2) != 0;
	return s && !strncmp(s, "1.", 2) ? (unsigned)strtoul(s + 2, NULL, 10) : 3;
}

/* ---- entries ---- */

static void add_entry(struct in_file *f, struct hydra_entry e)
{
	e.script = f->path;
	e.parses_rest = strstr(f->text, "sys.argv") || strstr(f->text, "parse_known_args");
	if (e.name && (strstr(e.name, "${") || !*e.name))
		e.name = NULL;
	if (f->s->entry.n < ENTRIES_MAX)
		vec_push(&f->s->entry, e);
	else
		f->s->out->open = true;
}

/* NULL: a folder outside of the project, as of the container in which the program runs: it may be any of its folders.
 */
static const char *folder_at(struct in_file *f, const char *given)
{
	struct arena *a = f->s->a;

	if (*given == '/' && !path_inside(f->s->root, given))
		return NULL;
	if (!strncmp(given, "pkg://", 6)) {
		char *path = arena_strdup(a, given + 6);

		for (char *p = path; *p; p++)
			*p = *p == '.' ? '/' : *p;
		return path_join(a, f->s->root, path);
	}
	return path_join(a, path_dir(a, f->path), given);
}

static void see_main(struct in_file *f, const struct node *call, const struct ynode *row)
{
	struct hydra_entry e = { .main = true, .line = hydra_line_of(f->text, call->lo) };
	const struct node *path = argument(call, "config_path", 0, &e.unclear),
			  *name = argument(call, "config_name", 1, &e.unclear);
	const char *folder = path ? value_in(f, path) : yaml_str(yaml_get(row, "folder"));
	const struct ynode *extends = yaml_get(row, "extends");

	e.base = base_of(argument(call, "version_base", 2, &e.unclear), &e.unclear);
	e.name = value_in(f, name);
	e.unclear |= name && !e.name && !node_is_none(name);
	e.unclear |= path && !folder && !node_is_none(path);
	for (uint32_t i = 0; extends && i < extends->n; i++)
		e.unclear |= argument(call, yaml_str(extends->kid[i]), UINT32_MAX - 1, &e.unclear) != NULL;
	if (folder) {
		e.folder = folder_at(f, folder);
		e.unclear |= !e.folder;
	} else if (!path && e.base < 2) {
		e.folder = path_dir(f->s->a, f->path);
	}
	add_entry(f, e);
}

static void see_initialize(struct in_file *f, const struct node *call, bool absolute)
{
	bool more = false;
	const struct node *path = argument(call, absolute ? "config_dir" : "config_path", 0, &more);
	const char *given = value_in(f, path);

	f->initialized = true;
	f->unclear = more || !given;
	f->base = base_of(argument(call, "version_base", 2, &more), &f->unclear);
	f->folder = !given || (absolute && *given != '/') ? NULL : folder_at(f, given);
	f->unclear |= !f->folder;
}

static void see_compose(struct in_file *f, const struct node *call)
{
	struct hydra_entry e = { .folder = f->folder,
				 .base = f->initialized ? f->base : 3,
				 .line = hydra_line_of(f->text, call->lo),
				 .unclear = f->unclear || !f->initialized };
	const struct node *name = argument(call, "config_name", 0, &e.unclear);

	e.name = value_in(f, name);
	e.unclear |= !e.name;
	add_entry(f, e);
}

/* ---- ConfigStore ---- */

static void see_store(struct in_file *f, const struct node *call)
{
	bool more = false;
	const struct node *group = argument(call, "group", 2, &more), *name = argument(call, "name", 0, &more);
	const struct node *node = argument(call, "node", 1, &more);
	struct hydra_stored s = { .group = group && !node_is_none(group) ? constant(group) : "",
				  .name = constant(name),
				  .script = f->path,
				  .node = node && node->kind == NODE_NAME ? node->text->s : NULL };

	const struct node *package = argument(call, "package", 4, &more);

	if (more || package || !s.group || !s.name || f->s->stored.n >= STORED_MAX) {
		f->s->out->open = true;
		return;
	}
	vec_push(&f->s->stored, s);
}

/* ---- files ---- */

static bool is_call_of(const struct node *n, const char *name)
{
	return n->kind == NODE_CALL && !strcmp(last_name(n->kid[0]), name);
}

/* The row of rules/hydra-entries.yaml for the callee: `hydra.main`, `hydra_runner`; NULL: none. */
static const struct ynode *main_row(const struct entry_search *s, const struct node *call)
{
	const struct node *callee = call->kid[0];
	bool attr = callee->kind == NODE_ATTR && callee->kid[0]->kind == NODE_NAME;
	const char *last = last_name(callee),
		   *both = attr ? arena_printf(s->a, "%s.%s", callee->kid[0]->text->s, last) : last;

	for (uint32_t i = 0; *last && s->mains && i < s->mains->n; i++) {
		const char *name = yaml_str(yaml_get(s->mains->kid[i], "name"));

		if (name && !strcmp(name, strchr(name, '.') ? both : last))
			return s->mains->kid[i];
	}
	return NULL;
}

static void see_call(struct in_file *f, const struct node *n)
{
	bool stores = strstr(f->text, "ConfigStore") != NULL;

	const struct ynode *row = main_row(f->s, n);

	if (row)
		see_main(f, n, row);
	else if (is_call_of(n, "initialize") || is_call_of(n, "initialize_config_dir"))
		see_initialize(f, n, is_call_of(n, "initialize_config_dir"));
	else if (is_call_of(n, "initialize_config_module"))
		f->initialized = f->unclear = true;
	else if (is_call_of(n, "compose"))
		see_compose(f, n);
	else if (stores && is_call_of(n, "store") && n->kid[0]->kind == NODE_ATTR)
		see_store(f, n);
}

/* Code that may bring configs that no file of the project shows. */
static bool is_open(const char *text)
{
	static const char *const words[] = { "hydra_zen", "SearchPathPlugin", "hydra_plugins", "ConfigSearchPath" };

	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		if (strstr(text, words[i]))
			return true;
	return false;
}

static int by_place(const void *a, const void *b)
{
	const struct node *x = *(const struct node *const *)a, *y = *(const struct node *const *)b;

	return (x->lo > y->lo) - (x->lo < y->lo);
}

/* In the order of the text: the tree has the body of a `with` before what it opens. */
static void see_calls(struct in_file *f)
{
	VEC(, const struct node *) calls = { 0 };
	struct walk w;

	walk_begin(&w, f->root);
	for (const struct node *n; (n = walk_next(&w));)
		if (n->kind == NODE_CALL)
			vec_push(&calls, n);
	if (calls.n)
		qsort(calls.at, calls.n, sizeof *calls.at, by_place);
	for (size_t i = 0; i < calls.n; i++)
		see_call(f, calls.at[i]);
	vec_release(&calls);
}

static void see_text(struct entry_search *s, const char *path, const char *text, uint32_t len)
{
	struct in_file f = { .s = s, .path = arena_strdup(s->a, path) };
	const struct parsed *p;

	if (s->parsed++ >= PARSED_MAX) {
		s->out->open = true;
		return;
	}
	f.text = arena_strndup(s->a, text, len);
	s->out->open |= is_open(text);
	p = parse_once(vfs_results(s->fs), path, text, len);
	f.root = p->root;
	see_calls(&f);
}

/* How the code takes what is behind `_target_`. */
static void see_targets(struct entry_search *s, const char *text)
{
	static const char *const words[] = { "_target_", "get_class(", "get_method(", "get_object(" };

	s->out->instantiates |= strstr(text, "instantiate(") != NULL;
	for (size_t i = 0; i < ARRAY_SIZE(words); i++)
		s->out->by_hand |= strstr(text, words[i]) != NULL;
}

static void see_file(void *ctx, const char *path)
{
	struct entry_search *s = ctx;
	struct buf b = { 0 };

	if (vfs_read(s->fs, path, &b, NULL)) {
		const char *text = buf_str(&b);

		see_targets(s, text);
		if (strstr(text, "hydra") || strstr(text, "ConfigStore"))
			see_text(s, path, text, (uint32_t)b.n);
	}
	buf_release(&b);
	if (s->code.n < HYDRA_CODE_MAX)
		vec_push(&s->code, arena_strdup(s->a, path));
}

static bool is_excluded(void *ctx, const char *path, bool is_dir)
{
	(void)ctx;
	return is_dir && project_is_copy(path);
}

static int by_script(const void *a, const void *b)
{
	const struct hydra_entry *x = a, *y = b;
	int order = strcmp(x->script, y->script);

	return order ? order : (int)x->line - (int)y->line;
}

static const void *find_project(struct arena *a, const void *by, const char *path, const char *key)
{
	struct hydra_project *out = arena_new(a, struct hydra_project);
	struct entry_search s = { .a = a, .fs = by, .root = arena_strdup(a, path), .out = out };

	(void)key;
	s.mains = yaml_get(embedded_find(a, "hydra-entries.yaml"), "main");
	s.roots = yaml_get(embedded_find(a, "hydra-entries.yaml"), "roots");
	out->open |= !programs_each(&(struct programs){ .fs = s.fs,
							.folder = path,
							.budget = WALK_MAX,
							.ignore_files = true,
							.excluded = is_excluded,
							.see = see_file,
							.ctx = &s });
	out->root = s.root;
	out->nentries = (uint32_t)s.entry.n;
	out->nstored = (uint32_t)s.stored.n;
	if (s.entry.n)
		qsort(s.entry.at, s.entry.n, sizeof *s.entry.at, by_script);
	if (s.entry.n)
		out->entry = arena_copy(a, s.entry.at, s.entry.n, sizeof *s.entry.at, alignof(struct hydra_entry));
	if (s.stored.n)
		out->stored = arena_copy(a, s.stored.at, s.stored.n, sizeof *s.stored.at, alignof(struct hydra_stored));
	if (s.code.n)
		out->code = arena_copy(a, s.code.at, s.code.n, sizeof *s.code.at, alignof(const char *));
	out->ncode = (uint32_t)s.code.n;
	vec_release(&s.code);
	vec_release(&s.entry);
	vec_release(&s.stored);
	return out;
}

const struct hydra_project *hydra_project_of(const struct vfs *fs, const char *root)
{
	return result_cache_compute(vfs_file_results(fs), find_project, fs, root, "hydra entries");
}

bool hydra_code_quotes(struct arena *a, const struct vfs *fs, const struct hydra_project *p, const char *word)
{
	const char *quoted[] = { arena_printf(a, "'%s'", word), arena_printf(a, "\"%s\"", word) };
	bool found = p->ncode >= HYDRA_CODE_MAX;

	for (uint32_t i = 0; i < p->ncode && !found; i++) {
		struct buf b = { 0 };

		if (vfs_read(fs, p->code[i], &b, NULL))
			found = strstr(buf_str(&b), quoted[0]) || strstr(buf_str(&b), quoted[1]);
		buf_release(&b);
	}
	return found;
}

const char *hydra_root(struct arena *a, const struct vfs *fs, const char *path)
{
	const char *dir = path_dir(a, path), *git = root_above(a, fs, dir, ROOT_GIT), *here = path_absolute(a, ".");
	const char *marked = git ? git : root_above(a, fs, dir, ROOT_PACKAGE | ROOT_PROJECT);

	if (!marked)
		marked = root_above(a, fs, dir, ROOT_SETTINGS);
	return marked ? marked : here && path_inside(here, path) ? here : dir;
}

/* ---- the search path ---- */

static void add_folder(struct hydra_search *s, const char *folder)
{
	if (s->nfolders < HYDRA_FOLDERS_MAX)
		s->folder[s->nfolders++] = folder;
	else
		s->open = true;
}

void hydra_search_of(struct hydra_files *files, const struct hydra_project *p, const struct hydra_entry *e,
		     struct hydra_search *out)
{
	*out = (struct hydra_search){ .a = files->a,
				      .fs = files->fs,
				      .files = files,
				      .open = p->open || e->unclear,
				      .root = p->root,
				      .stored = p->stored,
				      .nstored = p->nstored,
				      .yml = e->base < 2 };
	if (e->folder)
		add_folder(out, e->folder);
}

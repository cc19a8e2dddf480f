// SPDX-License-Identifier: MIT
/* Decides which files of a folder are configs, to which range a comment applies, and which of the loaders' refusals
 * count.
 *
 * Example: configs/a.py, `lr = 0.1`           a config: its folder is named configs
 *          tools/x.py, `_base_ = '../a.py'`   a config: it inherits
 *          tools/train.py, `def main(): ...`  no config */
#include "config/config_subject.h"
#include "config/children.h"
#include "subject/comment.h"
#include "base/path.h"
#include "config/note.h"
#include "config/data_config.h"
#include "config/priv.h"
#include "config/scan.h"
#include "project/foreign.h"
#include "project/home.h"
#include "project/reader.h"
#include "project/signs.h"
#include <string.h>

/* ---- which files ---- */

static bool name_is_config_folder(const char *name, size_t n)
{
	static const char *const folder[] = { "configs", "config", "_base_", "local_configs" };
	for (size_t i = 0; i < ARRAY_SIZE(folder); i++)
		if (strlen(folder[i]) == n && !memcmp(folder[i], name, n))
			return true;
	return false;
}

bool config_folder_above(const char *top, const char *path)
{
	const char *p = path + (path_inside(top, path) ? strlen(top) : 0);
	for (;;) {
		p += strspn(p, "/");
		const char *end = strchr(p, '/');
		if (!end)
			return false;
		if (name_is_config_folder(p, (size_t)(end - p)))
			return true;
		p = end;
	}
}

bool config_ignored(void *ctx, const char *path, bool is_dir)
{
	const char *name = path_base(path);
	(void)ctx;
	return config_folder_above("/", path) || (is_dir && name_is_config_folder(name, strlen(name)));
}

/* The walked folder contains it directly, not a folder below: deeper ones contain configs that runs have dumped. */
static bool lies_at(const char *top, const char *path)
{
	return path_inside(top, path) && !strchr(path + strlen(top) + 1, '/');
}

/* A folder above it, below top, has a name like cfgs or my_configs. */
static bool is_called_configs(const char *top, const char *path)
{
	const char *p = path + (path_inside(top, path) ? strlen(top) : 0), *last = strrchr(path, '/');
	struct arena a = { 0 };
	const char *folders = arena_strndup(&a, p, last > p ? (size_t)(last - p) : 0);
	bool is = strcasestr(folders, "cfg") || strcasestr(folders, "config");
	arena_release(&a);
	return is;
}

/* `work_dir = './runs/net'` in runs/net: what a run has written down there. */
static bool is_copy_of_run(const char *path, const char *text)
{
	static const char key[] = "\nwork_dir = ";
	struct arena a = { 0 };
	const char *at = strstr(text, key), *value = at ? at + strlen(key) + 1 : "";
	const char *dir = arena_strndup(&a, value, strcspn(value, "'\"\n"));
	size_t n = strlen(dir);
	while (n && dir[n - 1] == '/')
		n--;
	dir = arena_strndup(&a, dir, n);
	bool is = n && !strcmp(path_base(dir), path_base(path_dir(&a, path)));
	arena_release(&a);
	return is;
}

/* In a folder at the top of a project that trains: its owner's own, unless a run wrote it down. */
static bool lies_beside_training(const struct vfs *fs, const char *top, const char *path, const char *text)
{
	struct arena a = { 0 };
	struct project_signs signs;
	project_signs_load(&a, &signs);
	bool is =
		lies_at(top, path_dir(&a, path)) && project_script(&signs, fs, &a, top) && !is_copy_of_run(path, text);
	arena_release(&a);
	return is;
}

/* In a folder of configs what isn't the config or the program of something else is one; elsewhere a text that inherits,
 * or, at the top, in folders there, and in those called like such folders, one with all that a training asks for. */
static bool text_is_config(const struct vfs *fs, const char *top, const char *path, const char *text, size_t n)
{
	if (text_reads_base(text) || scan_base_text(text))
		return true;
	if (foreign_is_whole_config(fs, path, text) &&
	    (lies_at(top, path) || is_called_configs(top, path) || lies_beside_training(fs, top, path, text)))
		return true;
	return config_folder_above(top, path) && foreign_program(fs, path, text, n)->ours;
}

/* An unreadable file may be a config: loading it reports the error. */
static bool is_found(const struct vfs *fs, const char *top, const char *path)
{
	const char *name = path_base(path);
	struct buf text = { 0 };
	struct err e = { 0 };
	if (strcmp(path_ext(path), ".py") || !strcmp(name, "__init__.py") || !strcmp(name, "setup.py"))
		return false;
	bool is = vfs_read(fs, path, &text, &e) ? text_is_config(fs, top, path, buf_str(&text), text.n)
						: e.code == ERR_DENIED || config_folder_above(top, path);
	buf_release(&text);
	return is;
}

/* ---- comments ---- */

/* The innermost statement that contains the offset; none between statements. A comment applies to the whole
 * statement: in long dicts no line fits better. */
static struct span statement(const struct subject *s, uint32_t offset)
{
	const struct node *block = subject_config(s)->tree.root, *found = NULL;
	while (block) {
		const struct node *in = NULL;
		for (uint32_t i = 0; i < block->n && !in; i++)
			if (block->kid[i] && block->kid[i]->lo <= offset && offset < block->kid[i]->hi)
				in = block->kid[i];
		if (!in)
			break;
		found = in;
		block = NULL;
		for (uint32_t i = 0; i < in->n && !block; i++) {
			const struct node *k = in->kid[i];
			if (k && (k->kind == NODE_BLOCK || k->kind == NODE_EXCEPT) && k->lo <= offset && offset < k->hi)
				block = k;
		}
	}
	return (struct span){ s->src->id, found ? found->lo : offset, found ? found->hi : offset };
}

/* ---- what the loader says ---- */

static bool has_line(const char *text, const char *start)
{
	for (const char *p = text; p; p = strchr(p, '\n'), p = p ? p + 1 : NULL)
		if (!strncmp(p, start, strlen(start)))
			return true;
	return false;
}

/* `C.lr = 0.1` at the top level, which works in a program: training code imports it and uses its C. */
static bool sets_attributes(const struct node *root, const struct note *n)
{
	bool sets = false;
	for (uint32_t i = 0; root && i < root->n && !sets; i++)
		sets = root->kid[i]->kind == NODE_ASSIGN && root->kid[i]->kid[1]->kind == NODE_ATTR;
	return sets && !strstr(n->msg, "'dict' object has no attribute");
}

/* A Python file that a walk finds in a folder named config, but that is no config: it has no bases, and it has
 * classes, sets attributes, or imports modules beside it. That works for a program that imports it, and for loaders
 * that read the imported style. */
static bool is_program(const struct module *m, const struct note *n)
{
	if (!m->src || m->nbases || m->bases_unknown)
		return false;
	const char *text = m->src->bytes;
	return has_line(text, "class ") || has_line(text, "@") || sets_attributes(m->tree.root, n) ||
	       (!loader_style(m->loader)->imports && has_line(text, "from ."));
}

/* The unbound name in the message; NULL: the message is about something else. */
static const char *unbound_name(const char *msg, size_t *n)
{
	static const char error[] = "NameError: name '";
	const char *name = strstr(msg, error);
	name = name ? name + strlen(error) : NULL;
	*n = name ? strcspn(name, "'") : 0;
	return name;
}

/* A program of the project replaces the name before the text is loaded. */
static bool is_filled_in(const char *msg, struct folders *folders, const char *path)
{
	size_t n;
	const char *name = unbound_name(msg, &n);
	return name && project_home_fills_in(folders, path, name, n);
}

/* MMEngine imports nothing when it reads such a config, so it can't call what the config imports; a loader that runs
 * the file can. */
static bool is_executed(const struct module *m, struct folders *folders)
{
	return m->imported && m->notes.n && m->notes.at[0].kind == NOTE_RAISES &&
	       project_home_executes(folders, m->path);
}

/* A refusal counts only if that loader reads the file unchanged. */
static bool note_counts(const struct note *n, const struct module *m, bool own_loader, struct folders *folders)
{
	enum note_counts where = config_note_counts[n->kind];
	if (where == NOTE_COUNTS_ALWAYS)
		return true;
	if (n->kind == NOTE_RAISES && is_executed(m, folders))
		return false;
	return !own_loader && (where == NOTE_COUNTS_LOADER || !is_program(m, n)) &&
	       !is_filled_in(n->msg, folders, m->path);
}

/* The config's own notes and those of its bases, each module once. */
static void notes(const struct subject *s, struct note_list *out)
{
	struct ancestry all;
	const struct module *top = subject_config(s);
	struct folders *folders = graph_folders(subject_graph(s->set));
	bool own_loader = false;
	module_ancestry(top, &all);
	if (s->raises)
		vec_push(out, s->raises);
	for (uint32_t i = 0; i < all.n && !own_loader; i++)
		own_loader = all.at[i]->notes.n && project_has_loader(folders, top->path);
	for (uint32_t i = 0; i < all.n; i++)
		for (size_t k = 0; k < all.at[i]->notes.n; k++)
			if (note_counts(&all.at[i]->notes.at[k], all.at[i], own_loader, folders))
				vec_push(out, &all.at[i]->notes.at[k]);
}

/* ---- the row ---- */

static const struct subject_set *load(const struct subject_load *l)
{
	return graph_subjects(graph_load(l->fs, l->path, l->n, l->opts, l->pool));
}

static void unload(const struct subject_set *set)
{
	graph_free(set->of);
}

const struct subject_kind config_kind = {
	.name = "config",
	.one = "config",
	.many = "configs",
	.tree = "cfg",
	.dialects = true,
	.keys = true,
	.reads = "the loaders read .py, .json, .yaml and .yml",
	.hint = ".py files count that assign _base_, use read_base, or lie under a folder named configs",
	.named = config_is_named,
	.found = is_found,
	.load = load,
	.free = unload,
	.statement = statement,
	.note_id = config_note_id,
	.notes = notes,
};

/* Why it is not linted. A loader of the project's own may accept what the known loaders reject. */
static const char *trouble(struct module *m, const struct subject_set *set)
{
	const char *why = m->refusal ? m->refusal : m->err->msg;
	struct folders *folders = graph_folders(subject_graph(set));
	bool outside = m->notes.n && m->notes.at[0].kind == NOTE_OUTSIDE;
	if (m->state != MODULE_REFUSED)
		return why;
	if (is_filled_in(why, folders, m->path))
		return arena_printf(&m->arena,
				    "a program of the project fills it in before it is loaded; as it stands: %s", why);
	if (!project_has_loader(folders, m->path) && !is_executed(m, folders))
		return why;
	return arena_printf(&m->arena, "a loader of the project's own reads it, which isn't known here; %s%s",
			    outside ? "" : "Config.fromfile says ", why);
}

void config_subject(struct module *m, const struct subject_set *set)
{
	struct subject_base *base = arena_array(&m->arena, struct subject_base, m->nbases + 1);
	for (uint32_t i = 0; i < m->nbases; i++)
		base[i] =
			(struct subject_base){ m->base[i].module ? &m->base[i].module->subject : NULL, m->base[i].at };
	const struct comment *comment;
	uint32_t ncomments = directive_comments(&m->arena, m->src, m->tree.comment, m->tree.ncomments, &comment);
	m->subject = (struct subject){ .kind = &config_kind,
				       .same = &m->same->subject,
				       .set = set,
				       .path = m->path,
				       .root = m->root,
				       .home = m->home,
				       .lent = m->lent,
				       .src = m->src,
				       .tree = m->merged,
				       .own = m->own,
				       .inherited = m->inherited,
				       .base = base,
				       .nbases = m->nbases,
				       .comment = comment,
				       .ncomments = ncomments,
				       .readable = m->state != MODULE_UNREADABLE && m->state != MODULE_SYNTAX,
				       .err = m->err,
				       .trouble = trouble(m, set),
				       .good = m->state == MODULE_OK,
				       .spent = m->spent,
				       .put_away = project_put_away(graph_folders(subject_graph(set)), m->path),
				       .requested = m->requested,
				       .through = m->through,
				       .of = m };
}

const struct module *subject_config(const struct subject *s)
{
	return s->kind == &config_kind ? s->of : NULL;
}

const char *subject_file(const struct subject *s)
{
	const struct module *m = subject_config(s);

	return m ? m->file : s->path;
}

const struct graph *subject_graph(const struct subject_set *set)
{
	return set->of;
}

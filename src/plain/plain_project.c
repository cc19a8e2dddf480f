// SPDX-License-Identifier: MIT
/* A project that reads its own YAML or JSON: which calls are readers, and which files each of them reads. The texts
 * of its files are first searched for the names of such calls; an index, which takes long, is built only if one is
 * found.
 *
 * Invariant: a project that calls a framework's config loader has no readers. A reader with an unknown path is open.
 *
 * 	cfg = yaml.safe_load(open('a.yaml'))	reads a.yaml, in the project's folder or beside the script
 * 	cfg.merge_from_file(args.config)	reads the --config of launch lines, into a tree of defaults */
#include "plain/plain_project.h"
#include "base/path.h"
#include "config/config_subject.h"
#include "plain/paths.h"
#include "plain/trains.h"
#include "plain/written.h"
#include "python/syntax/treewalk.h"
#include "script/values/script_value.h"
#include <stdlib.h>
#include <string.h>

/* ---- whether there are readers */

/* "OmegaConf.load(" of omegaconf.OmegaConf.load: the last name alone is too general. */
static bool says_call(const char *text, const char *name)
{
	const char *dot = strrchr(name, '.'), *last = name;
	char call[64];
	for (const char *c = name; dot && c < dot; c++)
		last = *c == '.' ? c + 1 : last;
	size_t n = strlen(last);
	if (n + 2 > sizeof call)
		return false;
	memcpy(call, last, n);
	call[n] = '(';
	call[n + 1] = '\0';
	return strstr(text, call);
}

static bool says_any(const char *text, const struct code_texts *names)
{
	for (uint32_t i = 0; i < names->n; i++)
		if (says_call(text, names->at[i]))
			return true;
	return false;
}

static bool in_word(char c)
{
	return c == '_' || (c >= '0' && c <= '9') || ((c | 32) >= 'a' && (c | 32) <= 'z');
}

/* `**vars(args)`, `**args.__dict__` */
static bool hands_attributes(const char *text)
{
	const char *at = strstr(text, "**vars(");
	for (const char *s = at ? at : text; !at && (s = strstr(s, ".__dict__")); s++) {
		const char *from = s;
		while (from > text && (in_word(from[-1]) || from[-1] == '.'))
			from--;
		if (from - text >= 2 && from[-1] == '*' && from[-2] == '*')
			return true;
	}
	return at;
}

struct calls {
	bool readers, loaders; /* of plain configs; of the frameworks' */
};

static void look_for_calls(struct plain_project *p, const struct vfs *fs, const char *path, struct calls *has)
{
	struct buf text = { 0 };
	struct err e = { 0 };
	if (vfs_read(fs, path, &text, &e)) {
		has->readers |= says_any(buf_str(&text), &p->know.plain_loader) ||
				says_any(buf_str(&text), &p->know.plain_merge);
		has->loaders |= says_any(buf_str(&text), &p->know.loader);
		p->hands_all |= hands_attributes(buf_str(&text));
		p->asks_none |= strstr(buf_str(&text), "'None'") || strstr(buf_str(&text), "\"None\"");
	}
	buf_release(&text);
}

/* By the texts alone: building an index is expensive, and most projects with a YAML file don't read it. If a
 * framework's loader is called, plain configs are not analysed. */
static bool is_plain(struct plain_project *p, const struct vfs *fs)
{
	struct calls has = { 0 };
	size_t n;
	struct cfile *const *file = pymodel_files(index_model(p->index), &n);
	for (int configs = 0; configs < 2; configs++)
		for (size_t i = 0; i < n && !has.loaders; i++)
			if (config_folder_above(p->root, file[i]->path) == configs)
				look_for_calls(p, fs, file[i]->path, &has);
	return has.readers && !has.loaders;
}

bool plain_says(struct plain_project *p, const struct str *word)
{
	size_t n;
	struct cfile *const *file = pymodel_files(index_model(p->index), &n);
	for (size_t i = 0; !p->words_known && i < n; i++)
		for (const char *at = file[i]->src ? file[i]->src->bytes : "", *end; *at; at = end) {
			for (end = at; in_word(*end); end++)
				;
			if (end > at)
				map_put(&p->arena, &p->word, str_of(at, (size_t)(end - at)), p);
			end += end == at;
		}
	p->words_known = true;
	return map_get(&p->word, word);
}

/* ---- the readers */

/* The innermost function of that file around the place, in the scripts' trees. */
static struct fn *function_at(const struct script_project *p, const char *path, uint32_t lo)
{
	size_t n;
	struct fn *const *fn = pymodel_functions(&p->model, &n);
	struct fn *best = NULL;
	for (size_t i = 0; i < n; i++) {
		const struct node *at = fn[i]->node;
		bool around =
			!strcmp(fn[i]->file->path, path) && (at->kind == NODE_MODULE || (at->lo <= lo && lo < at->hi));
		if (around && (!best || best->node->kind == NODE_MODULE || at->lo >= best->node->lo))
			best = at->kind == NODE_MODULE && best ? best : fn[i];
	}
	return best;
}

/* The outermost expression at the place of that node, which belongs to another tree of the text. */
static const struct node *node_like(const struct node *scope, const struct node *like)
{
	struct walk w;
	walk_begin(&w, scope);
	for (const struct node *n; (n = walk_next(&w));) {
		bool holds = node_holds(n, like), block = n->kind == NODE_BLOCK || n->kind == NODE_MODULE;
		if (holds && node_holds(like, n) && n->kind < NODE_EXPR && !block)
			return n;
		if (!holds && n != scope && n->kind != NODE_BLOCK)
			walk_skip(&w);
	}
	return NULL;
}

static const char *place_of(struct arena *a, const struct cfile *f, uint32_t lo)
{
	return arena_printf(a, "%s:%u", f->rel, source_point(f->src, lo).line + 1);
}

static void add_loading(struct plain_project *p, const struct plain_load *l, const struct starts *launched)
{
	const struct cfile *f = l->in->file;
	struct fn *in = function_at(p->script, f->path, l->from->lo);
	const struct node *from = in ? node_like(in->node, l->from) : NULL;
	struct plain_reader r = { .name = l->name,
				  .place = place_of(&p->arena, f, l->from->lo),
				  .root = l->root,
				  .file = f,
				  .ext = strstr(l->name->s, "json")   ? ".json"
					 : strstr(l->name->s, "toml") ? ".toml"
								      : NULL,
				  .yaml_1_1 = texts_have(&p->know.plain_yaml_1_1, l->name->s) };
	if (from && from->kind == NODE_KW)
		from = from->kid[0];
	if (from)
		plain_paths(p, &r, in, from, launched);
	r.open |= !from;
	vec_push(&p->reader, r);
}

/* `cfg.merge_from_file(path)` */
static void add_merges(struct plain_project *p, struct fn *in, const struct starts *launched)
{
	struct walk w;
	walk_begin(&w, node_body(in->node));
	for (const struct node *n; (n = walk_next(&w));) {
		if (n->kind == NODE_DEF || n->kind == NODE_LAMBDA)
			walk_skip(&w);
		if (n->kind != NODE_CALL || n->n != 2 || n->kid[0]->kind != NODE_ATTR ||
		    !texts_have(&p->know.plain_merge, n->kid[0]->text->s))
			continue;
		struct plain_reader r = { .name = n->kid[0]->text,
					  .place = place_of(&p->arena, in->file, n->lo),
					  .file = in->file };
		plain_paths(p, &r, in, n->kid[1], launched);
		vec_push(&p->reader, r);
	}
}

static void find_readers(struct plain_project *p, const struct starts *launched)
{
	const struct plain_load *l;
	size_t n = index_loadings(p->index, &l), nfn;
	struct fn *const *fn = pymodel_functions(&p->script->model, &nfn);
	for (size_t i = 0; i < n; i++)
		if (!l[i].composed)
			add_loading(p, &l[i], launched);
	for (size_t i = 0; p->nodes.roots && i < nfn; i++)
		add_merges(p, fn[i], launched);
}

/* These configs are dicts: a Config's own attributes, such as filename, are keys of theirs. */
static void load_know(struct plain_project *p)
{
	knowledge_load(&p->arena, &p->know);
	p->know.config_attribute = (struct code_texts){ 0 };
}

struct plain_project *plain_project_new(const struct script_know *know, const struct vfs *fs, struct sources *sources,
					const char *root, const char *const *launch_scripts)
{
	struct plain_project *p = xcalloc(1, sizeof *p);
	struct starts launched = { 0 };
	const char *why;
	load_know(p);
	p->root = arena_strdup(&p->arena, root);
	p->schemas = schemas_of(fs);
	p->index = index_new(
		(struct index_of){ .root = p->root, .fs = fs, .know = &p->know, .sources = sources, .plain = true });
	if (!index_gather(p->index, NULL, &why) || !is_plain(p, fs))
		return plain_project_free(p), NULL;
	p->script = script_project_new(know, fs, sources, NULL, root, root);
	if (!p->script)
		return plain_project_free(p), NULL;
	index_build_plain(p->index);
	starts_below(fs, root, launch_scripts, &launched);
	plain_nodes_find(&p->arena, p->script, &p->know, &p->nodes);
	find_readers(p, &launched);
	plain_trains(p);
	plain_written_find(p, &launched);
	vec_release(&launched);
	return p;
}

struct plain_project *plain_project_composed(const struct vfs *fs, struct sources *sources, const char *root)
{
	struct plain_project *p = xcalloc(1, sizeof *p);
	const struct plain_load *l;
	const char *why;
	size_t n = 0;
	load_know(p);
	p->root = arena_strdup(&p->arena, root);
	p->schemas = schemas_of(fs);
	p->index = index_new((struct index_of){
		.root = p->root, .fs = fs, .know = &p->know, .sources = sources, .plain = true, .composed = true });
	if (index_gather(p->index, NULL, &why)) {
		index_build_plain(p->index);
		n = index_loadings(p->index, &l);
	}
	for (size_t i = 0; i < n; i++)
		if (l[i].composed)
			vec_push(&p->reader,
				 ((struct plain_reader){ .name = l[i].name,
							 .place = place_of(&p->arena, l[i].in->file, l[i].from->lo),
							 .root = l[i].root,
							 .file = l[i].in->file }));
	if (!p->reader.n)
		return plain_project_free(p), NULL;
	return p;
}

void plain_project_free(struct plain_project *p)
{
	if (!p)
		return;
	for (size_t i = 0; i < p->reader.n; i++)
		vec_release(&p->reader.at[i].path);
	vec_release(&p->reader);
	vec_release(&p->written);
	if (p->script)
		script_project_free(p->script);
	index_free(p->index);
	arena_release(&p->arena);
	free(p);
}

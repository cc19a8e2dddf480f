// SPDX-License-Identifier: MIT
/* Loads files of arguments: a file is one where its keys say which table it is for. One that does not parse is an
 * error.
 *
 * Invariant: a file that has no table is left to the kinds that come after this one.
 *
 * 	ds.json		{"zero_optimization": {"stage": 3}, ...}: deepspeed.json
 * 	lf.yaml		finetuning_type: lora: llamafactory.yaml */
#include "plain/arguments_subject.h"
#include "plain/data_comment.h"
#include "plain/dataclass_file.h"
#include "plain/words_of_code.h"
#include "arguments/element.h"
#include "arguments/named_file.h"
#include "arguments/meanings.h"
#include "arguments/read_text.h"
#include "base/path.h"
#include "config/data_config.h"
#include "config/graph.h"
#include "launch/starts.h"
#include "project/foreign.h"
#include "project/root.h"
#include "project/version_bounds.h"
#include "python/value/copy.h"
#include "python/value/dict.h"
#include <stdlib.h>
#include <string.h>

struct arguments_set {
	struct subject_set set;
	struct arena arena;
	struct folders *folders;
	const struct schemas *schemas;
	const struct required_package *package;
	uint32_t npackages;
	struct map versions; /* of project/version_bounds.h */
	struct code_words_all words;
};

static const struct foreign *row_of(const struct vfs *fs, const char *path)
{
	const struct foreign *f = data_is_read(path) ? foreign_of(fs, NULL, path, FOREIGN_UNSAID) : NULL;
	return f && f->schema && schema_class(schemas_of(fs), str_lit(f->schema)) ? f : NULL;
}

/* false: it can't be read as a dict; e says why. */
static bool data_of(struct arena *a, const struct source *src, struct value *data, struct err *e)
{
	struct substituted same = { .text = src->bytes, .len = src->len };
	return source_check(src, e) && data_load(a, src, &same, data, e) && data->kind == VALUE_DICT;
}

/* Some parser of dataclasses takes its keys. What can't be read is reported as a file of the row. */
static bool has_reader(const struct vfs *fs, const char *path, const struct foreign *f)
{
	struct arena a = { 0 };
	struct folders *folders = folders_new(fs);
	struct sources *sources = sources_new();
	struct buf text = { 0 };
	struct err e = { 0 };
	struct value data;
	struct dataclass_fit fit;
	bool is = true;
	if (vfs_read(fs, path, &text, &e) && data_of(&a, sources_add(sources, path, buf_str(&text), text.n), &data, &e))
		is = dataclass_fit_find(&a, fs, NULL, project_root(folders, path),
					schema_class(schemas_of(fs), str_lit(f->schema)), data, &fit);
	buf_release(&text);
	sources_free(sources);
	folders_free(folders);
	arena_release(&a);
	return is;
}

static const struct foreign *family_of(const struct vfs *fs, const char *path)
{
	const struct foreign *f = row_of(fs, path);
	return f && (!f->dataclasses || has_reader(fs, path, f)) ? f : NULL;
}

const struct schema_class *arguments_file_class(const struct vfs *fs, const char *path)
{
	const struct foreign *f = row_of(fs, path);
	return f ? schema_class(schemas_of(fs), str_lit(f->schema)) : NULL;
}

static bool is_found(const struct vfs *fs, const char *top, const char *path)
{
	const char *below = path_inside(top, path) ? path + strlen(top) : path;
	return !strstr(below, "/.") && family_of(fs, path);
}

static bool is_named(const char *path)
{
	return data_is_read(path);
}

static bool is_meant(const struct vfs *fs, const char *path)
{
	return family_of(fs, path);
}

/* ---- loading ---- */

static struct value versions_of(struct arguments_set *all, const struct subject *s)
{
	struct arena *a = &all->arena;
	struct value top = value_dict(a, (struct span){ 0 });
	const struct version_files q = { .a = a,
					 .fs = all->set.fs,
					 .root = s->root,
					 .package = all->package,
					 .npackages = all->npackages,
					 .folder = &all->versions };
	version_bounds_put(&q, a, s->path, top.as.dict);
	return arguments_versions(a, all->schemas, top);
}

/* Puts an entry; one that it replaces is lost. */
static void put_last(struct arena *a, struct value all, const struct entry *e, struct value lost)
{
	const struct entry *old = dict_find(all.as.dict, e->key);
	if (old) {
		struct value one = value_dict(a, old->val.at);
		dict_put(a, one.as.dict, value_text("name", old->key.at), old->key, old->use);
		dict_put(a, one.as.dict, value_text("value", old->key.at), old->val, old->use);
		list_push(a, lost.as.list, one, old->use);
	}
	dict_put(a, all.as.dict, e->key, e->val, e->use);
}

/* What stands in sections, beside what stands at the top. Where a name comes twice, the later one is lost only as its
 * reader loses it: the last counts. */
static struct value without_sections(struct arena *a, struct value data, struct value lost)
{
	struct value all = value_dict(a, data.at);
	struct dict_iter it, in;
	dict_begin(&it, data.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		if (e->val.kind != VALUE_DICT) {
			put_last(a, all, e, lost);
			continue;
		}
		dict_begin(&in, e->val.as.dict);
		for (const struct entry *k; (k = dict_next(&in));)
			put_last(a, all, k, lost);
	}
	return all;
}

/* Where code may name a key of the file. Without anything that marks a project (an unpacked archive has no .git) it is
 * the working directory, where the file lies below that. */
static const char *code_root(struct arena *a, const struct vfs *fs, const struct subject *s)
{
	const char *marked = root_above(a, fs, path_dir(a, s->path), ROOT_GIT | ROOT_PACKAGE | ROOT_PROJECT),
		   *here = path_absolute(a, ".");

	return marked || !here || !path_inside(here, s->path) ? s->root : here;
}

/* What the file may hold besides: fields of the project's dataclasses, and what other code takes from it by name. */
static struct value own_of(struct arguments_set *all, const struct subject *s, const struct foreign *f,
			   const struct dataclass_fit *fit, struct value data)
{
	struct arena *a = &all->arena;
	const char *root = code_root(a, all->set.fs, s);
	if (!f->dataclasses)
		return meaning_lists(meanings_of(all->set.fs), "attributes", fit->class->name)
			       ? named_in_code(a, &all->words, all->set.fs, root, CODE_WORD_ANY, data)
			       : value_none(data.at);
	struct value named = named_in_code(a, &all->words, all->set.fs, root, CODE_WORD_QUOTED, data);
	for (uint32_t i = 0; named.kind == VALUE_LIST && i < named.as.list->n; i++)
		list_push(a, fit->own.as.list, named.as.list->at[i].val, data.at);
	fit->own.as.list->open |= named.kind == VALUE_LIST && named.as.list->open;
	return fit->own;
}

static struct value tree_of(struct arguments_set *all, const struct subject *s, const struct foreign *f,
			    struct value data)
{
	struct arena *a = &all->arena;
	struct span at = { s->src->id, 0, 0 };
	struct value top = value_dict(a, at), list = value_list(a, VALUE_LIST, 1, at);
	const struct schema_class *class = schema_class(all->schemas, str_lit(f->schema));
	const struct meanings *m = meanings_of(all->set.fs);
	struct value lost = value_list(a, VALUE_LIST, 1, at);
	struct dataclass_fit fit = { .class = class, .name = f->one };
	if (f->dataclasses)
		dataclass_fit_find(a, all->set.fs, all->set.sources, project_root(all->folders, s->path), class, data,
				   &fit);
	class = fit.class;
	if (class && meaning_lists(m, "sectioned", class->name))
		data = without_sections(a, data, lost);
	struct value copies = class ? arguments_copies(a, all->set.fs, s->path, s->root, all->schemas, class, at)
				    : value_list(a, VALUE_LIST, 0, at),
		     versions = versions_of(all, s);
	const struct text_reader_options r = { .schemas = all->schemas,
					       .meanings = m,
					       .reader = fit.converts ? "--config" : f->schema,
					       .class = class,
					       .beside = fit.classes,
					       .defaults = fit.defaults,
					       .versions = versions,
					       .sources = all->set.sources };

	data = arguments_read_texts(a, &r, data);
	const struct arguments_element e = {
		.class = class,
		.form = "file",
		.name = fit.name ? fit.name : f->one,
		.args = data,
		.defaults = fit.defaults,
		.own = copies.as.list->n ? arguments_any(a, at) : own_of(all, s, f, &fit, data),
		.lost = lost,
		.copies = copies,
		.files = arguments_files(a,
					 &(struct named_files){ all->schemas, all->set.fs, all->set.sources, s->path,
								s->root },
					 class, data),
		.versions = versions,
		.at = at
	};
	list_push(a, list.as.list, arguments_element(a, &e), at);
	dict_put(a, top.as.dict, value_text("arguments", at), list, at);
	return top;
}

/* ---- launch lines that set keys of the file ---- */

/* Of the starts those that name the file; returns their number. */
static uint32_t starts_with(const struct starts *all, const char *path, const struct start **with)
{
	uint32_t n = 0;
	for (size_t i = 0; i < all->n; i++)
		if (all->at[i].config && !strcmp(all->at[i].config, path))
			with[n++] = &all->at[i];
	return n;
}

/* The value that the one of them gives the key, Unknown where there are more; false: one leaves it to the file. */
static bool given_by_all(struct arena *a, const struct start *const *with, uint32_t n, struct value key,
			 struct value *out)
{
	for (uint32_t i = 0; i < n; i++) {
		const struct entry *e = dict_find(with[i]->keys.as.dict, key);
		if (!e)
			return false;
		*out = !i ? e->val : value_unknown(a, WHY_SHELL, key.at, NULL);
	}
	return n;
}

/* Keys that every launch line of the project which names the file sets are not the file's own: the trainer gets those
 * of the line. They are placed at the file's key. */
static void take_overrides(struct arguments_set *all, const struct subject *s, const char *const *scripts,
			   struct dict *data)
{
	struct arena *a = &all->arena;
	struct starts found = { 0 };
	struct dict_iter it;

	starts_below(all->set.fs, project_root(all->folders, s->path), scripts, &found);
	const struct start **with = (const struct start **)arena_array(a, void *, found.n + 1);
	uint32_t n = starts_with(&found, s->path, with);

	if (n) {
		dict_begin(&it, with[0]->keys.as.dict);
		for (const struct entry *e; (e = dict_next(&it));) {
			const struct entry *own = dict_find(data, e->key);
			struct value v;
			if (!given_by_all(a, with, n, e->key, &v))
				continue;
			if (!own) { /* the set of the line has it */
				data->open = true;
				continue;
			}
			v.at = own->val.at;
			dict_put(a, data, own->key, v, own->use);
		}
	}
	vec_release(&found);
}

static void load_one(struct arguments_set *all, struct subject *s, const struct subject_load *l)
{
	struct arena *a = &all->arena;
	const struct foreign *f = family_of(all->set.fs, s->path);
	struct err *e = arena_new(a, struct err);
	struct buf text = { 0 };
	struct value data;
	s->err = e;
	if (!f)
		return;
	s->requested = true;
	s->root = project_marked_root(all->folders, s->path);
	if (vfs_read(all->set.fs, s->path, &text, e))
		s->src = sources_add(all->set.sources, s->path, buf_str(&text), text.n);
	buf_release(&text);
	s->trouble = e->msg;
	if (!s->src)
		return;
	if (!data_of(a, s->src, &data, e))
		return;
	if (l->opts)
		take_overrides(all, s, ((const struct graph_opts *)l->opts)->launch_scripts, data.as.dict);
	s->readable = s->good = true;
	data_comments(a, s);
	s->tree = s->own = s->inherited = value_freeze(a, tree_of(all, s, f, data));
}

static const struct subject_set *load(const struct subject_load *l)
{
	struct arguments_set *all = xcalloc(1, sizeof *all);
	const struct subject **at = (const struct subject **)arena_array(&all->arena, void *, l->n + 1);
	size_t n = 0;
	all->set = (struct subject_set){ .kind = &arguments_kind, .sources = sources_new(), .fs = l->fs, .of = all };
	all->folders = folders_new(l->fs);
	all->schemas = schemas_of(l->fs);
	all->package = required_packages(&all->arena, &all->npackages);
	for (size_t i = 0; i < l->n; i++) {
		struct subject *s = arena_new(&all->arena, struct subject);
		*s = (struct subject){ .kind = &arguments_kind,
				       .set = &all->set,
				       .path = arena_strdup(&all->arena, l->path[i]) };
		load_one(all, s, l);
		if (s->requested)
			at[n++] = s;
	}
	subject_set_close(&all->set, &all->arena, at, n);
	return &all->set;
}

static void unload(const struct subject_set *set)
{
	struct arguments_set *all = set->of;
	folders_free(all->folders);
	code_words_release(&all->words);
	sources_free(all->set.sources);
	arena_release(&all->arena);
	free(all);
}

const struct subject_kind arguments_kind = {
	.name = "arguments",
	.one = "file of arguments",
	.many = "files of arguments",
	.tree = "given",
	.reads = "those are .json, .yaml, .yml and .toml files of known trainers, such as LLaMA-Factory, DeepSpeed and "
		 "accelerate",
	.hint = ".yaml, .yml, .json and .toml files count whose keys say which trainer reads them",
	.named = is_named,
	.found = is_found,
	.meant = is_meant,
	.load = load,
	.free = unload,
	.statement = data_statement,
};

// SPDX-License-Identifier: MIT
/* A recursive merge, parents first. Each file is read once in a run.
 *
 * Invariant: what a parent that is not known may set is Unknown, and so is the whole.
 *
 *	a.yaml	{x: {p: 1, q: 2}}
 *	b.yaml	{defaults: a.yaml, x: {q: 3}, y: "${x.q}"}	{x: {p: 1, q: 3}, y: 3} */
#include "plain/inherited_config.h"
#include "base/path.h"
#include "config/data_config.h"
#include "hydra/interpolation.h"
#include "python/value/dict.h"
#include "spec/compiled.h"
#include <string.h>

enum { PARENTS_DEEP = 12, PARENTS_MAX = 64, DICTS_DEEP = 40 };

static bool defines(const struct cfile *file, const char *function)
{
	const struct node *root = file ? file->tree.root : NULL;

	for (uint32_t i = 0; root && i < root->n; i++)
		if (root->kid[i]->kind == NODE_DEF && !strcmp(root->kid[i]->text->s, function))
			return true;
	return false;
}

const struct ynode *inherited_loader(struct arena *a, const struct plain_project *p)
{
	const struct ynode *all = yaml_get(embedded_find(a, "inherits.yaml"), "inherits");

	for (uint32_t i = 0; all && i < all->n; i++)
		for (size_t k = 0; k < p->reader.n; k++)
			if (defines(p->reader.at[k].file, yaml_str(yaml_get(all->kid[i], "function"))))
				return all->kid[i];
	return NULL;
}

/* ---- merging ---- */

static bool is_text(struct value v, const char *text)
{
	return v.kind == VALUE_STR && !strcmp(v.as.s->s, text);
}

static struct value merged(struct arena *a, struct value base, struct value over, unsigned depth)
{
	struct value out = value_dict(a, over.at);
	struct dict_iter it;

	if (base.kind != VALUE_DICT || over.kind != VALUE_DICT || depth > DICTS_DEEP)
		return over;
	dict_begin(&it, base.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		dict_put(a, out.as.dict, e->key, e->val, e->use);
	dict_begin(&it, over.as.dict);
	for (const struct entry *e; (e = dict_next(&it));) {
		const struct entry *old = dict_find(base.as.dict, e->key);

		if (old && is_text(e->val, "???")) /* to be given: by the base */
			continue;
		dict_put(a, out.as.dict, e->key, old ? merged(a, old->val, e->val, depth + 1) : e->val, e->use);
	}
	return out;
}

static struct value without(struct arena *a, struct value dict, const char *key)
{
	struct value out = value_dict(a, dict.at);
	struct dict_iter it;

	dict_begin(&it, dict.as.dict);
	for (const struct entry *e; (e = dict_next(&it));)
		if (!is_text(e->key, key))
			dict_put(a, out.as.dict, e->key, e->val, e->use);
	return out;
}

/* The file's dicts with the mark take the place of the parents'. */
static struct value merged_file(struct arena *a, struct value base, struct value over, const char *mark)
{
	struct value parents = base, own = over;
	struct dict_iter it;

	dict_begin(&it, over.as.dict);
	for (const struct entry *e; mark && (e = dict_next(&it));) {
		struct value is = e->val.kind == VALUE_DICT ? dict_get(e->val, mark) : e->val;

		if (e->val.kind != VALUE_DICT || is.kind != VALUE_BOOL || !is.as.b || e->key.kind != VALUE_STR)
			continue;
		parents = without(a, parents, e->key.as.s->s);
		own = merged(a, without(a, own, e->key.as.s->s), value_dict(a, own.at), 0);
		dict_put(a, own.as.dict, e->key, without(a, e->val, mark), e->use);
	}
	return merged(a, parents, own, 0);
}

/* ---- files ---- */

static struct value of_file(struct inherited_files *f, const char *path, unsigned depth);

static struct value unread(const struct inherited_files *f, struct value own)
{
	return value_unknown(f->a, WHY_READER, own.at, NULL);
}

static struct value with_parents(struct inherited_files *f, const char *path, struct value own, unsigned depth)
{
	const char *key = yaml_str(yaml_get(f->loader, "key")), *mark = yaml_str(yaml_get(f->loader, "replaces"));
	struct value named = dict_get(own, key), base = value_dict(f->a, own.at);
	bool list = named.kind == VALUE_LIST;
	uint32_t n = list ? named.as.list->n : named.kind == VALUE_STR;

	if (!dict_find(own.as.dict, value_text(key, own.at)))
		return own;
	if ((!list && named.kind != VALUE_STR) || n > PARENTS_MAX || depth > PARENTS_DEEP)
		return unread(f, own);
	for (uint32_t i = 0; i < n; i++) {
		struct value one = list ? named.as.list->at[i].val : named, parent;

		if (one.kind != VALUE_STR || strstr(one.as.s->s, "${"))
			return unread(f, own);
		parent = of_file(f, path_join(f->a, path_dir(f->a, path), one.as.s->s), depth + 1);
		if (parent.kind != VALUE_DICT)
			return unread(f, own);
		base = merged_file(f->a, base, parent, mark);
	}
	return merged_file(f->a, base, without(f->a, own, key), mark);
}

static struct value read_file(struct inherited_files *f, const char *path, unsigned depth)
{
	struct value own = value_none((struct span){ 0 });
	const struct source *src = NULL;
	struct err *e = arena_new(f->a, struct err);
	struct buf text = { 0 };

	if (vfs_read(f->fs, path, &text, e))
		src = sources_add(f->sources, path, buf_str(&text), text.n);
	buf_release(&text);
	if (!src || !source_check(src, e))
		return own;
	struct substituted same = { .text = src->bytes, .len = src->len };

	if (!data_load(f->a, src, &same, &own, e) || own.kind != VALUE_DICT)
		return value_none((struct span){ 0 });
	return with_parents(f, path, own, depth);
}

static struct value of_file(struct inherited_files *f, const char *path, unsigned depth)
{
	const struct str *name = str_lit(path);
	struct value *known = map_get(&f->known, name);

	if (known)
		return *known;
	known = arena_new(f->a, struct value);
	*known = value_none((struct span){ 0 }); /* of a circle */
	map_put(f->a, &f->known, name, known);
	*known = depth > PARENTS_DEEP ? *known : read_file(f, path, depth);
	return *known;
}

struct value inherited_config(struct inherited_files *f, const char *path, struct value own)
{
	struct value whole = own.kind == VALUE_DICT ? with_parents(f, path, own, 0) : own;

	return whole.kind == VALUE_DICT ? hydra_resolved(f->a, whole, NULL) : whole;
}

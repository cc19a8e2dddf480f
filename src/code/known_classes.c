// SPDX-License-Identifier: MIT
/* rules/knowledge/: the classes of all its files in one sorted list. */
#include "code/known_classes.h"
#include "base/vec.h"
#include "spec/read.h"
#include <string.h>

VEC(known_classes, struct known_class);

static int order(const struct known_class *x, const char *family, const char *name)
{
	int c = strcmp(x->name->s, name);
	return c ? c : strcmp(x->family->s, family);
}

const struct known_class *classes_find(const struct classes *all, const struct str *family, const struct str *name)
{
	uint32_t lo = 0, hi = all->n;
	while (lo < hi) {
		uint32_t mid = lo + (hi - lo) / 2;
		int c = order(&all->at[mid], family->s, name->s);
		if (!c)
			return &all->at[mid];
		if (c < 0)
			lo = mid + 1;
		else
			hi = mid;
	}
	return NULL;
}

bool classes_has(const struct classes *all, const char *name)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (!strcmp(all->at[i].name->s, name))
			return true;
	return false;
}

static bool load_class(struct yread *y, struct known_class k, const struct ynode *doc, struct known_classes *out)
{
	static const char *const keys[] = { "params", "open", "by" };
	const char **param;
	if (!yread_keys(y, doc, keys, ARRAY_SIZE(keys), "a class") ||
	    !yread_texts(y, yaml_get(doc, "params"), "params", &param, &k.nparams))
		return false;
	const struct ynode *open = yaml_get(doc, "open");
	if (open && !yread_bool(y, open, "open", &k.open))
		return false;
	k.param = arena_array(y->a, const struct str *, k.nparams + 1);
	for (uint32_t i = 0; i < k.nparams; i++)
		k.param[i] = str_lit(param[i]);
	k.by = yaml_str(yaml_get(doc, "by"));
	vec_push(out, k);
	return true;
}

static bool load_file(struct yread *y, const struct ynode *doc, struct known_classes *out)
{
	for (uint32_t i = 0; i < doc->n; i++) {
		const struct ynode *family = doc->key[i], *classes = doc->kid[i];
		if (!yread_text(y, family, "a family's name") || !yread_map(y, classes, "a family"))
			return false;
		for (uint32_t j = 0; j < classes->n; j++) {
			struct known_class k = { .family = family->text, .name = classes->key[j]->text };
			if (!yread_text(y, classes->key[j], "a class name") || !load_class(y, k, classes->kid[j], out))
				return false;
		}
	}
	return true;
}

static int by_class(const void *x, const void *y)
{
	const struct known_class *b = y;
	return order(x, b->family->s, b->name->s);
}

bool classes_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *dir, struct classes *out,
		  struct err *e)
{
	struct known_classes found = { 0 };
	struct arena docs = { 0 };
	struct yfiles files;
	bool ok = yfiles_load(&docs, all, fs, dir, "knowledge/", NULL, &files, e);
	for (uint32_t i = 0; ok && i < files.n; i++) {
		struct yread y = { a, files.at[i].src, NULL, e };
		ok = load_file(&y, files.at[i].doc, &found);
	}
	*out = (struct classes){ 0 };
	if (ok && found.n) {
		struct known_class *k = arena_array(a, struct known_class, found.n);
		qsort(found.at, found.n, sizeof *found.at, by_class);
		memcpy(k, found.at, found.n * sizeof *k);
		*out = (struct classes){ k, (uint32_t)found.n };
	}
	vec_release(&found);
	arena_release(&docs);
	return ok;
}

// SPDX-License-Identifier: MIT
#include "lint/rules/patch.h"
#include "base/path.h"
#include <string.h>

static const char *const patch_keys[] = { "summary", "title",	"why",	 "keys",    "site",  "add",	   "before",
					  "instead", "imports", "needs", "through", "reads", "test-files", "tests" };
static const char *const site_keys[] = { "gets", "call", "without", "early-hook" };

static bool read_text(struct yread *y, const struct ynode *map, const char *key, const char **out)
{
	const struct ynode *n = yaml_get(map, key);

	return !n || (*out = yread_text(y, n, key));
}

static bool read_bool(struct yread *y, const struct ynode *map, const char *key, bool *out)
{
	const struct ynode *n = yaml_get(map, key);

	return !n || yread_bool(y, n, key, out);
}

static bool read_paths(struct yread *y, const struct ynode *map, const char *key, struct keypath **out, uint32_t *n)
{
	const struct ynode *list = yaml_get(map, key);
	const char **text = NULL;

	if (!yread_texts(y, list, key, &text, n))
		return false;
	*out = arena_array(y->a, struct keypath, *n + 1);
	for (uint32_t i = 0; i < *n; i++)
		if (!keypath_parse(y->a, text[i], &(*out)[i], NULL) || !(*out)[i].n)
			return yread_fail(y, list, "%s: '%s' is no key path", key, text[i]);
	return true;
}

static bool read_site(struct yread *y, const struct ynode *n, struct patch *p)
{
	const struct ynode *without = n ? yaml_get(n, "without") : NULL;

	if (!yread_keys(y, n, site_keys, ARRAY_SIZE(site_keys), "a site") || !read_text(y, n, "call", &p->call) ||
	    !read_paths(y, n, "gets", &p->gets, &p->ngets) || !read_bool(y, n, "early-hook", &p->early))
		return false;
	if (without &&
	    (!yread_map(y, without, "without") || !without->n || !(p->without_name = without->key[0]->text->s) ||
	     !(p->without_value = yread_text(y, without->kid[0], "without"))))
		return false;
	return p->early != !p->ngets ? yread_fail(y, n, "a site has either gets or early-hook") : true;
}

static bool read_patch(struct yread *y, const struct yfile *f, struct patch *p)
{
	p->name = path_stem(y->a, f->path);
	p->src = f->src;
	p->reads = true;
	if (!yread_keys(y, f->doc, patch_keys, ARRAY_SIZE(patch_keys), "a patch") ||
	    !(p->summary = yread_text(y, yaml_get(f->doc, "summary"), "summary")) ||
	    !(p->title = yread_text(y, yaml_get(f->doc, "title"), "title")) ||
	    !(p->why = yread_text(y, yaml_get(f->doc, "why"), "why")) ||
	    !read_paths(y, f->doc, "keys", &p->key, &p->nkeys) || !read_site(y, yaml_get(f->doc, "site"), p) ||
	    !read_text(y, f->doc, "add", &p->add) || !read_text(y, f->doc, "before", &p->before) ||
	    !read_text(y, f->doc, "instead", &p->instead) ||
	    !yread_texts(y, yaml_get(f->doc, "imports"), "imports", &p->import, &p->nimports) ||
	    !yread_texts(y, yaml_get(f->doc, "needs"), "needs", &p->need, &p->nneeds) ||
	    !read_bool(y, f->doc, "through", &p->through) || !read_bool(y, f->doc, "reads", &p->reads))
		return false;
	return !p->add == !p->before ? yread_fail(y, f->doc, "a patch has either add or before") : true;
}

bool patches_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *dir, struct patches *out,
		  struct err *e)
{
	struct arena docs = { 0 };
	struct yfiles files;
	bool ok = yfiles_load(&docs, all, fs, dir, "patches/", NULL, &files, e);

	out->at = arena_array(a, struct patch, ok ? files.n + 1 : 1);
	for (out->n = 0; ok && out->n < files.n; out->n++)
		ok = read_patch(&(struct yread){ a, files.at[out->n].src, NULL, e }, &files.at[out->n],
				&out->at[out->n]);
	arena_release(&docs);
	return ok;
}

const struct patch *patch_named(struct yread *y, const struct patches *all, const struct ynode *map)
{
	const char **names = arena_array(y->a, const char *, all->n + 1);

	if (!yread_map(y, map, "patch"))
		return NULL;
	if (map->n != 1) {
		yread_fail(y, map, "patch: names one patch and the key that it is for, {NAME: PATH}");
		return NULL;
	}
	for (uint32_t i = 0; i < all->n; i++) {
		if (!strcmp(all->at[i].name, map->key[0]->text->s))
			return &all->at[i];
		names[i] = all->at[i].name;
	}
	yread_unknown(y, map->key[0]->at.lo, "patch", map->key[0]->text->s, names, all->n);
	return NULL;
}

bool patch_does(const struct patch *p, struct keypath key)
{
	for (uint32_t i = 0; i < p->nkeys; i++)
		if (keypath_same(p->key[i], key))
			return true;
	return !p->nkeys;
}

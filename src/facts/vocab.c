// SPDX-License-Identifier: MIT
/* The vocabulary that rules and dialects share. */
#include "facts/vocab.h"
#include "facts/function/presence.h"
#include <stdlib.h>
#include <string.h>

const struct str **vocab_strs(struct arena *a, const char *const *text, uint32_t n)
{
	const struct str **s = arena_array(a, const struct str *, n + 1);
	for (uint32_t i = 0; i < n; i++)
		s[i] = str_lit(text[i]);
	return s;
}

/* ---- names with a fixed meaning ---- */

static struct fixed_name *name_slot(const struct vocab *v, const struct str *name)
{
	for (uint32_t h = name->hash;; h++) {
		struct fixed_name *x = &v->fixed[h & (v->nfixed - 1)];
		if (!x->name || x->name == name)
			return x;
	}
}

const struct fixed_name *vocab_name(const struct vocab *v, const struct str *name)
{
	const struct fixed_name *x = name_slot(v, name);
	return x->name ? x : NULL;
}

int vocab_find(const struct vocab *v, const struct str *name)
{
	const struct fixed_name *x = vocab_name(v, name);
	return x ? x->term : -1;
}

static struct fixed_name *add_name(struct vocab *v, const struct str *name)
{
	struct fixed_name *x = name_slot(v, name);
	if (!x->name)
		*x = (struct fixed_name){ .name = name, .term = -1 };
	return x;
}

static void index_names(struct arena *a, struct vocab *v)
{
	static const char *const special[] = { [SPECIAL_CFG] = "cfg", "machine", "file", "dialect", "settings" };
	size_t nfns;
	const struct rulefn *fn = rulefn_all(&nfns);
	v->nfixed = 64;
	while (v->nfixed < 2 * (v->nterms + nfns + SPECIALS))
		v->nfixed *= 2;
	v->fixed = arena_array(a, struct fixed_name, v->nfixed);
	for (uint32_t i = 0; i < v->nterms; i++)
		add_name(v, v->term[i].name)->term = (int)i;
	for (unsigned i = SPECIAL_CFG; i < SPECIALS; i++)
		add_name(v, str_lit(special[i]))->special = (enum special)i;
	for (size_t i = 0; i < nfns; i++)
		add_name(v, str_lit(fn[i].name))->fn = &fn[i];
}

/* ---- concepts.yaml ---- */

static bool load_term(struct yread *y, const struct ynode *key, const struct ynode *doc, struct term *out)
{
	static const char *const keys[] = { "type", "unit", "doc" };
	if (!yread_keys(y, doc, keys, ARRAY_SIZE(keys), "a concept"))
		return false;
	out->name = key->text;
	out->type = yaml_str(yaml_get(doc, "type"));
	out->unit = yaml_str(yaml_get(doc, "unit"));
	out->doc = yaml_str(yaml_get(doc, "doc"));
	return true;
}

static int by_name(const void *x, const void *y)
{
	return strcmp(((const struct term *)x)->name->s, ((const struct term *)y)->name->s);
}

static bool load_terms(struct yread *y, const struct ynode *doc, struct vocab *out)
{
	struct term *term = arena_array(y->a, struct term, doc->n + 1);
	for (uint32_t i = 0; i < doc->n; i++)
		if (!yread_text(y, doc->key[i], "a concept's name") ||
		    !load_term(y, doc->key[i], doc->kid[i], &term[i]))
			return false;
	if (doc->n)
		qsort(term, doc->n, sizeof *term, by_name);
	out->term = term;
	out->nterms = doc->n;
	return true;
}

const struct vocab *vocab_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *dir,
			       struct err *e)
{
	struct vocab *v = arena_new(a, struct vocab);
	struct yfiles files;
	if (!yfiles_load(a, all, fs, dir, "concepts.yaml", NULL, &files, e))
		return NULL;
	if (files.n) {
		struct yread y = { a, files.at[0].src, NULL, e };
		if (!load_terms(&y, files.at[0].doc, v))
			return NULL;
	}
	index_names(a, v);
	return classes_load(a, all, fs, dir, &v->classes, e) ? v : NULL;
}

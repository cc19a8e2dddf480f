// SPDX-License-Identifier: MIT
/* The vocabulary that rules and dialects share. */
#include "facts/vocab.h"
#include "facts/expr_check.h"
#include "facts/dialect.h"
#include "facts/shared.h"
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

static int by_function(const void *x, const void *y)
{
	return strcmp((*(const struct rulefn *const *)x)->name, (*(const struct rulefn *const *)y)->name);
}

static void list_functions(struct arena *a, struct vocab *v, const struct rulefn_table *functions,
			   const struct shared_fns *shared)
{
	size_t n = shared->n;
	for (size_t i = 0; i < functions->n; i++)
		n += functions->file[i]->n;
	v->fn = arena_array(a, const struct rulefn *, n + 1);
	for (uint32_t i = 0; i < shared->n; i++)
		v->fn[v->nfns++] = &shared->at[i].fn;
	for (size_t i = 0; i < functions->n; i++)
		for (size_t k = 0; k < functions->file[i]->n; k++)
			v->fn[v->nfns++] = &functions->file[i]->at[k];
	if (n)
		qsort(v->fn, n, sizeof *v->fn, by_function);
}

const struct special_name *vocab_special(enum special s)
{
	static const struct special_name all[SPECIALS] = {
		[SPECIAL_MACHINE] = { "machine", { "gpus", "nodes", "cores", "gpu_mem", "gpu", "gpus_why", "launch" } },
		[SPECIAL_FILE] = { "file", { "name", "path" } },
		[SPECIAL_DIALECT] = { "dialect", { "name", "family" } },
		[SPECIAL_SETTINGS] = { "settings", { "lr" } },
	};
	return &all[s];
}

static void add_tree(struct vocab *v, const struct subject_kind *kind)
{
	struct fixed_name *x = add_name(v, str_lit(kind->tree));
	x->special = SPECIAL_TREE;
	x->tree = kind;
}

static void index_names(struct arena *a, struct vocab *v, const struct subject_kind *const *kinds)
{
	uint32_t nkinds = 0;
	while (kinds[nkinds])
		nkinds++;
	v->nfixed = 64;
	while (v->nfixed < 2 * (v->nterms + v->nfns + SPECIALS + nkinds))
		v->nfixed *= 2;
	v->fixed = arena_array(a, struct fixed_name, v->nfixed);
	for (uint32_t i = 0; i < v->nterms; i++)
		add_name(v, v->term[i].name)->term = (int)i;
	for (unsigned i = SPECIAL_MACHINE; i < SPECIALS; i++)
		add_name(v, str_lit(vocab_special((enum special)i)->name))->special = (enum special)i;
	for (uint32_t i = 0; i < nkinds; i++)
		add_tree(v, kinds[i]);
	for (uint32_t i = 0; i < v->nfns; i++)
		add_name(v, str_lit(v->fn[i]->name))->fn = v->fn[i];
}

/* file.tag(...): a function whose name has a fixed name before the dot. */
static const struct rulefn *member_function(const struct vocab *v, const struct str *of, const struct str *name)
{
	for (uint32_t i = 0; i < v->nfns; i++) {
		const char *s = v->fn[i]->name;
		if (!strncmp(s, of->s, of->len) && s[of->len] == '.' && !strcmp(s + of->len + 1, name->s))
			return v->fn[i];
	}
	return NULL;
}

const struct rulefn *vocab_function(const struct vocab *v, const struct node *call)
{
	const struct node *callee = call->kid[0];
	const struct fixed_name *x = callee->kind == NODE_NAME ? vocab_name(v, callee->text) : NULL;
	if (x || callee->kind != NODE_ATTR || callee->kid[0]->kind != NODE_NAME)
		return x ? x->fn : NULL;
	x = vocab_name(v, callee->kid[0]->text);
	return x && x->special ? member_function(v, x->name, callee->text) : NULL;
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

/* Expressions that are about no config: they contain no concepts. */
static const struct subject_kind *any_kind(const struct subject_kind *const *kinds)
{
	while (kinds[1] && kinds[0]->dialects)
		kinds++;
	return kinds[0];
}

/* advice.yaml, whose functions are among the names, and may use them. */
static bool load_names(struct yread *y, const struct ynode *advice, struct vocab *v, const struct dialects *given)
{
	struct shared_fns *shared = arena_new(y->a, struct shared_fns);
	const struct scope empty = { .vocab = v, .kind = any_kind(given->kinds) };
	if (advice && !shared_declare(y, advice, shared))
		return false;
	list_functions(y->a, v, &given->functions, shared);
	index_names(y->a, v, given->kinds);
	return !advice || shared_define(y, advice, &empty, shared);
}

const struct vocab *vocab_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *dir,
			       const struct dialects *given, struct err *e)
{
	struct arena docs = { 0 };
	struct vocab *v = arena_new(a, struct vocab);
	struct yfiles files, advice;
	struct yread y = { a, NULL, parser_new(), e };
	bool ok = yfiles_load(&docs, all, fs, dir, "concepts.yaml", NULL, &files, e) &&
		  yfiles_load(&docs, all, fs, dir, "advice.yaml", NULL, &advice, e);
	if (ok && files.n) {
		y.src = files.at[0].src;
		ok = load_terms(&y, files.at[0].doc, v);
	}
	if (ok && advice.n)
		y.src = advice.at[0].src;
	ok = ok && load_names(&y, advice.n ? advice.at[0].doc : NULL, v, given);
	parser_free(y.parser);
	arena_release(&docs);
	if (!ok)
		return NULL;
	v->type = str_lit("type");
	v->packages = str_lit("packages");
	v->other_versions = str_lit("other_versions");
	return classes_load(a, all, fs, dir, &v->classes, e) && parts_load(a, all, fs, dir, v, &v->parts, e) ? v : NULL;
}

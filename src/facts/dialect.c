// SPDX-License-Identifier: MIT
/* Dialects: loaded from rules/dialects/, completed from the dialects that they extend, and chosen for a config by
 * its content.
 *
 *	optimizer = dict(lr=0.1)	under the dialect mmcv1 the concept lr is optimizer.lr: 0.1 */
#include "facts/dialect.h"
#include "config/config_subject.h"
#include "base/near.h"
#include "base/path.h"
#include "base/vec.h"
#include "facts/expr_check.h"
#include "facts/facts.h"
#include "facts/vocab.h"
#include "python/value/copy.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { EXTENDS_DEEP = 16 };

struct dialect_loader {
	struct arena *a;
	const struct vocab *vocab;
	struct parser *parser;
	const struct yfiles *files;
	struct dialect **made; /* by file; NULL: not yet */
	struct err *e;
};

static const char *const dialect_keys[] = { "summary", "family",   "loader",   "priority", "extends",
					    "detect",  "complete", "concepts", "required", "reads" };

static struct scope scope_of(const struct dialect_loader *l)
{
	return (struct scope){ .vocab = l->vocab, .kind = &config_kind };
}

/* An optional expression of the document; *out stays unchanged if it is missing. */
static bool load_expr(struct dialect_loader *l, struct yread *y, const struct ynode *map, const char *key,
		      const struct node **out)
{
	const struct ynode *n = yaml_get(map, key);
	struct scope s = scope_of(l);
	if (!n)
		return true;
	return (*out = check_value(y, n, key, &s)) != NULL;
}

/* ---- concepts ---- */

static bool load_paths(struct yread *y, const struct ynode *n, struct concept *c)
{
	const char **text;
	if (!yread_texts(y, n, "paths", &text, &c->npaths))
		return false;
	struct keypath *path = arena_array(y->a, struct keypath, c->npaths + 1);
	for (uint32_t i = 0; i < c->npaths; i++) {
		struct err e = { 0 };
		if (!keypath_parse(y->a, text[i], &path[i], &e))
			return yread_fail(y, n, "%s", e.msg);
	}
	c->path = path;
	return true;
}

/* `set:` names the candidate that a fix or profile sets if none exists. */
static bool load_home(struct yread *y, const struct ynode *n, struct concept *c)
{
	struct keypath home;
	struct err e = { 0 };
	const char *text = n ? yread_text(y, n, "set") : NULL;
	if (!n)
		return true;
	if (!text)
		return false;
	if (!keypath_parse(y->a, text, &home, &e))
		return yread_fail(y, n, "%s", e.msg);
	while (c->home < c->npaths && !keypath_same(c->path[c->home], home))
		c->home++;
	return c->home < c->npaths || yread_fail(y, n, "set: %s is none of the concept's paths", text);
}

static bool load_concept(struct dialect_loader *l, struct yread *y, const struct ynode *key, const struct ynode *doc,
			 struct dialect *d)
{
	static const char *const keys[] = { "paths", "set", "default", "value" };
	if (!yread_text(y, key, "a concept's name") || !yread_keys(y, doc, keys, ARRAY_SIZE(keys), "a concept"))
		return false;
	int i = vocab_find(l->vocab, key->text);
	if (i < 0) {
		const char **known = arena_array(l->a, const char *, l->vocab->nterms + 1);
		for (uint32_t j = 0; j < l->vocab->nterms; j++)
			known[j] = l->vocab->term[j].name->s;
		return yread_unknown(y, key->at.lo, "concept", key->text->s, known, l->vocab->nterms);
	}
	struct concept c = { .name = key->text };
	if (!load_paths(y, yaml_get(doc, "paths"), &c) || !load_home(y, yaml_get(doc, "set"), &c) ||
	    !load_expr(l, y, doc, "default", &c.fallback) || !load_expr(l, y, doc, "value", &c.value))
		return false;
	if (!c.npaths == !c.value)
		return yread_fail(y, doc, "a concept has either paths or a value");
	d->concept[i] = c;
	return true;
}

static bool load_concepts(struct dialect_loader *l, struct yread *y, const struct ynode *map, struct dialect *d)
{
	if (!map)
		return true;
	if (!yread_map(y, map, "concepts"))
		return false;
	for (uint32_t i = 0; i < map->n; i++)
		if (!load_concept(l, y, map->key[i], map->kid[i], d))
			return false;
	return true;
}

/* ---- readers ---- */

static bool load_keylist(struct yread *y, const struct ynode *map, const char *key, const struct str ***out,
			 uint32_t *n)
{
	const char **text;
	if (!yread_texts(y, yaml_get(map, key), key, &text, n))
		return false;
	*out = vocab_strs(y->a, text, *n);
	if (*n)
		qsort(*out, *n, sizeof **out, str_order);
	return true;
}

static int by_text(const void *x, const void *y)
{
	return strcmp((*(const struct str *const *)x)->s, (*(const struct str *const *)y)->s);
}

static struct value sorted_keys(struct arena *a, const struct readers *r)
{
	struct value list = value_list(a, VALUE_LIST, r->nkeys, (struct span){ 0 });
	const struct str **key = arena_array(a, const struct str *, r->nkeys + 1);
	if (r->nkeys) {
		memcpy(key, r->key, r->nkeys * sizeof *key);
		qsort(key, r->nkeys, sizeof *key, by_text);
	}
	for (uint32_t i = 0; i < r->nkeys; i++)
		list_push(a, list.as.list, value_str(key[i], (struct span){ 0 }), (struct span){ 0 });
	return value_freeze(a, list);
}

static bool load_others(struct yread *y, const struct ynode *n, struct readers *r)
{
	static const char *const word[] = {
		[READS_OPEN] = "open", [READS_IGNORES] = "ignored", [READS_REJECTS] = "rejected"
	};
	const char *s = n ? yread_text(y, n, "others") : "open";
	for (size_t i = 0; s && i < ARRAY_SIZE(word); i++)
		if (!strcmp(s, word[i])) {
			r->others = (int)i;
			return true;
		}
	return s && yread_unknown(y, n->at.lo, "value of others:", s, word, ARRAY_SIZE(word));
}

static bool load_reader(struct yread *y, const struct ynode *key, const struct ynode *doc, struct readers *r)
{
	static const char *const keys[] = { "keys", "others", "by", "actual", "ignored", "rejected" };
	const char *path = yread_text(y, key, "a container's path");
	struct err e = { 0 };
	if (!path || !yread_keys(y, doc, keys, ARRAY_SIZE(keys), "reads"))
		return false;
	if (*path && !keypath_parse(y->a, path, &r->path, &e))
		return yread_fail(y, key, "%s", e.msg);
	if (!load_keylist(y, doc, "keys", &r->key, &r->nkeys) ||
	    !load_keylist(y, doc, "ignored", &r->ignored, &r->nignored) ||
	    !load_keylist(y, doc, "rejected", &r->rejected, &r->nrejected) ||
	    !load_others(y, yaml_get(doc, "others"), r))
		return false;
	r->sorted = sorted_keys(y->a, r);
	r->by = yaml_str(yaml_get(doc, "by"));
	r->actual = yaml_get(doc, "actual");
	if (!r->actual)
		return true;
	r->actual = yaml_copy(y->a, r->actual);
	return yread_map(y, r->actual, "actual");
}

static void put_reader(struct dialect *d, const struct readers *r)
{
	uint32_t i = 0;
	while (i < d->nreads && !keypath_same(d->reads[i].path, r->path))
		i++;
	d->reads[i] = *r;
	if (i == d->nreads)
		d->nreads++;
}

static bool load_reads(struct yread *y, const struct ynode *map, struct dialect *d)
{
	uint32_t more = map ? map->n : 0;
	struct readers *all = arena_array(y->a, struct readers, d->nreads + more + 1);
	if (d->nreads)
		memcpy(all, d->reads, d->nreads * sizeof *all);
	d->reads = all;
	if (map && !yread_map(y, map, "reads"))
		return false;
	for (uint32_t i = 0; i < more; i++) {
		struct readers r = { 0 };
		if (!load_reader(y, map->key[i], map->kid[i], &r))
			return false;
		put_reader(d, &r);
	}
	return true;
}

/* ---- one dialect ---- */

static bool load_loader(struct yread *y, const struct ynode *n, struct dialect *d)
{
	const char *s = n ? yread_text(y, n, "loader") : NULL;
	if (n && !s)
		return false;
	if (s)
		d->loader = loader_by_name(s);
	if (s && (d->loader == LOADER_AUTO || d->loader == LOADERS))
		return yread_fail(y, n, "loader is %s, not '%s'", loader_names(y->a), s);
	if (d->loader == LOADER_AUTO)
		return yread_fail(y, NULL, "a dialect needs a loader: %s", loader_names(y->a));
	return true;
}

static bool load_head(struct yread *y, const struct ynode *doc, struct dialect *d)
{
	const struct ynode *family = yaml_get(doc, "family"), *priority = yaml_get(doc, "priority");
	d->summary = yaml_str(yaml_get(doc, "summary"));
	if (family && !yread_text(y, family, "family"))
		return false;
	if (family)
		d->family = family->text;
	if (!d->family)
		return yread_fail(y, doc, "a dialect needs a family: mmcv1 or mmengine");
	d->priority = 0;
	if (priority) {
		struct value v;
		if (!yread_value(y, priority, &v) || v.kind != VALUE_INT || v.as.i < 0 || v.as.i > 1000)
			return yread_fail(y, priority, "priority is a number from 0 to 1000");
		d->priority = (int)v.as.i;
	}
	return load_loader(y, yaml_get(doc, "loader"), d);
}

static struct dialect *load_dialect(struct dialect_loader *l, uint32_t i, unsigned depth);

static bool find_parent(struct dialect_loader *l, struct yread *y, const struct ynode *n, unsigned depth,
			const struct dialect **out)
{
	*out = NULL;
	if (!n)
		return true;
	const char *name = yread_text(y, n, "extends");
	if (!name)
		return false;
	if (depth >= EXTENDS_DEEP)
		return yread_fail(y, n, "dialects extend each other in a cycle");
	const char **known = arena_array(l->a, const char *, l->files->n + 1);
	for (uint32_t i = 0; i < l->files->n; i++) {
		known[i] = path_stem(l->a, l->files->at[i].path);
		if (!strcmp(known[i], name)) {
			*out = load_dialect(l, i, depth + 1);
			return *out != NULL;
		}
	}
	return yread_unknown(y, n->at.lo, "dialect", name, known, l->files->n);
}

static struct dialect *start(struct dialect_loader *l, const struct dialect *parent)
{
	struct dialect *d = arena_new(l->a, struct dialect);
	uint32_t n = l->vocab->nterms;
	if (parent)
		*d = *parent;
	struct concept *c = arena_array(l->a, struct concept, n + 1);
	for (uint32_t i = 0; i < n; i++)
	c[i] = parent ? parent->concept[i] : (struct concept){ .name = l->vocab->term[i].name };
	d->concept = c;
	d->nconcepts = n;
	d->vocab = l->vocab;
	d->parent = parent;
	d->detect = NULL; /* a special case of its parent is not detected by the parent's signs */
	d->detect_text = NULL;
	return d;
}

static struct dialect *load_dialect(struct dialect_loader *l, uint32_t i, unsigned depth)
{
	const struct yfile *f = &l->files->at[i];
	struct yread y = { l->a, f->src, l->parser, l->e };
	const struct dialect *parent;
	if (l->made[i])
		return l->made[i];
	if (!yread_keys(&y, f->doc, dialect_keys, ARRAY_SIZE(dialect_keys), "a dialect") ||
	    !find_parent(l, &y, yaml_get(f->doc, "extends"), depth, &parent))
		return NULL;
	struct dialect *d = start(l, parent);
	const struct ynode *required = yaml_get(f->doc, "required");
	const char **text;
	d->name = path_stem(l->a, f->path);
	d->src = f->src;
	if (!load_head(&y, f->doc, d) || !load_expr(l, &y, f->doc, "detect", &d->detect) ||
	    !load_expr(l, &y, f->doc, "complete", &d->complete) ||
	    !load_concepts(l, &y, yaml_get(f->doc, "concepts"), d) || !load_reads(&y, yaml_get(f->doc, "reads"), d))
		return NULL;
	if (required) {
		if (!yread_texts(&y, required, "required", &text, &d->nrequired))
			return NULL;
		d->required = vocab_strs(l->a, text, d->nrequired);
	}
	if (d->detect)
		d->detect_text = yaml_str(yaml_get(f->doc, "detect"));
	return l->made[i] = d;
}

/* ---- all ---- */

static int by_priority(const void *x, const void *y)
{
	const struct dialect *a = *(struct dialect *const *)x, *b = *(struct dialect *const *)y;
	if (a->priority != b->priority)
		return a->priority > b->priority ? -1 : 1;
	return strcmp(a->name, b->name);
}

bool dialects_load(struct arena *a, struct sources *all, const struct vfs *fs, const char *rules_dir,
		   struct dialects *out, struct err *e)
{
	struct arena docs = { 0 };
	struct yfiles files;
	const struct vocab *vocab = vocab_load(a, all, fs, rules_dir, out, e);
	if (!vocab || !yfiles_load(&docs, all, fs, rules_dir, "dialects/", NULL, &files, e)) {
		arena_release(&docs);
		return false;
	}
	struct dialect_loader l = { a, vocab, parser_new(), &files, arena_array(a, struct dialect *, files.n + 1), e };
	bool ok = true;
	for (uint32_t i = 0; ok && i < files.n; i++)
		ok = load_dialect(&l, i, 0) != NULL;
	parser_free(l.parser);
	arena_release(&docs);
	if (!ok)
		return false;
	if (files.n)
		qsort(l.made, files.n, sizeof *l.made, by_priority);
	out->at = l.made;
	out->n = files.n;
	out->vocab = vocab;
	return true;
}

bool dialect_is(const struct dialect *d, const char *name)
{
	for (; d; d = d->parent)
		if (!strcmp(d->name, name) || !strcmp(d->family->s, name))
			return true;
	return false;
}

const struct dialect *dialect_by_name(const struct dialects *all, const char *name)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (!strcmp(all->at[i]->name, name))
			return all->at[i];
	return NULL;
}

bool dialects_know(const struct dialects *all, const char *name)
{
	for (uint32_t i = 0; i < all->n; i++)
		if (!strcmp(all->at[i]->name, name) || !strcmp(all->at[i]->family->s, name))
			return true;
	return false;
}

static bool detects(struct facts *f, const struct dialect *d)
{
	facts_set_dialect(f, d);
	struct value v = facts_eval(f, d->detect, NULL, NULL);
	return v.kind == VALUE_BOOL && v.as.b;
}

static const struct dialect *detect(const struct dialects *all, struct facts *f, enum loader loader, const char **why)
{
	const struct dialect *generic = NULL;
	*why = NULL;
	for (uint32_t i = 0; i < all->n; i++) {
		const struct dialect *d = all->at[i];
		if (d->loader != loader)
			continue;
		if (!d->detect) {
			generic = d; /* the last one has the lowest priority */
		} else if (detects(f, d)) {
			*why = d->detect_text;
			return d;
		}
	}
	return generic;
}

const struct dialect *dialect_detect(const struct dialects *all, const struct module *m, const char **why)
{
	struct arena a = { 0 };
	const char *sign;
	const struct dialect *d = detect(all, facts_new(&a, &m->subject, all->vocab, NULL, NULL), m->trainer, &sign);
	arena_release(&a);
	if (why)
		*why = sign ? sign : d ? "the generic one: no other is recognised" : "no dialect is recognised";
	return d;
}

static bool is_concept(const struct dialect *d, const struct str *name)
{
	for (uint32_t i = 0; i < d->nconcepts; i++)
		for (uint32_t k = 0; k < d->concept[i].npaths; k++)
			if (d->concept[i].path[k].n > 0 && d->concept[i].path[k].part[0].as.s == name)
				return true;
	return false;
}

bool dialect_knows_key(const struct dialect *d, const struct str *name)
{
	for (uint32_t i = 0; i < d->nrequired; i++)
		if (d->required[i] == name)
			return true;
	for (uint32_t i = 0; i < d->nreads; i++)
		for (uint32_t k = 0; d->reads[i].path.n == 0 && k < d->reads[i].nkeys; k++)
			if (d->reads[i].key[k] == name)
				return true;
	return is_concept(d, name);
}

void dialects_each_key(const struct dialects *all, void (*with)(void *ctx, const struct str *name), void *ctx)
{
	for (uint32_t i = 0; i < all->n; i++) {
		const struct dialect *d = all->at[i];
		for (uint32_t k = 0; k < d->nrequired; k++)
			with(ctx, d->required[k]);
		for (uint32_t r = 0; r < d->nreads; r++)
			for (uint32_t k = 0; d->reads[r].path.n == 0 && k < d->reads[r].nkeys; k++)
				with(ctx, d->reads[r].key[k]);
	}
}

bool dialects_know_key(const struct dialects *all, const struct str *name)
{
	bool known = false;
	for (uint32_t i = 0; i < all->n && !known; i++)
		known = dialect_knows_key(all->at[i], name);
	return known;
}

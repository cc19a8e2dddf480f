// SPDX-License-Identifier: MIT
/* The index of a project's code, built bottom up: syntax trees and names (pymodel), registries, the flow of configs
 * (flow.c), what classes take. Questions about keys walk down the tree of config places that the flow left: `use` of
 * a place says that code reads it, `open` that something may read any key there.
 *
 * Invariant: after index_build nothing is written but what is computed on demand under `lock`. A key is unread or
 * rejected only if no place on its path is open.
 *
 *	Net(**cfg.model)	model.lr is rejected, if Net.__init__ takes no lr
 *	x = cfg.model.depth	model.depth is read; model.width is unread, if no other code gets cfg.model */
#include "code/index.h"
#include "base/path.h"
#include "code/early.h"
#include "code/flow.h"
#include "code/flow_set.h"
#include "code/params.h"
#include "code/apart.h"
#include "code/gather.h"
#include "code/priv.h"
#include "code/registry.h"
#include "code/registry_scope.h"
#include "code/stranger.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- building ---- */

struct index *index_new(struct index_of of)
{
	struct index *c = xcalloc(1, sizeof *c);
	pymodel_init(&c->m, of.root, of.fs, of.sources);
	c->know = of.know;
	c->classes = of.classes;
	c->plain = of.plain;
	c->composed = of.composed;
	c->signatures.arena = &c->m.arena;
	pthread_mutex_init(&c->lock, NULL);
	return c;
}

bool index_gather(struct index *c, const char *const *more, const char **why)
{
	struct files_left left = { 0 };
	bool good = files_gather(&c->m, c->know, c->plain, more, NULL, &left, why);
	c->types_open = left.types_open;
	c->classes_open = left.classes_open;
	for (size_t i = 0; i < left.nested.n; i++)
		vec_push(&c->nested, left.nested.at[i]);
	vec_release(&left.nested);
	return good;
}

struct pymodel *index_model(struct index *c)
{
	return &c->m;
}

bool index_is_built(const struct index *c)
{
	return c->built;
}

static void note_broken(struct index *c, const struct cfile *f)
{
	if (f->apart && !c->apart)
		c->apart = arena_printf(&c->m.arena, "a file of the project can't be parsed (%s)", f->rel);
	if (c->incomplete || f->apart)
		return;
	c->incomplete = arena_printf(&c->m.arena, "can't be parsed (%s)", f->rel);
	c->incomplete_at = (struct code_place){ f->src, 0, 0 };
}

static void note_deep(struct index *c, const struct cfile *f)
{
	if (c->m.deep_in != f || c->incomplete)
		return;
	c->incomplete = "is nested too deeply to be followed";
	c->incomplete_at = file_place(f, c->m.deep_at);
}

static void note_file(struct index *c, const struct cfile *f)
{
	stranger_note(c, f);
	note_deep(c, f);
	if (f->broken && (!f->script || f->trains)) /* another script takes no part in training */
		note_broken(c, f);
}

void index_build(struct index *c)
{
	pymodel_build(&c->m);
	files_apart(c);
	for (uint32_t i = 0; i < c->m.nfiles; i++) {
		flow_flags(c->m.file[i]);
		note_file(c, c->m.file[i]);
	}
	registry_collect(c);
	flow_run(c);
	scope_collect(c);
	stranger_open(c);
	for (size_t i = 0; i < c->m.cls.n; i++) /* so that nothing is written later */
		params_of_class(c, c->m.cls.at[i]);
	c->built = c->m.shared = true;
}

void index_build_plain(struct index *c)
{
	pymodel_build(&c->m);
	for (uint32_t i = 0; i < c->m.nfiles; i++)
		note_deep(c, c->m.file[i]);
	for (uint32_t i = 0; i < c->m.nfiles; i++)
		if (c->m.file[i]->broken)
			note_broken(c, c->m.file[i]);
	flow_run(c);
	c->built = c->m.shared = true;
}

size_t index_loadings(const struct index *c, const struct plain_load **out)
{
	*out = c->loading.at;
	return c->loading.n;
}

void index_free(struct index *c)
{
	for (size_t i = 0; i < c->loading.n; i++)
		cnode_release(c->loading.at[i].root);
	vec_release(&c->loading);
	cnode_release(c->training);
	cnode_release(c->other);
	vec_release(&c->filters);
	vec_release(&c->nested);
	pymodel_release(&c->m);
	pthread_mutex_destroy(&c->lock);
	free(c);
}

bool index_trains(const struct index *c)
{
	return c->training != NULL;
}

/* ---- keys ---- */

static struct code_answer unknown(enum code_fate fate, struct code_place at, const char *why)
{
	return (struct code_answer){ .fate = fate, .at = at, .why = why };
}

/* Why something may read any key below n. */
static bool may_read(const struct index *c, struct arena *a, const struct cnode *n, const struct str *key,
		     struct code_answer *out)
{
	if (n->open)
		*out = unknown(n->abroad ? CODE_ABROAD : CODE_NOT_KNOWN, n->open_at, n->open_why);
	else if (n->iterated)
		*out = unknown(CODE_NOT_KNOWN, n->iterated_at, "all its keys are walked over");
	else if (c->incomplete)
		*out = unknown(CODE_NOT_KNOWN, c->incomplete_at,
			       arena_printf(a, "a file of the project %s", c->incomplete));
	else if (key && map_get(n->up ? &c->mention : &c->top, key))
		*out = (struct code_answer){
			.fate = CODE_NOT_KNOWN,
			.why = arena_printf(a, "'%s' is looked up in something that is not followed", key->s),
			.idle = !n->up && !map_get(&c->busy, key),
		};
	else
		return false;
	return true;
}

/* The key is unread, with the place that reads the container's other keys; or what gets the whole container raises. */
static struct code_answer rejected(const struct cnode *n, const struct str *key)
{
	struct code_answer out = { .fate = CODE_UNREAD };
	for (const struct cnode *k = n->kids; k; k = k->next)
		if (k->use.n && (!out.at.file || strcmp(k->use.at[0].at.file->path, out.at.file->path) < 0 ||
				 (k->use.at[0].at.file == out.at.file && k->use.at[0].at.lo < out.at.lo)))
			out.at = k->use.at[0].at;
	for (size_t i = 0; i < n->sink.n; i++) {
		const struct key_sink *s = &n->sink.at[i];
		bool named = str_among(key, s->to->name, s->to->n);
		if (!s->to->open && !s->to->swallows && !named && filter_has(s->filter, key))
			out = unknown(CODE_REJECTED, s->at, s->to->by);
	}
	return out;
}

struct code_answer index_key(const struct index *c, struct arena *a, struct keypath p)
{
	if (!c->training)
		return unknown(CODE_ABROAD, (struct code_place){ 0 },
			       "the project has no training script that loads a config");
	return index_key_below(c, a, c->training, p);
}

/* Goes down the path: what may read all keys of a container on the way decides, unless the key itself is read. */
struct code_answer index_key_below(const struct index *c, struct arena *a, const struct cnode *n, struct keypath p)
{
	const struct cnode *exact = cnode_at(n, p);
	struct code_answer out;
	if (p.n && exact && exact->use.n)
		return (struct code_answer){ .fate = CODE_READ }; /* other readers don't matter */
	for (uint32_t i = 0; i < p.n; i++) {
		const struct str *key;
		if (!cnode_key(p.part[i], &key))
			return unknown(CODE_NOT_KNOWN, (struct code_place){ 0 },
				       "its path has a key that is not a text");
		const struct cnode *kid = cnode_find(n, key);
		bool inner = kid && i + 1 < p.n;
		if (key && !inner && n->open && n->copies && !map_get(&c->mention, key) &&
		    (out = rejected(n, key)).fate == CODE_REJECTED)
			return out; /* other code gets a copy of all keys */
		if (may_read(c, a, n, inner ? NULL : key, &out))
			return out;
		if (!key)
			return unknown(CODE_NOT_KNOWN, (struct code_place){ 0 }, "it is an element of a list");
		if (kid && i + 1 == p.n && kid->open) /* what gets the container may read it */
			return unknown(kid->abroad ? CODE_ABROAD : CODE_NOT_KNOWN, kid->open_at, kid->open_why);
		if (!kid || i + 1 == p.n)
			return i + 1 == p.n ? rejected(n, key) : (struct code_answer){ .fate = CODE_UNREAD };
		n = kid;
	}
	return unknown(CODE_NOT_KNOWN, (struct code_place){ 0 }, "it is the config as a whole");
}

const char *index_reader(const struct index *c, struct arena *a, struct keypath container)
{
	const struct cnode *n = cnode_at(c->training, container);
	if (n && n->open)
		return NULL;
	const struct fn *best = NULL;
	uint32_t most = 0;
	for (const struct cnode *k = n && n->reader ? n->kids : NULL; k; k = k->next)
		most += k->open && !k->use.n;
	for (const struct cnode *k = n ? n->kids : NULL; k; k = k->next)
		for (size_t i = 0; i < k->use.n; i++) {
			uint32_t count = 0;
			for (const struct cnode *l = n->kids; l; l = l->next)
				for (size_t j = 0; j < l->use.n; j++)
					count += l->use.at[j].in == k->use.at[i].in;
			if (count > most) {
				most = count;
				best = k->use.at[i].in;
			}
		}
	if (!best)
		return n ? n->reader : NULL;
	return best->name && best->name->len ? arena_printf(a, "%s: %s", best->file->rel, best->name->s)
					     : arena_strdup(a, best->file->rel);
}

VEC(use_list, struct code_use);

static void add_use(struct use_list *to, struct code_place at, const char *how, bool training, const struct fn *in)
{
	if (at.file)
		vec_push(to, ((struct code_use){ at, how, training, false, in && in->name ? in->name->s : "" }));
}

static void add_settings(struct use_list *to, const struct cnode *n, bool below)
{
	for (size_t i = 0; n && i < n->set.n; i++) {
		const struct key_set *s = &n->set.at[i];
		if (s->below == below && (n->training || !below)) /* every tool takes --cfg-options */
			vec_push(to, ((struct code_use){ s->at, s->how, n->training, true,
							 s->in->name ? s->in->name->s : "" }));
	}
}

static void uses_in(struct arena *a, const struct cnode *root, struct keypath p, struct use_list *out)
{
	const struct cnode *n = root, *exact = cnode_at(root, p);
	if (!root)
		return;
	for (size_t i = 0; exact && i < exact->use.n; i++)
		add_use(out, exact->use.at[i].at, exact->use.at[i].how, root->training, exact->use.at[i].in);
	add_settings(out, exact, false);
	for (uint32_t i = 0; n && i < p.n; i++) { /* code that takes a container around it */
		const struct str *key;
		add_settings(out, n, true);
		if (n->open)
			add_use(out, n->open_at, arena_printf(a, CODE_AROUND "%s", n->open_why), root->training, NULL);
		else if (n->iterated)
			add_use(out, n->iterated_at, CODE_AROUND "code iterates over all keys", root->training, NULL);
		for (size_t k = 0; k < n->sink.n; k++)
			if (i + 1 == p.n && !exact)
				add_use(out, n->sink.at[k].at,
					arena_printf(a, "gives all its keys to %s, which does not take this one",
						     n->sink.at[k].to->by),
					root->training, NULL);
		n = cnode_key(p.part[i], &key) ? cnode_find(n, key) : NULL;
	}
	if (n && n->open)
		add_use(out, n->open_at, arena_printf(a, CODE_INSIDE "%s", n->open_why), root->training, NULL);
}

static int by_place(const void *x, const void *y)
{
	const struct code_use *a = x, *b = y;
	if (a->training != b->training)
		return a->training ? -1 : 1;
	if (a->sets != b->sets)
		return a->sets ? -1 : 1;
	int c = strcmp(a->at.file->path, b->at.file->path);
	return c ? c : (a->at.lo > b->at.lo) - (a->at.lo < b->at.lo);
}

size_t index_uses(const struct index *c, struct arena *a, struct keypath p, struct code_use **out)
{
	struct use_list all = { 0 };
	uses_in(a, c->training, p, &all);
	uses_in(a, c->other, p, &all);
	if (all.n)
		qsort(all.at, all.n, sizeof *all.at, by_place);
	*out = arena_array(a, struct code_use, all.n + 1);
	size_t n = 0;
	for (size_t i = 0; i < all.n; i++) {
		bool again = i && all.at[i].at.file == all.at[i - 1].at.file &&
			     all.at[i].at.lo == all.at[i - 1].at.lo && all.at[i].training == all.at[i - 1].training &&
			     all.at[i].sets == all.at[i - 1].sets;
		if (!again)
			(*out)[n++] = all.at[i];
	}
	vec_release(&all);
	return n;
}

/* ---- types ---- */

bool index_knows_type(const struct index *c, const struct str *type)
{
	return registered_next(c, type, NULL) || map_get(&c->class_name, type);
}

size_t index_types(const struct index *c, const struct str *const **out)
{
	*out = c->type_list;
	return c->ntypes;
}

const char *index_types_open(const struct index *c)
{
	return c->types_open		   ? c->types_open
	       : c->incomplete || c->apart ? "a file of the project can't be followed"
					   : NULL;
}

bool index_mentions(const struct index *c, const struct str *key)
{
	return map_get(&c->mention, key);
}

bool index_takes(const struct index *c, const struct str *in, const struct str *key)
{
	return map_get(&c->taken, key) || (in && map_get(&c->taken, names_joined(in, key)));
}

bool index_special(const struct index *c, const struct str *type, struct code_place *at)
{
	const struct code_place *p = map_get(&c->special, type);
	if (p)
		*at = *p;
	return p != NULL;
}

struct cls *index_class(const struct index *c, const struct str *type)
{
	const struct registered *r = registered_next(c, type, NULL);
	struct cls *k = r ? r->cls : NULL;
	for (; r; r = registered_next(c, type, r))
		if (r->cls != k)
			return NULL;
	return k;
}

const struct code_params *index_type(const struct index *c, const struct str *type)
{
	struct cls *k = index_class(c, type);
	return k ? k->params : NULL;
}

static bool is_own_package(void *c, const struct str *package)
{
	return index_has_package(c, package);
}

static bool both_abroad(struct index *c, const struct str *type, const struct str *around)
{
	return signature_names(&c->signatures, type, around, is_own_package, c);
}

/* A project class that derives from a framework's class builds as that does: by the framework's registry, which
 * lacks the types that the project registers apart. */
static bool base_builds(struct index *c, const struct str *type, struct cls *around)
{
	bool found = false;
	for (const struct registered *r = map_get(&c->type, type); r; r = r->next)
		if (!registered_apart(c, r))
			return false;
	class_bases(&c->m, around);
	for (uint32_t i = 0; i < around->nabroad; i++) {
		const char *dot = strrchr(around->abroad[i]->s, '.');
		found |= both_abroad(c, type, dot ? str_lit(dot + 1) : around->abroad[i]);
	}
	return found;
}

bool index_is_framework_type(struct index *c, const struct str *type, const struct str *around)
{
	struct cls *k = index_class(c, around);
	pthread_mutex_lock(&c->lock);
	bool found = k ? base_builds(c, type, k) : map_get(&c->type, around) ? false : both_abroad(c, type, around);
	pthread_mutex_unlock(&c->lock);
	return found;
}

/* It never returns a value, but mmcv's hook needs a dict. Generators and functions that always raise are excluded. */
static bool returns_nothing(const struct node *n, unsigned depth, bool *raises)
{
	if (depth > NEST_MAX || n->kind == NODE_OPAQUE ||
	    (n->kind == NODE_RETURN && n->n && n->kid[0] && n->kid[0]->kind != NODE_CONST))
		return false;
	*raises |= n->kind == NODE_RAISE && depth == 1; /* unconditional: it is abstract */
	for (uint32_t i = 0; i < n->n; i++)
		if (n->kid[i] && n->kid[i]->kind != NODE_DEF && n->kid[i]->kind != NODE_LAMBDA &&
		    n->kid[i]->kind != NODE_CLASS && !returns_nothing(n->kid[i], depth + 1, raises))
			return false;
	return true;
}

struct method_answer {
	const struct code_params *params;
	bool empty;
};

static struct method_answer *work_out(struct index *c, struct cls *k, const struct str *name)
{
	struct method_answer *m = arena_new(&c->m.arena, struct method_answer);
	struct fn *f = class_method(&c->m, k, name, NULL);
	bool raises = false;
	m->params = params_of_method(c, k, name);
	m->empty = f && f->node->n == 2 && returns_nothing(f->node->kid[1], 0, &raises) && !raises;
	return m;
}

const struct code_params *index_method(struct index *c, const struct str *type, const char *method, bool *empty)
{
	struct cls *k = index_class(c, type);
	if (!k)
		return NULL;
	char key[512];
	int n = snprintf(key, sizeof key, "%s\n%s", type->s, method);
	if (n < 0 || (size_t)n >= sizeof key)
		return NULL;
	const struct str *memo = str_lit(key);
	pthread_mutex_lock(&c->lock);
	struct method_answer *m = map_get(&c->method_memo, memo);
	if (!m) {
		m = work_out(c, k, str_lit(method));
		map_put(&c->m.arena, &c->method_memo, memo, m);
	}
	pthread_mutex_unlock(&c->lock);
	if (empty)
		*empty = m->empty;
	return m->params;
}

/* ---- classes by the names that the project calls them by ---- */

struct union_of {
	struct index *c;
	struct code_params *p;
	bool unseen;
};

static void add_params(struct union_of *u, const struct code_params *x)
{
	const struct str **all = arena_array(&u->c->m.arena, const struct str *, u->p->n + x->n + 1);
	if (u->p->n)
		memcpy(all, u->p->name, u->p->n * sizeof *all);
	if (x->n)
		memcpy(all + u->p->n, x->name, x->n * sizeof *all);
	u->p->name = all;
	u->p->n += x->n;
}

static void add_outside(struct union_of *u, const struct str *dotted)
{
	const struct code_params *x = params_abroad(u->c, dotted);
	if (x->by)
		add_params(u, x);
	else
		u->unseen = true;
}

/* A class of the project: adds all constructors that it inherits, because each may take its share. */
static void add_class(struct union_of *u, struct cls *k)
{
	class_bases(&u->c->m, k);
	u->unseen |= k->open_bases;
	for (uint32_t i = 0; i < k->nmro; i++) {
		struct fn *f = map_get(&k->mro[i]->method, str_lit("__init__"));
		if (f)
			add_params(u, params_of_fn(u->c, f, true));
	}
	for (uint32_t i = 0; i < k->nabroad; i++)
		add_outside(u, k->abroad[i]);
}

static void add_name(struct union_of *u, const struct cfile *f, const struct str *name)
{
	for (struct name_sym *s = map_get(&f->top->inner, name); s; s = s->also) {
		struct found x = names_bound(f, s); /* any of them: the project's own may stand after `except` */
		if (x.kind == F_CLASS)
			add_class(u, x.cls);
		else if (x.kind == F_EXT)
			add_outside(u, x.dotted);
		else
			u->unseen = true;
	}
}

const struct code_params *index_hooks(struct index *c)
{
	pthread_mutex_lock(&c->lock);
	const struct code_habits *h = &c->know->habits;
	struct union_of u = { .c = c, .p = &c->hooks };
	if (!c->hooks_done) { /* once: callers read the answer without the lock */
		for (uint32_t i = 0; i < h->hooks.n; i++)
			for (uint32_t k = 0; k < c->m.nfiles; k++)
				add_name(&u, c->m.file[k], str_lit(h->hooks.at[i]));
		c->hooks.open |= u.unseen;
		c->hooks_done = true;
	}
	pthread_mutex_unlock(&c->lock);
	return c->hooks.n && !c->hooks.open ? &c->hooks : NULL;
}

bool index_early_hook(struct index *c, struct code_place *at)
{
	pthread_mutex_lock(&c->lock);
	*at = early_hook(c);
	pthread_mutex_unlock(&c->lock);
	return at->file != NULL;
}

bool index_has_package(const struct index *c, const struct str *dotted)
{
	const struct cfile *f = map_get(&c->m.by_dotted, dotted);
	return f && f->package;
}

const char *index_foreign(const struct index *c)
{
	return c->foreign ? c->foreign->s : NULL;
}

bool index_reads_elsewhere(const struct index *c, struct keypath p)
{
	const struct cnode *n = c->other;
	for (uint32_t i = 0; n && i < p.n; i++) {
		const struct str *key;
		if (n->open || n->iterated)
			return true;
		n = cnode_key(p.part[i], &key) ? cnode_find(n, key) : NULL;
	}
	return n && n->use.n;
}

const char *index_apart(const struct index *c)
{
	return c->apart;
}

const char *index_stranger(const struct index *c)
{
	return c->prying ? c->prying->s : NULL;
}

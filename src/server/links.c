// SPDX-License-Identifier: MIT
/* Answers definition, references and document links. The spot at the cursor (spot_find) decides: a base leads to its
 * file, a class to its definition, a key to the nearest earlier value of its history.
 *
 * Invariant: a list of places has no duplicates and at most PLACES_MAX entries.
 *
 *	definition of './base.py'		base.py, line 1
 *	definition of lr in child.py		lr in base.py, which child.py replaces
 *	references of lr			lr in all configs of the family, and the code that reads it */
#include "server/links.h"
#include "server/diagnostics.h"
#include "server/server_classes.h"
#include "server/family.h"
#include "server/hover.h"
#include "cli/shared/history.h"
#include "config/config_subject.h"
#include <string.h>

enum { PLACES_MAX = 500 };

struct places {
	struct server *s;
	const struct module *m;
	const struct graph *g;
	struct arena a;
	struct config_spot at;
	json_t *list;
};

static void add_source(struct places *p, const struct source *src, uint32_t lo, uint32_t hi)
{
	json_t *x = location_json(p->s->docs.unit, src, (struct span){ .lo = lo, .hi = hi });
	size_t i;
	json_t *old;

	json_array_foreach (p->list, i, old)
		if (json_equal(old, x)) {
			json_decref(x);
			return;
		}
	if (x && json_array_size(p->list) < PLACES_MAX)
		json_array_append_new(p->list, x);
	else
		json_decref(x);
}

static void add_span(struct places *p, struct span at)
{
	if (at.file)
		add_source(p, graph_source(p->g, at.file), at.lo, at.hi);
}

static bool begin(struct places *p, struct server *s, const json_t *params, struct refusal *why)
{
	struct request_place request;

	*p = (struct places){ .s = s };
	p->m = server_place(s, params, &request, why) ? analysis_config(request.a) : NULL;
	if (!p->m || !spot_find(&p->a, p->m, request.offset, &p->at)) {
		arena_release(&p->a);
		return false;
	}
	p->g = subject_graph(request.a->subject->set);
	p->list = json_array();
	return true;
}

static json_t *end(struct places *p)
{
	arena_release(&p->a);
	return p->list;
}

/* --- bases */

json_t *links_bases(struct server *s, const json_t *params, struct refusal *why)
{
	struct document *d = server_document(s, params, why);
	struct analysis *a = d ? server_look(s, d, false) : NULL;
	const struct module *m = a ? analysis_config(a) : NULL;
	json_t *list = json_array();

	for (uint32_t i = 0; m && i < m->nbases; i++) {
		const struct base_ref *b = &m->base[i];

		if (b->module && b->at.file == m->src->id)
			json_array_append_new(list, json_pack("{s:o, s:o}", "range",
							      place_range(s->docs.unit, m->src,
									  source_offset(m->src, b->at.lo),
									  source_offset(m->src, b->at.hi)),
							      "target", uri_of(b->path)));
	}
	return list;
}

/* --- where it comes from */

static void add_class(struct places *p)
{
	const struct code *c = analysis_code(p->s, p->m);
	const char *name = p->at.path.n ? class_named(&p->a, p->at.val) : p->at.imported;
	const struct keypath dict = { p->at.path.part, p->at.path.n ? p->at.path.n - 1 : 0 };
	const struct class_use use = class_use(&p->s->world.s, c, &p->a, p->at.path.n ? p->m : NULL, dict);
	struct code_place place;

	if (c && name && !p->at.on_key && class_place(&use, name, &place))
		add_source(p, place.file, place.lo, place.hi);
}

/* The value's text where a name stands for it; else what the key replaced, the nearest first; else the place itself. */
static void add_origin(struct places *p)
{
	struct history h = { .s = &p->s->world.s, .g = p->g, .path = p->at.path };
	bool named = !p->at.on_key && p->at.val.at.file &&
		     (p->at.val.at.file != p->at.at.file || p->at.val.at.lo != p->at.at.lo);

	if (named) {
		add_span(p, p->at.val.at);
		return;
	}
	history_of(&h, p->m);
	for (size_t i = h.step.n; i-- > 0;)
		if (h.step.at[i].at.file && h.step.at[i].at.file != p->m->src->id) {
			add_span(p, h.step.at[i].at);
			break;
		}
	if (!json_array_size(p->list))
		add_span(p, p->at.at);
	history_release(&h);
}

json_t *links_definition(struct server *s, const json_t *params, struct refusal *why)
{
	struct places p;

	if (!begin(&p, s, params, why))
		return NULL;
	if (p.at.base && p.at.base->module)
		add_source(&p, p.at.base->module->src, 0, 0);
	else if (!p.at.base)
		add_class(&p);
	if (p.at.path.n && !json_array_size(p.list))
		add_origin(&p);
	return end(&p);
}

/* --- other files */

/* The class that takes it; else all code that reads it or may. */
static void add_uses(struct places *p)
{
	const struct code *c = analysis_code(p->s, p->m);
	const struct class_use here = class_use(&p->s->world.s, c, &p->a, p->m, p->at.path);
	const struct code_params *x = c ? class_taking(&here, p->at.path) : NULL;
	struct code_place at = x ? code_params_at(c, x, false) : (struct code_place){ 0 };
	struct code_use *use;
	size_t n = c && !x ? code_uses(c, &p->a, p->at.path, &use) : 0;

	if (at.file)
		add_source(p, at.file, at.lo, at.hi);
	for (size_t i = 0; i < n; i++)
		if (use[i].at.file)
			add_source(p, use[i].at.file, use[i].at.lo, use[i].at.hi);
}

/* The config sets the key itself. */
static void add_setter(struct places *p, const struct module *m)
{
	struct slot slot = keypath_get(&p->a, m->own, p->at.path);

	if (slot.found == p->at.path.n && m->src && slot.use.file == m->src->id)
		add_span(p, slot.key.file ? slot.key : slot.use);
}

/* It names that base. */
static void add_child(struct places *p, const struct module *m, const char *base)
{
	for (uint32_t i = 0; i < m->nbases; i++)
		if (m->base[i].path && strcmp(m->base[i].path, base) == 0)
			add_span(p, m->base[i].at);
}

/* In all configs that inherit from the base, or from one that sets the key or a sibling. */
static void add_family(struct places *p)
{
	const char *base = p->at.base ? p->at.base->path : NULL;
	struct family f = { 0 };
	const struct module *const *all;
	size_t n;

	if (base)
		family_add(&f, &p->s->world.s, base);
	else /* or sets another key beside it */
		family_setting(&f, &p->s->world.s, p->m,
			       (struct keypath){ p->at.path.part, p->at.path.n - (p->at.path.n > 1) });
	family_load(&f);
	p->g = f.g;
	n = f.g ? graph_modules(f.g, &all) : 0;
	for (size_t i = 0; i < n; i++)
		if (base)
			add_child(p, all[i], base);
		else if (all[i]->requested)
			add_setter(p, all[i]);
	family_end(&f);
}

json_t *links_references(struct server *s, const json_t *params, struct refusal *why)
{
	struct places p;

	if (!begin(&p, s, params, why))
		return NULL;
	world_through(&s->world, world_known(&s->world, server_document(s, params, why)));
	if (p.at.path.n || (p.at.base && p.at.base->path))
		add_family(&p);
	if (p.at.path.n)
		add_uses(&p);
	world_through(&s->world, NULL);
	return end(&p);
}

// SPDX-License-Identifier: MIT
#include "server/links.h"
#include "server/diagnostics.h"
#include "server/hover.h"
#include "cli/history.h"
#include "config/subject.h"
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
	struct asked_place asked;

	*p = (struct places){ .s = s };
	p->m = server_place(s, params, &asked, why) ? analysis_config(asked.a) : NULL;
	if (!p->m || !spot_find(&p->a, p->m, asked.offset, &p->at)) {
		arena_release(&p->a);
		return false;
	}
	p->g = subject_graph(asked.a->subject->set);
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
	const struct code_params *x = c && p->at.val.kind == VALUE_STR ? code_type(c, p->at.val.as.s) : NULL;
	struct code_place place = { 0 };

	if (x)
		place = code_params_at(c, x, false);
	if (place.file)
		add_source(p, place.file, place.lo, place.hi);
}

/* The value's text where a name stands for it; else what the key replaced, the nearest first. */
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
	if (!p.at.base && !json_array_size(p.list))
		add_origin(&p);
	return end(&p);
}

/* --- who else */

static void add_uses(struct places *p)
{
	const struct code *c = analysis_code(p->s, p->m);
	struct code_use *use;
	size_t n = c ? code_uses(c, &p->a, p->at.path, &use) : 0;

	for (size_t i = 0; i < n; i++)
		if (use[i].at.file)
			add_source(p, use[i].at.file, use[i].at.lo, use[i].at.hi);
}

/* All loaded configs that set the key themselves. */
static void add_setters(struct places *p)
{
	const struct module *const *all;
	size_t n = graph_modules(p->g, &all);

	for (size_t i = 0; i < n; i++) {
		struct slot slot = keypath_get(&p->a, all[i]->own, p->at.path);

		if (slot.found == p->at.path.n && all[i]->src && slot.use.file == all[i]->src->id)
			add_span(p, slot.key.file ? slot.key : slot.use);
	}
}

json_t *links_references(struct server *s, const json_t *params, struct refusal *why)
{
	struct document *d = server_document(s, params, why);
	struct places p;

	if (d)
		server_look(s, d, true); /* with what inherits */
	if (!d || !begin(&p, s, params, why))
		return NULL;
	if (p.at.base && p.at.base->module)
		for (uint32_t i = 0; i < p.at.base->module->ndependents; i++) {
			const struct module *m = p.at.base->module->dependent[i];

			for (uint32_t k = 0; k < m->nbases; k++)
				if (m->base[k].module == p.at.base->module)
					add_span(&p, m->base[k].at);
		}
	if (!p.at.base) {
		add_setters(&p);
		add_uses(&p);
	}
	return end(&p);
}

// SPDX-License-Identifier: MIT
/* `show --model --output-format json`; the format is in docs/json.md. */
#include "cli/command/model_json.h"
#include "cli/shared/shown_effective.h"
#include "config/graph.h"
#include "report/value_json.h"
#include "text/jwrite.h"

static void put_value(struct jwrite *j, const char *key, struct value v)
{
	if (v.kind == VALUE_UNKNOWN)
		jwrite_null(j, key);
	else
		value_json(j, key, v);
}

static void put_found(struct session *s, struct jwrite *j, const struct model_view *v, const struct found_diags *found)
{
	struct jwrite list = jwrite_list(j, "findings", false);

	for (size_t i = 0; i < found->n; i++) {
		const struct diag *d = found->at[i];
		struct jwrite o = jwrite_object(&list, NULL, false);

		jwrite_text(&o, "code", d->rule->id);
		jwrite_text(&o, "severity", severity_name(d->severity));
		jwrite_text(&o, "message", d->msg);
		place_json(&o, s, v->g, d->at);
		jwrite_end(&o);
	}
	jwrite_end(&list);
}

/* Of a training step, without the parts in it. */
static void put_cost(struct jwrite *in, const struct step_part *c)
{
	struct jwrite o;

	if (!c) {
		jwrite_null(in, "cost");
		return;
	}
	o = jwrite_object(in, "cost", false);
	jwrite_number(&o, "parameters", c->parameters);
	jwrite_number(&o, "activation_bytes", c->activations);
	jwrite_end(&o);
}

static void put_part(struct session *s, struct jwrite *list, const struct model_view *v, const struct model_part *p)
{
	struct jwrite o = jwrite_object(list, NULL, false);
	const char *unknown[MODEL_FACT_COUNT];
	size_t n = 0;

	jwrite_text(&o, "path", keypath_text(&s->arena, p->path));
	jwrite_text(&o, "type", p->type);
	jwrite_int(&o, "depth", p->depth);
	place_json(&o, s, v->g, p->at);
	jwrite_bool(&o, "known", p->known);
	jwrite_text(&o, "why", p->why);
	for (unsigned i = 0; i < MODEL_FACT_COUNT; i++) {
		put_value(&o, model_fact_names[i], p->fact[i]);
		if (model_has(p, i) && p->fact[i].kind == VALUE_UNKNOWN)
			unknown[n++] = model_fact_names[i];
	}
	jwrite_texts(&o, "unknown", unknown, n);
	put_cost(&o, p->cost);
	put_found(s, &o, v, &p->found);
	jwrite_end(&o);
}

static void put_outer(struct jwrite *o, const struct model_set *x)
{
	struct jwrite list = jwrite_list(o, "outer", false);

	for (uint32_t i = 0; i < x->nouter; i++) {
		struct jwrite one = jwrite_object(&list, NULL, false);

		jwrite_text(&one, "type", x->outer[i].type);
		put_value(&one, "pipeline", x->outer[i].pipeline);
		jwrite_end(&one);
	}
	jwrite_end(&list);
}

static void put_set(struct session *s, struct jwrite *list, const struct model_view *v, const struct model_set *x)
{
	struct jwrite o = jwrite_object(list, NULL, false);

	jwrite_text(&o, "use", x->use);
	jwrite_text(&o, "path", keypath_text(&s->arena, x->path));
	jwrite_text(&o, "type", x->type);
	place_json(&o, s, v->g, x->at);
	jwrite_text(&o, "why", x->why);
	put_value(&o, "count", x->count);
	put_value(&o, "classes", x->names);
	put_value(&o, "keypoints", x->points);
	put_value(&o, "pipeline", x->pipeline);
	put_outer(&o, x);
	put_found(s, &o, v, &x->found);
	jwrite_end(&o);
}

void model_json(struct session *s, struct buf *b, const struct model_view *v)
{
	struct jwrite top = { .b = b }, o = jwrite_object(&top, NULL, true), list;

	jwrite_text(&o, "path", session_name(s, v->config->path));
	jwrite_text(&o, "dialect", v->dialect->name);
	put_value(&o, "packages", v->packages);
	jwrite_text(&o, "no_model", v->no_model);
	jwrite_bool(&o, "cut", v->cut);
	list = jwrite_list(&o, "model", true);
	for (size_t i = 0; i < v->part.n; i++)
		put_part(s, &list, v, &v->part.at[i]);
	jwrite_end(&list);
	list = jwrite_list(&o, "data", true);
	for (size_t i = 0; i < v->set.n; i++)
		put_set(s, &list, v, &v->set.at[i]);
	jwrite_end(&list);
	step_costs_json(&o, &v->costs);
	put_found(s, &o, v, &v->elsewhere);
	jwrite_end(&o);
	buf_putc(b, '\n');
}

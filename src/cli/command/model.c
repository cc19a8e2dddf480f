// SPDX-License-Identifier: MIT
/* Parts are dicts with a type inside of dicts with a type; what only belongs to a part (its loss, its norm) is left
 * out.
 *
 *	dict(type='FasterRCNN', backbone=dict(type='ResNet'))	a part FasterRCNN with a part ResNet */
#include "cli/command/model.h"
#include "cli/targets.h"
#include "config/graph.h"
#include "config/config_subject.h"
#include "facts/function/fn_parts.h"
#include "lint/lint.h"
#include "python/value/dict.h"
#include "python/value/repr.h"
#include "report/draw/terminal.h"
#include <math.h>
#include <string.h>

enum { PARTS_MAX = 500, DEEPEST = 12 };
static const struct span nowhere;

#define X(id, name) name,
const char *const model_fact_names[MODEL_FACT_COUNT] = { MODEL_FACTS(X) };
#undef X

struct model_reader {
	struct session *s;
	struct facts *f;
	struct model_view *out;
};

static struct keypath below(struct model_reader *l, struct keypath p, const char *key)
{
	return keypath_add(&l->s->arena, p, value_text(key, nowhere));
}

/* ---- parts ---- */

static const char *name_of(struct model_reader *l, struct keypath p)
{
	struct keypath last = { p.part + p.n - 1, 1 };
	bool item = p.n > 1 && last.part[0].kind == VALUE_INT;

	if (item)
		last = (struct keypath){ p.part + p.n - 2, 2 };
	return keypath_text(&l->s->arena, last);
}

static void add_part(struct model_reader *l, struct keypath p, struct span at, unsigned depth)
{
	struct part_seen seen = facts_part(l->f, p);
	struct model_part x = { .path = p, .name = name_of(l, p), .type = seen.type, .depth = depth, .at = at };

	x.known = seen.known;
	x.why = seen.known ? NULL : seen.why;
	for (unsigned i = 0; seen.known && i < MODEL_FACT_COUNT; i++)
		x.fact[i] = facts_part_fact(l->f, p, model_fact_names[i]);
	vec_push(&l->out->part, x);
}

static bool has_type(struct value v)
{
	return v.kind == VALUE_DICT && dict_find(v.as.dict, value_text("type", nowhere));
}

static void walk_parts(struct model_reader *l, struct keypath p, struct value v, struct span at, unsigned depth);

static void walk_dict(struct model_reader *l, struct keypath p, struct value v, unsigned depth)
{
	struct dict_iter it;
	const struct entry *e;

	for (dict_begin(&it, v.as.dict); (e = dict_next(&it));) {
		struct keypath q = keypath_add(&l->s->arena, p, e->key);

		if (e->key.kind != VALUE_STR || e->flags & EF_MAYBE)
			continue;
		if (!facts_is_aside(l->f, e->key.as.s))
			walk_parts(l, q, e->val, e->use, depth);
	}
}

static void walk_parts(struct model_reader *l, struct keypath p, struct value v, struct span at, unsigned depth)
{
	if (has_type(v) && (depth > DEEPEST || l->out->part.n >= PARTS_MAX)) {
		l->out->cut = true;
		return;
	}
	if (has_type(v)) {
		add_part(l, p, at, depth);
		walk_dict(l, p, v, depth + 1);
	}
	for (uint32_t i = 0; (v.kind == VALUE_LIST || v.kind == VALUE_TUPLE) && i < v.as.list->n; i++)
		walk_parts(l, keypath_add(&l->s->arena, p, value_int(i, nowhere)), v.as.list->at[i].val,
			   v.as.list->at[i].use, depth);
}

/* What each part costs; the model's own path has no name there. */
static void add_costs(struct model_reader *l)
{
	struct model_view *v = l->out;

	v->costs = step_costs_of(&l->s->arena, l->f);
	for (size_t i = 0; i < v->part.n && !v->costs.why; i++) {
		const char *path = keypath_text(&l->s->arena, v->part.at[i].path);

		for (uint32_t k = 0; k < v->costs.nparts && !strncmp(path, "model.", 6); k++)
			if (!strcmp(v->costs.part[k].path, path + 6) && !isnan(v->costs.part[k].activations))
				v->part.at[i].cost = &v->costs.part[k];
	}
}

static const char *why_none(const struct model_view *v, struct slot top)
{
	if (v->part.n)
		return NULL;
	if (top.found == 1 ? top.val.kind == VALUE_UNKNOWN : v->config->merged.as.dict->open)
		return "Its model is not known.";
	return top.found == 1 ? "Its model has no type." : "It has no model.";
}

/* ---- data sets ---- */

/* Its builder takes the data set and a number, and ignores a pipeline inherited from a base. */
static bool made_by_hand(const struct model_reader *l, const char *type)
{
	const struct fact *f = facts_get(l->f, str_lit("hand_built_wrappers"));
	const struct list *by_hand = f && value_is_listlike(f->val) ? f->val.as.list : NULL;

	for (uint32_t i = 0; type && by_hand && i < by_hand->n; i++)
		if (by_hand->at[i].val.kind == VALUE_STR && !strcmp(by_hand->at[i].val.as.s->s, type))
			return true;
	return false;
}

static void add_outer(struct model_reader *l, struct model_set *x)
{
	const struct module *m = l->out->config;

	x->outer = arena_array(&l->s->arena, struct model_outer, x->path.n + 1);
	for (uint32_t n = x->path.n; n-- > 1;) {
		struct keypath up = { x->path.part, n };
		struct slot steps = keypath_get(&l->s->arena, m->merged, below(l, up, "pipeline"));

		const char *type = facts_part(l->f, up).type;

		if (steps.found == n + 1 && steps.val.kind == VALUE_LIST && !made_by_hand(l, type))
			x->outer[x->nouter++] = (struct model_outer){ type, steps.val };
	}
}

static void add_set(struct model_reader *l, const char *use, struct keypath p)
{
	struct value v;
	struct slot at = keypath_get(&l->s->arena, l->out->config->merged, p),
		    steps = keypath_get(&l->s->arena, l->out->config->merged, below(l, p, "pipeline"));
	struct model_set x = { .use = use, .path = p, .type = facts_part(l->f, p).type, .at = at.use };

	x.count = facts_part_fact(l->f, p, "count");
	x.names = facts_part_fact(l->f, p, "names");
	x.points = facts_part_fact(l->f, p, "points");
	v = steps.found == p.n + 1 ? steps.val : (struct value){ 0 };
	if (v.kind == VALUE_LIST)
		x.pipeline = v;
	x.pipeline_path = below(l, p, "pipeline");
	add_outer(l, &x);
	vec_push(&l->out->set, x);
}

static void add_unseen(struct model_reader *l, const char *use, struct keypath p, struct span at)
{
	struct model_set x = { .use = use, .path = p, .why = "not all of its data sets are known", .at = at };

	vec_push(&l->out->set, x);
}

static void walk_sets(struct model_reader *l, const char *use, const char *concept)
{
	const struct fact *f = facts_get(l->f, str_lit(concept));
	struct keypath *leaf;
	uint32_t n;
	bool all;

	if (!f || !f->path.n || f->state == FACT_ABSENT)
		return;
	if (f->slot.found != f->path.n) {
		add_unseen(l, use, f->path, f->slot.use);
		return;
	}
	all = facts_leaves(l->f, f->path, &leaf, &n);
	for (uint32_t i = 0; i < n; i++)
		add_set(l, use, leaf[i]);
	if (!all)
		add_unseen(l, use, f->path, f->slot.use);
}

/* ---- what disagrees ---- */

/* Rules of data and evaluation below this number are about loaders and intervals. */
enum { CONTENT = 100 };

static bool is_requested(const struct rule *r)
{
	const char *number = r->id + strcspn(r->id, "0123456789");

	if (!strcmp(r->category, "data") || !strcmp(r->category, "evaluation"))
		return strtoul(number, NULL, 10) >= CONTENT;
	return !strcmp(r->category, "classes") || !strcmp(r->category, "model");
}

static bool same_place(struct span a, struct span b)
{
	return a.file == b.file && a.lo == b.lo && a.hi == b.hi;
}

/* The place is one of the dict's own keys, or the dict itself. */
static bool is_of(const struct module *m, struct arena *a, struct keypath p, struct span at)
{
	struct slot s = keypath_get(a, m->merged, p);
	struct dict_iter it;
	const struct entry *e;

	if (s.found != p.n || s.val.kind != VALUE_DICT)
		return false;
	if (same_place(s.use, at) || same_place(s.val.at, at))
		return true;
	for (dict_begin(&it, s.val.as.dict); (e = dict_next(&it));)
		if (same_place(e->use, at) || same_place(e->val.at, at) || same_place(e->key.at, at))
			return true;
	return false;
}

static void hand_out(struct model_reader *l, const struct diag *d)
{
	struct model_view *v = l->out;
	bool taken = false;

	for (size_t i = 0; i < v->part.n && !taken; i++)
		if ((taken = is_of(v->config, &l->s->arena, v->part.at[i].path, d->at)))
			vec_push(&v->part.at[i].found, d);
	for (size_t i = 0; i < v->set.n && !taken; i++)
		if ((taken = is_of(v->config, &l->s->arena, v->set.at[i].path, d->at)))
			vec_push(&v->set.at[i].found, d);
	if (!taken)
		vec_push(&v->elsewhere, d);
}

static void find_all(struct model_reader *l, const struct judged *j)
{
	struct diags all = { 0 };

	lint_subject(&l->s->linter, NULL, &l->s->arena, j, &all, NULL);
	for (size_t i = 0; i < all.n; i++)
		if (is_requested(all.at[i].rule))
			vec_push(&l->out->diags, all.at[i]);
	vec_release(&all);
	for (size_t i = 0; i < l->out->diags.n; i++)
		hand_out(l, &l->out->diags.at[i]);
}

void model_look(struct session *s, const struct graph *g, const struct module *m, struct model_view *out)
{
	const struct settings *st = settings_for(s->linter.settings, m->path, NULL);
	const struct judged j = { &m->subject, st };
	struct machine hw = lint_machine(&s->arena, st, &m->subject);
	struct model_reader l = { .s = s, .out = out };
	struct keypath model = below(&l, (struct keypath){ 0 }, "model");
	struct slot top = keypath_get(&s->arena, m->merged, model);
	const struct fact *packages;

	*out = (struct model_view){ .config = m, .g = g, .dialect = lint_dialect(&s->linter, &j, NULL) };
	l.f = facts_new(&s->arena, &m->subject, s->linter.rules->dialects.vocab, out->dialect, &hw);
	facts_code(l.f, linter_code(&s->linter, st, m->subject.home, m->subject.lent, NULL));
	packages = facts_get(l.f, str_lit("packages"));
	out->packages = packages ? packages->val : (struct value){ 0 };
	if (top.found == 1)
		walk_parts(&l, model, top.val, top.use, 0);
	out->no_model = why_none(out, top);
	add_costs(&l);
	out->gpu_mem = value_is_number(hw.gpu_mem) ? value_number(hw.gpu_mem) : NAN;
	walk_sets(&l, "train", "train_data");
	walk_sets(&l, "val", "val_data");
	walk_sets(&l, "test", "test_data");
	find_all(&l, &j);
}

void model_release(struct model_view *v)
{
	for (size_t i = 0; i < v->part.n; i++)
		vec_release(&v->part.at[i].found);
	for (size_t i = 0; i < v->set.n; i++)
		vec_release(&v->set.at[i].found);
	vec_release(&v->part);
	vec_release(&v->set);
	vec_release(&v->diags);
	vec_release(&v->elsewhere);
}

/* ---- as text ---- */

static bool all_same(const struct list *l)
{
	for (uint32_t i = 1; i < l->n; i++)
		if (l->at[0].val.kind == VALUE_UNKNOWN || !value_same(l->at[i].val, l->at[0].val))
			return false;
	return l->n > 1;
}

static void put_one(struct buf *b, struct value v)
{
	struct buf text = { 0 };

	if (op_str(&text, v))
		terminal_escape(b, buf_str(&text), text.n);
	else
		buf_putc(b, '?');
	buf_release(&text);
}

void model_numbers(struct buf *b, struct value v)
{
	if (v.kind != VALUE_LIST && v.kind != VALUE_TUPLE) {
		put_one(b, v);
		return;
	}
	if (all_same(v.as.list)) {
		buf_printf(b, "%u x ", v.as.list->n);
		put_one(b, v.as.list->at[0].val);
		return;
	}
	for (uint32_t i = 0; i < v.as.list->n; i++) {
		buf_puts(b, i ? ", " : "");
		put_one(b, v.as.list->at[i].val);
	}
}

bool model_has(const struct model_part *p, enum model_fact fact)
{
	struct value v = p->fact[fact];

	return p->known && !(v.kind == VALUE_UNKNOWN && v.as.cause && v.as.cause->why == WHY_ABSENT);
}

static bool is_short(struct value v, unsigned depth)
{
	enum { FEW = 6 };

	if (v.kind == VALUE_LIST || v.kind == VALUE_TUPLE) {
		for (uint32_t i = 0; i < v.as.list->n; i++)
			if (!is_short(v.as.list->at[i].val, depth + 1))
				return false;
		return v.as.list->n <= FEW && depth < 2;
	}
	return v.kind == VALUE_INT || v.kind == VALUE_FLOAT || v.kind == VALUE_BOOL || v.kind == VALUE_STR;
}

void model_step(struct buf *b, struct value step)
{
	struct dict_iter it;
	const struct entry *e;
	bool any = false;

	if (step.kind != VALUE_DICT)
		return;
	for (dict_begin(&it, step.as.dict); (e = dict_next(&it));) {
		struct buf text = { 0 };

		if (e->key.kind == VALUE_STR && strcmp(e->key.as.s->s, "type") && !(e->flags & EF_MAYBE) &&
		    is_short(e->val, 0) && op_repr(&text, e->val)) {
			buf_puts(b, any ? ", " : "");
			terminal_escape(b, e->key.as.s->s, e->key.as.s->len);
			buf_putc(b, '=');
			terminal_escape(b, buf_str(&text), text.n);
			any = true;
		}
		buf_release(&text);
	}
}

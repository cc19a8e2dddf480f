// SPDX-License-Identifier: MIT
/* Flow analysis of configs: a context-insensitive fixed point over all functions. Example, a project of two files
 * without their imports:
 *
 * 	1  cfg = Config.fromfile(args.config)		  tools/train.py
 * 	2  cfg.work_dir = args.work_dir
 * 	3  runner = Trainer(cfg, args)
 * 	4  runner.run()
 *
 * 	5  class Trainer:				  pkg/trainer.py
 * 	6      def __init__(self, cfg, args):
 * 	7          self.config = cfg
 * 	8      def run(self):
 * 	9          build(**self.config.optimizer)
 * 	10         foreign.train(self.config.model)
 * 	11 def build(lr, momentum=0):
 * 	12     ...
 *
 * The analysis follows the config's place, not its value. Line 1 gives the variable `cfg` a set with the root of a
 * tree of places (struct aset, struct cnode). Line 3 finds the class `Trainer` and joins that set to the parameter
 * `cfg` of its __init__ (flow_bind.c). In __init__, line 7 joins it to the attribute `config` of any object, because
 * the analysis doesn't know which object it is. run() reads that attribute; `.optimizer` of the root is a place
 * below it, created when it is first named. `**` binds each parameter to the place of that name: lr and momentum are
 * read, any other key there would be a TypeError (a sink). Line 10 passes `model` to code outside the project, which
 * decides about the keys below it. Line 2 reads nothing; that a flag sets the key is recorded for `trace`
 * (flow_set.c). So `optimizer.lr` is read, `optimizer.nesterov` is rejected, `model.depth` is abroad, and `workers`,
 * which no code names, is unread.
 *
 * A variable, a parameter or an attribute's name stands for the union of everything that is ever stored there. Order
 * and calling context don't count, so in doubt the answer is "read" rather than "unread". Invariant: sets only grow,
 * and they are bounded (limits.h), so repeated walks over all functions end. In the first round run() may come
 * before __init__; then the content of `config` reaches it in the second round, because run() read that attribute.
 * When no set grows any more, a last walk records who reads which place and where a place leaves for code that is
 * not followed (flow_note.c). */
#include "code/flow.h"
#include "code/flow_expr.h"
#include "code/flow_note.h"
#include "code/flow_plain.h"
#include "code/flow_set.h"
#include "code/priv.h"
#include "code/registry.h"
#include <string.h>

/* ---- variables ---- */

static struct aset *var_in(struct index *c, struct map *m, const struct str *name)
{
	struct aset *v = arena_new(&c->m.arena, struct aset);
	v->permanent = true;
	map_put(&c->m.arena, m, name, v);
	return v;
}

/* A new variable hides others of its name from code that looked them up before: in the function itself and, if it
 * belongs to a module or to a function with nested functions, in any other function. */
struct aset *flow_var(struct fn *f, const struct str *name)
{
	struct fn *in = map_get(&f->global, name) ? f->file->top : f;
	struct index *c = index_of(f->file);
	struct aset *v = map_get(&in->var, name);
	if (v)
		return v;
	c->hidden |= (in->flow->around || in->node->kind == NODE_MODULE) && (c->rounds || in != f);
	const struct aset *looked_up = map_get(&in->flow->lookups, name);
	if (looked_up)
		flow_grew(c, looked_up, false);
	c->changed = true;
	return var_in(c, &in->var, name);
}

struct found flow_find(struct fn *f, const struct str *name)
{
	struct found x = names_find(f, name);
	if (x.kind != F_VAR || x.fn != f) {
		struct aset *looked_up = map_get(&f->flow->lookups, name);
		flow_look(f, looked_up ? looked_up : var_in(index_of(f->file), &f->flow->lookups, name));
	}
	return x;
}

struct aset *flow_field(struct index *c, const struct str *name)
{
	struct aset *v = map_get(&c->field, name);
	c->changed |= !v;
	return v ? v : var_in(c, &c->field, name);
}

/* One variable stands for an attribute of all objects. */
static void store_field(struct index *c, const struct str *name, const struct aset *from, bool in)
{
	struct aset stored = { .top = from->top };
	for (uint32_t i = 0; i < from->n; i++) /* texts in attributes are not followed as keys */
		if (from->at[i].kind == A_TEXT)
			stored.top = true;
		else
			aset_add(c, &stored, from->at[i]);
	flow_grow(c, flow_field(c, name), &stored, in);
}

static void store_var(struct fn *f, const struct str *name, const struct aset *from, bool in)
{
	flow_grow(index_of(f->file), flow_var(f, name), from, in);
}

void flow_return(struct fn *f, const struct aset *v, bool in)
{
	flow_grow(index_of(f->file), &f->flow->ret, v, in);
}

/* ---- statements ---- */

static void exec_block(struct fn *f, const struct node *block);

static void exec_for(struct fn *f, const struct node *n)
{
	struct aset over = flow_eval(f, n->kid[1]);
	if (!flow_sets_all(index_of(f->file), n, &over))
		flow_assign(f, n->kid[0], flow_each(f, n->kid[1], over), NULL);
}

/* Called before the effects of a statement, without the statements in it. Returns whether it is to be walked.
 * step_leave gets the old index.step. */
static bool step_enter(struct fn *f)
{
	struct index *c = index_of(f->file);
	if (c->step) /* within an expression */
		return true;
	struct step *s = *c->step_at;
	if (!s) {
		s = *c->step_at = arena_new(&c->m.arena, struct step);
		*s = (struct step){ .in = f, .dirty = true };
	}
	c->step_at = &s->next;
	if (!s->dirty && !(c->final ? s->writes : c->whole))
		return false;
	s->dirty = false;
	c->step = s;
	return true;
}

static void step_leave(struct fn *f, struct step *was)
{
	index_of(f->file)->step = was;
}

struct aset flow_each(struct fn *f, const struct node *at, struct aset v)
{
	struct index *c = index_of(f->file);
	struct aset out = { .top = v.top };
	for (uint32_t i = 0; i < v.n; i++) {
		struct aval x = v.at[i];
		if (x.in) {
			x.in = false;
			aset_add(c, &out, x);
		} else if (x.kind == A_NODE) {
			flow_iterated(f, x.node, at);
			aset_add(c, &out,
				 (struct aval){ .kind = A_NODE, .in = x.items, .node = cnode_kid(c, x.node, NULL) });
			out.top = true;
		} else {
			if (x.kind == A_BUILT) /* of a list, whose elements have its key; or pairs of a dict */
				aset_add(c, &out,
					 (struct aval){
						 .kind = A_BUILT, .in = x.items, .text = x.items ? NULL : x.text });
			out.top = true;
		}
	}
	return out;
}

void flow_put(struct fn *f, const struct str *name, const struct aset *v, bool in)
{
	struct found x = flow_find(f, name);
	store_var(x.kind == F_VAR ? x.fn : f, name, v, in);
}

/* x.key = v, x[key] = v. In a config, v is followed by itself; a copy of a config or a dict contains it from then
 * on. */
static void assign_item(struct fn *f, const struct node *target, const struct aset *v, const struct node *value)
{
	struct index *c = index_of(f->file);
	struct aset to = flow_eval(f, target->kid[0]);
	bool config = false, copy = false;
	for (uint32_t i = 0; i < to.n; i++) {
		config |= to.at[i].kind == A_NODE && !to.at[i].in && !to.at[i].copy;
		copy |= to.at[i].kind == A_NODE && to.at[i].copy;
	}
	if (copy && target->kid[0]->kind == NODE_NAME)
		flow_put(f, target->kid[0]->text, v, true);
	else if (copy)
		config = true;
	struct aset key = target->kind == NODE_INDEX ? flow_eval(f, target->kid[1]) : (struct aset){ 0 };
	flow_set(f, (struct set_target){ target, &to, &key }, value);
	if (config)
		flow_escape(f, v, value ? value : target, false, "it is stored elsewhere in a config");
	else if (target->kind == NODE_ATTR)
		store_field(c, target->text, v, false);
	if (target->kind == NODE_INDEX && target->kid[0]->kind == NODE_NAME)
		flow_put(f, target->kid[0]->text, v, true);
	else if (target->kind == NODE_INDEX && target->kid[0]->kind == NODE_ATTR)
		store_field(c, target->kid[0]->text, v, true);
	else if (target->kind == NODE_INDEX && !config)
		flow_escape(f, v, value ? value : target, false, "it is stored in something that is not followed");
}

/* `a, b = x, y` is assigned pair by pair. In other unpacking each target may get any element. */
void flow_assign(struct fn *f, const struct node *target, struct aset v, const struct node *value)
{
	switch (target->kind) {
	case NODE_NAME:
		store_var(f, target->text, &v, false);
		break;
	case NODE_STAR:
		flow_assign(f, target->kid[0], v, value);
		break;
	case NODE_ATTR:
	case NODE_INDEX:
		assign_item(f, target, &v, value);
		break;
	case NODE_TUPLE:
	case NODE_LIST:
		for (uint32_t i = 0; i < target->n; i++) {
			bool pairs = value && (value->kind == NODE_TUPLE || value->kind == NODE_LIST) &&
				     value->n == target->n && target->kid[i]->kind != NODE_STAR &&
				     value->kid[i]->kind != NODE_STAR;
			flow_assign(f, target->kid[i], pairs ? flow_eval(f, value->kid[i]) : flow_each(f, target, v),
				    NULL);
		}
		break;
	default:
		flow_escape(f, &v, target, false, "it is assigned in a way that is not followed");
		break;
	}
}

/* x = cfg.y in a class's body is an attribute. */
static void store_fields(struct fn *f, const struct node *body)
{
	for (uint32_t i = 0; i < body->n; i++) {
		const struct node *s = body->kid[i];
		if (s->kind == NODE_ASSIGN && s->kid[1]->kind == NODE_NAME)
			store_field(index_of(f->file), s->kid[1]->text, flow_look(f, flow_var(f, s->kid[1]->text)),
				    false);
	}
}

/* Parameters may have their defaults. */
static void exec_def(struct fn *f, const struct node *n)
{
	struct fn *made = map_get(&f->inner, n);
	for (uint32_t i = 2; i < n->n; i++)
		flow_eval(f, n->kid[i]);
	for (uint32_t i = 0; made && i < n->kid[0]->n; i++) {
		const struct node *p = n->kid[0]->kid[i];
		struct aset v = p->n && p->kid[0] ? flow_eval(f, p->kid[0]) : (struct aset){ .top = p->op != 0 };
		if (p->text)
			flow_grow(index_of(f->file), flow_var(made, p->text), &v, false);
	}
}

static void exec_kids(struct fn *f, const struct node *n, uint32_t from)
{
	for (uint32_t i = from; i < n->n; i++)
		if (n->kid[i])
			flow_statement(f, n->kid[i]);
}

static void exec_assign(struct fn *f, const struct node *n)
{
	struct aset v = flow_eval(f, n->kid[0]);
	for (uint32_t i = 1; i < n->n; i++)
		flow_assign(f, n->kid[i], v, n->kid[0]);
}

static void exec_if(struct fn *f, const struct node *n)
{
	const struct str *before = flow_guard(f, n->kid[0]);
	flow_statement(f, n->kid[1]);
	index_of(f->file)->guard = before;
	exec_kids(f, n, 2);
}

static void exec_with(struct fn *f, const struct node *n)
{
	for (uint32_t i = 1; i < n->n; i++) {
		struct aset v = flow_eval(f, n->kid[i]->kid[0]);
		if (n->kid[i]->kid[1])
			flow_assign(f, n->kid[i]->kid[1], v, NULL);
	}
}

static void exec_return(struct fn *f, const struct node *n)
{
	if (n->n && n->kid[0]) {
		struct aset v = flow_eval(f, n->kid[0]);
		flow_return(f, &v, false);
	}
}

/* `del x['k']` */
static void exec_del(struct fn *f, const struct node *n)
{
	for (uint32_t i = 0; i < n->n; i++) {
		const struct node *t = n->kid[i];
		if (!t || t->kind != NODE_INDEX)
			continue;
		struct aset of = flow_eval(f, t->kid[0]), key = flow_eval(f, t->kid[1]);
		flow_look_up(f, t->kid[0], &of, &key, true);
	}
}

/* The effects of a statement itself. Every statement is walked, whatever its condition: order does not count (see
 * above), and nothing is removed from a set. */
static void exec_head(struct fn *f, const struct node *n)
{
	switch (n->kind) {
	case NODE_ASSIGN:
		exec_assign(f, n);
		break;
	case NODE_ANNASSIGN:
		if (n->kid[2])
			flow_assign(f, n->kid[0], flow_eval(f, n->kid[2]), n->kid[2]);
		break;
	case NODE_AUGASSIGN:
		flow_eval(f, n->kid[0]);
		flow_assign(f, n->kid[0], flow_eval(f, n->kid[1]), n->kid[1]);
		break;
	case NODE_FOR:
		exec_for(f, n);
		break;
	case NODE_WITH:
		exec_with(f, n);
		break;
	case NODE_IF:
		flow_eval(f, n->kid[0]);
		break;
	case NODE_DEF:
		exec_def(f, n);
		break;
	case NODE_CLASS:
		for (uint32_t i = 1; i < n->n; i++)
			flow_eval(f, n->kid[i]);
		break;
	case NODE_RETURN:
		exec_return(f, n);
		break;
	case NODE_DEL:
		exec_del(f, n);
		break;
	default:
		break;
	}
}

/* The statements in it. */
static void exec_rest(struct fn *f, const struct node *n)
{
	struct step *was = index_of(f->file)->step;
	switch (n->kind) {
	case NODE_FOR:
		exec_kids(f, n, 2);
		break;
	case NODE_WITH:
		exec_block(f, n->kid[0]);
		break;
	case NODE_IF:
		exec_if(f, n);
		break;
	case NODE_CLASS:
		exec_block(f, n->kid[0]);
		if (step_enter(f))
			store_fields(f, n->kid[0]);
		step_leave(f, was);
		break;
	case NODE_ASSIGN:
	case NODE_ANNASSIGN:
	case NODE_AUGASSIGN:
	case NODE_DEF:
	case NODE_RETURN:
	case NODE_DEL:
	case NODE_GLOBAL:
	case NODE_NONLOCAL:
	case NODE_IMPORT:
	case NODE_FROM:
		break;
	default:
		exec_kids(f, n, 0);
		break;
	}
}

static bool has_head(const struct node *n)
{
	switch (n->kind) {
	case NODE_ASSIGN:
	case NODE_ANNASSIGN:
	case NODE_AUGASSIGN:
	case NODE_FOR:
	case NODE_WITH:
	case NODE_IF:
	case NODE_DEF:
	case NODE_CLASS:
	case NODE_RETURN:
	case NODE_DEL:
		return true;
	default:
		return false;
	}
}

/* By the order of the node kinds. */
static bool is_statement(const struct node *n)
{
	return n->kind >= NODE_EXPR || n->kind == NODE_BLOCK || n->kind == NODE_MODULE;
}

void flow_statement(struct fn *f, const struct node *n)
{
	struct index *c = index_of(f->file);
	if (c->m.depth > NEST_MAX)
		return; /* names_collect has marked it */
	struct step *was = c->step;
	bool statement = is_statement(n);
	c->m.depth++;
	if ((!statement || has_head(n)) && step_enter(f)) {
		if (statement)
			exec_head(f, n);
		else
			flow_eval(f, n);
	}
	step_leave(f, was);
	if (statement)
		exec_rest(f, n);
	c->m.depth--;
}

static void exec_block(struct fn *f, const struct node *block)
{
	exec_kids(f, block, 0);
}

/* ---- all functions ---- */

/* The object that a method is called on. */
static void bind_self(struct fn *f)
{
	const struct node *params = f->node->kid[0];
	if (!f->cls || f->method_static || !params->n || !params->kid[0]->text || params->kid[0]->op)
		return;
	struct aset self = { 0 };
	aset_add(index_of(f->file), &self, (struct aval){ .kind = A_INST, .cls = f->cls });
	flow_grow(index_of(f->file), flow_var(f, params->kid[0]->text), &self, false);
}

static void exec_lambda(struct fn *f)
{
	for (uint32_t i = 0; i < f->node->kid[0]->n; i++)
		if (f->node->kid[0]->kid[i]->text)
			flow_var(f, f->node->kid[0]->kid[i]->text);
	struct aset v = flow_eval(f, f->node->kid[1]);
	flow_return(f, &v, false);
}

static void walk(struct fn *f, bool whole)
{
	struct index *c = index_of(f->file);
	bool touched = f->flow->touched;
	c->whole = whole;
	c->step_at = &f->flow->steps;
	if (f->node->kind == NODE_MODULE) {
		exec_block(f, f->node);
	} else if (f->node->kind == NODE_LAMBDA) {
		if (step_enter(f))
			exec_lambda(f);
		step_leave(f, NULL);
	} else {
		bind_self(f);
		exec_block(f, f->node->kid[1]);
	}
	f->flow->dirty |= f->flow->touched && !touched; /* growth before this moment counts from now on */
}

/* The i-th function to walk. Each function occurs twice: first with the files' top levels, which define the names
 * that all others look up. The others are walked from last to first: callers mostly stand after their callees, in a
 * file and in a project, so that arguments are known when the callee is walked. Notes are written in the order of
 * files. With plain configs everything is in that order, because there it determines which reason is reported first. */
static struct fn *at_turn(const struct index *c, size_t i)
{
	bool tops = i < c->m.fn.n, forwards = tops || c->final || c->plain;
	struct fn *f = c->m.fn.at[forwards ? i % c->m.fn.n : 2 * c->m.fn.n - 1 - i];
	return (f->node->kind == NODE_MODULE) == tops ? f : NULL;
}

/* Walks the functions that may see something new. */
static void round_of(struct index *c)
{
	bool all = c->final || c->hidden;
	c->changed = c->hidden = false;
	for (size_t i = 0; i < 2 * c->m.fn.n; i++) {
		struct fn *f = at_turn(c, i);
		if (!f || !(all || f->flow->dirty))
			continue;
		f->flow->dirty = false;
		walk(f, all);
		arena_release(&c->scratch);
	}
	c->rounds++;
}

/* The parameter may get a dict: not if its default indicates something else. */
static bool may_get_dict(const struct node *param)
{
	const struct node *def = param->n ? param->kid[0] : NULL;
	return param->text && (!def || def->kind == NODE_DICT || def->kind == NODE_CALL || def->kind == NODE_LIST ||
			       def->kind == NODE_TUPLE || def->kind == NODE_NAME ||
			       (def->kind == NODE_CONST && def->op == CONST_NONE));
}

void flow_build(struct fn *f)
{
	struct index *c = index_of(f->file);
	const struct node *params = f->node->kid[0];
	for (uint32_t i = f->cls && !f->method_static; i < params->n; i++) {
		const struct node *p = params->kid[i];
		struct aset dict = aset_anything();
		aset_add(c, &dict, (struct aval){ .kind = A_BUILT, .text = f->cls && !p->op ? p->text : NULL });
		if (may_get_dict(p))
			flow_grow(c, flow_var(f, p->text), &dict, p->op != 0);
	}
	f->flow->dirty = true;
}

/* Arguments of classes that a config names are dicts of that config too: also their own keywords, if these have a
 * type. */
static void build_registered(struct index *c)
{
	for (uint32_t i = 0; i < c->ntypes; i++)
		for (const struct registered *r = map_get(&c->type, c->type_list[i]); r; r = r->next) {
			struct fn *f = r->cls ? class_method(&c->m, r->cls, str_lit("__init__"), NULL) : r->fn;
			if (f)
				flow_build(f);
		}
	arena_release(&c->scratch);
}

static void begin(struct index *c)
{
	struct fn_flow *flow = arena_array(&c->m.arena, struct fn_flow, c->m.fn.n + 1);
	for (size_t i = 0; i < c->m.fn.n; i++) {
		flow[i] = (struct fn_flow){ .dirty = true, .ret.permanent = true };
		c->m.fn.at[i]->flow = &flow[i];
	}
}

void flow_run(struct index *c)
{
	begin(c);
	build_registered(c);
	for (size_t i = 0; i < c->m.fn.n; i++) {
		struct fn *f = c->m.fn.at[i];
		for (struct fn *up = f->up; up; up = up->up)
			up->flow->around = true;
		for (uint32_t k = 0; k < f->global.cap; k++) /* with the top levels of files: before any lookup */
			if (f->global.at[k].key)
				flow_var(f, f->global.at[k].key);
	}
	flow_starts(c);
	c->hidden = false;
	do
		round_of(c);
	while (c->changed && c->rounds < ROUNDS_MAX);
	if ((c->changed || c->steps > STEPS_MAX) && !c->incomplete)
		c->incomplete = "passes configs around in too many ways for the analysis";
	if (c->steps <= STEPS_MAX)
		c->steps = 0;
	c->final = true;
	round_of(c);
	if (c->steps > STEPS_MAX && !c->incomplete)
		c->incomplete = "is too large for the analysis";
}

// SPDX-License-Identifier: MIT
/* Loops as values for rules: a dict for each loop, with a dict for each event in it, beside it and before it. Events
 * come from loops.c, origins of values from derive.c, what may run less often from rounds.c.
 *
 * Invariant: each loop is described once, in the first program that reaches it; a list that is cut is open.
 *
 * 	for x in loader:		{trains: True, over: "loader", events: [{name: "backward", depth: 0, tests: [],
 * 		loss.backward()		  text: "loss.backward()", ...}], beside: [...], before: [...], ...} */
#include "script/divisors.h"
#include "script/looptree.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include "script/loopmode.h"
#include "script/looptests.h"
#include "script/receiver.h"
#include "script/rounds.h"
#include "script/script_tree.h"
#include "script/values/batch_element.h"
#include <string.h>

enum {
	EVENTS_MAX = 200, /* of a list */
	LOOPS_MAX = 200,  /* loops of a file */
	ALL_MAX = 5000,	  /* events of all loops of a file */
	TEXT_MAX = 200,
	HOPS = 8,	   /* of a counter's expression */
	WALK_MAX = 2000000 /* nodes, for the uses of values */
};

struct tests { /* tests that read values */
	const struct node **at;
	size_t n, cap;
	const struct fn *of;
};
struct looptree_builder {
	struct arena *a;
	struct script_project *p;
	const struct courses *all;
	const struct course *in;
	const struct cfile *file;
	const struct loop *loop; /* that is described */
	struct tests *tests;
	uint32_t *nevents, *walked;
};

static struct span span_of(const struct fn *in, const struct node *n)
{
	return (struct span){ in->file->src->id, n->lo, n->hi };
}

static void put(const struct looptree_builder *w, struct value d, const char *key, struct value v)
{
	dict_put(w->a, d.as.dict, value_text(key, d.at), v, v.at);
}

static void put_flag(const struct looptree_builder *w, struct value d, const char *key, bool is)
{
	put(w, d, key, value_bool(is, d.at));
}

static struct value source_of(const struct fn *in, const struct node *n)
{
	return value_str(str_of(in->file->src->bytes + n->lo, n->hi - n->lo < TEXT_MAX ? n->hi - n->lo : TEXT_MAX),
			 span_of(in, n));
}

/* ---- what created an object */

/* The call of something outside the project in its one assignment. */
static struct placed maker(const struct looptree_builder *w, struct placed x)
{
	struct placed made = derive_resolved(w->p, x);
	const struct str *name = made.node->kind == NODE_CALL ? script_called(w->p, made.frame->fn, made.node) : NULL;

	return name ? made : (struct placed){ 0 };
}

/* The arguments on which all its creating calls agree: of a variable that is created in several places. */
static struct value alike(const struct looptree_builder *w, struct value args, const struct variable *v)
{
	for (const struct binding *b = v->binding; b; b = b->next) {
		const struct str *name = script_called(w->p, b->in, b->value);
		struct value other = script_given(w->a, w->p, b->in, b->value, name), both = value_dict(w->a, args.at);
		struct dict_iter it;

		both.as.dict->open = args.as.dict->open || other.as.dict->open;
		dict_begin(&it, args.as.dict);
		for (const struct entry *e; (e = dict_next(&it));) {
			const struct entry *x = dict_find(other.as.dict, e->key);
			bool same = x && value_same(e->val, x->val);

			dict_put(w->a, both.as.dict, e->key, same ? e->val : (struct value){ .at = e->val.at }, e->use);
		}
		dict_begin(&it, other.as.dict);
		for (const struct entry *e; (e = dict_next(&it));)
			if (!dict_find(both.as.dict, e->key))
				dict_put(w->a, both.as.dict, e->key, (struct value){ .at = e->val.at }, e->use);
		args = both;
	}
	return args;
}

/* A variable that several places assign by calls of the same callee; NULL: x is no such variable. */
static struct variable *made_often(const struct looptree_builder *w, struct placed x, const struct str **name)
{
	struct found f = x.node->kind == NODE_NAME ? names_find(x.frame->fn, x.node->text) : (struct found){ 0 };
	struct variable *v = f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;

	*name = NULL;
	for (const struct binding *b = v ? v->binding : NULL; b; b = b->next) {
		const struct str *one = b->how == BIND_VALUE && b->value->kind == NODE_CALL
						? script_called(w->p, b->in, b->value)
						: NULL;

		if (!one || (*name && *name != one) || !map_get(&w->p->know->call, one))
			return NULL;
		*name = one;
	}
	return v && v->nbindings < 5 ? v : NULL;
}

/* Its name, the text of its first argument; of known calls the arguments, and in `means` what those mean. */
static struct value made_value(const struct looptree_builder *w, struct placed made)
{
	const struct str *name = script_called(w->p, made.frame->fn, made.node);
	const struct script_call *known = map_get(&w->p->know->call, name);
	struct span at = span_of(made.frame->fn, made.node);
	struct value d = value_dict(w->a, at), means = value_dict(w->a, at),
		     divisors = value_list(w->a, VALUE_LIST, 2, at);

	put(w, d, "name", value_str(name, at));
	if (made.node->n > 1)
		put(w, d, "first", source_of(made.frame->fn, made.node->kid[1]));
	if (!known)
		return d;
	put(w, d, "args", script_given(w->a, w->p, made.frame->fn, made.node, name));
	for (uint32_t i = 0; i < known->nparams; i++) {
		const struct node *given = script_argument(known, made.node, known->param[i]);

		if (given)
			put(w, means, known->param[i]->s,
			    value_str(derive_meaning(w->p, (struct placed){ made.frame, given }), at));
		if (given)
			script_divisors(w->p, w->a, made, given, divisors);
	}
	put(w, d, "means", means);
	put(w, d, "divisors", divisors);
	return d;
}

/* ---- events */

/* The name to which the call's value is assigned; NULL: none. */
static const struct str *assigned_name(const struct node *body, const struct node *call)
{
	const struct str *name = NULL;
	const struct node *up;
	struct walk w;

	walk_begin(&w, body);
	for (const struct node *n; (n = walk_next(&w));) {
		up = walk_around(&w, 0);
		if (up && up->kind != NODE_TRY && !node_holds(n, call))
			walk_skip(&w);
		else if (n->kind == NODE_ASSIGN && n->kid[1]->kind == NODE_NAME && node_holds(n->kid[0], call))
			name = n->kid[1]->text;
	}
	return name;
}

/* All tests in a function, cached until another function is queried. */
static const struct tests *tests_in(const struct looptree_builder *w, const struct fn *f)
{
	struct walk walk;

	if (w->tests->of == f)
		return w->tests;
	w->tests->n = 0;
	w->tests->of = f;
	walk_begin(&walk, node_body(f->node));
	for (const struct node *n; (n = walk_next(&walk));)
		if (n->kind == NODE_IF || n->kind == NODE_WHILE || n->kind == NODE_ASSERT)
			vec_push(w->tests, n->kid[0]);
		else if (n->kind == NODE_COND)
			vec_push(w->tests, n->kid[1]);
	return w->tests;
}

/* Some test reads the result of the call. */
static bool decides(const struct looptree_builder *w, const struct op *op)
{
	const struct tests *all = tests_in(w, op->in);
	const struct str *name = assigned_name(node_body(op->in->node), op->node);
	bool is = false;

	for (size_t i = 0; i < all->n && !is; i++)
		is = ++*w->walked > WALK_MAX || /* unknown */
		     node_holds(all->at[i], op->node) || (name && node_find_name(all->at[i], name));
	return is;
}

/* The name is a target of the loop that is described, and of loops alone. */
static bool is_target(const struct looptree_builder *w, struct fn *in, const struct str *name)
{
	struct found f = names_find(in, name);
	const struct variable *v = f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;
	bool here = false, loops = true;

	for (const struct binding *b = v ? v->binding : NULL; b; b = b->next) {
		here |= b->value == w->loop->is.op->node->kid[1];
		loops &= b->how == BIND_LOOP;
	}
	return here && loops;
}

/* All names in it are such targets. */
static bool is_counter(const struct looptree_builder *w, struct fn *in, const struct node *x)
{
	struct walk walk;

	if (w->loop->is.op->node->kind != NODE_FOR)
		return false;
	walk_begin(&walk, x);
	for (const struct node *n; (n = walk_next(&walk));)
		if (n->kind == NODE_ATTR || n->kind == NODE_CALL || walk.depth >= HOPS ||
		    (n->kind == NODE_NAME && !is_target(w, in, n->text)))
			return false;
	return true;
}

static void put_period(const struct looptree_builder *w, struct value d, struct fn *in, const struct node *mod)
{
	const struct str *flag = NULL;
	const struct node *n = mod->kid[1];

	put_flag(w, d, "counted", is_counter(w, in, mod->kid[0]));
	script_value(w->p, in, n, &flag);
	put(w, d, "period", script_shown(w->a, w->p, in, n));
	if (flag)
		put(w, d, "flag", value_str(flag, d.at));
}

/* The tests of the loop's body around it, and the regions around it in the whole program. */
static void put_around(const struct looptree_builder *w, struct value d, const struct occurrence *h)
{
	struct value tests = value_list(w->a, VALUE_LIST, 4, d.at), regions = value_list(w->a, VALUE_LIST, 2, d.at);
	bool inside = true, every = false, always = true;

	for (const struct enclosure *a = h->up; a; a = a->up) {
		const struct node *test = a->op->node->kind == NODE_IF ? a->op->node->kid[0] : NULL,
				  *mod = test ? looptests_modulus(a->op->in, test) : NULL;

		inside &= a->op != w->loop->is.op;
		if (a->kind == IN_REGION) {
			struct placed x = { a->op->frame, a->op->node };
			struct value r = value_dict(w->a, d.at);
			const struct str *name =
				x.node->kind == NODE_CALL ? script_called(w->p, x.frame->fn, x.node) : NULL;

			put(w, r, "name", value_str(a->op->event->name, d.at));
			put_flag(w, r, "off", a->op->off);
			if (name && map_get(&w->p->know->call, name)) {
				put(w, r, "call", value_str(name, d.at));
				put(w, r, "args", script_given(w->a, w->p, x.frame->fn, x.node, name));
			}
			list_push(w->a, regions.as.list, r, d.at);
		}
		if (!inside || !test || a->kind == IN_LOOP || a->kind == IN_REGION)
			continue;
		if (mod && !every)
			put_period(w, d, a->op->in, mod);
		every |= mod != NULL;
		always &= a->kind == PAST_BRANCH && !mod;
		if (a->kind == IN_BRANCH) {
			struct value one = source_of(a->op->in, test);

			if (a->otherwise)
				one.as.s = str_lit(arena_printf(w->a, "not (%s)", one.as.s->s));
			list_push(w->a, tests.as.list, one, d.at);
		}
	}
	put(w, d, "tests", tests);
	put(w, d, "regions", regions);
	put_flag(w, d, "every", every);
	put_flag(w, d, "always", always);
}

/* The arguments of a call, whatever its callee. */
static void put_arguments(const struct looptree_builder *w, struct value d, const struct op *op)
{
	struct value keywords = value_dict(w->a, d.at), list;
	int64_t positional = 0;
	const struct node *n = op->node, *first = NULL;
	const struct str *name = script_called(w->p, op->in, n);

	for (uint32_t i = 1; i < n->n; i++) {
		const struct node *x = n->kid[i];

		if (x->kind == NODE_KW)
			put(w, keywords, x->text->s, script_shown(w->a, w->p, op->in, x->kid[0]));
		else if (x->kind == NODE_DSTAR)
			keywords.as.dict->open = true;
		else
			first = positional++ ? first : x;
	}
	put(w, d, "positional", value_int(positional, d.at));
	if (n->kid[0]->text)
		put(w, d, "called", value_str(n->kid[0]->text, d.at));
	put(w, d, "given", value_int(n->n - 1, d.at));
	put(w, d, "keywords", keywords);
	if (name && map_get(&w->p->know->call, name))
		put(w, d, "args", script_given(w->a, w->p, op->in, n, name));
	if (!first || first->kind == NODE_STAR)
		return;
	put(w, d, "first", script_shown(w->a, w->p, op->in, first));
	if (!op->event->texts)
		return;
	list = value_list(w->a, VALUE_LIST, 2, d.at);
	derive_texts(w->p, (struct placed){ op->frame, first }, w->a, list.as.list);
	put(w, d, "texts", list);
}

/* The origin of the event's value. */
static void put_origin(const struct looptree_builder *w, struct value d, const struct op *op)
{
	bool call = op->node->kind == NODE_CALL;
	const struct node *callee = call ? op->node->kid[0] : NULL, *of = NULL;
	const struct node *arg = call && op->node->n > 1 ? op->node->kid[1] : NULL;
	const struct node *iterable = w->loop->is.op->node->kind == NODE_FOR ? w->loop->is.op->node->kid[1] : NULL;
	struct value sources = value_list(w->a, VALUE_LIST, 2, d.at);
	struct placed x = { op->frame, NULL };
	bool element = false;

	if (op->event->formats)
		of = op->node;
	else if (!call)
		of = op->event->adds ? program_added(op->in, op->node) : op->node->kid[1]; /* x += y */
	else if (callee->kind == NODE_ATTR && op->event->adds)
		of = arg;
	else if (callee->kind == NODE_ATTR && op->event->nmethods)
		of = callee->kid[0];
	else if (arg && arg->kind != NODE_STAR && arg->kind != NODE_KW && arg->kind != NODE_DSTAR)
		of = arg;
	else if (arg && (arg->kind == NODE_KW || arg->kind == NODE_DSTAR) && op->event->called)
		of = arg->kid[0]; /* model(**batch) */
	if (of && of->kind == NODE_LIST && of->n == 1 && op->event->adds)
		of = of->kid[0]; /* x += [y] */
	x.node = of;
	put(w, d, "loss", value_int(of ? derive_loss(&w->in->derive, x) : 0, d.at));
	put_flag(w, d, "graph", of && derive_graph(&w->in->derive, x));
	put_flag(w, d, "batch", of && iterable && derive_is_element(w->p, x, iterable, &element));
	put_flag(w, d, "element", element);
	if (!of)
		return;
	put(w, d, "of", source_of(op->in, of));
	if (op->event->loss && op->event->through && arg) {
		x = derive_resolved(w->p, x);
		x.node = x.node->kind == NODE_CALL && x.node->n > 1 ? x.node->kid[1] : x.node;
	}
	if (op->event->adds && op->event->nmethods && w->loop->holds)
		return; /* long searches: lists of a training loop */
	derive_sources(w->p, x, w->a, sources.as.list);
	put(w, d, "sources", sources);
}

/* A statement of the loop gives x, or an element x[k], a value that isn't made of it. A function that the loop calls in
 * another file has names of its own. */
static bool is_set_anew(const struct looptree_builder *w, const struct op *op, const struct node *x)
{
	struct walk walk;

	if (op->in->file != w->loop->is.op->in->file)
		return false;
	walk_begin(&walk, w->loop->is.op->node);
	for (const struct node *n; ++*w->walked <= WALK_MAX && (n = walk_next(&walk));)
		for (uint32_t i = 1; n->kind == NODE_ASSIGN && i < n->n; i++)
			if (node_same_text(op->in->file->src->bytes, n->kid[i], x) && !program_added(op->in, n))
				return true;
	return *w->walked > WALK_MAX;
}

/* `x += y`, `x.append(y)`: the uses of x in its function. An element x[k] lives as long as x. */
static void put_sum(const struct looptree_builder *w, struct value d, const struct op *op)
{
	const struct node *to = op->node->kind == NODE_CALL ? op->node->kid[0]->kid[0]
							    : op->node->kid[op->node->kind == NODE_ASSIGN ? 1 : 0];
	bool element = to->kind == NODE_INDEX;
	struct variable *v = script_cell(w->p, op->frame, element ? to->kid[0] : to);
	const struct node *body = w->loop->is.op->node;
	struct value divisors = value_list(w->a, VALUE_LIST, 2, d.at);
	bool anew = element && v && is_set_anew(w, op, to);

	for (const struct binding *b = v ? v->binding : NULL; b; b = b->next)
		anew |= b->how != BIND_CHANGE && b->statement && b->in->file == w->loop->is.op->in->file &&
			node_holds(body, b->statement) && !program_added(b->in, b->statement);
	put(w, d, "target", source_of(op->in, to));
	put(w, d, "line", value_text(script_line(w->a, op->in->file, op->node), d.at));
	put_flag(w, d, "kept", v && !anew);
	if (*w->walked <= WALK_MAX)
		*w->walked += script_divided(w->p, w->a, (struct placed){ op->frame, to }, op->in, &divisors);
	put(w, d, "divisors", divisors);
	put_flag(w, d, "lost", v && (map_get(&w->in->derive.loss, v) || map_get(&w->in->derive.part, v)));
}

/* The model's own forward runs it in a region. */
static bool in_own_region(const struct looptree_builder *w, const struct op *op)
{
	struct cls *k = script_class_of(w->p, op->frame, op->node->kid[0]);
	struct fn *f = k ? class_method(&w->p->model, k, str_lit("forward"), NULL) : NULL;

	return f && map_get(&w->all->regions, f);
}

static struct value event_value(const struct looptree_builder *w, const struct occurrence *h, uint32_t number)
{
	const struct op *op = h->op;
	struct span at = span_of(op->in, op->node);
	struct value d = value_dict(w->a, at);
	struct placed made;

	put(w, d, "name", value_str(op->event->name, at));
	put(w, d, "text", source_of(op->in, op->node));
	put(w, d, "number", value_int(number, at)); /* in its list, for places */
	put_flag(w, d, "here", op->in->file == w->file);
	put(w, d, "depth", value_int((int64_t)h->loops - w->loop->is.loops - 1, at));
	put_around(w, d, h);
	if (op->cell) {
		put(w, d, "object",
		    value_str(str_lit(arena_printf(w->a, "%s#%u", op->cell->name->s, op->cell->scope->node->lo)), at));
		made = op->node->kind == NODE_CALL && op->node->kid[0]->kind == NODE_ATTR
			       ? maker(w, (struct placed){ op->frame, op->node->kid[0]->kid[0] })
			       : (struct placed){ 0 };
		if (made.node)
			put(w, d, "made", made_value(w, made));
	}
	if (op->node->kind == NODE_CALL)
		put_arguments(w, d, op);
	if (op->event->wide && op->event->nmethods && op->node->kind == NODE_CALL)
		receiver_put_classes(w->a, w->p, op, d.as.dict);
	put_flag(w, d, "decides", op->event->minor && op->node->kind == NODE_CALL && decides(w, op));
	if (op->event->adds)
		put_sum(w, d, op);
	if (op->event->called) {
		put_flag(w, d, "guarded", in_own_region(w, op));
		receiver_put_called(w->a, w->p, op, d.as.dict);
	}
	put_origin(w, d, op);
	rounds_put_event(&(struct rounds_ctx){ w->a, w->p, w->in, w->loop }, op, d.as.dict);
	return d;
}

/* ---- loops */

/* Sums and formatting to text are listed only in their own loop. */
static bool is_sum(const struct occurrence *h)
{
	return h->op->event->adds || h->op->event->scales || h->op->event->formats;
}

static bool only_sums(const struct course *c, const struct loop *l)
{
	for (uint32_t i = l->first; i < l->end; i++)
		if (!is_sum(&c->event.at[i]))
			return false;
	return true;
}

static struct value events_between(const struct looptree_builder *w, uint32_t from, uint32_t to, uint32_t but,
				   uint32_t until)
{
	struct value list = value_list(w->a, VALUE_LIST, 8, span_of(w->loop->is.op->in, w->loop->is.op->node));
	bool inside = from == w->loop->first && to == w->loop->end;

	for (uint32_t i = from; i < to && list.as.list->n < EVENTS_MAX; i++)
		if ((i < but || i >= until) && (inside || !is_sum(&w->in->event.at[i])) && ++*w->nevents <= ALL_MAX) {
			struct value one = event_value(w, &w->in->event.at[i], list.as.list->n);

			list_push(w->a, list.as.list, one, one.at);
		}
	list.as.list->open = list.as.list->n == EVENTS_MAX || *w->nevents > ALL_MAX;
	return list;
}

static void put_iterable(const struct looptree_builder *w, struct value d, const struct loop *l)
{
	const struct op *op = l->is.op;
	struct placed x = { op->frame, op->node->kind == NODE_FOR ? op->node->kid[1] : NULL };
	struct variable *v;
	struct value source;
	const struct str *name;

	if (!x.node)
		return;
	put(w, d, "over", source_of(op->in, x.node));
	x = derive_iterated(w->p, x);
	if (derive_is_builtin(x, "range") && x.node->n > 1) {
		const struct node *bound = x.node->kid[x.node->n > 2 ? 2 : 1];

		put(w, d, "bound", value_str(derive_meaning(w->p, (struct placed){ x.frame, bound }), d.at));
	}
	if (maker(w, x).node) {
		put(w, d, "source", made_value(w, maker(w, x)));
	} else if ((v = made_often(w, x, &name))) {
		source = value_dict(w->a, d.at);
		put(w, source, "name", value_str(name, d.at));
		put(w, source, "args", alike(w, script_given(w->a, w->p, v->binding->in, v->binding->value, name), v));
		put(w, source, "means", (struct value){ .at = d.at });
		put(w, d, "source", source);
	}
}

/* A function around it has decorators that are no regions, or is passed as an argument: its surroundings are
 * unknown. */
static bool is_hidden(const struct looptree_builder *w, const struct loop *l)
{
	for (const struct call_frame *f = l->is.op->frame; f; f = f->up) {
		const struct callee *c = map_get(&w->p->callee, f->fn);
		const struct node *n = f->fn->node;
		bool region = false;

		for (const struct enclosure *a = l->is.up; a; a = a->up)
			region |= a->kind == IN_REGION && n->kind == NODE_DEF && n->n > 2 && a->op->node == n->kid[2];
		if (n->kind == NODE_DEF && n->n > 2 && !region)
			return true;
		if (c && c->escapes && !f->up)
			for (uint32_t i = 0; i < w->p->know->nevents; i++)
				if (w->p->know->event[i].nregions &&
				    map_get(&w->all->within, names_joined(w->p->know->event[i].name, f->fn->name)))
					return true;
	}
	return false;
}

static struct value loop_value(struct looptree_builder *w, const struct loop *l)
{
	struct span at = span_of(l->is.op->in, l->is.op->node);
	struct value d, outer;
	const struct node *body = l->is.op->node->kid[l->is.op->node->kind == NODE_FOR ? 2 : 1];

	at.hi = body->lo;
	while (at.hi > at.lo && strchr(" \t\r\n:", l->is.op->in->file->src->bytes[at.hi - 1]))
		at.hi--;
	d = value_dict(w->a, at);
	outer = value_list(w->a, VALUE_LIST, 2, at);
	w->loop = l;
	put_flag(w, d, "trains", l->trains);
	put_flag(w, d, "holds", l->holds);
	put_flag(w, d, "hidden", is_hidden(w, l));
	put(w, d, "around", looptests_around(w->a, l));
	if (!l->holds)
		put(w, d, "training", loop_in_training(w->a, w->p, w->all, l));
	if (l->trains)
		put(w, d, "unsynced", looptests_unsynced(w->a, l));
	put_iterable(w, d, l);
	rounds_put_loop(&(struct rounds_ctx){ w->a, w->p, w->in, l }, d.as.dict);
	put(w, d, "events", events_between(w, l->first, l->end, l->end, l->end));
	for (int i = l->outer; i >= 0; i = w->in->loop.at[i].outer) {
		struct value o = value_dict(w->a, at);

		put_iterable(w, o, &w->in->loop.at[i]);
		list_push(w->a, outer.as.list, o, at);
	}
	put(w, d, "outer", outer);
	if (l->outer >= 0 && l->trains)
		put(w, d, "beside",
		    events_between(w, w->in->loop.at[l->outer].first, w->in->loop.at[l->outer].end, l->first, l->end));
	else
		put(w, d, "beside", events_between(w, 0, l->trains ? (uint32_t)w->in->event.n : 0, l->first, l->end));
	put(w, d, "before", events_between(w, l->first > EVENTS_MAX ? l->first - EVENTS_MAX : 0, l->first, 0, 0));
	return d;
}

struct value loops_value(struct arena *a, struct script_project *p, const struct courses *c, const struct cfile *f)
{
	uint32_t nevents = 0, walked = 0;
	struct tests tests = { 0 };
	struct looptree_builder w = {
		.a = a, .p = p, .all = c, .file = f, .tests = &tests, .nevents = &nevents, .walked = &walked
	};
	struct value list = value_list(a, VALUE_LIST, 4, (struct span){ f->src->id, 0, 0 });
	struct arena tmp = { 0 };
	struct map described = { 0 };
	struct value one;

	for (const struct loop_at *l = loops_of_file(c, f); l && list.as.list->n < LOOPS_MAX; l = l->next) {
		if (map_get(&described, l->loop->is.op->node) || only_sums(l->in, l->loop))
			continue;
		map_put(&tmp, &described, l->loop->is.op->node, &w);
		w.in = l->in;
		one = loop_value(&w, l->loop);
		list_push(a, list.as.list, one, one.at);
	}
	vec_release(&tests);
	arena_release(&tmp);
	return list;
}

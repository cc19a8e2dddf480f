// SPDX-License-Identifier: MIT
/* Where values come from. Each query is a depth-first search backwards: from a name to the values of its bindings,
 * from a parameter to the argument of the frame's call, from a call to the return value of the project's function.
 *
 * Invariant: a search ends after a fixed number of steps (HOPS and similar limits). What is further away is unknown:
 * "?", an open list, or the answer no.
 *
 * 	def train(epochs, data):
 * 		n = epochs * len(data)		derive_meaning: "(epochs#0:0 * len(data#0:0))", with file:offset
 * 		for i in tqdm(range(n)): ...	derive_iterated: range(n) */
#include "script/values/derive.h"
#include "script/values/decided.h"
#include <string.h>

enum {
	HOPS = 10,
	LIST_MAX = 40,
	PARTS_DEPTH = 5,
	MEANING_DEPTH = 6,
	ITEMS_MAX = 6,
	ASK_MAX = 1000, /* of one question */
	ASK_STEPS = 20	/* of the project's budget, for each */
};

/* ---- what names stand for */

static struct variable *variable_of(struct script_project *p, struct placed x)
{
	struct found f;

	if (x.node->kind == NODE_ATTR)
		return script_cell(p, x.frame, x.node);
	if (x.node->kind != NODE_NAME)
		return NULL;
	f = names_find(x.frame->fn, x.node->text);
	return f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;
}

/* The enclosing frame with a scope's variables; a frame without callers if no frame has them. */
static const struct call_frame *frame_of(struct script_project *p, const struct call_frame *f, struct fn *scope)
{
	struct call_frame *new;

	for (; f; f = f->up)
		if (f->fn == scope)
			return f;
	new = arena_new(&p->arena, struct call_frame);
	*new = (struct call_frame){ .fn = scope };
	return new;
}

static struct placed returned(struct script_project *p, struct placed x)
{
	struct found f = script_callee(x.frame->fn, x.node->kid[0]);
	struct call_frame *in;
	unsigned count;
	const struct node *back;

	if (f.kind != F_FUNC || f.fn->node->kind != NODE_DEF || f.fn->node->n > 2)
		return x;
	back = script_returned(f.fn->node->kid[1], &count);
	if (!back)
		return x;
	in = arena_new(&p->arena, struct call_frame);
	*in = (struct call_frame){ .fn = f.fn, .up = x.frame, .call = x.node, .depth = x.frame->depth + 1 };
	if (count != 1)
		back = in->depth < HOPS ? decided_return(p, in) : NULL;
	return back ? (struct placed){ in, back } : x;
}

/* A step from a name to its one binding, or to the argument of the frame's call. */
static struct placed step_name(struct script_project *p, struct placed x)
{
	struct variable *v = variable_of(p, x);
	const struct binding *b = v && v->nbindings == 1 ? v->binding : NULL;
	const struct call_frame *f = x.frame;
	const struct node *given;

	while (f && v && f->fn != v->scope) /* of a function around it */
		f = f->up;
	if (b && b->how == BIND_VALUE)
		return (struct placed){ frame_of(p, x.frame, b->in ? b->in : v->scope), b->value };
	if (b && b->how == BIND_PARAM && f && f->up && (given = script_given_to(f, v)))
		return (struct placed){ f->up, given };
	if (v && v->nbindings > 1 && x.node->kind == NODE_NAME && v->scope == x.frame->fn &&
	    (given = decided_value(p, x.frame, v)) && given->hi <= x.node->lo)
		return (struct placed){ x.frame, given };
	return x;
}

/* The expression that `x, y = value` binds to v, an element of a tuple; node NULL: unknown. */
static struct placed element_bound(struct script_project *p, struct placed x, const struct variable *v,
				   const struct binding *b)
{
	struct placed to = { frame_of(p, x.frame, b->in ? b->in : v->scope), b->value };

	for (unsigned i = 0; i < HOPS; i++) {
		struct placed more = to.node->kind == NODE_CALL ? returned(p, to) : step_name(p, to);

		if (more.node == to.node)
			break;
		to = more;
	}
	return (to.node->kind == NODE_TUPLE || to.node->kind == NODE_LIST) && b->item < to.node->n
		       ? (struct placed){ to.frame, to.node->kid[b->item] }
		       : (struct placed){ 0 };
}

static struct placed step(struct script_project *p, struct placed x)
{
	struct variable *v = variable_of(p, x);
	const struct binding *b = v && v->nbindings == 1 ? v->binding : NULL;
	struct placed to;

	if (x.node->kind == NODE_CALL)
		return returned(p, x);
	if (!b || b->how != BIND_ITEM)
		return step_name(p, x);
	to = element_bound(p, x, v, b);
	return to.node ? to : x;
}

struct placed derive_resolved(struct script_project *p, struct placed x)
{
	for (unsigned i = 0; i < HOPS; i++) {
		struct placed to = step(p, x);

		if (to.node == x.node)
			break;
		x = to;
	}
	return x;
}

static const struct str *meaning(struct script_project *p, struct placed x, unsigned depth);

static const struct str *meaning_of_attribute(struct script_project *p, struct placed x, unsigned depth)
{
	struct placed of = derive_resolved(p, (struct placed){ x.frame, x.node->kid[0] });
	const struct str *called = of.node->kind == NODE_CALL ? script_called(p, of.frame->fn, of.node) : NULL;
	const struct script_call *known = called ? map_get(&p->know->call, called) : NULL;
	const struct node *given = known ? script_argument(known, of.node, x.node->text) : NULL;

	if (given) /* loader.dataset is the loader's argument */
		return meaning(p, (struct placed){ of.frame, given }, depth + 1);
	return str_lit(arena_printf(&p->arena, "%s.%s", meaning(p, of, depth + 1)->s, x.node->text->s));
}

bool derive_is_builtin(struct placed x, const char *name)
{
	return x.node->kind == NODE_CALL && x.node->kid[0]->kind == NODE_NAME &&
	       !strcmp(x.node->kid[0]->text->s, name) && names_find(x.frame->fn, x.node->kid[0]->text).kind == F_NONE;
}

/* `[a // 2, a]` */
static char *meaning_of_items(struct script_project *p, struct placed x, unsigned depth)
{
	char *text = arena_printf(&p->arena, "[");

	for (uint32_t i = 0; i < x.node->n && i < ITEMS_MAX; i++)
		text = arena_printf(&p->arena, "%s%s%s", text, i ? ", " : "",
				    meaning(p, (struct placed){ x.frame, x.node->kid[i] }, depth + 1)->s);
	return arena_printf(&p->arena, x.node->n > ITEMS_MAX ? "%s, ?]" : "%s]", text);
}

static const struct str *meaning(struct script_project *p, struct placed at, unsigned depth)
{
	struct placed x = derive_resolved(p, at);
	const struct node *n = x.node;
	char *text = NULL;

	if (depth > MEANING_DEPTH)
		return str_lit("?");
	if (n->kind == NODE_INT || n->kind == NODE_FLOAT)
		return n->text;
	if (n->kind == NODE_ATTR && !variable_of(p, x))
		return meaning_of_attribute(p, x, depth);
	if (n->kind == NODE_LIST || n->kind == NODE_TUPLE)
		text = meaning_of_items(p, x, depth);
	else if (n->kind == NODE_BINARY)
		text = arena_printf(&p->arena, "(%s %s %s)",
				    meaning(p, (struct placed){ x.frame, n->kid[0] }, depth + 1)->s,
				    node_op_text(n->op),
				    meaning(p, (struct placed){ x.frame, n->kid[1] }, depth + 1)->s);
	else if (n->kind == NODE_CALL && n->n == 2 && (derive_is_builtin(x, "len") || derive_is_builtin(x, "int")))
		text = arena_printf(&p->arena, "%s(%s)", n->kid[0]->text->s,
				    meaning(p, (struct placed){ x.frame, n->kid[1] }, depth + 1)->s);
	else if (n->kind == NODE_INDEX && n->kid[1]->kind == NODE_STR)
		text = arena_printf(&p->arena, "%s[%s]",
				    meaning(p, (struct placed){ x.frame, n->kid[0] }, depth + 1)->s,
				    n->kid[1]->text->s);
	else if (variable_of(p, x)) { /* identified by its first occurrence */
		const struct variable *v = variable_of(p, x);
		const struct binding *b = v->binding;

		text = arena_printf(&p->arena, "%s#%u:%u", v->name->s, v->scope->file->src->id,
				    b && b->statement ? b->statement->lo : v->scope->node->lo);
	} else if (n->kind == NODE_NAME) { /* imported */
		text = arena_printf(&p->arena, "%s#%u", n->text->s, x.frame->fn->file->src->id);
	} else {
		text = arena_printf(&p->arena, "#%u:%u", x.frame->fn->file->src->id, n->lo);
	}
	return str_lit(text);
}

const struct str *derive_meaning(struct script_project *p, struct placed x)
{
	return meaning(p, x, 0);
}

/* ---- loops */

struct placed derive_iterated(struct script_project *p, struct placed x)
{
	for (unsigned i = 0; i < HOPS; i++) {
		const struct str *name;

		x = derive_resolved(p, x);
		name = x.node->kind == NODE_CALL ? script_called(p, x.frame->fn, x.node) : NULL;
		if (x.node->kind != NODE_CALL || x.node->n < 2 || x.node->kid[1]->kind == NODE_KW ||
		    x.node->kid[1]->kind == NODE_STAR || x.node->kid[0]->kind == NODE_ATTR ||
		    (name && map_get(&p->know->call, name)) || derive_is_builtin(x, "range") ||
		    derive_is_builtin(x, "zip"))
			break;
		x.node = x.node->kid[1];
	}
	return x;
}

/* ---- losses */

static void add_parts(struct derive *d, struct placed x, unsigned depth);

static void add_part(struct derive *d, struct placed x, unsigned depth)
{
	struct variable *v = script_cell(d->p, x.frame, x.node);
	bool known = v && map_get(&d->part, v), only_loops = true;

	if (!v || known)
		return;
	for (const struct binding *b = v->binding; b; b = b->next)
		only_loops &= b->how == BIND_LOOP || b->how == BIND_PARAM;
	if (only_loops)
		return;
	map_put(&d->p->arena, &d->part, v, v);
	for (const struct binding *b = v->binding; b; b = b->next)
		if (b->how == BIND_VALUE || b->how == BIND_ITEM || b->how == BIND_CHANGE)
			add_parts(d, (struct placed){ frame_of(d->p, x.frame, b->in), b->value }, depth + 1);
}

static void add_parts(struct derive *d, struct placed x, unsigned depth)
{
	const struct node *n = x.node;

	if (depth > PARTS_DEPTH)
		return;
	if (n->kind == NODE_NAME || (n->kind == NODE_ATTR && script_cell(d->p, x.frame, n)))
		add_part(d, x, depth);
	else if (n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR)
		add_parts(d, (struct placed){ x.frame, n->kid[0]->kid[0] }, depth + 1);
	for (uint32_t i = n->kind == NODE_CALL; n->kind != NODE_NAME && n->kind != NODE_ATTR && i < n->n; i++)
		if (n->kid[i] && n->kid[i]->kind != NODE_LAMBDA)
			add_parts(d, (struct placed){ x.frame, n->kid[i] }, depth + (n->kind == NODE_CALL));
}

void derive_losses(struct derive *d, struct placed x)
{
	struct variable *v = script_cell(d->p, x.frame, x.node);

	if (v)
		map_put(&d->p->arena, &d->loss, v, v);
	add_parts(d, x, 0);
}

/* A method or attribute whose result is on the host, or a size. */
static bool is_plain(const struct derive *d, const struct node *attr)
{
	return str_among(attr->text, d->p->know->plain, d->p->know->nplain);
}

static int loss_of(const struct derive *d, struct placed x, unsigned depth, unsigned *steps)
{
	const struct node *n = x.node;
	struct variable *v = n->kind == NODE_NAME || n->kind == NODE_ATTR ? script_cell(d->p, x.frame, n) : NULL;
	int most = 0;

	if (depth > HOPS || ++*steps > ASK_MAX)
		return 0;
	if (v && map_get(&d->loss, v))
		return 2;
	if (v && map_get(&d->part, v))
		return 1;
	if (n->kind == NODE_ATTR && !v)
		return is_plain(d, n) ? 0 : loss_of(d, (struct placed){ x.frame, n->kid[0] }, depth + 1, steps);
	if (n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR && !is_plain(d, n->kid[0]))
		most = loss_of(d, (struct placed){ x.frame, n->kid[0]->kid[0] }, depth + 1, steps);
	if (n->kind == NODE_BINARY || n->kind == NODE_COMPARE || n->kind == NODE_INDEX || n->kind == NODE_UNARY)
		for (uint32_t i = 0; i < (n->kind == NODE_INDEX ? 1 : n->n); i++) {
			const struct node *k = n->kid[i]->kind == NODE_CMP ? n->kid[i]->kid[0] : n->kid[i];
			int one = loss_of(d, (struct placed){ x.frame, k }, depth + 1, steps);

			most = one > most ? one : most;
		}
	for (const struct binding *b = v && !most ? v->binding : NULL; b && !most; b = b->next)
		if ((b->how == BIND_VALUE || b->how == BIND_CHANGE) && b->in == x.frame->fn)
			most = loss_of(d, (struct placed){ x.frame, b->value }, depth + 2, steps) > 0;
	return most;
}

int derive_loss(const struct derive *d, struct placed x)
{
	unsigned steps = 0;

	return loss_of(d, x, 0, &steps);
}

static bool graph(const struct derive *d, struct placed x, unsigned depth)
{
	const struct node *n = x.node;
	struct variable *v = n->kind == NODE_NAME ? script_cell(d->p, x.frame, n) : NULL;

	if (depth > HOPS)
		return false;
	if (v && map_get(&d->loss, v)) {
		for (const struct binding *b = v->binding; b; b = b->next)
			if (b->how != BIND_CHANGE &&
			    (b->how != BIND_VALUE ||
			     (b->value->kind == NODE_CALL && b->value->kid[0]->kind == NODE_ATTR &&
			      script_cell(d->p, x.frame, b->value->kid[0]->kid[0]) == v)))
				return false; /* loss = loss.item() */
		return true;
	}
	if (n->kind == NODE_BINARY)
		return graph(d, (struct placed){ x.frame, n->kid[0] }, depth + 1) ||
		       graph(d, (struct placed){ x.frame, n->kid[1] }, depth + 1);
	return false;
}

bool derive_graph(const struct derive *d, struct placed x)
{
	return graph(d, x, 0);
}

/* ---- sources of a value */

struct source_search {
	struct script_project *p;
	struct arena *a;
	struct list *out;
	unsigned steps;
};

static void note(struct source_search *w, const struct str *text, struct placed x)
{
	struct span at = { x.frame->fn->file->src->id, x.node->lo, x.node->hi };

	if (w->out->n < LIST_MAX)
		list_push(w->a, w->out, value_str(text, at), at);
	else
		w->out->open = true;
}

/* A query that needs too many steps gets only a part of the sources. */
static bool is_spent(struct source_search *w)
{
	bool spent = w->steps++ >= ASK_MAX || !budget_steps(&w->p->budget, ASK_STEPS);

	w->out->open |= spent;
	return spent;
}

static void note_keywords(struct source_search *w, struct placed x)
{
	for (uint32_t i = 1; i < x.node->n; i++)
		if (x.node->kid[i]->kind == NODE_KW)
			note(w, names_joined(str_lit("="), x.node->kid[i]->text), x);
}

/* The object that is called: criterion(x) of criterion = nn.CrossEntropyLoss(). */
static const struct str *object_called(struct source_search *w, struct placed x)
{
	struct placed of = derive_resolved(w->p, (struct placed){ x.frame, x.node->kid[0] });
	const struct str *name = NULL;
	const struct script_call *known;

	for (unsigned i = 0; i < HOPS && of.node->kind == NODE_CALL; i++) {
		name = script_called(w->p, of.frame->fn, of.node);
		known = name ? map_get(&w->p->know->call, name) : NULL;
		if (!known || !known->same || of.node->kid[0]->kind != NODE_ATTR)
			break;
		of = derive_resolved(w->p, (struct placed){ of.frame, of.node->kid[0]->kid[0] }); /* Net().cuda() */
		name = NULL;
	}
	if (of.node->kind == NODE_CALL)
		note_keywords(w, of);
	return name;
}

/* "model()" of a call of an object of that kind. */
static const struct str *kind_called(struct source_search *w, struct placed x)
{
	struct variable *v = script_cell(w->p, x.frame, x.node->kid[0]);
	bool foreign;
	const struct script_kind_of *kind = v ? script_cell_kind(w->p, v, &foreign) : NULL;

	return kind ? str_lit(arena_printf(w->a, "%s()", kind->name->s)) : NULL;
}

static void sources(struct source_search *w, struct placed x, unsigned depth);

/* The argument of a parameter. */
static void source_given(struct source_search *w, struct placed x, unsigned depth)
{
	struct placed given = derive_resolved(w->p, x);

	if (given.node == x.node)
		note(w, str_lit("?"), x);
	else
		sources(w, given, depth + 1);
}

/* `x, y = f()`: an element of what a project function returns, of the value that is queried only, for that is a long
 * search; or an argument that is returned: `x, y = prepare(x, y)` adds nothing to x. */
static void source_element(struct source_search *w, struct placed x, struct variable *v, const struct binding *b,
			   unsigned depth)
{
	const struct node *passed = script_passed(w->p, b->in, b->value, (int)b->item);
	struct placed of = passed || depth ? (struct placed){ 0 } : element_bound(w->p, x, v, b);

	if (passed)
		of = (struct placed){ frame_of(w->p, x.frame, b->in), passed };
	if (!of.node)
		note(w, str_lit("?"), x);
	else if (!passed || variable_of(w->p, of) != v)
		sources(w, of, depth + 1);
}

static void sources(struct source_search *w, struct placed x, unsigned depth)
{
	const struct node *n = x.node;
	struct variable *v = variable_of(w->p, x);
	const struct str *name;

	if (depth > HOPS || is_spent(w) ||
	    (n->kind != NODE_NAME && n->kind != NODE_ATTR && n->kind != NODE_CALL && n->kind != NODE_BINARY &&
	     n->kind != NODE_INT && n->kind != NODE_FLOAT)) {
		note(w, str_lit("?"), x);
	} else if (n->kind == NODE_BINARY) {
		note(w, str_lit(node_op_text(n->op)), x);
		sources(w, (struct placed){ x.frame, n->kid[0] }, depth + 1);
		sources(w, (struct placed){ x.frame, n->kid[1] }, depth + 1);
	} else if (n->kind == NODE_CALL) {
		name = script_called(w->p, x.frame->fn, n);
		name = name ? name : object_called(w, x);
		name = name ? name : kind_called(w, x);
		if (!name && n->kid[0]->kind == NODE_ATTR && n->n == 1) { /* loss.mean() */
			note(w, names_joined(str_lit(""), n->kid[0]->text), x);
			sources(w, (struct placed){ x.frame, n->kid[0]->kid[0] }, depth + 1);
		} else {
			note(w, name ? name : str_lit("?"), x);
		}
		if (!name && n->kid[0]->kind == NODE_ATTR && n->n > 1) { /* x.argmax(1) */
			note(w, names_joined(str_lit(""), n->kid[0]->text), x);
			sources(w, (struct placed){ x.frame, n->kid[0]->kid[0] }, depth + 1);
		}
		note_keywords(w, x);
	} else if (n->kind == NODE_ATTR && !v) { /* loss.data */
		note(w, names_joined(str_lit(""), n->text), x);
		sources(w, (struct placed){ x.frame, n->kid[0] }, depth + 1);
	} else if (v && (v->scope == x.frame->fn || n->kind == NODE_ATTR)) {
		for (const struct binding *b = v->binding; b && !w->out->open; b = b->next) {
			if (b->how == BIND_CHANGE)
				note(w, str_lit(node_op_text((enum node_op)b->item)), x);
			if (b->how == BIND_VALUE || b->how == BIND_CHANGE)
				sources(w, (struct placed){ frame_of(w->p, x.frame, b->in), b->value }, depth + 1);
			else if (b->how == BIND_ITEM)
				source_element(w, x, v, b, depth);
			else if (b->how == BIND_PARAM)
				source_given(w, x, depth);
			else
				note(w, str_lit("?"), x);
		}
	} else if (n->kind != NODE_INT && n->kind != NODE_FLOAT) {
		note(w, str_lit("?"), x);
	}
}

void derive_sources(struct script_project *p, struct placed x, struct arena *a, struct list *out)
{
	sources(&(struct source_search){ p, a, out, 0 }, x, 0);
}

static void texts(struct source_search *w, struct placed x, unsigned depth)
{
	struct placed to;
	struct variable *v;
	struct value val;

	if (depth > HOPS || w->out->open || is_spent(w))
		return;
	if (x.node->kind == NODE_STR) {
		note(w, x.node->text, x);
		return;
	}
	to = derive_resolved(w->p, x);
	v = variable_of(w->p, to);
	if (to.node->kind == NODE_ATTR || to.node->kind == NODE_NAME) {
		val = script_value(w->p, to.frame->fn, to.node, NULL);
		if (val.kind == VALUE_STR)
			note(w, val.as.s, to);
	}
	for (const struct binding *b = v ? v->binding : NULL; b && !w->out->open; b = b->next)
		if (b->how == BIND_VALUE)
			texts(w, (struct placed){ frame_of(w->p, to.frame, b->in), b->value }, depth + 1);
	for (uint32_t i = 0; i < to.node->n; i++)
		if (to.node->kid[i])
			texts(w, (struct placed){ to.frame, to.node->kid[i] }, depth + 1);
}

void derive_texts(struct script_project *p, struct placed x, struct arena *a, struct list *out)
{
	texts(&(struct source_search){ p, a, out, 0 }, x, 0);
}

// SPDX-License-Identifier: MIT
/* Which variable holds the object of an expression (its cell), and of which kind the objects in a cell are.
 *
 * A cell is found by following aliases, at most CHAIN steps: a name with one binding to another name or attribute, a
 * parameter to the argument of the frame's call, `self.x` through the class's method resolution order. The kind is
 * collected from all bindings, whatever their order.
 *
 * Invariant: a variable whose kind is being computed adds nothing to it, which ends cycles such as `x = x.cuda()`.
 *
 *	opt = torch.optim.SGD(...)	the cell of opt is of kind optimizer
 *	def step(o): o.step()
 *	step(opt)			in the frame of this call the cell of o is opt */
#include "script/values/cell.h"
#include "python/syntax/treewalk.h"
#include <ctype.h>
#include <string.h>

enum { HOPS = 8, CHAIN = 2 * HOPS /* names and attributes that stand for one another */ };

/* ---- cells */

bool script_frames_run(const struct call_frame *f, const struct fn *fn)
{
	for (; f; f = f->up)
		if (f->fn == fn)
			return true;
	return false;
}

const struct node *script_given_to(const struct call_frame *f, const struct variable *v)
{
	const struct binding *b = v->binding;
	uint32_t position, at = 0;
	const struct node *found = NULL;

	while (b && b->how != BIND_PARAM)
		b = b->next;
	if (!b || !f->call) /* a function that others call, as a schedule's lambda */
		return NULL;
	position = b->item;
	if (f->fn->cls && !f->fn->method_static)
		position--;
	for (uint32_t i = 1 + f->skip; i < f->call->n; i++) {
		const struct node *x = f->call->kid[i];

		if (x->kind == NODE_STAR)
			return NULL;
		if (x->kind == NODE_KW && x->text == v->name)
			return x->kid[0];
		if (x->kind != NODE_KW && x->kind != NODE_DSTAR && at++ == position)
			found = x;
	}
	return found;
}

/* hops: of the whole chain, names and attributes together. */
static struct variable *cell(struct script_project *p, const struct call_frame *f, const struct node *n, unsigned hops);
static struct cls *class_of(struct script_project *p, const struct call_frame *f, const struct node *n, unsigned hops);

/* The cell of a name that is only an alias. */
static struct variable *behind(struct script_project *p, const struct call_frame *f, struct variable *v, unsigned hops)
{
	const struct binding *b = v->nbindings == 1 ? v->binding : NULL;
	const struct node *given;
	struct variable *other = NULL;

	if (!b || v->scope != f->fn)
		return v;
	if (b->how == BIND_PARAM && f->up && (given = script_given_to(f, v)))
		other = cell(p, f->up, given, hops + 1);
	else if (b->how == BIND_VALUE && (b->value->kind == NODE_NAME || b->value->kind == NODE_ATTR))
		other = cell(p, f, b->value, hops + 1);
	return other ? other : v;
}

static struct variable *attribute(struct script_project *p, struct cls *k, const struct str *name)
{
	class_bases(&p->model, k);
	for (uint32_t i = 0; i < k->nmro; i++) {
		struct variable *v = script_attribute_cell(p, k->mro[i], name);

		if (v)
			return v;
	}
	return NULL;
}

static struct variable *cell(struct script_project *p, const struct call_frame *f, const struct node *n, unsigned hops)
{
	struct found x;
	struct cls *k;
	struct variable *v;

	if (hops > CHAIN)
		return NULL;
	if (n->kind == NODE_ATTR) {
		k = class_of(p, f, n->kid[0], hops + 1);
		return k ? attribute(p, k, n->text) : NULL;
	}
	if (n->kind != NODE_NAME)
		return NULL;
	x = names_find(f->fn, n->text);
	v = x.kind == F_VAR ? script_variable(x.fn, x.name) : NULL;
	return v ? behind(p, f, v, hops) : NULL;
}

static bool is_long(const struct node *n)
{
	unsigned dots = 0;

	for (; n->kind == NODE_ATTR && dots <= HOPS; n = n->kid[0])
		dots++;
	return dots > HOPS;
}

struct variable *script_cell(struct script_project *p, const struct call_frame *f, const struct node *n)
{
	return is_long(n) ? NULL : cell(p, f, n, 0);
}

/* ---- kinds */

struct kinds {
	const struct script_kind_of *kind;
	bool foreign, unknown;
	bool built; /* foreign, but by a function outside the project, which may return anything: `build_model(args)` */
};

static bool is_function(const struct str *name)
{
	const char *dot = strrchr(name->s, '.');

	return islower((unsigned char)(dot ? dot[1] : name->s[0]));
}

const struct script_kind_of *script_kind_made(const struct script_project *p, const struct str *name)
{
	const struct script_kind_of *best = NULL;
	size_t most = 0;

	for (uint32_t i = 0; i < p->know->nkinds; i++)
		for (uint32_t k = 0; k < p->know->kind[i].nmade; k++) {
			const struct str *made = p->know->kind[i].made[k];
			bool prefix = made->s[made->len - 1] == '*';
			size_t n = prefix ? made->len - 1 : made->len;

			if (n > most && !strncmp(name->s, made->s, n) && (prefix || name->len == made->len)) {
				best = &p->know->kind[i];
				most = n;
			}
		}
	return best;
}

static void kind_of_expr(struct script_project *p, struct fn *in, const struct node *n, struct kinds *out,
			 unsigned hops);

const struct node *script_passed(struct script_project *p, struct fn *in, const struct node *call, int item)
{
	const struct str *name = call->kind == NODE_CALL ? script_called(p, in, call) : NULL;
	const struct script_call *known = name ? map_get(&p->know->call, name) : NULL;
	uint32_t nth = item == SCRIPT_ALL ? 0 : (uint32_t)item;

	if (!known || !known->passes || nth + 1 >= call->n || (item == SCRIPT_ALL) != (call->n == 2))
		return NULL;
	for (uint32_t i = 1; i < call->n; i++)
		if (call->kid[i]->kind == NODE_KW || call->kid[i]->kind == NODE_STAR ||
		    call->kid[i]->kind == NODE_DSTAR)
			return NULL;
	return call->kid[nth + 1];
}

/* No return stands in it. */
static bool is_simple(const struct node *n)
{
	return n->kind == NODE_EXPR || n->kind == NODE_ASSIGN || n->kind == NODE_AUGASSIGN || n->kind == NODE_RETURN ||
	       n->kind == NODE_ASSERT || node_is_scope(n);
}

/* item: of a returned tuple; SCRIPT_ALL: of the returned value. */
static void kind_of_returns(struct script_project *p, struct fn *f, const struct node *n, int item, struct kinds *out,
			    unsigned hops, unsigned depth)
{
	const struct node *x = n->kind == NODE_RETURN && n->n ? n->kid[0] : NULL;

	if (hops > HOPS || depth > NEST_MAX)
		return;
	if (x && item != SCRIPT_ALL && (x->kind != NODE_TUPLE || (uint32_t)item >= x->n))
		out->unknown = true;
	else if (x)
		kind_of_expr(p, f, item == SCRIPT_ALL ? x : x->kid[item], out, hops + 1);
	for (uint32_t i = 0; i < n->n && !is_simple(n); i++)
		if (n->kid[i])
			kind_of_returns(p, f, n->kid[i], item, out, hops, depth + 1);
}

/* The kind of the result of a project function; false: it is no such call. */
static bool kind_of_result(struct script_project *p, struct fn *in, const struct node *call, int item,
			   struct kinds *out, unsigned hops)
{
	struct call_frame f = { .fn = in };
	struct found x = call->kind == NODE_CALL ? script_callee(in, call->kid[0]) : (struct found){ .kind = F_NONE };
	struct fn *runs = x.kind == F_CLASS ? NULL : call->kind == NODE_CALL ? script_runs(p, &f, call) : NULL;

	if (!runs || runs->node->kind != NODE_DEF)
		return false;
	kind_of_returns(p, runs, runs->node->kid[1], item, out, hops + 1, 0);
	return true;
}

static void kind_of_cell(struct script_project *p, struct variable *v, struct kinds *out, unsigned hops)
{
	if (v->kinds_running) /* x = x.cuda(): adds nothing */
		return;
	if (hops > HOPS || !v->nbindings) {
		out->unknown = true;
		return;
	}
	v->kinds_running = true;
	for (const struct binding *b = v->binding; b; b = b->next) {
		const struct callee *c = b->how == BIND_PARAM ? map_get(&p->callee, v->scope) : NULL;
		const struct node *passed =
			b->how == BIND_ITEM ? script_passed(p, b->in, b->value, (int)b->item) : NULL;

		if (passed)
			kind_of_expr(p, b->in, passed, out, hops + 1);
		else if (b->how == BIND_VALUE)
			kind_of_expr(p, b->in, b->value, out, hops + 1);
		else if (b->how == BIND_ITEM && (b->value->kind == NODE_TUPLE && b->item < b->value->n))
			kind_of_expr(p, b->in, b->value->kid[b->item], out, hops + 1);
		else if (b->how == BIND_ITEM && kind_of_result(p, b->in, b->value, (int)b->item, out, hops + 1))
			continue;
		else if (!c || c->escapes || !c->calls.n)
			out->unknown = true;
		for (size_t i = 0; c && i < c->calls.n; i++) {
			struct call_frame up = { .fn = c->calls.at[i].in },
					  f = { .fn = v->scope, .up = &up, .call = c->calls.at[i].node };
			const struct node *given = c->calls.at[i].hands ? NULL : script_given_to(&f, v);

			if (given)
				kind_of_expr(p, up.fn, given, out, hops + 1);
			else if (c->calls.at[i].hands || !b->value || b->value->kind != NODE_CONST)
				out->unknown = true;
		}
	}
	v->kinds_running = false;
}

/* A project class that derives from a class of a kind. */
static const struct script_kind_of *kind_of_class(struct script_project *p, struct fn *in, const struct node *callee)
{
	struct found x = script_callee(in, callee);
	const struct script_kind_of *kind = NULL;

	if (x.kind != F_CLASS)
		return NULL;
	class_bases(&p->model, x.cls);
	for (uint32_t i = 0; i < x.cls->nabroad && !kind; i++)
		kind = script_kind_made(p, x.cls->abroad[i]);
	for (uint32_t i = 0; kind && i < kind->nplain; i++)
		if (class_method(&p->model, x.cls, kind->plain[i], NULL))
			return NULL;
	return kind;
}

/* `nn.Sequential(...).to(device)`: a method of an object of a kind that returns it. */
static const struct script_kind_of *kind_given_back(struct script_project *p, struct fn *in, const struct node *n,
						    unsigned hops)
{
	const struct node *callee = n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR ? n->kid[0] : NULL;
	struct kinds of = { 0 };
	bool may = false;

	for (uint32_t i = 0; callee && i < p->know->nkinds; i++)
		may |= str_among(callee->text, p->know->kind[i].same, p->know->kind[i].nsame);
	if (!may || hops > HOPS)
		return NULL;
	kind_of_expr(p, in, callee->kid[0], &of, hops + 1);
	return of.kind && !of.unknown && !of.foreign && str_among(callee->text, of.kind->same, of.kind->nsame) ? of.kind
													       : NULL;
}

static void kind_of_expr(struct script_project *p, struct fn *in, const struct node *n, struct kinds *out,
			 unsigned hops)
{
	const struct str *name = n->kind == NODE_CALL ? script_called(p, in, n) : NULL;
	const struct script_kind_of *kind = name		   ? script_kind_made(p, name)
					    : n->kind == NODE_CALL ? kind_of_class(p, in, n->kid[0])
								   : NULL;
	struct call_frame f = { .fn = in };
	const struct node *passed = name ? script_passed(p, in, n, SCRIPT_ALL) : NULL;
	struct variable *v;

	if (n->kind == NODE_CONST)
		return; /* None: it is no object */
	if (!budget_steps(&p->budget, 1) || !budget_down(&p->budget)) {
		out->unknown = true;
		return;
	}
	kind = kind ? kind : kind_given_back(p, in, n, hops);
	if (n->kind == NODE_COND) {
		kind_of_expr(p, in, n->kid[0], out, hops);
		kind_of_expr(p, in, n->kid[2], out, hops);
	} else if (n->kind == NODE_CALL && kind) {
		out->unknown |= out->kind && out->kind != kind;
		out->kind = kind;
	} else if (passed) {
		kind_of_expr(p, in, passed, out, hops + 1);
	} else if (kind_of_result(p, in, n, SCRIPT_ALL, out, hops)) {
		; /* done */
	} else if (n->kind == NODE_CALL && (name || script_callee(in, n->kid[0]).kind == F_CLASS)) {
		out->foreign = true;
		out->built |= name && is_function(name);
	} else if ((v = script_cell(p, &f, n))) {
		kind_of_cell(p, v, out, hops + 1);
	} else {
		out->unknown = true;
	}
	budget_up(&p->budget);
}

const struct script_kind_of *script_cell_kind(struct script_project *p, struct variable *v, bool *foreign)
{
	const struct script_kind_of *used;
	struct kinds k = { 0 };

	if (!v->kinds_known) {
		kind_of_cell(p, v, &k, 0);
		v->kind = k.kind;
		v->foreign = k.foreign;
		v->kinds_known = true;
		v->built = k.built && !k.kind;
	}
	used = v->built ? map_get(&p->used_as, v) : NULL;
	*foreign = v->foreign && !(used && used->passive);
	if (v->foreign && !*foreign)
		return used;
	if (v->kind || v->foreign)
		return v->foreign ? NULL : v->kind;
	return map_get(&p->used_as, v);
}

/* ---- classes and functions */

static struct cls *made_by(struct script_project *p, const struct variable *v)
{
	const struct binding *b = v->nbindings == 1 ? v->binding : NULL;
	struct found x;

	(void)p;
	if (!b || b->how != BIND_VALUE || b->value->kind != NODE_CALL)
		return NULL;
	x = script_callee(b->in, b->value->kid[0]);
	return x.kind == F_CLASS ? x.cls : NULL;
}

struct cls *script_self_class(const struct fn *scope, const struct str *name)
{
	for (const struct fn *f = scope; f; f = f->up)
		if (map_get(&f->var, name)) {
			const struct node *params = f->node->kind == NODE_DEF ? f->node->kid[0] : NULL;
			bool method = f->cls && !f->method_static && params && params->n;

			return method && params->kid[0]->text == name ? f->cls : NULL;
		}
	return NULL;
}

static struct cls *class_of(struct script_project *p, const struct call_frame *f, const struct node *n, unsigned hops)
{
	struct variable *v;
	struct found x;
	struct cls *self = n->kind == NODE_NAME ? script_self_class(f->fn, n->text) : NULL;

	if (n->kind == NODE_CALL) {
		x = script_callee(f->fn, n->kid[0]);
		return x.kind == F_CLASS ? x.cls : NULL;
	}
	if (self)
		return self;
	v = is_long(n) ? NULL : cell(p, f, n, hops);
	return v ? made_by(p, v) : NULL;
}

struct cls *script_class_of(struct script_project *p, const struct call_frame *f, const struct node *n)
{
	return class_of(p, f, n, 0);
}

struct fn *script_runs(struct script_project *p, const struct call_frame *f, const struct node *call)
{
	const struct node *callee = call->kid[0];
	struct found x = script_callee(f->fn, callee);
	struct cls *k;

	if (x.kind == F_FUNC)
		return x.fn;
	if (x.kind == F_CLASS)
		return class_method(&p->model, x.cls, str_lit("__init__"), NULL);
	if (x.kind == F_EXT)
		return NULL;
	if (callee->kind == NODE_ATTR && (k = script_class_of(p, f, callee->kid[0])))
		return class_method(&p->model, k, callee->text, NULL);
	k = script_class_of(p, f, callee);
	return k && callee->kind != NODE_CALL ? class_method(&p->model, k, str_lit("__call__"), NULL) : NULL;
}

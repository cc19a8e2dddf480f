// SPDX-License-Identifier: MIT
/* Attributes of modules whose every use stands under one test of a random number. Each mention of `self.x` in the
 * class is judged once: it makes it, it initialises it, it is under the test, or it is any other use, which drops x.
 *
 * Invariant: what isn't certain is a use, and so a part that is listed gets no gradient whenever the test fails. */
#include "script/by_chance.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"
#include "script/loose_modules.h"
#include "script/script_tree.h"
#include "script/values/derive.h"
#include <string.h>

enum { PARTS_MAX = 64, HOPS = 6 };

struct part {
	const struct str *name;
	const struct node *made;   /* a module with weights; NULL: none */
	const struct node *branch; /* the IF or COND around its uses */
	const struct node *use;
	bool otherwise; /* they stand in the other arm */
	bool used;	/* elsewhere, too, or that is unknown */
};
struct chance_search {
	struct tree_builder *w;
	struct cls *cls;
	struct fn *method;
	struct part at[PARTS_MAX];
	uint32_t n;
};

/* ---- tests of random numbers */

static const struct node *peeled(const struct node *n) /* x of x.item(), x[0] */
{
	while ((n->kind == NODE_CALL && n->n == 1 && n->kid[0]->kind == NODE_ATTR &&
		n->kid[0]->kid[0]->kind == NODE_CALL) ||
	       n->kind == NODE_INDEX)
		n = n->kind == NODE_CALL ? n->kid[0]->kid[0] : n->kid[0];
	return n;
}

/* A call that gives a number between 0 and 1. */
static bool draws(const struct chance_search *s, const struct node *n)
{
	const struct script_know *know = s->w->p->know;
	const struct str *name;

	n = peeled(n);
	name = n->kind == NODE_CALL ? script_called(s->w->p, s->method, n) : NULL;
	return name && str_among(name, know->chance, know->nchances);
}

/* A number at which both outcomes happen. */
static bool divides(const struct chance_search *s, const struct node *n)
{
	const struct value v = script_value(s->w->p, s->method, n, NULL);

	return v.kind == VALUE_FLOAT && v.as.f > 0 && v.as.f < 1;
}

static bool is_chance(const struct chance_search *s, const struct node *n, unsigned depth)
{
	struct found f;
	const struct variable *v;

	if (depth > HOPS)
		return false;
	if (n->kind == NODE_COMPARE && n->n == 2)
		return (draws(s, n->kid[0]) && divides(s, n->kid[1]->kid[0])) ||
		       (draws(s, n->kid[1]->kid[0]) && divides(s, n->kid[0]));
	if (n->kind == NODE_UNARY)
		return is_chance(s, n->kid[0], depth + 1);
	if (n->kind == NODE_BOOL && n->op == OP_AND)
		return is_chance(s, n->kid[0], depth + 1) || is_chance(s, n->kid[1], depth + 1);
	if (n->kind != NODE_NAME)
		return false;
	f = names_find(s->method, n->text);
	v = f.kind == F_VAR && f.fn == s->method ? script_variable(f.fn, f.name) : NULL;
	return v && v->nbindings == 1 && v->binding->how == BIND_VALUE && is_chance(s, v->binding->value, depth + 1);
}

/* ---- mentions of parts */

static struct part *part_of(struct chance_search *s, const struct str *name)
{
	for (uint32_t i = 0; i < s->n; i++)
		if (s->at[i].name == name)
			return &s->at[i];
	if (s->n == PARTS_MAX)
		return NULL;
	s->at[s->n] = (struct part){ .name = name };
	return &s->at[s->n++];
}

static bool is_without_gradients(const struct chance_search *s, const struct node *with)
{
	for (uint32_t i = 1; i < with->n; i++) {
		const struct node *x = with->kid[i]->kid[0];
		const struct node *f = x->kind == NODE_CALL ? x->kid[0] : x;

		if (f->text && str_among(f->text, s->w->p->know->off, s->w->p->know->noff))
			return true;
	}
	return false;
}

/* The branch of a test by chance around the node that the walk is at, the nearest; NULL: none. */
static const struct node *branch_around(const struct chance_search *s, const struct walk *x, const struct node *n,
					bool *otherwise)
{
	const struct node *up;

	for (uint32_t i = 0; (up = walk_around(x, i)); i++) {
		bool cond = up->kind == NODE_COND;

		if (node_is_scope(up) || (up->kind == NODE_WITH && is_without_gradients(s, up)))
			return NULL;
		if ((up->kind != NODE_IF && !cond) || node_holds(up->kid[cond ? 1 : 0], n) ||
		    !is_chance(s, up->kid[cond ? 1 : 0], 0))
			continue;
		*otherwise = node_holds(up->kid[2], n);
		return up;
	}
	return NULL;
}

/* `nn.init.zeros_(self.x.weight)` */
static bool initialises(const struct chance_search *s, const struct walk *x)
{
	const struct str *package = s->w->p->know->initialises;
	const struct node *up;

	for (uint32_t i = 0; package && (up = walk_around(x, i)) && up->kind != NODE_EXPR; i++) {
		const struct str *name = up->kind == NODE_CALL ? script_called(s->w->p, s->method, up) : NULL;

		if (name && name->len > package->len && !memcmp(name->s, package->s, package->len) &&
		    name->s[package->len] == '.')
			return true;
	}
	return false;
}

static void look_at(struct chance_search *s, const struct walk *x, const struct node *n)
{
	const struct node *up = walk_around(x, 0), *branch;
	const bool makes = !strcmp(s->method->name->s, "__init__");
	struct part *p = part_of(s, n->text);
	bool otherwise = false;

	if (!p)
		return;
	if (makes && up->kind == NODE_ASSIGN && up->n == 2 && up->kid[1] == n) {
		p->used |= p->made || !tree_module_made(s->w, s->cls, s->method, up->kid[0]);
		p->made = up->kid[0];
		return;
	}
	if (makes && initialises(s, x))
		return;
	branch = strcmp(s->method->name->s, "forward") ? NULL : branch_around(s, x, n, &otherwise);
	p->used |= !branch || (p->branch && (p->branch != branch || p->otherwise != otherwise));
	p->branch = branch;
	p->otherwise = otherwise;
	p->use = n;
}

/* The class reads its weights by other means: `self.parameters()`. */
static void look_at_others(struct chance_search *s, const struct str *name)
{
	const struct script_know *know = s->w->p->know;

	for (uint32_t i = 0; str_among(name, know->collect, know->ncollects) && i < s->n; i++)
		s->at[i].used = true;
}

static void look_at_class(struct chance_search *s)
{
	const struct node *body = s->cls->node->kid[0];
	struct walk x;

	for (uint32_t i = 0; i < body->n; i++) {
		s->method = body->kid[i]->kind == NODE_DEF ? map_get(&s->cls->in->inner, body->kid[i]) : NULL;
		if (!s->method)
			continue;
		walk_begin(&x, body->kid[i]->kid[1]);
		for (const struct node *n; (n = walk_next(&x));)
			if (n->kind == NODE_ATTR && node_is_own(n, n->text))
				look_at(s, &x, n);
	}
	for (uint32_t i = 0; i < body->n; i++) {
		if (body->kid[i]->kind != NODE_DEF || strcmp(body->kid[i]->text->s, "forward") != 0)
			continue;
		walk_begin(&x, body->kid[i]->kid[1]);
		for (const struct node *n; (n = walk_next(&x));)
			if (n->kind == NODE_ATTR && node_is_own(n, n->text))
				look_at_others(s, n->text);
	}
}

/* Code outside of the class names the part: its bases as `self.x`, other code as `net.x`. */
static bool is_named_elsewhere(const struct chance_search *s, const struct str *name)
{
	const struct pymodel *m = &s->w->p->model;
	struct walk x;

	for (uint32_t i = 1; i < s->cls->nmro; i++) {
		walk_begin(&x, s->cls->mro[i]->node);
		for (const struct node *n; (n = walk_next(&x));)
			if (n->kind == NODE_ATTR && n->text == name)
				return true;
	}
	for (uint32_t i = 0; i < m->nfiles; i++) {
		if (!m->file[i]->tree.root)
			continue;
		walk_begin(&x, m->file[i]->tree.root);
		for (const struct node *n; (n = walk_next(&x));)
			if (n->kind == NODE_ATTR && n->text == name && !node_is_own(n, name))
				return true;
	}
	return false;
}

/* ---- the modules of a call */

/* The class of the project that an expression makes, whatever moves it: `Net(4).to(device)`. */
static struct cls *class_made(struct fn *in, const struct node *n)
{
	struct found is;

	while (n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR && n->kid[0]->kid[0]->kind == NODE_CALL)
		n = n->kid[0]->kid[0];
	is = n->kind == NODE_CALL ? script_callee(in, n->kid[0]) : (struct found){ .kind = F_NONE };
	return is.kind == F_CLASS ? is.cls : NULL;
}

/* The one class that the argument is made of, whatever else its variable gets: `net = Net(); net = net.cuda()`. */
static struct cls *class_given(const struct tree_builder *w, const struct node *n)
{
	struct call_frame f = { .fn = w->fn };
	struct placed x = derive_resolved(w->p, (struct placed){ &f, n });
	struct cls *k = class_made(x.frame->fn, x.node), *other;
	struct variable *v = k ? NULL : script_cell(w->p, x.frame, x.node);

	for (const struct binding *b = v ? v->binding : NULL; b; b = b->next) {
		struct call_frame in = { .fn = b->in };
		struct placed made = { &in, b->value };

		if (b->how != BIND_VALUE || b->value->kind != NODE_CALL)
			continue;
		made = derive_resolved(w->p, made);
		other = class_made(made.frame->fn, made.node);
		if (other && k && other != k)
			return NULL;
		k = other ? other : k;
	}
	return k;
}

static void add_parts(struct tree_builder *w, struct cls *k, const struct node *call, struct list *out)
{
	struct chance_search s = { .w = w, .cls = k };
	struct span at = tree_span(w, call);
	const char *text = k->file->src->bytes;

	class_bases(&w->p->model, k);
	look_at_class(&s);
	for (uint32_t i = 0; i < s.n; i++) {
		const struct part *p = &s.at[i];
		struct value one = value_dict(w->a, at);
		const struct node *test;

		if (!p->made || p->used || !p->branch || is_named_elsewhere(&s, p->name))
			continue;
		test = p->branch->kid[p->branch->kind == NODE_COND ? 1 : 0];
		tree_put(w, one.as.dict, "of", value_str(k->name, at), at);
		tree_put(w, one.as.dict, "attribute", value_str(p->name, at), at);
		tree_put(w, one.as.dict, "otherwise", value_bool(p->otherwise, at), at);
		tree_put(w, one.as.dict, "test", value_str(str_of(text + test->lo, test->hi - test->lo), at), at);
		tree_put(w, one.as.dict, "line", value_text(script_line(w->a, k->file, p->use), at), at);
		list_push(w->a, out, one, at);
	}
}

struct value tree_by_chance(struct tree_builder *w, const struct node *call)
{
	struct value all = value_list(w->a, VALUE_LIST, 1, tree_span(w, call));

	for (uint32_t i = 1; i < call->n; i++) {
		const struct node *x = call->kid[i]->kind == NODE_KW ? call->kid[i]->kid[0] : call->kid[i];
		struct cls *k =
			x->kind == NODE_NAME || x->kind == NODE_ATTR || x->kind == NODE_CALL ? class_given(w, x) : NULL;

		if (k && w->nwalks++ < WALKS_MAX)
			add_parts(w, k, call, all.as.list);
	}
	return all;
}

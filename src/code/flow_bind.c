// SPDX-License-Identifier: MIT
/* Binds as Python does, but for all calls at once: a parameter stands for the union of what any call passes.
 *
 *	f(cfg.a) here, f(cfg.b) there, def f(x)	x stands for cfg.a and cfg.b */
#include "code/flow_bind.h"
#include "code/flow.h"
#include "code/flow_note.h"
#include "code/params.h"
#include "code/priv.h"

/* steps that an argument or a parameter costs beside its expression */
enum { BIND_STEPS = 4 };

struct bind_ctx {
	struct fn *from, *to;
	const struct passed_all *a;
	const struct node *params;
	uint32_t skip; /* self */
};

/* The parameter may be v too. Its function is walked again if v has a config, or if a config reaches it anyway. */
static void give(struct bind_ctx *b, const struct str *param, const struct aset *v, bool in)
{
	if (flow_grow(index_of(b->to->file), flow_var(b->to, param), v, in))
		b->to->flow->dirty |= b->to->flow->touched || aset_has_config(v);
}

static const struct node *param_of_kind(const struct node *params, uint16_t op)
{
	for (uint32_t i = 0; i < params->n; i++)
		if (params->kid[i]->op == op && params->kid[i]->text)
			return params->kid[i];
	return NULL;
}

/* The parameter of the i-th argument; NULL: none. */
static const struct node *positional(const struct bind_ctx *b, uint32_t i)
{
	uint32_t n = 0;
	for (uint32_t k = 0; k < b->params->n; k++) {
		const struct node *p = b->params->kid[k];
		if (p->op == '/')
			continue;
		if (p->op || !p->text)
			return NULL;
		if (n++ == i + b->skip)
			return p;
	}
	return NULL;
}

static bool given(const struct bind_ctx *b, const struct str *name)
{
	for (uint32_t i = 0; i < b->a->n; i++)
		if (b->a->at[i].node->kind == NODE_KW && b->a->at[i].node->text == name)
			return true;
	return false;
}

static const struct str *const *param_names(struct index *c, const struct node *params, uint32_t *n)
{
	const struct str **out = arena_array(&c->m.arena, const struct str *, params->n + 1);
	*n = 0;
	for (uint32_t i = 0; i < params->n; i++)
		if (params->kid[i]->text && !params->kid[i]->op)
			out[(*n)++] = params->kid[i]->text;
	return out;
}

/* `**v`: the parameters read their keys; the rest goes to the callee's own ** parameter, or raises. */
static void bind_copy(struct bind_ctx *b, const struct passed *a, const struct aval *v, const struct node *rest)
{
	struct index *c = index_of(b->to->file);
	const char *how = flow_words(b->from, "passes it on to ", b->to->name ? b->to->name->s : "a lambda", "");
	for (uint32_t i = 0; i < b->params->n; i++) {
		const struct node *p = b->params->kid[i];
		if (p->op || !p->text || i < b->skip || given(b, p->text))
			continue;
		struct cnode *kid = flow_read(b->from, v, p->text, a->node, how);
		struct aset one = aset_of_node(c, kid);
		if (kid)
			give(b, p->text, &one, false);
	}
	struct filter like = { .outer = v->filter, .origin = b->to };
	like.name = param_names(c, b->params, &like.n);
	struct aval left = *v;
	struct aset others = { 0 };
	left.filter = filter_make(c, like);
	aset_add(c, &others, left);
	if (rest)
		give(b, rest->text, &others, false);
	else if (flow_writes(c))
		flow_sink(b->from, v, a->node, params_of_fn(c, b->to, b->skip > 0));
}

/* `**v`: a config binds its keys; a dict created here may contain any parameter. */
static void bind_stars(struct bind_ctx *b, const struct passed *a, const struct node *rest)
{
	struct index *c = index_of(b->to->file);
	for (uint32_t i = 0; i < a->val.n; i++) {
		const struct aval *v = &a->val.at[i];
		if (v->kind == A_NODE && !v->in) {
			bind_copy(b, a, v, rest);
			continue;
		}
		struct aval x = *v;
		struct aset one = { 0 };
		x.in = false;
		aset_add(c, &one, x);
		for (uint32_t k = b->skip; v->in && k < b->params->n; k++)
			if (b->params->kid[k]->text && !given(b, b->params->kid[k]->text))
				give(b, b->params->kid[k]->text, &one, b->params->kid[k]->op != 0);
	}
}

/* `*v` */
static uint32_t bind_star(struct bind_ctx *b, const struct passed *x, const struct node *more, uint32_t position)
{
	struct aset each = x->val.n ? flow_each(b->from, x->node, x->val) : aset_anything();
	const struct node *p;
	while (x->val.n && (p = positional(b, position))) {
		give(b, p->text, &each, false);
		position++;
	}
	if (more)
		give(b, more->text, &each, true);
	return position;
}

/* Binds as Python does, but without errors: an argument without a parameter goes to **kwargs or *args, else it is
 * ignored. Returns what is known of the result in this round. */
struct aset flow_bind(struct fn *f, struct fn *to, const struct passed_all *a, bool method)
{
	struct bind_ctx b = { f, to, a, to->node->kid[0], method };
	const struct node *rest = param_of_kind(b.params, '2'), *more = param_of_kind(b.params, '*');
	uint32_t position = 0;
	if (!flow_spend(f, BIND_STEPS * (1 + a->n + b.params->n)))
		return *flow_look(f, &to->flow->ret);
	for (uint32_t i = 0; i < a->n; i++) {
		const struct passed *x = &a->at[i];
		const struct node *p;
		if (x->node->kind == NODE_DSTAR) {
			bind_stars(&b, x, rest);
		} else if (x->node->kind == NODE_KW) {
			p = node_param(b.params, 0, x->node->text);
			if (p || rest)
				give(&b, p ? p->text : rest->text, &x->val, !p);
		} else if (x->node->kind == NODE_STAR) {
			position = bind_star(&b, x, more, position);
		} else {
			p = positional(&b, position++);
			if (p || more)
				give(&b, p ? p->text : more->text, &x->val, !p);
		}
	}
	return *flow_look(f, &to->flow->ret);
}

void flow_bind_class(struct fn *to, struct cls *k)
{
	struct index *c = index_of(to->file);
	const struct node *params = to->node->kid[0];
	struct aset class = { 0 };
	if (!params->n || !params->kid[0]->text || params->kid[0]->op)
		return;
	aset_add(c, &class, (struct aval){ .kind = A_CLASS, .cls = k });
	if (flow_grow(c, flow_var(to, params->kid[0]->text), &class, false))
		to->flow->dirty |= to->flow->touched;
}

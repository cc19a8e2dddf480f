// SPDX-License-Identifier: MIT
/* Copies of batches to a device: one walk over each function, in the order of its text, with the set of names that
 * hold the batch or a part of it. A loop over a loader begins a new set for its body; a comprehension adds to a copy
 * of the set; an assignment adds its target or removes it. Branches are not distinguished.
 *
 * Invariant: outside a loop over a known loader nothing is a copy.
 *
 * 	for x, y in loader:		{x, y}
 * 		z = x['img']		{x, y, z}
 * 		x = x.cuda()		a copy; {y, z}: a copy is not copied again */
#include "script/values/batch.h"
#include "python/syntax/treewalk.h"
#include "script/values/object.h"
#include <stdlib.h>
#include <string.h>

enum { NAMES_MAX = 24, CALLS_DEEP = 2 /* of project functions that get a batch */, LOOPS_UNKNOWN = 100, CHAIN_MAX = 5 };

struct copy_search {
	struct script_project *p;
	struct fn *fn;
	struct batch_copies *out;
	const struct script_object *loader; /* of the loop around; NULL: none */
	bool by_next;			    /* ... and its batches come by `next(it)` */
	const struct str *name[NAMES_MAX];  /* that hold the batch or a part of it */
	uint32_t n;
	unsigned depth, calls; /* calls: of project functions that are followed */
};

/* ---- devices */

static bool says_device(const struct copy_search *w, const char *text, size_t n)
{
	const struct script_know *k = w->p->know;

	for (uint32_t i = 0; i < k->ndevices; i++)
		if (memmem(text, n, k->device[i]->s, k->device[i]->len))
			return true;
	return false;
}

static bool text_says_device(const struct copy_search *w, const struct fn *in, const struct node *n)
{
	return says_device(w, in->file->src->bytes + n->lo, n->hi - n->lo);
}

/* Reads the one binding of the name. */
static bool bound_to_device(const struct copy_search *w, const struct node *n)
{
	struct found f = n->kind == NODE_NAME ? names_find(w->fn, n->text) : (struct found){ .kind = F_NONE };
	const struct variable *v = f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;

	return v && v->nbindings == 1 && v->binding->how == BIND_VALUE &&
	       text_says_device(w, v->binding->in, v->binding->value);
}

static int device_of(const struct copy_search *w, const struct node *call)
{
	const struct node *n = call->n > 1 ? call->kid[1] : NULL;
	const struct script_object *o;
	struct value v;

	if (says_device(w, call->kid[0]->text->s, call->kid[0]->text->len))
		return DEVICE_NAMED;
	n = n && n->kind == NODE_KW ? (strcmp(n->text->s, "device") ? NULL : n->kid[0]) : n;
	if (!n || n->kind == NODE_STAR || n->kind == NODE_DSTAR)
		return DEVICE_UNKNOWN;
	if (bound_to_device(w, n) || (n->kind == NODE_CALL && text_says_device(w, w->fn, n)))
		return DEVICE_NAMED;
	v = script_value(w->p, w->fn, n, NULL);
	if (v.kind == VALUE_STR)
		return says_device(w, v.as.s->s, v.as.s->len) ? DEVICE_NAMED : DEVICE_OTHER;
	o = script_object_of(w->p, v);
	return o && !o->several && text_says_device(w, o->site.in, o->site.node) ? DEVICE_NAMED : DEVICE_UNKNOWN;
}

/* ---- batches */

static void add_names(struct copy_search *w, const struct node *target)
{
	struct walk walk;

	walk_begin(&walk, target);
	for (const struct node *n; w->n < NAMES_MAX && (n = walk_next_target(&walk));)
		if (n->kind == NODE_NAME)
			w->name[w->n++] = n->text;
}

static void drop_name(struct copy_search *w, const struct str *name)
{
	for (uint32_t i = w->n; i-- > 0;)
		if (w->name[i] == name)
			w->name[i] = w->name[--w->n];
}

/* A list, or a starred target, removes none. */
static void drop_names(struct copy_search *w, const struct node *target)
{
	struct walk walk;

	walk_begin(&walk, target);
	for (const struct node *n; (n = walk_next(&walk));)
		if (n->kind == NODE_NAME)
			drop_name(w, n->text);
		else if (n->kind != NODE_TUPLE)
			walk_skip(&walk);
}

/* x, x[0], x['img'], x.img, x.items() */
static bool is_batch(const struct copy_search *w, const struct node *n)
{
	while (n->kind == NODE_INDEX || n->kind == NODE_ATTR ||
	       (n->kind == NODE_CALL && n->n == 1 && n->kid[0]->kind == NODE_ATTR &&
		(!strcmp(n->kid[0]->text->s, "items") || !strcmp(n->kid[0]->text->s, "values"))))
		n = n->kid[0];
	for (uint32_t i = 0; n->kind == NODE_NAME && i < w->n; i++)
		if (w->name[i] == n->text)
			return true;
	return false;
}

static void look_in(struct copy_search *w, const struct node *n);

/* A function that gets batches in several places is searched for each of them. */
static void add_copy(struct copy_search *w, const struct node *n)
{
	for (size_t i = 0; i < w->out->n; i++)
		if (w->out->at[i].node == n && w->out->at[i].loader == w->loader)
			return;
	vec_push(w->out, ((struct batch_copy){ w->fn, n, w->loader, w->by_next, device_of(w, n) }));
}

/* A function of the project that gets a batch, or a part of it, by position or keyword. */
static void see_passed(struct copy_search *w, const struct node *call)
{
	struct found f = script_callee(w->fn, call->kid[0]);
	struct fn *to = f.kind == F_FUNC && f.fn->node->kind == NODE_DEF && w->calls < CALLS_DEEP ? f.fn : NULL;
	struct copy_search in = {
		.p = w->p, .fn = to, .out = w->out, .loader = w->loader, .by_next = w->by_next, .calls = w->calls + 1
	};
	const struct node *params = to ? to->node->kid[0] : NULL;
	uint32_t first = to && to->cls && !to->method_static;

	in.depth = w->depth;
	for (uint32_t i = 1; to && i < call->n && call->kid[i]->kind != NODE_STAR; i++) {
		const struct node *x = call->kid[i], *p = NULL;

		if (x->kind == NODE_KW && is_batch(w, x->kid[0]))
			p = node_param(params, 0, x->text);
		else if (x->kind != NODE_KW && x->kind != NODE_DSTAR && is_batch(w, x) && first + i - 1 < params->n)
			p = params->kid[first + i - 1];
		if (p && p->text && !p->op && in.n < NAMES_MAX)
			in.name[in.n++] = p->text;
	}
	if (in.n)
		look_in(&in, node_body(to->node));
}

static void see_call(struct copy_search *w, const struct node *n)
{
	const struct node *callee = n->kid[0];

	see_passed(w, n);
	if (callee->kind == NODE_ATTR && str_among(callee->text, w->p->know->copy, w->p->know->ncopies) &&
	    is_batch(w, callee->kid[0]))
		add_copy(w, n);
}

static bool hands_out(const struct copy_search *w, const struct node *call)
{
	const struct str *name = script_called(w->p, w->fn, call);

	if (!name && call->kid[0]->kind == NODE_NAME)
		name = call->kid[0]->text; /* enumerate */
	return name && str_among(name, w->p->know->through, w->p->know->nthrough);
}

/* enumerate(tqdm(loader)) -> loader */
static const struct script_object *loader_in(const struct copy_search *w, const struct node *n, bool *counted)
{
	const struct script_object *o;

	*counted = false;
	for (unsigned i = 0; n->kind == NODE_CALL && n->n > 1 && i < 4 && hands_out(w, n); i++) {
		*counted |= n->kid[0]->kind == NODE_NAME && !strcmp(n->kid[0]->text->s, "enumerate");
		n = n->kid[1];
	}
	if (n->kind != NODE_NAME && n->kind != NODE_ATTR && n->kind != NODE_INDEX)
		return NULL;
	o = script_object_of(w->p, script_value(w->p, w->fn, n, NULL));
	return o && !o->several && str_among(o->name, w->p->know->loader, w->p->know->nloaders) ? o : NULL;
}

static void look(struct copy_search *w, const struct node *n);

/* The loader of `next(it)`, it = iter(loader). */
static const struct script_object *loader_of_next(const struct copy_search *w, const struct node *n)
{
	bool is = n->kind == NODE_CALL && n->n == 2 && node_is_name(n->kid[0], str_lit("next"));
	const struct node *it = is ? n->kid[1] : NULL;
	struct found f = it && it->kind == NODE_NAME ? names_find(w->fn, it->text) : (struct found){ .kind = F_NONE };
	const struct variable *v = f.kind == F_VAR ? script_variable(f.fn, f.name) : NULL;
	const struct script_object *o = NULL;
	bool counted;

	if (it && it->kind == NODE_CALL && it->n == 2 && node_is_name(it->kid[0], str_lit("iter")))
		return loader_in(w, it->kid[1], &counted);
	for (const struct binding *b = v ? v->binding : NULL; b; b = b->next) {
		const struct node *made = b->how == BIND_VALUE ? b->value : NULL;

		if (!made || made->kind != NODE_CALL || made->n != 2 || !node_is_name(made->kid[0], str_lit("iter")) ||
		    (o && o != loader_in(w, made->kid[1], &counted)))
			return NULL;
		o = loader_in(w, made->kid[1], &counted);
	}
	return o;
}

static void look_in(struct copy_search *w, const struct node *n)
{
	if (n && w->depth++ < NEST_MAX)
		look(w, n);
	w->depth -= n != NULL;
}

static void see_loop(struct copy_search *w, const struct node *n)
{
	struct copy_search in = *w;
	bool counted;
	const struct script_object *o = loader_in(w, n->kid[1], &counted);
	const struct node *target = n->kid[0];

	look_in(w, n->kid[1]);
	if (o) {
		in.loader = o;
		in.by_next = false;
		in.n = 0;
		add_names(&in, counted && target->kind == NODE_TUPLE && target->n == 2 ? target->kid[1] : target);
	} else if (w->loader && is_batch(w, n->kid[1])) {
		add_names(&in, target);
	}
	look_in(&in, n->kid[2]);
	look_in(w, n->kid[3]);
}

/* [x.cuda() for x in batch] */
static void see_comprehension(struct copy_search *w, const struct node *n)
{
	struct copy_search in = *w;

	for (uint32_t i = 1; i < n->n; i++)
		if (n->kid[i]->kind == NODE_CFOR && is_batch(w, n->kid[i]->kid[1]))
			add_names(&in, n->kid[i]->kid[0]);
	for (uint32_t i = 0; i < n->n; i++)
		look_in(&in, n->kid[i]);
}

/* target = value; two tuples are assigned part by part. batch: whether the value was a batch before any assignment. */
static void assign(struct copy_search *w, const struct node *target, const struct node *value)
{
	bool batch[NAMES_MAX], pairs = value->kind == NODE_TUPLE && target->kind == NODE_TUPLE &&
				       value->n == target->n && value->n <= NAMES_MAX;

	for (uint32_t i = 0; i < (pairs ? value->n : 1); i++)
		batch[i] = is_batch(w, pairs ? value->kid[i] : value);
	drop_names(w, target);
	for (uint32_t i = 0; i < (pairs ? value->n : 1); i++)
		if (batch[i])
			add_names(w, pairs ? target->kid[i] : target);
}

static void see_assignment(struct copy_search *w, const struct node *n)
{
	const struct script_object *o = loader_of_next(w, n->kid[0]);

	look_in(w, n->kid[0]);
	w->by_next |= o != NULL;
	if (o && o != w->loader) {
		w->loader = o;
		w->n = 0;
	}
	for (uint32_t i = 1; w->loader && i < n->n; i++)
		if (o)
			add_names(w, n->kid[i]);
		else
			assign(w, n->kid[i], n->kid[0]);
}

/* `x.to(device)` as a statement: the copy is lost, and x stays where it is. */
static bool is_dropped_copy(const struct copy_search *w, const struct node *n)
{
	return n->kind == NODE_CALL && n->kid[0]->kind == NODE_ATTR &&
	       str_among(n->kid[0]->text, w->p->know->copy, w->p->know->ncopies) && is_batch(w, n->kid[0]->kid[0]);
}

static void look(struct copy_search *w, const struct node *n)
{
	switch (n->kind) {
	case NODE_DEF:
	case NODE_CLASS:
	case NODE_LAMBDA:
		return;
	case NODE_FOR:
		see_loop(w, n);
		return;
	case NODE_LISTCOMP:
	case NODE_GENEXP:
	case NODE_DICTCOMP:
		see_comprehension(w, n);
		return;
	case NODE_ASSIGN:
		see_assignment(w, n);
		return;
	case NODE_CALL:
		if (w->loader)
			see_call(w, n);
		break;
	case NODE_EXPR:
		if (is_dropped_copy(w, n->kid[0]))
			return;
		break;
	default:
		break;
	}
	for (uint32_t i = 0; i < n->n; i++)
		look_in(w, n->kid[i]);
}

static int by_place(const void *x, const void *y)
{
	const struct batch_copy *a = x, *b = y;
	int order = strcmp(a->in->file->path, b->in->file->path);

	return order ? order : (a->node->lo > b->node->lo) - (a->node->lo < b->node->lo);
}

const struct batch_copies *script_copies(struct script_project *p)
{
	size_t n;
	struct fn *const *fn = pymodel_functions(&p->model, &n);

	if (p->copies)
		return p->copies;
	p->copies = xcalloc(1, sizeof *p->copies);
	for (size_t i = 0; i < n; i++)
		look_in(&(struct copy_search){ .p = p, .fn = fn[i], .out = p->copies }, node_body(fn[i]->node));
	if (p->copies->n)
		qsort(p->copies->at, p->copies->n, sizeof *p->copies->at, by_place);
	return p->copies;
}

/* The number of loops around the place in the whole program, LOOPS_UNKNOWN if some calls are unseen. */
static unsigned loops_in_all(struct script_project *p, const struct fn *in, const struct node *n, unsigned calls)
{
	const struct callee *c = map_get(&p->callee, in);
	unsigned own = node_loops_around(node_body(in->node), n), most = 0, more;

	if (in->node->kind == NODE_MODULE)
		return own;
	if (!c || c->escapes || c->handed || !c->calls.n || calls == CHAIN_MAX)
		return LOOPS_UNKNOWN;
	for (size_t i = 0; i < c->calls.n; i++) {
		more = loops_in_all(p, c->calls.at[i].in, c->calls.at[i].node, calls + 1);
		most = more > most ? more : most;
	}
	return own + most;
}

bool script_copied_once(struct script_project *p, const struct node *loader)
{
	const struct batch_copies *all = script_copies(p);
	bool any = false;

	for (size_t i = 0; i < all->n; i++) {
		if (all->at[i].loader->site.node != loader)
			continue;
		if (all->at[i].by_next || loops_in_all(p, all->at[i].in, all->at[i].node, 0) > 1)
			return false;
		any = true;
	}
	return any;
}

bool script_repeated(struct script_project *p, const struct fn *in, const struct node *n)
{
	unsigned loops = loops_in_all(p, in, n, 0);

	return loops && loops < LOOPS_UNKNOWN;
}

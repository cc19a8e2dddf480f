// SPDX-License-Identifier: MIT
/* Follows a value from the place where code reads it from a file, through the variable that gets it and through calls
 * of project functions, to the calls and operators that use it.
 *
 * Invariant: a function is entered at most CALLS_DEEP calls deep; where the value goes on unseen, nothing is added.
 *
 *	lr = cfg['optimizer']['lr']		used_at for optimizer.lr:
 *	opt = torch.optim.Adam(net, lr=lr)	{within: "torch.optim.Adam", keyword: "lr"} */
#include "plain/used.h"
#include "pymodel/names.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"

enum { CALLS_DEEP = 3 /* of project functions that pass the value on */ };

struct search {
	struct arena *a;
	struct list *out;
	struct fn *in;
	const char *place;
	uint32_t lo;		    /* of the place that reads the key */
	const struct str *given_to; /* the variable that gets it there */
	const struct str *name;	    /* or of that variable */
	uint32_t given;		    /* the number of assignments to it */
	const struct str *key;	/* what is read is a dict, and this key of it counts, where `f(**x)` takes it apart */
	const struct str *part; /* the key that `f(**x)` at the place reads, by the callee's parameter */
	unsigned depth;		/* of calls of project functions */
};

static const struct span nowhere;

static void add(struct search *w, struct value within, const struct str *keyword)
{
	struct value u = value_dict(w->a, nowhere);
	dict_put(w->a, u.as.dict, value_text("within", nowhere), within, nowhere);
	dict_put(w->a, u.as.dict, value_text("keyword", nowhere),
		 keyword ? value_str(keyword, nowhere) : value_none(nowhere), nowhere);
	dict_put(w->a, u.as.dict, value_text("place", nowhere), value_text(w->place, nowhere), nowhere);
	list_push(w->a, w->out, u, nowhere);
}

/* The one value that the function's own body assigns to a name; NULL: none, or several. */
static const struct node *assigned(const struct fn *in, const struct str *name)
{
	const struct node *value = NULL;
	unsigned count = 0;
	struct walk walk;

	walk_begin(&walk, node_body(in->node));
	for (const struct node *n; (n = walk_next(&walk));)
		if (n->kind == NODE_ASSIGN && n->n == 2 && node_is_name(n->kid[1], name)) {
			value = n->kid[0];
			count++;
		}
	return count == 1 ? value : NULL;
}

/* "torch.optim.*" of getattr(torch.optim, name), the first class of a dict of classes; None: unknown. */
static struct value name_of_choice(struct fn *in, const struct node *n)
{
	struct found x;

	if (n->kind == NODE_CALL && node_is_name(n->kid[0], str_lit("getattr")) && n->n >= 3) {
		x = names_of(in, n->kid[1]);
		return x.kind == F_EXT ? value_str(names_joined(x.dotted, str_lit("*")), nowhere) : value_none(nowhere);
	}
	if (n->kind == NODE_INDEX && n->kid[0]->kind == NODE_DICT && n->kid[0]->n &&
	    n->kid[0]->kid[0]->kind == NODE_PAIR) {
		x = names_of(in, n->kid[0]->kid[0]->kid[1]);
		return x.kind == F_EXT ? value_str(x.dotted, nowhere) : value_none(nowhere);
	}
	return value_none(nowhere);
}

static struct value name_of(struct fn *in, const struct node *callee)
{
	struct found x = names_of(in, callee);
	const struct node *value;

	if (x.kind == F_EXT)
		return value_str(x.dotted, nowhere);
	if (callee->kind == NODE_NAME && x.kind == F_NONE)
		return value_str(callee->text, nowhere);
	value = callee->kind == NODE_NAME && x.kind == F_VAR ? assigned(in, callee->text) : NULL;
	return name_of_choice(in, value ? value : callee);
}

static void look(struct search *w);

/* The parameter of a project function that gets an argument; NULL: unknown. *rest: it is `**kwargs`. */
static const struct str *parameter(const struct fn *f, const struct node *call, const struct node *arg,
				   const struct str *keyword, bool *rest)
{
	const struct node *params = f->node->kid[0];
	uint32_t at = f->cls && !f->method_static;

	*rest = false;
	for (uint32_t i = 1; !keyword && i < call->n && call->kid[i] != arg; i++) {
		if (call->kid[i]->kind == NODE_STAR)
			return NULL;
		at++;
	}
	for (uint32_t i = 0; i < params->n; i++) {
		const struct node *p = params->kid[i];

		if (p->op == '2' && keyword)
			return *rest = true, p->text;
		if (p->text && !p->op && (keyword ? p->text == keyword : i == at))
			return p->text;
	}
	return NULL;
}

/* A project function gets it: its uses there. false: it is no such call, or that isn't known. */
static bool add_passed(struct search *w, const struct node *call, const struct node *arg, const struct str *keyword)
{
	struct found x = names_of(w->in, call->kid[0]);
	struct fn *f = x.kind == F_FUNC ? x.fn : NULL;
	uint32_t before = w->out->n;
	bool rest;
	const struct str *name = f && f->node->kind == NODE_DEF && w->depth < CALLS_DEEP
					 ? parameter(f, call, arg, keyword, &rest)
					 : NULL;
	struct search in = {
		.a = w->a, .out = w->out, .in = f, .name = name, .place = w->place, .depth = w->depth + 1
	};

	if (!name)
		return false;
	in.key = rest ? keyword : NULL;
	look(&in);
	if (in.given)
		w->out->n = before;
	return w->out->n > before;
}

static void add_call(struct search *w, const struct node *call, const struct node *arg, const struct str *keyword)
{
	w->place = arena_printf(w->a, "%s:%u", w->in->file->rel, source_point(w->in->file->src, call->lo).line + 1);
	if (!add_passed(w, call, arg, keyword))
		add(w, name_of(w->in, call->kid[0]), keyword);
}

static void add_use(struct search *w, const struct walk *walk, const struct node *n)
{
	const struct node *up = walk_around(walk, 0), *arg = n;
	const struct str *keyword = up && up->kind == NODE_KW ? up->text : NULL;
	bool computes = up && ((up->kind == NODE_BINARY && up->op != OP_MOD) ||
			       (up->kind == NODE_CMP && up->op >= OP_LT && up->op <= OP_GE));

	if (n->kind == NODE_DSTAR) {
		if (up && up->kind == NODE_CALL && w->part)
			add_call(w, up, n, w->part);
		return;
	}
	if (w->key) {
		if (up && up->kind == NODE_DSTAR && walk_around(walk, 1)->kind == NODE_CALL)
			add_call(w, walk_around(walk, 1), up, w->key);
		return;
	}
	if (keyword) {
		arg = up;
		up = walk_around(walk, 1);
	}
	if (up && up->kind == NODE_CALL && up->kid[0] != n)
		add_call(w, up, arg, keyword);
	else
		add(w, computes ? value_text(node_op_text(up->op), nowhere) : value_none(nowhere), keyword);
}

static bool is_wanted(const struct search *w, const struct node *n)
{
	if (w->name)
		return n->kind == NODE_NAME && n->text == w->name;
	return n->lo == w->lo && (n->kind == NODE_INDEX || n->kind == NODE_ATTR || n->kind == NODE_CALL ||
				  (n->kind == NODE_DSTAR && w->part));
}

/* Visits all uses of a variable in the function's own body; for a place, the outermost node that begins there. */
static void look(struct search *w)
{
	const struct node *body = node_body(w->in->node);
	struct walk walk;

	walk_begin(&walk, body);
	for (const struct node *n; (n = walk_next(&walk));) {
		const struct node *up = walk_around(&walk, 0);
		bool assigned = up && up->kind == NODE_ASSIGN, target = assigned && up->kid[0] != n;

		if (n != body && (n->kind == NODE_DEF || n->kind == NODE_CLASS))
			walk_skip(&walk);
		else if (is_wanted(w, n)) {
			walk_skip(&walk);
			w->given += target;
			if (assigned && !target && !w->name && up->n == 2 && up->kid[1]->kind == NODE_NAME)
				w->given_to = up->kid[1]->text;
			else if (!target)
				add_use(w, &walk, n);
		}
	}
}

/* key: as of struct search. */
static void add_uses(struct arena *a, const struct cnode *n, const struct str *key, struct list *out)
{
	for (size_t i = 0; n && i < n->use.n; i++) {
		const struct key_read *use = &n->use.at[i];
		struct search w = { .a = a, .out = out, .in = use->in, .lo = use->at.lo, .key = key };
		const char *place =
			arena_printf(a, "%s:%u", use->in->file->rel, source_point(use->at.file, use->at.lo).line + 1);
		uint32_t before = out->n;

		w.place = place;
		w.part = key ? NULL : n->key;
		look(&w);
		w.name = w.given_to;
		if (w.name)
			look(&w);
		if (w.given > 1)
			out->n = before;
		w.place = place;
		if (out->n == before && !key)
			add(&w, value_none(nowhere), NULL);
	}
}

void used_at(struct arena *a, const struct cnode *n, struct list *out)
{
	add_uses(a, n, NULL, out);
}

void used_below(struct arena *a, const struct cnode *up, const struct str *key, struct list *out)
{
	if (up && !cnode_find(up, key))
		add_uses(a, up, key, out);
}

// SPDX-License-Identifier: MIT
#include "plain/used.h"
#include "pymodel/names.h"
#include "python/syntax/treewalk.h"
#include "python/value/dict.h"

struct search {
	struct arena *a;
	struct list *out;
	struct fn *in;
	const char *place;
	uint32_t lo;		    /* of the place that reads the key */
	const struct str *given_to; /* the variable that gets it there */
	const struct str *name;	    /* or of that variable */
	uint32_t given;		    /* the number of assignments to it */
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

static struct value name_of(struct fn *in, const struct node *callee)
{
	struct found x = names_of(in, callee);

	if (x.kind == F_EXT)
		return value_str(x.dotted, nowhere);
	return callee->kind == NODE_NAME && x.kind == F_NONE ? value_str(callee->text, nowhere) : value_none(nowhere);
}

static void add_use(struct search *w, const struct walk *walk, const struct node *n)
{
	const struct node *up = walk_around(walk, 0);
	const struct str *keyword = up && up->kind == NODE_KW ? up->text : NULL;
	bool computes = up && ((up->kind == NODE_BINARY && up->op != OP_MOD) ||
			       (up->kind == NODE_CMP && up->op >= OP_LT && up->op <= OP_GE));

	if (keyword)
		up = walk_around(walk, 1);
	if (up && up->kind == NODE_CALL && up->kid[0] != n)
		add(w, name_of(w->in, up->kid[0]), keyword);
	else
		add(w, computes ? value_text(node_op_text(up->op), nowhere) : value_none(nowhere), keyword);
}

static bool is_wanted(const struct search *w, const struct node *n)
{
	if (w->name)
		return n->kind == NODE_NAME && n->text == w->name;
	return n->lo == w->lo && (n->kind == NODE_INDEX || n->kind == NODE_ATTR || n->kind == NODE_CALL);
}

/* Visits all uses of a variable in the function's own body; for a place, the outermost node that begins there. */
static void look(struct search *w)
{
	const struct node *body = w->in->node->kind == NODE_MODULE ? w->in->node : w->in->node->kid[1];
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

void used_at(struct arena *a, const struct cnode *n, struct list *out)
{
	for (size_t i = 0; n && i < n->use.n; i++) {
		const struct key_read *use = &n->use.at[i];
		struct search w = { .a = a, .out = out, .in = use->in, .lo = use->at.lo };
		uint32_t before = out->n;

		w.place = arena_printf(a, "%s:%u", use->in->file->rel, source_point(use->at.file, use->at.lo).line + 1);
		look(&w);
		w.name = w.given_to;
		if (w.name)
			look(&w);
		if (w.given > 1)
			out->n = before;
		if (out->n == before)
			add(&w, value_none(nowhere), NULL);
	}
}

// SPDX-License-Identifier: MIT
/* Tests as conditions that a search over paths can remember. A test whose value is known becomes a constant; `and`,
 * `or` and `not` become operators; any other test becomes a key: the cells that it reads, and its text.
 *
 * Invariant: two tests with the same key have the same outcome until one of its cells is assigned. A test that calls
 * something has no key: it may have another outcome each time.
 *
 *	if args.amp:			KEY(args, ".amp")
 *	if amp and not debug:		AND(KEY(amp), NOT(KEY(debug)))
 *	if (i + 1) % n == 0:		OR(NOT(KEY(n > 1)), SOMETIMES) */
#include "script/paths/condition.h"
#include "python/syntax/treewalk.h"
#include <string.h>

struct program_of {
	struct script_project *p;
	struct program *out;
};

static const struct cond *cond_new(struct program_of *b, struct cond like)
{
	struct cond *c = arena_new(&b->p->arena, struct cond);

	*c = like;
	return c;
}

/* false: the test may have another outcome each time. */
static bool collect_cells(struct program_of *b, const struct call_frame *f, const struct node *test, struct key *k)
{
	struct walk w;

	walk_begin(&w, test);
	for (const struct node *n; (n = walk_next(&w));) {
		struct variable *v = n->kind == NODE_NAME || n->kind == NODE_ATTR ? script_cell(b->p, f, n) : NULL;

		if (n->kind == NODE_CALL || n->kind == NODE_OPAQUE || w.depth > DOTS_MAX)
			return false;
		if (!v)
			continue;
		if (k->n == ARRAY_SIZE(k->of))
			return false;
		k->of[k->n++] = v;
		walk_skip(&w);
	}
	return true;
}

/* `args.amp` is identified by its first cell and the rest of its text; other tests by their text and all their
 * cells. */
static const struct cond *cond_key(struct program_of *b, const struct call_frame *f, const struct node *n, bool more)
{
	static const struct cond open = { .kind = COND_FREE };
	struct key k = { .node = n, .in = f->fn, .more = more };
	const char *text = f->fn->file->src->bytes + n->lo;
	const char *dot = n->kind == NODE_NAME || n->kind == NODE_ATTR ? memchr(text, '.', n->hi - n->lo) : text;
	uint32_t i;

	if (!collect_cells(b, f, n, &k) || !k.n)
		return &open;
	if (n->kind == NODE_ATTR && k.n == 1 && script_cell(b->p, f, n) == k.of[0])
		dot = NULL; /* self.amp is the cell itself */
	k.text = dot ? str_of(dot, n->hi - n->lo - (size_t)(dot - text)) : str_lit("");
	for (i = 0; i < b->out->nkeys; i++) {
		const struct key *o = &b->out->key[i];

		if (o->text == k.text && o->n == k.n && o->more == more && !memcmp(o->of, k.of, k.n * sizeof *k.of))
			return cond_new(b, (struct cond){ .kind = COND_KEY, .key = i });
	}
	if (b->out->nkeys == KEYS_MAX)
		return &open;
	b->out->key[b->out->nkeys++] = k;
	return cond_new(b, (struct cond){ .kind = COND_KEY, .key = i });
}

static const struct cond *constant(struct program_of *b, bool is)
{
	return cond_new(b, (struct cond){ .kind = is ? COND_TRUE : COND_FALSE });
}

/* `(i + 1) % A == 0`: always true if A is 1, sometimes if it is more. */
static const struct node *modulus(const struct node *n)
{
	const struct node *x = n->kind == NODE_COMPARE && n->n == 2 ? n->kid[0] : NULL;

	return x && x->kind == NODE_BINARY && x->op == OP_MOD ? x->kid[1] : NULL;
}

/* if __name__ == '__main__': the file is run as a program. */
static bool is_main_test(const struct node *n)
{
	return n->kind == NODE_COMPARE && n->n == 2 && n->kid[0]->kind == NODE_NAME &&
	       !strcmp(n->kid[0]->text->s, "__name__") && n->kid[1]->op == OP_EQ;
}

/* It holds an object that orders may track. */
static bool may_be_tracked(struct program_of *b, struct variable *cell)
{
	bool foreign;
	const struct script_kind_of *kind = script_cell_kind(b->p, cell, &foreign);

	return kind && !kind->passive;
}

struct tested { /* the value of a test on all paths */
	struct value val;
	const struct str *flag;
};

static const struct tested *test_value(struct script_project *p, struct fn *in, const struct node *n)
{
	struct tested *t = map_get(&p->tested, n);

	if (!t) {
		t = arena_new(&p->arena, struct tested);
		t->val = script_value(p, in, n, &t->flag);
		map_put(&p->arena, &p->tested, n, t);
	}
	return t;
}

static const struct cond *cond_of(struct program_of *b, const struct call_frame *f, const struct node *n)
{
	const struct node *a = modulus(n);
	const struct tested *t;
	struct variable *cell;

	if (is_main_test(n))
		return constant(b, true);
	if (n->kind == NODE_BOOL)
		return cond_new(b, (struct cond){ .kind = n->op == OP_AND ? COND_AND : COND_OR,
						  .a = cond_of(b, f, n->kid[0]),
						  .b = cond_of(b, f, n->kid[1]) });
	if (n->kind == NODE_UNARY && n->op == OP_NOT)
		return cond_new(b, (struct cond){ .kind = COND_NOT, .a = cond_of(b, f, n->kid[0]) });
	if (a) {
		const struct cond *sometimes = cond_new(b, (struct cond){ .kind = COND_SOMETIMES });
		struct cond more;

		t = test_value(b->p, f->fn, a);
		if (t->val.kind == VALUE_INT && !t->flag)
			return t->val.as.i > 1 ? sometimes : constant(b, true);
		more = *cond_key(b, f, a, true);
		more.guess = t->val.kind != VALUE_INT || t->val.as.i < 2; /* a flag's default may be more */
		return cond_new(b, (struct cond){
					   .kind = COND_OR,
					   .a = cond_new(b, (struct cond){ .kind = COND_NOT, .a = cond_new(b, more) }),
					   .b = sometimes });
	}
	t = test_value(b->p, f->fn, n);
	if (!t->flag && (t->val.kind == VALUE_BOOL || t->val.kind == VALUE_NONE))
		return constant(b, t->val.kind == VALUE_BOOL && t->val.as.b);
	if (n->kind == NODE_COMPARE && n->n == 2 && n->kid[1]->kid[0]->kind == NODE_CONST &&
	    n->kid[1]->kid[0]->op == CONST_NONE && (cell = script_cell(b->p, f, n->kid[0])) &&
	    may_be_tracked(b, cell)) {
		const struct cond *is = cond_new(b, (struct cond){ .kind = COND_IS, .cell = cell });

		return n->kid[1]->op == OP_IS || n->kid[1]->op == OP_EQ
			       ? cond_new(b, (struct cond){ .kind = COND_NOT, .a = is })
			       : is;
	}
	if (n->kind == NODE_COMPARE && n->n == 2 && n->kid[1]->op == OP_GT && n->kid[1]->kid[0]->kind == NODE_INT &&
	    !strcmp(n->kid[1]->kid[0]->text->s, "1"))
		return cond_key(b, f, n->kid[0], true);
	cell = script_cell(b->p, f, n);
	if (cell && may_be_tracked(b, cell))
		return cond_new(b, (struct cond){ .kind = COND_IS, .cell = cell });
	return cond_key(b, f, n, false);
}

const struct cond *program_condition(struct script_project *p, struct program *prog, const struct call_frame *f,
				     const struct node *n)
{
	return cond_of(&(struct program_of){ p, prog }, f, n);
}

// SPDX-License-Identifier: MIT
#include "script/paths/assigned.h"
#include "python/eval/eval.h"
#include "python/value/truth.h"
#include <string.h>

struct given { /* the one variable of a test, and its value */
	const struct str *name;
	struct value val;
};

static bool on_bound(struct eval *ev, const struct node *n, struct value *out)
{
	const struct given *b = ev->host->ctx;

	if (n->text != b->name)
		return false;
	*out = b->val;
	return true;
}

static enum truth truth_with(struct script_project *p, const struct key *k, struct given b)
{
	struct eval_host host = { .ctx = &b, .name = on_bound, .attr = on_bound };
	struct budget *outer = p->arena.budget;
	struct eval ev;
	struct value v;

	p->arena.budget = &p->budget;
	eval_init(&ev, &p->arena, k->in->file->src->id);
	ev.rule = true;
	ev.host = &host;
	v = eval_expr(&ev, k->node);
	eval_release(&ev);
	p->arena.budget = outer;
	if (k->more)
		return v.kind != VALUE_INT ? UNKNOWN3 : v.as.i > 1 ? TRUE3 : FALSE3;
	return value_truth(v);
}

/* Only this function, and a constructor before it, assigns to the variable: calls that a program leaves out don't. */
static bool is_own(const struct variable *v, const struct fn *in)
{
	for (const struct binding *b = v->binding; b; b = b->next)
		if (b->in != in && (!b->in->name || strcmp(b->in->name->s, "__init__") != 0))
			return false;
	return true;
}

static void decide(struct script_project *p, const struct program *prog, struct op *o)
{
	const struct str *flag;
	struct value v = script_value(p, o->in, o->node, &flag);

	if (flag || !value_is_known(v) || !is_own(o->cell, o->in))
		return;
	for (uint32_t i = 0; i < prog->nkeys; i++) {
		const struct key *k = &prog->key[i];
		enum truth is = k->n == 1 && k->of[0] == o->cell ? truth_with(p, k, (struct given){ o->cell->name, v })
								 : UNKNOWN3;

		o->yes |= (uint64_t)(is == TRUE3) << i;
		o->no |= (uint64_t)(is == FALSE3) << i;
	}
}

static void decide_all(struct script_project *p, const struct program *prog, struct op *o)
{
	for (; o; o = o->next) {
		if (o->kind == OP_FORGET && o->node)
			decide(p, prog, o);
		decide_all(p, prog, o->kid);
		decide_all(p, prog, o->other);
	}
}

void program_decide(struct script_project *p, struct program *prog)
{
	decide_all(p, prog, prog->first);
}

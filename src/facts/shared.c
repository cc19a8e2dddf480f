// SPDX-License-Identifier: MIT
/* Functions that rules/advice.yaml defines: a call evaluates its arguments in the caller's context, then the
 * function's own expression, which sees only the arguments. */
#include "facts/shared.h"
#include "facts/expr_check.h"
#include "facts/priv.h"
#include "python/eval/eval.h"

enum { TAKES_MAX = 8 };

struct given_args { /* the arguments of one call */
	const struct shared_fn *fn;
	struct value arg[TAKES_MAX];
};

static bool look_up(void *ctx, const struct facts_ctx *by, const struct str *name, struct value *out)
{
	const struct given_args *b = ctx;

	(void)by;
	for (uint32_t i = 0; i < b->fn->n; i++)
		if (b->fn->takes[i] == name) {
			*out = b->arg[i];
			return true;
		}
	return false;
}

struct value shared_call(struct rulecall *c)
{
	struct given_args b = { .fn = (const struct shared_fn *)vocab_function(c->facts->vocab, c->node) };
	const struct names names = { .lookup = look_up, .ctx = &b };
	struct value v;

	for (uint32_t i = 0; i < b.fn->n; i++)
		b.arg[i] = eval_expr(c->facts_ctx->ev, c->node->kid[i + 1]);
	v = facts_eval_in(c->facts_ctx, b.fn->value, &names, c->facts_ctx->trace);
	v.spare = 0; /* it has no place */
	return v;
}

bool shared_declare(struct yread *y, const struct ynode *doc, struct shared_fns *out)
{
	static const char *const keys[] = { "takes", "value", "doc" };

	*out = (struct shared_fns){ arena_array(y->a, struct shared_fn, doc->n + 1), doc->n };
	for (uint32_t i = 0; i < doc->n; i++) {
		const struct ynode *takes = yaml_get(doc->kid[i], "takes");
		struct shared_fn *f = &out->at[i];
		const char **names;

		if (!yread_text(y, doc->key[i], "a function's name") ||
		    !yread_keys(y, doc->kid[i], keys, ARRAY_SIZE(keys), "a function") ||
		    !yread_texts(y, takes, "takes", &names, &f->n))
			return false;
		if (f->n < 1 || f->n > TAKES_MAX)
			return yread_fail(y, doc->kid[i], "a function takes 1 to %d arguments", TAKES_MAX);
		f->takes = vocab_strs(y->a, names, f->n);
		f->fn = (struct rulefn){
			doc->key[i]->text->s, (uint8_t)f->n, (uint8_t)f->n, NULL, LOOKS_VALUE, OF_ANY
		};
	}
	return true;
}

bool shared_define(struct yread *y, const struct ynode *doc, const struct scope *empty, struct shared_fns *all)
{
	for (uint32_t i = 0; i < all->n; i++) {
		struct shared_fn *f = &all->at[i];
		struct scope s = *empty;
		const struct ynode *value = yaml_get(doc->kid[i], "value");

		s.name = f->takes;
		s.n = f->n;
		if (!value)
			return yread_fail(y, doc->kid[i], "a function needs a value");
		f->value = yread_expr(y, value, "value");
		if (!f->value || !check_expr(y, f->value, &s))
			return false;
	}
	return true;
}

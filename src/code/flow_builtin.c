// SPDX-License-Identifier: MIT
/* Calls of Python's own functions, by a table: what they read of a config, and which places of it their result stands
 * for.
 *
 * Invariant: a builtin that is not in the table, nor among those of rules/code.yaml that do nothing, is code outside.
 *
 *	getattr(cfg, 'lr', 0.1)		reads lr, if it is there; stands for lr or 0.1
 *	sorted(cfg.hooks)		the elements of hooks
 *	zip(cfg.a, cfg.b)		elements of a and b, within something else */
#include "code/flow_builtin.h"
#include "code/priv.h"
#include "code/cnode.h"
#include "code/flow.h"
#include "code/flow_expr.h"
#include "code/flow_note.h"
#include <string.h>

struct aset flow_read_keys(struct fn *f, const struct aval *v, const struct passed_all *a, uint32_t i, const char *how)
{
	struct index *c = index_of(f->file);
	struct aset out = { .top = true };
	bool texts = false;
	const struct aset *key = &a->at[i].val;
	for (uint32_t k = 0; k < key->n; k++) {
		if (key->at[k].kind != A_TEXT || key->at[k].in)
			continue;
		texts = true;
		struct cnode *kid = flow_read(f, v, key->at[k].text, a->at[i].node, how);
		if (kid)
			aset_add(c, &out, (struct aval){ .kind = A_NODE, .node = kid });
	}
	if (!texts || key->top)
		flow_open(f, v->node, a->at[i].node, false, "code reads keys with computed names");
	for (uint32_t k = i + 1; k < a->n; k++) /* the default */
		aset_join(c, &out, &a->at[k].val);
	return out;
}

struct aset flow_all_args(struct fn *f, const struct passed_all *a, bool pairs_in)
{
	struct index *c = index_of(f->file);
	struct aset out = { .top = true };
	for (uint32_t i = 0; i < a->n; i++) {
		if (pairs_in && a->at[i].node->kind == NODE_KW)
			aset_join_in(c, &out, &a->at[i].val);
		else
			aset_join(c, &out, &a->at[i].val);
	}
	return pairs_in ? flow_copy(f, out) : out;
}

/* getattr(x, 'k'), hasattr(x, 'k') */
static void builtin_attribute(struct fn *f, const struct passed_all *a, const char *how, struct aset *out)
{
	for (uint32_t i = 0; a->n > 1 && i < a->at[0].val.n; i++) {
		const struct aval *v = &a->at[0].val.at[i];
		struct aset r = v->kind == A_NODE && !v->in ? flow_read_keys(f, v, a, 1, how) : aset_anything();
		aset_join(index_of(f->file), out, &r);
	}
}

/* list(x) and similar: the same elements in another order. */
static void builtin_list(struct fn *f, const struct passed_all *a, struct aset *out)
{
	*out = flow_all_args(f, a, false);
	out->top = a->n == 0;
	for (uint32_t i = 0; i < out->n; i++)
		out->top |= !out->at[i].in;
}

/* zip(x, y), next(x): the elements, in tuples or not. */
static void builtin_each(struct fn *f, const struct passed_all *a, struct aset *out)
{
	for (uint32_t i = 0; i < a->n; i++) {
		struct aset each = flow_each(f, a->at[i].node, a->at[i].val);
		aset_join_in(index_of(f->file), out, &each);
	}
	out->top = true;
}

enum builtin_does { DOES_GETATTR, DOES_HASATTR, DOES_SETATTR, DOES_DICT, DOES_LIST, DOES_EACH };
static const struct {
	const char *name;
	enum builtin_does does;
} builtins[] = {
	{ "getattr", DOES_GETATTR }, { "hasattr", DOES_HASATTR },  { "setattr", DOES_SETATTR },
	{ "dict", DOES_DICT },	     { "OrderedDict", DOES_DICT }, { "list", DOES_LIST },
	{ "tuple", DOES_LIST },	     { "set", DOES_LIST },	   { "sorted", DOES_LIST },
	{ "reversed", DOES_LIST },   { "iter", DOES_LIST },	   { "enumerate", DOES_EACH },
	{ "zip", DOES_EACH },	     { "next", DOES_EACH },	   { "filter", DOES_EACH },
	{ "map", DOES_EACH },
};

bool flow_builtin(struct fn *f, const struct str *name, const struct passed_all *a, struct aset *out)
{
	size_t i = 0;
	while (i < ARRAY_SIZE(builtins) && strcmp(name->s, builtins[i].name) != 0)
		i++;
	if (i == ARRAY_SIZE(builtins))
		return texts_have(&index_of(f->file)->know->inert_builtin, name->s);
	switch (builtins[i].does) {
	case DOES_GETATTR:
		builtin_attribute(f, a, a->n > 2 ? CODE_READS_IF_THERE : "reads it", out);
		break;
	case DOES_HASATTR:
		builtin_attribute(f, a, CODE_ASKS, out);
		*out = aset_anything();
		break;
	case DOES_SETATTR:
		if (a->n > 2)
			flow_escape(f, &a->at[2].val, a->at[2].node, false, "it is stored elsewhere in a config");
		break;
	case DOES_DICT:
		*out = flow_all_args(f, a, true);
		break;
	case DOES_LIST:
		builtin_list(f, a, out);
		break;
	case DOES_EACH:
		builtin_each(f, a, out);
		break;
	}
	return true;
}

// SPDX-License-Identifier: MIT
/* An answer about a key depends on the places that code refers to. So the answers at all these places, and for one
 * key beside them that no code names, are the answers for every possible config. */
#include "code/same_answers.h"
#include "code/priv.h"
#include <string.h>

struct compare_ctx {
	const struct index *was, *is;
	struct arena *a;
	const struct code_apart *q;
	const char *found;
};

static const struct span nowhere;

static bool left_out(const struct compare_ctx *x, struct keypath p)
{
	for (uint32_t i = 0; i < x->q->n; i++)
		if (keypath_under(p, x->q->but[i]))
			return true;
	return false;
}

static bool is_last_of(const struct compare_ctx *x, const struct str *key)
{
	for (uint32_t i = 0; i < x->q->n; i++)
		if (x->q->but[i].part[x->q->but[i].n - 1].as.s == key)
			return true;
	return false;
}

static const char *fate_name(enum code_fate f)
{
	static const char *const name[] = { [CODE_NOT_KNOWN] = "not known",
					    [CODE_ABROAD] = "decided outside the project",
					    [CODE_READ] = "read",
					    [CODE_UNREAD] = "not read",
					    [CODE_REJECTED] = "rejected" };
	return name[f];
}

static void compare_key(struct compare_ctx *x, struct keypath p)
{
	struct code_answer was = index_key(x->was, x->a, p), is = index_key(x->is, x->a, p);
	bool elsewhere = index_reads_elsewhere(x->was, p) != index_reads_elsewhere(x->is, p);
	if (was.fate != is.fate)
		x->found = arena_printf(x->a, "%s: %s before, %s afterwards", keypath_text(x->a, p),
					fate_name(was.fate), fate_name(is.fate));
	else if (elsewhere)
		x->found = arena_printf(x->a, "%s: other scripts would read it, or no longer", keypath_text(x->a, p));
}

static void compare_below(struct compare_ctx *x, struct keypath p, const struct cnode *was, const struct cnode *is);

static void compare_kid(struct compare_ctx *x, struct keypath p, const struct cnode *kid, const struct cnode *was,
			const struct cnode *is)
{
	struct keypath to = keypath_add(x->a, p, kid->key ? value_str(kid->key, nowhere) : value_int(0, nowhere));
	if (x->found || left_out(x, to))
		return;
	compare_key(x, to);
	if (!x->found)
		compare_below(x, to, cnode_find(was, kid->key), cnode_find(is, kid->key));
}

static void compare_below(struct compare_ctx *x, struct keypath p, const struct cnode *was, const struct cnode *is)
{
	compare_key(x, keypath_add(x->a, p, value_str(str_lit(" "), nowhere))); /* that no code names */
	for (const struct cnode *k = was ? was->kids : NULL; k; k = k->next)
		compare_kid(x, p, k, was, is);
	for (const struct cnode *k = is ? is->kids : NULL; k; k = k->next)
		if (!cnode_find(was, k->key))
			compare_kid(x, p, k, was, is);
}

/* Words that suppress findings about keys of that name. */
static void compare_words(struct compare_ctx *x, const struct map *was, const struct map *is)
{
	for (uint32_t i = 0; i < is->cap && !x->found; i++) {
		const struct str *key = is->at[i].key;
		if (key && !map_get(was, key) && !is_last_of(x, key) && x->q->is_key(x->q->ctx, key))
			x->found =
				arena_printf(x->a, "'%s' would be looked up in something that is not followed", key->s);
	}
	for (uint32_t i = 0; i < was->cap && !x->found; i++) {
		const struct str *key = was->at[i].key;
		if (key && !map_get(is, key) && x->q->is_key(x->q->ctx, key))
			x->found = arena_printf(x->a, "'%s' would no longer be looked up", key->s);
	}
}

static void compare_types(struct compare_ctx *x)
{
	const struct str *const *type, *const *unused;
	size_t n = index_types(x->was, &type);
	if (n != index_types(x->is, &unused) || !index_types_open(x->was) != !index_types_open(x->is))
		x->found = "other types would be registered";
	for (size_t i = 0; i < n && !x->found; i++) {
		const struct code_params *was = index_type(x->was, type[i]), *is = index_type(x->is, type[i]);
		bool same = !was || !is ? was == is
					: was->n == is->n && was->open == is->open && was->swallows == is->swallows &&
						  was->ntwice == is->ntwice;
		if (!same)
			x->found = arena_printf(x->a, "the class %s would take other arguments", type[i]->s);
	}
}

static bool same_text(const char *x, const char *y)
{
	return x && y ? !strcmp(x, y) : x == y;
}

const char *index_differs(const struct index *was, const struct index *is, struct arena *a, const struct code_apart *q)
{
	struct compare_ctx x = { was, is, a, q, NULL };
	if (!was->incomplete != !is->incomplete || !same_text(index_foreign(was), index_foreign(is)) ||
	    !same_text(index_stranger(was), index_stranger(is)) || !same_text(index_apart(was), index_apart(is)))
		return "it is another set of files and packages";
	if (!was->training || !is->training)
		return "the project has no training script that loads a config";
	compare_below(&x, (struct keypath){ 0 }, was->training, is->training);
	if (!x.found && was->other && is->other)
		compare_below(&x, (struct keypath){ 0 }, was->other, is->other);
	if (!x.found)
		compare_words(&x, &was->mention, &is->mention);
	if (!x.found)
		compare_words(&x, &was->top, &is->top);
	if (!x.found)
		compare_words(&x, &was->busy, &is->busy);
	if (!x.found)
		compare_words(&x, &was->taken, &is->taken);
	if (!x.found)
		compare_types(&x);
	return x.found;
}

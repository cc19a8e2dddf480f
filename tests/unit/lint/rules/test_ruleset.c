// SPDX-License-Identifier: MIT
/* The embedded rules, which lie in the program as the build loaded them, are what their files say. */
#include "lint/rules/ruleset.h"
#include "facts/shared.h"
#include "lint/judge/code.h"
#include "run/subject.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "same_tree.h"

static uint32_t trees;

static void same_expr(const struct node *a, const struct node *b)
{
	same_tree(a, b);
	trees += a != NULL;
}

static void same_text(const char *a, const char *b)
{
	assert_int_equal(!a, !b);
	if (a)
		assert_string_equal(a, b);
}

static void same_keyfixes(const struct keyfix *a, const struct keyfix *b, uint32_t na, uint32_t nb)
{
	assert_int_equal(na, nb);
	for (uint32_t i = 0; i < na; i++) {
		same_expr(a[i].path, b[i].path);
		same_expr(a[i].expr, b[i].expr);
	}
}

static void same_fix(const struct fixspec *a, const struct fixspec *b)
{
	assert_int_equal(a->safety, b->safety);
	same_expr(a->when, b->when);
	same_expr(a->title, b->title);
	same_keyfixes(a->set, b->set, a->nset, b->nset);
	same_keyfixes(a->remove, b->remove, a->nremove, b->nremove);
	same_keyfixes(a->rename, b->rename, a->nrename, b->nrename);
	same_keyfixes(a->move, b->move, a->nmove, b->nmove);
	same_keyfixes(a->add, b->add, a->nadd, b->nadd);
	same_keyfixes(a->before, b->before, a->nbefore, b->nbefore);
	same_keyfixes(a->after, b->after, a->nafter, b->nafter);
	same_keyfixes(a->wrap, b->wrap, a->nwrap, b->nwrap);
}

static void same_case(const struct rulecase *a, const struct rulecase *b)
{
	same_expr(a->when, b->when);
	same_expr(a->at, b->at);
	same_expr(a->message, b->message);
	same_expr(a->hint, b->hint);
	same_expr(a->patch_key, b->patch_key);
	assert_int_equal(a->severity, b->severity);
	same_text(a->patch ? a->patch->name : NULL, b->patch ? b->patch->name : NULL);
	assert_int_equal(a->nfixes, b->nfixes);
	for (uint32_t i = 0; i < a->nfixes; i++)
		same_fix(&a->fix[i], &b->fix[i]);
}

static void same_yaml(const struct ynode *a, const struct ynode *b)
{
	assert_int_equal(!a, !b);
	if (!a)
		return;
	assert_int_equal(a->kind, b->kind);
	assert_ptr_equal(a->text, b->text);
	assert_int_equal(a->n, b->n);
	for (uint32_t i = 0; i < a->n; i++) {
		same_yaml(a->kid[i], b->kid[i]);
		if (a->kind == Y_MAP)
			same_yaml(a->key[i], b->key[i]);
	}
}

static void same_rule(const struct rule *a, const struct rule *b)
{
	assert_string_equal(a->id, b->id);
	assert_string_equal(a->name, b->name);
	assert_string_equal(a->category, b->category);
	assert_string_equal(a->summary, b->summary);
	assert_string_equal(a->why, b->why);
	assert_string_equal(a->path, b->path);
	assert_int_equal(a->src->len, b->src->len);
	assert_memory_equal(a->src->bytes, b->src->bytes, a->src->len);
	assert_int_equal(a->src->ascii, b->src->ascii);
	assert_ptr_equal(a->on, b->on);
	assert_int_equal(a->severity, b->severity);
	assert_int_equal(a->any_file, b->any_file);
	assert_int_equal(a->names, b->names);
	same_expr(a->each, b->each);
	same_expr(a->cause, b->cause);
	same_expr(a->cost, b->cost);
	same_expr(a->refuted, b->refuted);
	same_yaml(a->order, b->order);
	assert_int_equal(a->nlets, b->nlets);
	for (uint32_t i = 0; i < a->nlets; i++) {
		assert_ptr_equal(a->let[i].name, b->let[i].name);
		same_expr(a->let[i].expr, b->let[i].expr);
	}
	assert_int_equal(a->noptions, b->noptions);
	for (uint32_t i = 0; i < a->noptions; i++) {
		assert_ptr_equal(a->option[i].name, b->option[i].name);
		assert_int_equal(a->option[i].def.kind, b->option[i].def.kind);
	}
	assert_int_equal(a->ncases, b->ncases);
	for (uint32_t i = 0; i < a->ncases; i++)
		same_case(&a->cas[i], &b->cas[i]);
}

static void same_part(const struct part_row *a, const struct part_row *b)
{
	assert_ptr_equal(a->package, b->package);
	assert_ptr_equal(a->name, b->name);
	assert_ptr_equal(a->family, b->family);
	assert_int_equal(a->nargs, b->nargs);
	assert_int_equal(a->nfacts, b->nfacts);
	for (uint32_t i = 0; i < a->nargs; i++)
		same_expr(a->arg[i].expr, b->arg[i].expr);
	for (uint32_t i = 0; i < a->nfacts; i++)
		same_expr(a->fact[i].expr, b->fact[i].expr);
}

static void same_dialect(const struct dialect *a, const struct dialect *b)
{
	assert_string_equal(a->name, b->name);
	same_text(a->parent ? a->parent->name : NULL, b->parent ? b->parent->name : NULL);
	same_expr(a->detect, b->detect);
	same_expr(a->complete, b->complete);
	assert_int_equal(a->nreads, b->nreads);
	for (uint32_t i = 0; i < a->nreads; i++) {
		assert_int_equal(a->reads[i].nkeys, b->reads[i].nkeys);
		same_yaml(a->reads[i].actual, b->reads[i].actual);
		for (uint32_t k = 0; k < a->reads[i].nkeys; k++) /* sorted by address, wherever that is */
			assert_ptr_equal(a->reads[i].key[k], b->reads[i].key[k]);
	}
	for (uint32_t i = 0; i < a->nconcepts; i++) {
		assert_ptr_equal(a->concept[i].name, b->concept[i].name);
		assert_int_equal(a->concept[i].npaths, b->concept[i].npaths);
		same_expr(a->concept[i].value, b->concept[i].value);
		same_expr(a->concept[i].fallback, b->concept[i].fallback);
	}
}

/* One of C's is in the program once; one of rules/advice.yaml is each set's own. */
static void same_function(const struct rulefn *a, const struct rulefn *b)
{
	const struct shared_fn *x = (const struct shared_fn *)a, *y = (const struct shared_fn *)b;

	if (a->fn) {
		assert_ptr_equal(a, b);
		return;
	}
	assert_string_equal(a->name, b->name);
	assert_int_equal(x->n, y->n);
	for (uint32_t i = 0; i < x->n; i++)
		assert_ptr_equal(x->takes[i], y->takes[i]);
	same_expr(x->value, y->value);
}

static void same_words(const struct vocab *a, const struct vocab *b)
{
	assert_int_equal(a->nterms, b->nterms);
	for (uint32_t i = 0; i < a->nterms; i++) {
		assert_ptr_equal(a->term[i].name, b->term[i].name);
		assert_int_equal(vocab_find(a, a->term[i].name), (int)i);
	}
	assert_int_equal(a->nfns, b->nfns);
	for (uint32_t i = 0; i < a->nfns; i++)
		same_function(a->fn[i], b->fn[i]);
	assert_int_equal(a->parts.n, b->parts.n);
	for (uint32_t i = 0; i < a->parts.n; i++) {
		same_part(&a->parts.at[i], &b->parts.at[i]);
		assert_true(parts_have(&a->parts, a->parts.at[i].name));
	}
}

static void embedded_rules(void **state)
{
	(void)state;
	const struct rule_host host = { known_kinds, native_code_names() };
	struct err e = { 0 };
	struct ruleset *kept = ruleset_load(NULL, &host, &e), *read = ruleset_load("rules", &host, &e);
	assert_non_null(kept);
	assert_non_null(read);
	assert_non_null(kept->kept);
	assert_null(read->kept);
	assert_int_equal(kept->n, read->n);
	for (uint32_t i = 0; i < kept->n; i++)
		same_rule(kept->at[i], read->at[i]);
	assert_int_equal(kept->dialects.n, read->dialects.n);
	for (uint32_t i = 0; i < kept->dialects.n; i++)
		same_dialect(kept->dialects.at[i], read->dialects.at[i]);
	same_words(kept->dialects.vocab, read->dialects.vocab);
	assert_int_equal(kept->patches.n, read->patches.n);
	assert_true(trees > 3000);
	ruleset_free(kept);
	ruleset_free(read);
}

static void not_kept(const struct subject_kind *const *kinds)
{
	struct err e = { 0 };
	struct ruleset *rs = ruleset_load(NULL, &(struct rule_host){ kinds, native_code_names() }, &e);
	assert_non_null(rs);
	assert_null(rs->kept);
	assert_ptr_equal(ruleset_find(rs, "PYT001")->on, subject_kind_find(kinds, "script"));
	ruleset_free(rs);
}

/* Who has other kinds of files, or has them in another order, gets rules that were read, not the program's. */
static void another_host(void **state)
{
	(void)state;
	const struct subject_kind *kinds[32] = { 0 };
	size_t n = 0;
	for (; known_kinds[n]; n++)
		kinds[n] = known_kinds[n];
	assert_true(n > 2);
	kinds[1] = known_kinds[2];
	kinds[2] = known_kinds[1];
	not_kept(kinds);
	kinds[n] = kinds[0];
	not_kept(kinds);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(embedded_rules), cmocka_unit_test(another_host) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}

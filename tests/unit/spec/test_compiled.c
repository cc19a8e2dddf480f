// SPDX-License-Identifier: MIT
/* What the build compiled of rules/ is what the parsers say of it: both are compared field by field, by the same tables
 * as they are written by. */
#include "spec/build/layout.c"
#include "base/map.h"
#include "lint/judge/code_rules.h"
#include "run/run_subject.h"
#include "spec/compiled.h"
#include "spec/embedded.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cmocka.h>

static struct arena arena;
static struct map seen; /* what a struct was compared with, by its address */
static struct parser *parser;
static uint32_t structs, nodes, expressions;

static void same_struct(const struct layout *l, const char *a, const char *b);

static const void *pointer_at(const char *at)
{
	const void *p;
	memcpy(&p, at, sizeof p);
	return p;
}

static uint32_t count_of(const struct layout_field *f, const char *of)
{
	uint32_t n;
	memcpy(&n, of + f->count_at, sizeof n);
	return n;
}

static void same_array(const struct layout *l, const char *a, const char *b, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		same_struct(l, a + i * l->size, b + i * l->size);
}

static void same_node(const struct node *a, const struct node *b)
{
	assert_int_equal(!a, !b);
	if (!a)
		return;
	nodes++;
	same_struct(&node_layout, (const char *)a, (const char *)b);
	for (uint32_t i = 0; i < a->n; i++)
		same_node(a->kid[i], b->kid[i]);
}

/* Functions of C are in the program once; those of rules/advice.yaml are each set's own. */
static void same_function(const struct rulefn *a, const struct rulefn *b)
{
	if (!a || !b || a->fn || b->fn)
		assert_ptr_equal(a, b);
	else
		same_struct(&shared_fn_layout, (const char *)a, (const char *)b);
}

static void same_pointed(const struct layout *l, const void *a, const void *b)
{
	assert_int_equal(!a, !b);
	if (!a || map_get(&seen, a) == b)
		return;
	map_put(&arena, &seen, a, (void *)(uintptr_t)b);
	same_struct(l, a, b);
}

static void same_list(const struct layout_field *f, const char *const *a, const char *const *b, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++)
		if (f->kind == FIELD_POINTERS)
			same_pointed(f->of, a[i], b[i]);
		else if (f->kind == FIELD_CHARS_LIST)
			assert_string_equal(a[i], b[i]);
		else if (f->kind == FIELD_FUNCTIONS)
			same_function((const void *)a[i], (const void *)b[i]);
		else
			assert_ptr_equal(a[i], b[i]);
}

/* Sources are each set's own. */
static void same_outside(const struct layout *l, const struct layout_field *f, const void *a, const void *b)
{
	if (!strcmp(f->name, "src"))
		assert_string_equal(((const struct source *)a)->bytes, ((const struct source *)b)->bytes);
	else if (a != b)
		fail_msg("struct %s: %s", l->name, f->name);
}

static void same_pointer(const struct layout *l, const struct layout_field *f, const char *from_a, const char *from_b)
{
	const void *a = pointer_at(from_a + f->at), *b = pointer_at(from_b + f->at);

	if (f->kind == FIELD_STR) {
		assert_ptr_equal(a, b);
	} else if (f->kind == FIELD_CHARS) {
		assert_int_equal(!a, !b);
		if (a)
			assert_string_equal(a, b);
	} else if (f->kind == FIELD_NODE) {
		same_node(a, b);
	} else if (f->kind == FIELD_FUNCTION) {
		same_function(a, b);
	} else if (f->kind == FIELD_POINTER) {
		same_pointed(f->of, a, b);
	} else if (f->kind == FIELD_ARRAY) {
		same_array(f->of, a, b, count_of(f, from_a));
	} else if (f->kind == FIELD_OUTSIDE) {
		same_outside(l, f, a, b);
	} else {
		assert_int_equal(!a, !b);
		same_list(f, a, b, a ? count_of(f, from_a) : 0);
	}
}

static void same_value(const struct value *a, const struct value *b)
{
	if (a->kind == VALUE_LIST || a->kind == VALUE_TUPLE)
		same_struct(&list_layout, (const char *)a->as.list, (const char *)b->as.list);
	else
		assert_true(value_same(*a, *b));
}

/* A scalar of a document, whose compiled form may have its syntax tree. */
static void same_expression(const struct ynode *a, const struct ynode *b)
{
	struct yread y = { .a = &arena, .parser = parser };
	if (!a->expr)
		return;
	same_node(a->expr, a->message ? yread_message(&y, b, "a text") : yread_expr(&y, b, "a value"));
	expressions++;
}

static void same_field(const struct layout *l, const struct layout_field *f, const char *a, const char *b)
{
	if (l == &ynode_layout && f->kind == FIELD_NODE)
		return; /* see same_expression */
	if (f->kind == FIELD_STRUCT)
		same_struct(f->of, a + f->at, b + f->at);
	else if (f->kind == FIELD_UNION)
		same_value((const struct value *)a, (const struct value *)b);
	else if (f->kind != FIELD_NUMBER && f->kind != FIELD_AT_START && f->kind != FIELD_NONE)
		same_pointer(l, f, a, b);
	else if (l == &ynode_layout && !strcmp(f->name, "message"))
		same_expression((const struct ynode *)a, (const struct ynode *)b);
	else if (!strcmp(f->name, "at")) /* a span: of another set's file */
		assert_memory_equal(a + f->at + sizeof(uint32_t), b + f->at + sizeof(uint32_t), 2 * sizeof(uint32_t));
	else if (memcmp(a + f->at, b + f->at, f->size) != 0)
		fail_msg("struct %s: %s", l->name, f->name);
}

static void same_struct(const struct layout *l, const char *a, const char *b)
{
	structs++;
	for (uint32_t i = 0; i < l->n; i++)
		same_field(l, &l->field[i], a, b);
}

/* ---- rules ---- */

static struct ruleset *load(const char *dir)
{
	const struct rule_host host = { known_kinds, native_code_names() };
	struct err e = { 0 };
	struct ruleset *rs = ruleset_load(dir, &host, &e);
	if (!rs)
		fail_msg("%s", e.msg);
	assert_int_equal(rs->compiled, !dir || strcmp(dir, "rules") != 0);
	return rs;
}

static void rules_are_those_of_their_files(void **state)
{
	(void)state;
	struct ruleset *made = load(NULL), *read = load("rules");
	struct compiled_rules a = compiled_rules_of(made), b = compiled_rules_of(read);
	same_struct(&compiled_rules_layout, (const char *)&a, (const char *)&b);
	assert_true(a.n > 300 && a.patches.n > 3 && a.dialects.n > 10 && nodes > 30000 && structs > 60000);
	ruleset_free(made);
	ruleset_free(read);
}

/* What was one struct is one struct. */
static void pointers_lead_to_the_same_structs(void **state)
{
	(void)state;
	struct ruleset *rs = load(NULL);
	const struct vocab *v = rs->dialects.vocab;
	uint32_t patched = 0;
	for (uint32_t i = 0; i < rs->n; i++) {
		const struct patch *p = rule_patch(rs->at[i]);
		assert_true(!p || (p >= rs->patches.at && p < rs->patches.at + rs->patches.n));
		patched += p != NULL;
	}
	assert_true(patched > 3);
	for (uint32_t i = 0; i < rs->dialects.n; i++) {
		const struct dialect *d = rs->dialects.at[i];
		assert_ptr_equal(d->vocab, v);
		assert_true(!d->parent || dialect_by_name(&rs->dialects, d->parent->name) == d->parent);
	}
	for (uint32_t i = 0; i < v->nterms; i++)
		assert_int_equal(vocab_find(v, v->term[i].name), (int)i);
	for (uint32_t i = 0; i < v->parts.n; i++)
		assert_true(parts_have(&v->parts, v->parts.at[i].name));
	ruleset_free(rs);
}

/* Rules of a folder without words of its own use the compiled ones. */
static void a_folder_of_rules_has_the_compiled_words(void **state)
{
	(void)state;
	char dir[] = "/tmp/compiled-XXXXXX", at[64];
	assert_non_null(mkdtemp(dir));
	snprintf(at, sizeof at, "%s/own", dir);
	assert_int_equal(mkdir(at, 0700), 0);
	snprintf(at, sizeof at, "%s/own/high.yaml", dir);
	FILE *f = fopen(at, "w");
	assert_non_null(f);
	fputs("id: OWN001\nsummary: s\nwhen: lr > 1\nat: lr\nmessage: m\n", f);
	fclose(f);
	struct ruleset *rs = load(dir);
	assert_int_equal(rs->n, 1);
	assert_string_equal(rs->at[0]->id, "OWN001");
	assert_true(rs->dialects.n > 10);
	ruleset_free(rs);
	unlink(at);
	*strrchr(at, '/') = '\0';
	rmdir(at);
	rmdir(dir);
}

/* ---- documents ---- */

static void documents_are_those_of_their_files(void **state)
{
	(void)state;
	uint32_t n = 0;
	parser = parser_new();
	for (size_t i = 0; i < embedded_count; i++) {
		const struct embedded_file *f = &embedded_files[i];
		struct sources *all = sources_new();
		const struct source *s = embedded_source(all, i);
		if (compiled.doc[i].n) {
			same_struct(&ynode_layout, (const char *)embedded_doc(&arena, i, s, NULL),
				    (const char *)yaml_parse(&arena, s, NULL));
			assert_non_null(embedded_find(&arena, f->path)->key);
			n++;
		}
		sources_free(all);
	}
	assert_true(n > 25 && expressions > 100);
	parser_free(parser);
}

/* ---- tables ---- */

static void a_field_without_a_row_is_found(void **state)
{
	(void)state;
	assert_true(layouts_check());
	for (uint32_t left_out = 0; left_out < rule_layout.n; left_out++) {
		struct layout_field field[ARRAY_SIZE(rule_field) - 1];
		struct layout l = rule_layout;
		for (uint32_t i = 0, k = 0; i < rule_layout.n; i++)
			if (i != left_out)
				field[k++] = rule_field[i];
		l.field = field;
		l.n--;
		assert_false(check(&l, NULL, 0));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rules_are_those_of_their_files),
		cmocka_unit_test(pointers_lead_to_the_same_structs),
		cmocka_unit_test(a_folder_of_rules_has_the_compiled_words),
		cmocka_unit_test(documents_are_those_of_their_files),
		cmocka_unit_test(a_field_without_a_row_is_found),
	};
	int failed = cmocka_run_group_tests(tests, NULL, NULL);
	arena_release(&arena);
	return failed;
}

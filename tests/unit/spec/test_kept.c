// SPDX-License-Identifier: MIT
/* What the build kept of the rule files is what the parsers say of them. */
#include "spec/kept.h"
#include "python/syntax/parse.h"
#include "spec/embedded.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>
#include "same_tree.h"

static struct arena arena;
static uint32_t docs, expressions, messages;

static void same_expression(struct parser *p, const struct ynode *kept)
{
	const struct node *tree = kept_expr(&arena, kept, false), *message = kept_expr(&arena, kept, true);
	uint32_t len = kept->text->len, base = kept->body ? kept->body : kept->at.lo + !kept->plain;
	struct err e = { 0 };
	assert_true(!tree != !message); /* one of the two */
	while (tree && len && strchr(" \t\r\n", kept->text->s[len - 1]))
		len--;
	same_tree(tree ? tree : message, tree ? parse_expr(p, &arena, kept->text->s, len, base, &e)
					      : parse_message(p, &arena, kept->text->s, len, base, &e));
	expressions += tree != NULL;
	messages += message != NULL;
}

static void same_doc(struct parser *p, const struct ynode *kept, const struct ynode *read, bool top)
{
	assert_int_equal(kept->kind, read->kind);
	assert_int_equal(kept->plain, read->plain);
	assert_memory_equal(&kept->at, &read->at, sizeof kept->at);
	assert_ptr_equal(kept->text, read->text);
	assert_ptr_equal(kept->tag, read->tag);
	assert_int_equal(kept->body, read->body);
	if (kept->expr)
		same_expression(p, kept);
	uint32_t k = 0;
	for (uint32_t i = 0; i < read->n; i++) {
		if (top && read->kind == Y_MAP && !strcmp(read->key[i]->text->s, KEPT_NOT))
			continue;
		assert_true(k < kept->n);
		if (kept->kind == Y_MAP)
			same_doc(p, kept->key[k], read->key[i], false);
		same_doc(p, kept->kid[k++], read->kid[i], false);
	}
	assert_int_equal(kept->n, k);
}

static void kept_files(void **state)
{
	(void)state;
	struct sources *all = sources_new();
	struct parser *p = parser_new();
	assert_non_null(kept_rules.file);
	uint32_t rules = 0;
	for (size_t i = 0; i < embedded_count; i++) {
		const struct embedded_file *f = &embedded_files[i];
		const struct source *s = sources_add(all, f->path, (const char *)f->bytes, f->n);
		if (kept_rules.file[i] == KEPT_NONE) { /* rules: test_ruleset.c */
			assert_true(embedded_is_table(f) || yaml_get(yaml_parse(&arena, s, NULL), "id"));
			rules += !embedded_is_table(f);
			continue;
		}
		same_doc(p, kept_doc(&arena, i, s, NULL), yaml_parse(&arena, s, NULL), true);
		docs++;
	}
	assert_true(docs > 30 && rules > 100 && expressions > 1000 && messages > 10);
	parser_free(p);
	sources_free(all);
	arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(kept_files) };
	return cmocka_run_group_tests(tests, NULL, NULL);
}

// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "rules.h"
#include "subject/comment.h"
#include "lint/finding/suppress.h"
#include "lint/rules/ruleset.h"

#define CONFIG "/project/configs/a.py"

static struct project p;
static const struct module *m;

static int begin(void **state)
{
	(void)state;
	project_begin(&p);
	project_rule(&p, "data/workers.yaml", "id: DAT001\nsummary: s\nwhen: lr > 1\nat: lr\nmessage: m\n");
	project_rule(&p, "misc/note.yaml", "id: MSC001\nsummary: s\nwhen: lr > 1\nat: lr\nmessage: m\n");
	return project_ready(&p);
}

static int end(void **state)
{
	(void)state;
	project_end(&p);
	return 0;
}

static void config(const char *text)
{
	if (p.g)
		graph_free(p.g);
	project_file(&p, CONFIG, text);
	m = project_config(&p, CONFIG);
}

/* Is a finding of the rule at the first `mark` hidden? */
static bool hides(const char *text, const char *rule, const char *mark)
{
	config(text);
	uint32_t lo = (uint32_t)(strstr(text, mark) - text);
	struct span at = { m->src->id, lo, lo + (uint32_t)strlen(mark) };
	return suppress_hides(&m->subject, ruleset_find(p.rs, rule), at).file;
}

static void comments_hide_the_named_rule(void **state)
{
	(void)state;
	assert_true(hides("lr = 5  # cfglint: ignore=DAT001\n", "DAT001", "5"));
	assert_true(hides("lr = 5  # cfglint: ignore=workers -- tuned\n", "DAT001", "5"));
	assert_true(hides("lr = 5  # cfglint: ignore=MSC001,DAT001\n", "DAT001", "5"));
	assert_true(hides("lr = 5  # cfglint: ignore=DAT\n", "DAT001", "5"));
	assert_true(hides("lr = 5  # cfglint: ignore\n", "DAT001", "5"));
	assert_false(hides("lr = 5  # cfglint: ignore=MSC001\n", "DAT001", "5"));
	assert_false(hides("lr = 5  # cfglint: ignored=DAT001\n", "DAT001", "5"));
	assert_false(hides("lr = 5  # see cfglint: ignore=DAT001\n", "DAT001", "5"));
	assert_false(hides("lr = 5  # cfglint: -- ignore=DAT001\n", "DAT001", "5"));
	assert_false(hides("lr = '# cfglint: ignore=DAT001'\n", "DAT001", "lr"));
}

static void the_whole_statement_counts(void **state)
{
	(void)state;
	assert_true(hides("a = dict(\n    x=7,\n    y=5)  # cfglint: ignore=DAT001\n", "DAT001", "7"));
	assert_true(hides("a = dict(  # cfglint: ignore=DAT001\n    x=7)\n", "DAT001", "7"));
	assert_true(hides("# cfglint: ignore=DAT001\na = dict(\n    x=7)\n", "DAT001", "7"));
	assert_false(hides("b = 2  # cfglint: ignore=DAT001\na = 7\n", "DAT001", "7"));
	assert_false(hides("# cfglint: ignore=DAT001\nb = 2\na = 7\n", "DAT001", "7"));
	assert_false(hides("a = 7\n# cfglint: ignore=DAT001\n", "DAT001", "7"));
	assert_true(hides("if True:\n    a = 7  # cfglint: ignore=DAT001\n    b = 2\n", "DAT001", "7"));
	assert_false(hides("if True:\n    a = 7  # cfglint: ignore=DAT001\n    b = 8\n", "DAT001", "8"));
}

static void a_file_can_be_silenced(void **state)
{
	(void)state;
	assert_true(hides("a = 1\n\n# cfglint: ignore-file=DAT001\n", "DAT001", "1"));
	assert_true(hides("a = 1\n# cfglint: ignore-file\n", "DAT001", "1"));
	assert_false(hides("a = 1\n# cfglint: ignore-file=MSC001\n", "DAT001", "1"));
}

static void directives_are_found_in_bases(void **state)
{
	(void)state;
	project_file(&p, "/project/configs/base.py", "# cfglint: base-batch=16 lr-tuned\nx = 1\n");
	config("_base_ = 'base.py'\n");
	assert_string_equal(directive_value(&p.arena, &m->subject, "base-batch"), "16");
	assert_string_equal(directive_value(&p.arena, &m->subject, "lr-tuned"), "");
	assert_null(directive_value(&p.arena, &m->subject, "batch"));
	config("_base_ = 'base.py'\n# cfglint: base-batch=32\n");
	assert_string_equal(directive_value(&p.arena, &m->subject, "base-batch"), "32");
}

struct seen {
	char text[256];
};

static void note_bad(void *ctx, const struct bad_word *w)
{
	struct seen *s = ctx;
	size_t n = strlen(s->text);
	snprintf(s->text + n, sizeof s->text - n, "%s@%u->%s;", w->word, w->at.lo, w->nearest ? w->nearest : "-");
}

struct counted {
	uint32_t told, suggested, others;
};

static void count_bad(void *ctx, const struct bad_word *w)
{
	struct counted *c = ctx;
	c->told++;
	c->suggested += w->nearest != NULL;
	c->others += w->others;
}

/* 300 words a comment, each near to a rule. */
static void many_words_are_counted(void **state)
{
	(void)state;
	struct counted c = { 0 };
	struct buf text = { 0 };
	for (int i = 0; i < 4; i++) {
		buf_puts(&text, "a = 1  # cfglint: ignore=DAT002");
		for (int k = 1; k < 300; k++)
			buf_puts(&text, ",DAT002");
		buf_puts(&text, "\n");
	}
	config(buf_str(&text));
	buf_release(&text);
	suppress_check(&m->subject, p.rs, count_bad, &c);
	assert_int_equal(c.told, 101);
	assert_int_equal(c.suggested, 20);
	assert_int_equal(c.told + c.others, 1200);
}

static void words_that_name_nothing_are_told(void **state)
{
	(void)state;
	struct seen s = { "" };
	config("a = 1  # cfglint: ignore=DAT001,DAT002,zzzzz ingore=DAT001 base-batch=1\n");
	suppress_check(&m->subject, p.rs, note_bad, &s);
	assert_string_equal(s.text, "DAT002@32->DAT001;zzzzz@39->-;ingore@45->ignore;");
}

int main(void)
{
	static const struct CMUnitTest tests[] = {
		cmocka_unit_test(comments_hide_the_named_rule),	    cmocka_unit_test(the_whole_statement_counts),
		cmocka_unit_test(a_file_can_be_silenced),	    cmocka_unit_test(directives_are_found_in_bases),
		cmocka_unit_test(words_that_name_nothing_are_told), cmocka_unit_test(many_words_are_counted),
	};
	return cmocka_run_group_tests(tests, begin, end);
}

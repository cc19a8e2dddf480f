// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/buf.h"
#include "shell/shell_parse.h"
#include <string.h>

static void show_word(struct buf *b, const struct shell_word *w)
{
	for (uint32_t i = 0; i < w->n; i++) {
		const struct shell_part *p = &w->part[i];

		if (p->kind == SHELL_TEXT)
			buf_printf(b, "%s%s%s", p->quoted ? "'" : "", p->text, p->quoted ? "'" : "");
		else if (p->kind == SHELL_VARIABLE)
			buf_printf(b, "{%s%s%s%s", p->text, p->index ? "#" : "", p->index ? p->index : "", p->op);
		else
			buf_puts(b, p->kind == SHELL_FOLDER ? "<folder>" : "<?>");
		if (p->other)
			show_word(b, p->other);
		if (p->from != UINT32_MAX)
			buf_printf(b, "%u", p->from);
		if (p->kind == SHELL_VARIABLE)
			buf_puts(b, p->quoted ? "}'" : "}");
	}
}

static void show(struct buf *b, const struct shell_node *n)
{
	static const char *const name[] = { "",	   "test", "pipe", "and",   "or",   "block",
					    "sub", "if",   "for",  "while", "case", "function" };

	if (n->kind != SHELL_COMMAND)
		buf_printf(b, "(%s", name[n->kind]);
	if (n->name)
		buf_printf(b, " %s", n->name);
	for (uint32_t i = 0; i < n->nassigns; i++) {
		buf_printf(b, " %s%s", n->assign[i].name, n->assign[i].append ? "+=" : "=");
		show_word(b, &n->assign[i].value);
		for (uint32_t k = 0; k < n->assign[i].nitems; k++) {
			buf_putc(b, ',');
			show_word(b, &n->assign[i].item[k]);
		}
	}
	for (uint32_t i = 0; i < n->nwords; i++) {
		buf_putc(b, ' ');
		show_word(b, &n->word[i]);
	}
	for (uint32_t i = 0; i < n->n; i++) {
		buf_puts(b, n->kid[i]->kind == SHELL_COMMAND ? ";" : " ");
		show(b, n->kid[i]);
	}
	buf_puts(b, n->kind == SHELL_COMMAND ? "" : ")");
	if (n->background)
		buf_puts(b, " &");
}

static void expect_skipping(const char *text, const char *want, uint32_t skipped)
{
	struct arena a = { 0 };
	struct shell_script s;
	struct buf b = { 0 };

	shell_parse(&a, text, (uint32_t)strlen(text), &s);
	assert_false(s.gave_up);
	for (uint32_t i = 0; i < s.root->n; i++) {
		buf_puts(&b, i ? "\n" : "");
		show(&b, s.root->kid[i]);
	}
	assert_string_equal(buf_str(&b), want);
	assert_int_equal(s.skipped, skipped);
	buf_release(&b);
	arena_release(&a);
}

static void expect(const char *text, const char *want)
{
	expect_skipping(text, want, 0);
}

static void words_lose_quotes_and_escapes(void **state)
{
	(void)state;
	expect("a 'b c' \"d $e  f\" g\\ h i\\\nj \"\" $'k'", " a 'b c' 'd '{e}''  f' 'g h' ij '' <?>");
	expect("x k=[1, 2] *.txt --a=\"b\"c", " x k=[1, 2] *.txt --a='b'c");
}

static void expansions_are_told(void **state)
{
	(void)state;
	expect("a $1 ${GPUS:-8} ${@:3} \"${x[@]}\" ${y[0]} ${#z} ${v%.py} $(date) $((1+2)) {1..3}",
	       " a {1} {GPUS:-8} {@:3} {x#@}' {y#0} {z?} {v?.py} <?> <?> <?>");
	expect("cd \"$(dirname \"$0\")/..\"", " cd <folder>'/..'");
}

static void assignments_stand_before_commands(void **state)
{
	(void)state;
	expect("A=1 B=$C python x.py", " A=1 B={C} python x.py");
	expect("export A=1 B\na=(1 'b c' $d)\na+=(2)\ns+=t", " A=1 export B\n a=,1,'b c',{d}\n a+=,2\n s+=t");
}

static void statements_nest(void **state)
{
	(void)state;
	expect("a | b 2>&1 | c > d &", "(pipe; a; b; c) &");
	expect("a && b || c", "(or (and; a; b); c)");
	expect("( a; b ) &\n! c", "(sub; a; b) &\n(block; c)");
	expect("if [ a ]; then b; elif c; then d; else e; fi",
	       "(if (block (test)) (block; b) (block; c) (block; d) (block; e))");
	expect("for i in 1 $x; do a & done", "(for i 1 {x} (block; a &))");
	expect("for ((i=0;i<2;i++)); do a; done", "(for (block; a))");
	expect("while a; do b; done", "(while (block; a) (block; b))");
	expect("case $1 in a|b) c ;; *) d ;; esac", "(case (block; c) (block; d))");
	expect("f() { a; }\nfunction g { b; }", "(function f (block; a))\n(function g (block; b))");
	expect("cat <<E > x\ntext $a\nE\nb", " cat\n b");
}

static void what_is_broken_is_left_out(void **state)
{
	(void)state;
	expect_skipping("a\nb )\nc", " a\n b\n c", 1);
	expect("a \\\n --b \\\n", " a --b");
	expect("a \\\n --b \\", " a --b");
	expect("a \\\\\n", " a '\\'");
}

static void depth_has_an_end(void **state)
{
	(void)state;
	enum { DEEP = 20000 };
	struct arena a = { 0 };
	struct shell_script s;
	char *text = arena_alloc(&a, 3 * DEEP + 2, 1, 1);

	for (uint32_t i = 0; i < DEEP; i++)
		memcpy(text + 2 * i, "( ", 2);
	text[2 * DEEP] = 'a';
	memset(text + 2 * DEEP + 1, ')', DEEP);
	shell_parse(&a, text, 3 * DEEP + 1, &s);
	assert_true(s.gave_up || s.skipped);
	for (uint32_t i = 0; i < DEEP; i++)
		memcpy(text + 2 * i, "a&", 2);
	shell_parse(&a, text, 2 * DEEP, &s);
	assert_int_equal(s.root->n, DEEP);
	arena_release(&a);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_lose_quotes_and_escapes),     cmocka_unit_test(expansions_are_told),
		cmocka_unit_test(assignments_stand_before_commands), cmocka_unit_test(statements_nest),
		cmocka_unit_test(what_is_broken_is_left_out),	     cmocka_unit_test(depth_has_an_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}

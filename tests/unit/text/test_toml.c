// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/buf.h"
#include "text/toml.h"
#include <stdlib.h>
#include <string.h>

static struct sources *all;
static struct arena arena;
static const struct source *src;
static struct err err;

static int setup(void **state)
{
	(void)state;
	all = sources_new();
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	sources_free(all);
	arena_release(&arena);
	return 0;
}

static const struct ynode *parse_n(const char *text, size_t n)
{
	err = (struct err){ 0 };
	src = sources_add(all, "x.toml", text, n);
	return toml_parse_config(&arena, src, &err);
}

static const struct ynode *parse(const char *text)
{
	return parse_n(text, strlen(text));
}

static void show(struct buf *b, const struct ynode *n)
{
	if (n->kind == Y_SCALAR) {
		buf_printf(b, n->plain ? "%s" : "'%s'", n->text->s);
		return;
	}
	buf_putc(b, n->kind == Y_MAP ? '{' : '[');
	for (uint32_t i = 0; i < n->n; i++) {
		buf_puts(b, i ? " " : "");
		if (n->kind == Y_MAP)
			buf_printf(b, "%s:", n->key[i]->text->s);
		show(b, n->kid[i]);
	}
	buf_putc(b, n->kind == Y_MAP ? '}' : ']');
}

static void is(const char *text, const char *wanted)
{
	const struct ynode *n = parse(text);
	struct buf b = { 0 };

	if (!n)
		fail_msg("%s: %s", text, err.msg);
	show(&b, n);
	assert_string_equal(buf_str(&b), wanted);
	buf_release(&b);
}

static void refuses(const char *text, uint32_t line, uint32_t col, const char *part)
{
	assert_null(parse(text));
	if (!strstr(err.msg, part))
		fail_msg("%s: '%s' lacks '%s'", text, err.msg, part);
	assert_int_equal(err.line, line);
	assert_int_equal(err.col, col);
}

static void values(void **state)
{
	(void)state;
	is("", "{}");
	is("a = 1_0\nb = -1 # c\nc = [1, [], # d\n 2,\n]\nd = true\n", "{a:1_0 b:-1 c:[1 [] 2] d:true}");
}

static void numbers(void **state)
{
	(void)state;
	is("a = 1_000\nb = 0xF_F\nc = 0o7\nd = 0b1\ne = +1.5e-3\nf = -inf\ng = nan\n",
	   "{a:1_000 b:0xF_F c:0o7 d:0b1 e:+1.5e-3 f:-inf g:nan}");
	is("a = 1979-05-27 07:32:00.5Z\nb = 1979-05-27 # day\nc = 07:32:00\n",
	   "{a:1979-05-27 07:32:00.5Z b:1979-05-27 c:07:32:00}");
	refuses("a = 01\n", 1, 6, "Expected newline");
	refuses("a = 1__0\n", 1, 6, "Expected newline");
	refuses("a = .5\n", 1, 5, "Invalid value");
	refuses("a = 2023-02-29\n", 1, 5, "Invalid value");
	refuses("a = True\n", 1, 5, "Invalid value");
}

static void strings(void **state)
{
	(void)state;
	is("a = \"\\u00e9\\t\\\"\"\nb = 'C:\\x'\n", "{a:'\xC3\xA9\t\"' b:'C:\\x'}");
	is("a = \"\"\"\r\nx\\  \r\n\r\n  y\"\"\"\"\"\n", "{a:'xy\"\"'}");
	is("a = '''\n'x\r\n'''''\n", "{a:''x\n'''}");
	refuses("a = \"\\q\"\n", 1, 6, "Unescaped");
	refuses("a = \"\\ud800\"\n", 1, 7, "Unicode");
	refuses("a = \"x\n", 1, 7, "Illegal character");
	refuses("a = \"\"\"x", 1, 5, "Unterminated");
}

static void tables(void **state)
{
	(void)state;
	is("a.b = 1\na.c = 2\n[d.\"e f\"]\nx = 1\n[d]\ny = 2\n", "{a:{b:1 c:2} d:{e f:{x:1} y:2}}");
	is("[[a]]\nx = 1\n[a.b]\ny = 1\n[[a]]\nx = 2\n[a.b]\n", "{a:[{x:1 b:{y:1}} {x:2 b:{}}]}");
	is("a = {b.c = 1, d = {}, b.e = [{}]}\n", "{a:{b:{c:1 e:[{}]} d:{}}}");
	refuses("a = 1\na = 2\n", 2, 1, "overwrite");
	refuses("[a]\n[a]\n", 2, 2, "twice");
	refuses("a = []\n[[a]]\n", 2, 3, "twice");
	refuses("[a]\n[[a]]\n", 2, 3, "twice");
	refuses("a = {}\n[a.b]\n", 2, 2, "overwrite");
	refuses("a.b = 1\n[a]\n", 2, 2, "twice");
	refuses("[a.b]\n[a]\nb.c = 1\n", 3, 1, "redefine");
	refuses("a = {b = 1,}\n", 1, 12, "Invalid initial character");
	refuses("[a]b = 1\n", 1, 4, "Expected newline");
}

static void depth_is_limited(void **state)
{
	char text[2000] = "a = ";

	(void)state;
	memset(text + 4, '[', 1000);
	assert_null(parse(text));
	assert_int_equal(err.code, ERR_LIMIT);
	for (unsigned i = 0; i < 100; i++)
		memcpy(text + 2 * i, "a.", 3);
	strcpy(text + 200, "a = 1");
	assert_null(parse(text));
	assert_int_equal(err.code, ERR_LIMIT);
	assert_null(parse_n("a = 1\0\n", 7));
}

static bool spans(const struct ynode *n, const char *text)
{
	return n->at.hi - n->at.lo == strlen(text) && !memcmp(src->bytes + n->at.lo, text, strlen(text));
}

static void spans_are_bytes(void **state)
{
	(void)state;
	const struct ynode *n = parse("\"k\" = 1 # c\n[ t . u ]\nx = [1,\n 2]\n[[l]]\ny = 'z'\n");

	assert_true(spans(n->key[0], "\"k\"") && spans(n->kid[0], "1"));
	const struct ynode *t = n->kid[1], *u = t->kid[0], *l = n->kid[2];

	assert_true(spans(n->key[1], "t") && spans(t->key[0], "u"));
	assert_true(spans(u, "[ t . u ]\nx = [1,\n 2]"));
	assert_true(spans(u->kid[0], "[1,\n 2]"));
	assert_true(spans(l->kid[0], "[[l]]\ny = 'z'"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values), cmocka_unit_test(numbers),	      cmocka_unit_test(strings),
		cmocka_unit_test(tables), cmocka_unit_test(depth_is_limited), cmocka_unit_test(spans_are_bytes),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}

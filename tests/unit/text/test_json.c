// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/buf.h"
#include "text/json.h"
#include "text/yaml.h"
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
	src = sources_add(all, "x.json", text, n);
	return json_parse_config(&arena, src, &err);
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
	assert_int_equal(err.code, ERR_SYNTAX);
	if (!strstr(err.msg, part))
		fail_msg("%s: '%s' lacks '%s'", text, err.msg, part);
	assert_int_equal(err.line, line);
	assert_int_equal(err.col, col);
}

static void values(void **state)
{
	(void)state;
	is(" {\"a\": [1, -0.5e+3, true, null, \"x\"], \"b\": {}, \"c\": [ ] }\n",
	   "{a:[1 -0.5e+3 true null 'x'] b:{} c:[]}");
	is("[NaN, Infinity, -Infinity, 123456789012345678901234567890]",
	   "[NaN Infinity -Infinity 123456789012345678901234567890]");
	is("3", "3");
	is("\"s\"", "'s'");
	is("{\"a\": 1, \"b\": 2, \"a\": 3}", "{a:3 b:2}");
	is("[[[1]], {\"x\": [{}]}]", "[[[1]] {x:[{}]}]");
}

static void strings(void **state)
{
	(void)state;
	is("\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "'\"\\/\b\f\n\r\t'");
	is("\"\\u0041\\u00e9\\u20AC\\ud83d\\ude00\"", "'A\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80'");
	is("\"\\ud83d\"", "'\xEF\xBF\xBD'");
	is("\"\\ud83dx\\ude00\"", "'\xEF\xBF\xBDx\xEF\xBF\xBD'");
	is("\"\\ud83d\\u0041\"", "'\xEF\xBF\xBD"
				 "A'");

	const struct ynode *n = parse("\"a\\u0000b\"");

	assert_int_equal(n->text->len, 3);
	assert_memory_equal(n->text->s, "a\0b", 3);
}

static void errors_have_places(void **state)
{
	(void)state;
	refuses("", 1, 1, "Expecting value");
	refuses("[1,]", 1, 4, "Expecting value");
	refuses("[1 2]", 1, 4, "',' delimiter");
	refuses("{\"a\" 1}", 1, 6, "':' delimiter");
	refuses("{a: 1}", 1, 2, "property name");
	refuses("{\"a\": 1,}", 1, 9, "property name");
	refuses("{\"a\": 1]", 1, 8, "',' delimiter");
	refuses("[1]]", 1, 4, "Extra data");
	refuses("01", 1, 2, "Extra data");
	refuses("1.", 1, 2, "Extra data");
	refuses("-", 1, 1, "Expecting value");
	refuses("tru", 1, 1, "Expecting value");
	refuses("\"abc", 1, 1, "Unterminated string");
	refuses("\"a\nb\"", 1, 3, "control character");
	refuses("\"\\x\"", 1, 3, "\\escape");
	refuses("\"\\u12G4\"", 1, 3, "\\uXXXX");
	refuses("\"\\u12", 1, 3, "\\uXXXX");
	refuses("\"\\", 1, 3, "\\escape");
	refuses("{\n \"\xC3\xA9\": }", 2, 7, "Expecting value");
	refuses("[", 1, 2, "Expecting value");
	refuses("{", 1, 2, "property name");
	refuses("[1", 1, 3, "',' delimiter");
	refuses("// c\n1", 1, 1, "Expecting value");
}

static void not_utf8_is_refused(void **state)
{
	(void)state;
	assert_null(parse("\"\xFF\""));
	assert_int_equal(err.code, ERR_ENCODING);
	assert_null(parse("\xEF\xBB\xBF{}"));
	assert_int_equal(err.code, ERR_ENCODING);
	assert_null(parse_n("\"a\0\"", 4));
	assert_int_equal(err.code, ERR_ENCODING);
}

static void depth_is_limited(void **state)
{
	(void)state;
	struct buf b = { 0 };

	for (int i = 0; i < 1000; i++)
		buf_putc(&b, '[');
	for (int i = 0; i < 1000; i++)
		buf_putc(&b, ']');
	assert_non_null(parse_n(b.s, b.n));
	buf_clear(&b);
	for (int i = 0; i < 100000; i++)
		buf_puts(&b, "{\"a\":[");
	assert_null(parse_n(b.s, b.n));
	assert_int_equal(err.code, ERR_LIMIT);
	buf_release(&b);
}

static void spans_are_bytes(void **state)
{
	(void)state;
	const struct ynode *n = parse("{\"\xC3\xA9\": [1, \"b\"], \"c\": true }");
	const struct ynode *list = n->kid[0];

	assert_int_equal(n->at.lo, 0);
	assert_int_equal(n->at.hi, src->len);
	assert_int_equal(n->key[0]->at.lo, 1);
	assert_int_equal(n->key[0]->at.hi, 5);
	assert_int_equal(list->at.lo, 7);
	assert_int_equal(list->at.hi, 15);
	assert_int_equal(list->kid[1]->at.lo, 11);
	assert_int_equal(list->kid[1]->at.hi, 14);
	assert_memory_equal(src->bytes + n->kid[1]->at.lo, "true ", 5);
	assert_int_equal(n->kid[1]->at.hi - n->kid[1]->at.lo, 4);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values),
		cmocka_unit_test(strings),
		cmocka_unit_test(errors_have_places),
		cmocka_unit_test(not_utf8_is_refused),
		cmocka_unit_test(depth_is_limited),
		cmocka_unit_test(spans_are_bytes),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}

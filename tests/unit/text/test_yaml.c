// SPDX-License-Identifier: MIT
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
#include "base/buf.h"
#include "text/yaml.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef const struct ynode *parser(struct arena *, const struct source *, struct err *);

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

static const struct ynode *parse_n(parser *p, const char *text, size_t n)
{
	err = (struct err){ 0 };
	src = sources_add(all, "x.yaml", text, n);
	return p(&arena, src, &err);
}

static const struct ynode *parse(parser *p, const char *text)
{
	return parse_n(p, text, strlen(text));
}

/* Depth is small in these tests. */
static void show(struct buf *b, const struct ynode *n)
{
	if (n->kind == Y_SCALAR) {
		buf_printf(b, n->plain ? "%s" : "'%s'", n->text->s);
		return;
	}
	buf_putc(b, n->kind == Y_MAP ? '{' : '[');
	for (uint32_t i = 0; i < n->n; i++) {
		buf_puts(b, i ? " " : "");
		if (n->kind == Y_MAP) {
			show(b, n->key[i]);
			buf_putc(b, ':');
		}
		show(b, n->kid[i]);
	}
	buf_putc(b, n->kind == Y_MAP ? '}' : ']');
}

static void is(parser *p, const char *text, const char *wanted)
{
	const struct ynode *n = parse(p, text);
	struct buf b = { 0 };

	if (!n)
		fail_msg("%s: %s", text, err.msg);
	show(&b, n);
	assert_string_equal(buf_str(&b), wanted);
	buf_release(&b);
}

static void refuses(parser *p, const char *text, int code, uint32_t line, uint32_t col, const char *part)
{
	assert_null(parse(p, text));
	assert_int_equal(err.code, code);
	if (!strstr(err.msg, part))
		fail_msg("'%s' lacks '%s'", err.msg, part);
	assert_int_equal(err.line, line);
	assert_int_equal(err.col, col);
}

static bool text_at(struct span at, const char *wanted)
{
	return at.file == src->id && at.hi - at.lo == strlen(wanted) &&
	       !memcmp(src->bytes + at.lo, wanted, at.hi - at.lo);
}

static char *repeat(const char *unit, size_t times)
{
	size_t n = strlen(unit);
	char *s = malloc(n * times + 1);

	for (size_t i = 0; i < times; i++)
		memcpy(s + i * n, unit, n);
	s[n * times] = '\0';
	return s;
}

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static void strict_structure(void **state)
{
	(void)state;
	is(yaml_parse, "a: 1\nb: [x, 'y', \"z\"]\nc:\n  - d: {e: f}\n  -\ng:\n",
	   "{a:1 b:[x 'y' 'z'] c:[{d:{e:f}} ] g:}");
	is(yaml_parse, "", "{}");
	is(yaml_parse, "# only a comment\n", "{}");
	is(yaml_parse, "---\n", "{}");
	is(yaml_parse, "--- \na: 1\n...\n", "{a:1}");
	is(yaml_parse, "- 1\n", "[1]");
	is(yaml_parse, "a: \"\\u00e9\\n\"\n", "{a:'\xC3\xA9\n'}");
}

static void strict_refusals(void **state)
{
	(void)state;
	refuses(yaml_parse, "a: 1\nb: 2\n'a': 3\n", ERR_SYNTAX, 3, 1, "duplicate key 'a' (first on line 1)");
	refuses(yaml_parse, "x:\n  k: 1\n  k: 2\n", ERR_SYNTAX, 3, 3, "duplicate key 'k'");
	refuses(yaml_parse, "a: &x 1\n", ERR_SYNTAX, 1, 4, "anchors");
	refuses(yaml_parse, "a: &x [1]\n", ERR_SYNTAX, 1, 4, "anchors");
	refuses(yaml_parse, "a: *x\n", ERR_SYNTAX, 1, 4, "aliases");
	refuses(yaml_parse, "a: !!str 1\n", ERR_SYNTAX, 1, 4, "tags");
	refuses(yaml_parse, "a: !x [1]\n", ERR_SYNTAX, 1, 4, "tags");
	refuses(yaml_parse, "a: !x {b: 1}\n", ERR_SYNTAX, 1, 4, "tags");
	refuses(yaml_parse, "a: 1\n---\nb: 2\n", ERR_SYNTAX, 2, 1, "single document");
	refuses(yaml_parse, "? [a]\n: 1\n", ERR_SYNTAX, 1, 3, "key must be a scalar");
	refuses(yaml_parse, "a: [1\nb: 2\n", ERR_SYNTAX, 2, 2, "flow sequence");
	refuses(yaml_parse, "\xC3\xA9: 1\n\xC3\xA9: 2\n", ERR_SYNTAX, 2, 1, "duplicate key");
	refuses(yaml_parse,
		"\xEF\xBB\xBF"
		"a: 1\n",
		ERR_ENCODING, 1, 1, "BOM");
	refuses(yaml_parse, "a: \xFF\n", ERR_ENCODING, 1, 4, "UTF-8");
	refuses(yaml_parse, "a: \x01\n", ERR_ENCODING, 1, 4, "control");
}

static void depth_is_checked_early(void **state)
{
	(void)state;
	static const char *const unit[] = { "[", "{", "- ", "{a: ", "[[]," };
	double start = seconds();

	for (size_t i = 0; i < ARRAY_SIZE(unit); i++) {
		char *deep = repeat(unit[i], 100000 / strlen(unit[i]));

		assert_null(parse(yaml_parse, deep));
		assert_int_equal(err.code, ERR_LIMIT);
		assert_null(parse(yaml_parse_config, deep));
		assert_int_equal(err.code, ERR_LIMIT);
		free(deep);
	}
	assert_true(seconds() - start < 2);

	char *open = repeat("[", 64), *close = repeat("]", 64), text[200];

	snprintf(text, sizeof text, "%s%s", open, close);
	assert_non_null(parse(yaml_parse, text));
	snprintf(text, sizeof text, "[%s%s]", open, close);
	assert_null(parse(yaml_parse, text));
	free(open);
	free(close);
}

static void spans_are_bytes(void **state)
{
	(void)state;
	static const char text[] = "\xC3\xA9\xF0\x9F\x98\x80: 1 # \xE2\x82\xAC\nb: 'q\xC3\xA9'\nc: [\xC3\xA9, {k: "
				   "v}]\nd:\n  - e\n\n# end\n";
	static const char crlf[] = "\xC3\xA9: 1\r\nb: two\r\nc:\r\n  - \xC3\xA9\r\n  - x\r\n";
	const struct ynode *n = parse(yaml_parse, text);

	assert_non_null(n);
	assert_true(text_at(n->key[0]->at, "\xC3\xA9\xF0\x9F\x98\x80"));
	assert_true(text_at(n->kid[0]->at, "1"));
	assert_true(text_at(yaml_get(n, "b")->at, "'q\xC3\xA9'"));
	assert_true(text_at(yaml_get(n, "c")->at, "[\xC3\xA9, {k: v}]"));
	assert_true(text_at(yaml_get(n, "c")->kid[1]->at, "{k: v}"));
	assert_true(text_at(yaml_get(n, "d")->at, "- e"));
	assert_int_equal(n->at.lo, 0);
	n = parse(yaml_parse, crlf);
	assert_true(text_at(yaml_get(n, "b")->at, "two"));
	assert_true(text_at(yaml_get(n, "c")->kid[1]->at, "x"));
	assert_true(text_at(yaml_get(n, "c")->at, "- \xC3\xA9\r\n  - x"));
	n = parse(yaml_parse, "a: \xE2\x80\xA8  b: 1\n"); /* U+2028 ends a line for YAML only */
	if (n)
		assert_true(n->n > 0);
	n = parse(yaml_parse, "a: 'x\xE2\x80\xA8y'\nb: last\n");
	assert_true(text_at(yaml_get(n, "b")->at, "last"));
}

/* Every plain scalar's bytes are its text, however far it stands behind characters of all lengths. */
static void spans_hold_far_behind(void **state)
{
	(void)state;
	struct buf b = { 0 };

	for (int i = 0; i < 500; i++)
		buf_printf(&b, "k%d: v%d # \xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80%s", i, i, i % 3 ? "\n" : "\r\n");

	const struct ynode *n = parse_n(yaml_parse, b.s, b.n);

	assert_non_null(n);
	assert_int_equal(n->n, 500);
	for (uint32_t i = 0; i < n->n; i++) {
		assert_true(text_at(n->key[i]->at, n->key[i]->text->s));
		assert_true(text_at(n->kid[i]->at, n->kid[i]->text->s));
	}
	buf_release(&b);
}

static void body_is(const char *text, const char *begins)
{
	const struct ynode *n = yaml_get(parse(yaml_parse, text), "a");

	assert_non_null(n);
	assert_false(n->plain);
	if (strncmp(src->bytes + n->body, begins, strlen(begins)))
		fail_msg("body at '%s', not '%s'", src->bytes + n->body, begins);
	assert_true(n->body >= n->at.lo);
}

static void block_scalars_know_their_body(void **state)
{
	(void)state;
	body_is("a: |\n  one\n  two\nb: 1\n", "one\n");
	body_is("a: >-\n    one\n    two\n", "one\n");
	body_is("a: |  # comment\n  one\n", "one\n");
	body_is("a: |\n\n  one\n", "\n  one");
	body_is("a: |1\n  one\n", " one\n"); /* the second space is text */
	body_is("a: |\r\n  one\r\n", "one\r");
	assert_true(text_at(yaml_get(parse(yaml_parse, "a: |\n  one\n\n\nb: 1\n"), "a")->at, "|\n  one"));
	assert_non_null(parse(yaml_parse, "a: |\n"));
	assert_non_null(parse(yaml_parse, "a: |"));
	assert_int_equal(yaml_get(parse(yaml_parse, "a: one\n"), "a")->body, 0);
}

static void config_follows_pyyaml(void **state)
{
	(void)state;
	is(yaml_parse_config, "a: {b: 1, c: 3, b: 2}\n", "{a:{b:2 c:3}}");
	is(yaml_parse_config, "a: 1\n'a': 2\n", "{'a':2}");
	is(yaml_parse_config, "1: a\n'1': b\n", "{1:a '1':b}");
	is(yaml_parse_config, "yes: a\n'yes': b\n", "{yes:a 'yes':b}");
	is(yaml_parse_config, "a: &x [1, 2]\nb: *x\nc: {d: *x}\n", "{a:[1 2] b:[1 2] c:{d:[1 2]}}");
	is(yaml_parse_config, "b: {c: 1, a: 9}\n<<: {z: 1, a: 2}\n<<: [{z: 5, q: 1}, {q: 7, w: 8}]\na: 3\n",
	   "{z:5 a:3 q:1 w:8 b:{c:1 a:9}}");
	is(yaml_parse_config, "x: &m {a: 1, <<: {b: 2}}\ny: {<<: *m, a: 5}\n", "{x:{b:2 a:1} y:{b:2 a:5}}");
	is(yaml_parse_config, "'<<': {a: 1}\n", "{'<<':{a:1}}");
	is(yaml_parse_config, "a: !!python/tuple [1, 2]\nb: !!str 3\n", "{a:[1 2] b:'3'}");
	is(yaml_parse_config, "", "");
	is(yaml_parse_config,
	   "\xEF\xBB\xBF"
	   "a: 1\n",
	   "{a:1}");
}

static void config_refusals(void **state)
{
	(void)state;
	refuses(yaml_parse_config, "a: &x [*x]\n", ERR_SYNTAX, 1, 8, "inside of what it stands for");
	refuses(yaml_parse_config, "a: *u\n", ERR_SYNTAX, 1, 4, "undefined alias");
	refuses(yaml_parse_config, "a: &x 1\nb: &x 2\n", ERR_SYNTAX, 2, 4, "duplicate anchor");
	refuses(yaml_parse_config, "a: 1\n---\nb: 2\n", ERR_SYNTAX, 2, 1, "single document");
	refuses(yaml_parse_config, "a: {<<: 3}\n", ERR_SYNTAX, 1, 5, "for merging");
	refuses(yaml_parse_config, "a: {<<: [3]}\n", ERR_SYNTAX, 1, 5, "for merging");
	refuses(yaml_parse_config, "? [a]\n: 1\n", ERR_SYNTAX, 1, 3, "key must be a scalar");
}

static void alias_bomb(const char *unit)
{
	struct buf b = { 0 };
	double start = seconds();

	buf_puts(&b, "a0: &a0 [x, x, x, x, x, x, x, x, x]\n");
	for (int i = 1; i <= 12; i++) {
		buf_printf(&b, "a%d: &a%d [", i, i);
		for (int k = 0; k < 9; k++)
			buf_printf(&b, unit, i - 1);
		buf_puts(&b, "]\n");
	}
	assert_null(parse_n(yaml_parse_config, b.s, b.n));
	assert_int_equal(err.code, ERR_LIMIT);
	assert_true(seconds() - start < 0.5);
	buf_release(&b);
}

static void bombs_are_refused(void **state)
{
	(void)state;
	struct buf b = { 0 };

	alias_bomb("*a%d, ");
	alias_bomb("{k: *a%d}, ");

	/* merges: each map doubles the last one's work, and one deep chain of aliases */
	buf_puts(&b, "m0: &m0 {");
	for (int i = 0; i < 2000; i++)
		buf_printf(&b, "k%d: 1, ", i);
	buf_puts(&b, "}\n");
	for (int i = 1; i < 100; i++)
		buf_printf(&b, "m%d: &m%d {<<: [*m%d, *m%d]}\n", i, i, i - 1, i - 1);
	assert_null(parse_n(yaml_parse_config, b.s, b.n));
	assert_int_equal(err.code, ERR_LIMIT);
	buf_clear(&b);
	buf_puts(&b, "d0: &d0 [1]\n");
	for (int i = 1; i < 900; i++)
		buf_printf(&b, "d%d: &d%d [*d%d]\n", i, i, i - 1);
	assert_null(parse_n(yaml_parse_config, b.s, b.n));
	assert_int_equal(err.code, ERR_LIMIT);
	assert_non_null(strstr(err.msg, "nested"));
	buf_release(&b);
}

static void many_keys_are_fast(void **state)
{
	(void)state;
	struct buf b = { 0 };
	double start = seconds();

	for (int i = 0; i < 60000; i++)
		buf_printf(&b, "k%d: %d\n", i, i);
	assert_int_equal(parse_n(yaml_parse, b.s, b.n)->n, 60000);
	assert_true(seconds() - start < 3);
	buf_release(&b);
}

static void access_takes_anything(void **state)
{
	(void)state;
	const struct ynode *n = parse(yaml_parse, "a: 1\nb: []\n");

	assert_string_equal(yaml_str(yaml_get(n, "a")), "1");
	assert_null(yaml_get(n, "c"));
	assert_null(yaml_get(NULL, "a"));
	assert_null(yaml_get(yaml_get(n, "b"), "a"));
	assert_null(yaml_str(yaml_get(n, "b")));
	assert_null(yaml_str(NULL));
	assert_null(yaml_parse(&arena, sources_add(all, "x", "a: [", 4), NULL));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(strict_structure),	  cmocka_unit_test(strict_refusals),
		cmocka_unit_test(depth_is_checked_early), cmocka_unit_test(spans_are_bytes),
		cmocka_unit_test(spans_hold_far_behind),  cmocka_unit_test(block_scalars_know_their_body),
		cmocka_unit_test(config_follows_pyyaml),  cmocka_unit_test(config_refusals),
		cmocka_unit_test(bombs_are_refused),	  cmocka_unit_test(many_keys_are_fast),
		cmocka_unit_test(access_takes_anything),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}

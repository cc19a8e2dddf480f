// SPDX-License-Identifier: MIT
/* The parser: shapes of nodes, values of strings, places, and what Python refuses. Trees are compared as text:
 * KIND{text}op[kids], a missing kid is "-". */
#include "base/buf.h"
#include "python/syntax/parse.h"
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct fixture {
	struct parser *p;
	struct arena a;
	struct buf out;
};

static void put_node(struct buf *b, const struct node *n)
{
	if (!n) {
		buf_puts(b, "-");
		return;
	}
	buf_puts(b, node_kind_name(n->kind));
	if (n->text)
		buf_printf(b, "{%s}", n->text->s);
	if (n->kind == NODE_BINARY || n->kind == NODE_UNARY || n->kind == NODE_BOOL || n->kind == NODE_CMP ||
	    n->kind == NODE_AUGASSIGN)
		buf_puts(b, node_op_text(n->op));
	else if (n->op || n->kind == NODE_CONST)
		buf_printf(b, "%d", n->op);
	if (n->flags & NF_BYTES)
		buf_puts(b, "b");
	for (uint32_t i = 0; i < n->n; i++) {
		buf_puts(b, i ? " " : "[");
		put_node(b, n->kid[i]);
	}
	buf_puts(b, n->n ? "]" : "");
}

static const char *shown(struct fixture *f, const struct node *n)
{
	buf_clear(&f->out);
	put_node(&f->out, n);
	return buf_str(&f->out);
}

static struct parsed parsed_of(struct fixture *f, const char *text)
{
	struct parsed out;

	parse_module(f->p, &f->a, text, (uint32_t)strlen(text), NULL, &out);
	return out;
}

static const char *tree(struct fixture *f, const char *text)
{
	struct parsed out = parsed_of(f, text);

	assert_int_equal(out.nerrors, 0);
	return shown(f, out.root);
}

/* The first statement's first kid. */
static const struct node *first(struct fixture *f, const char *text)
{
	struct parsed out = parsed_of(f, text);

	assert_int_equal(out.nerrors, 0);
	return out.root->kid[0]->kid[0];
}

static const char *error_of(struct fixture *f, const char *text)
{
	struct parsed out = parsed_of(f, text);

	return out.nerrors ? out.error[0].msg : "";
}

static void statements_have_the_documented_kids(void **state)
{
	struct fixture *f = *state;

	assert_string_equal(tree(f, "a = b = 1\n"), "MODULE[ASSIGN[INT{1} NAME{a} NAME{b}]]");
	assert_string_equal(tree(f, "a: int = 1\n"), "MODULE[ANNASSIGN[NAME{a} NAME{int} INT{1}]]");
	assert_string_equal(tree(f, "a.b //= 1_0\n"), "MODULE[AUGASSIGN//[ATTR{b}[NAME{a}] INT{10}]]");
	assert_string_equal(tree(f, "if a: b\nelif c: d\nelse: e\n"),
			    "MODULE[IF[NAME{a} BLOCK[EXPR[NAME{b}]] BLOCK[IF[NAME{c} BLOCK[EXPR[NAME{d}]] "
			    "BLOCK[EXPR[NAME{e}]]]]]]");
	assert_string_equal(tree(f, "with read_base():\n    from .._base_.a import b as c, d\n"),
			    "MODULE[WITH[BLOCK[FROM{_base_.a}2[ALIAS{b}[NAME{c}] ALIAS{d}[-]]] "
			    "WITHITEM[CALL[NAME{read_base}] -]]]");
	assert_string_equal(tree(f, "def f(a, b=1, *c, **d): return a\n"),
			    "MODULE[DEF{f}[PARAMS[PARAM{a}[-] PARAM{b}[INT{1}] PARAM{c}42[-] PARAM{d}50[-]] "
			    "BLOCK[RETURN[NAME{a}]]]]");
	assert_string_equal(
		tree(f, "try: a\nexcept B as c: d\nfinally: e\n"),
		"MODULE[TRY[BLOCK[EXPR[NAME{a}]] - BLOCK[EXPR[NAME{e}]] EXCEPT{c}[NAME{B} BLOCK[EXPR[NAME{d}]]]]]");
}

static void what_as_binds_may_be_any_expression(void **state)
{
	static const char *const wrong[] = { "x = a if b else c as d\n", "f(lambda: a as b)\n",
					     "x = [a if b else c as d]\n" };
	struct fixture *f = *state;

	assert_string_equal(tree(f, "with a if b else c as d: e\n"),
			    "MODULE[WITH[BLOCK[EXPR[NAME{e}]] WITHITEM[COND[NAME{a} NAME{b} NAME{c}] NAME{d}]]]");
	assert_string_equal(
		tree(f, "with a as b, (lambda: c) if d else lambda: e as f: g\n"),
		"MODULE[WITH[BLOCK[EXPR[NAME{g}]] WITHITEM[NAME{a} NAME{b}] WITHITEM[COND[LAMBDA[PARAMS NAME{c}] "
		"NAME{d} LAMBDA[PARAMS NAME{e}]] NAME{f}]]]");
	assert_string_equal(tree(f, "with (a if b else c as d, e as f): g\n"),
			    "MODULE[WITH[BLOCK[EXPR[NAME{g}]] WITHITEM[COND[NAME{a} NAME{b} NAME{c}] NAME{d}] "
			    "WITHITEM[NAME{e} NAME{f}]]]");
	assert_string_equal(tree(f, "try: a\nexcept B if c else D as e: f\n"),
			    "MODULE[TRY[BLOCK[EXPR[NAME{a}]] - - EXCEPT{e}[COND[NAME{B} NAME{c} NAME{D}] "
			    "BLOCK[EXPR[NAME{f}]]]]]");
	for (size_t i = 0; i < ARRAY_SIZE(wrong); i++)
		assert_string_equal(error_of(f, wrong[i]), "invalid syntax");
}

static void fstrings_of_python_3_12_are_told_apart(void **state)
{
	static const char *const newer[][2] = {
		{ "f'{a['b']}'\n", "f-string: reusing its own quotes inside the braces needs Python 3.12" },
		{ "f\"{'\\n'.join(a)}\"\n", "f-string: a backslash inside the braces needs Python 3.12" },
		{ "f'''{a # b\n}'''\n", "f-string: a comment inside the braces needs Python 3.12" },
		{ "f'{f'{f'{a}'}'}'\n", "f-string: reusing its own quotes inside the braces needs Python 3.12" },
		{ "f'{a:{b['c']}}'\n", "f-string: reusing its own quotes inside the braces needs Python 3.12" },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < ARRAY_SIZE(newer); i++) {
		struct parsed out = parsed_of(f, newer[i][0]);

		assert_int_equal(out.nerrors, 0);
		assert_string_equal(out.newer.msg, newer[i][1]);
	}
	assert_null(parsed_of(f, "f\"{a['b']}\" f'\\n{c}' f'''{d['e']}'''\n").newer.msg);
	assert_string_equal(tree(f, "f'{a['b']}'\n"), "MODULE[EXPR[FSTRING[FORMAT[INDEX[NAME{a} STR{b}] -]]]]");
	assert_string_equal(tree(f, "f\"{'\\t'}\"\n"), "MODULE[EXPR[FSTRING[FORMAT[STR{\t} -]]]]");
}

static void expressions_have_the_documented_kids(void **state)
{
	struct fixture *f = *state;

	assert_string_equal(tree(f, "dict(type='X', *a, **b)\n"),
			    "MODULE[EXPR[CALL[NAME{dict} KW{type}[STR{X}] STAR[NAME{a}] DSTAR[NAME{b}]]]]");
	assert_string_equal(tree(f, "{'a': 1, **b}\n"), "MODULE[EXPR[DICT[PAIR[STR{a} INT{1}] DSTAR[NAME{b}]]]]");
	assert_string_equal(tree(f, "a[1:, ::2]\n"),
			    "MODULE[EXPR[INDEX[NAME{a} TUPLE[SLICE[INT{1} - -] SLICE[- - INT{2}]]]]]");
	assert_string_equal(tree(f, "a < b not in c\n"),
			    "MODULE[EXPR[COMPARE[NAME{a} CMP<[NAME{b}] CMPnot in[NAME{c}]]]]");
	assert_string_equal(tree(f, "[x for x, in y if z]\n"),
			    "MODULE[EXPR[LISTCOMP[NAME{x} CFOR[TUPLE[NAME{x}] NAME{y}] CIF[NAME{z}]]]]");
	assert_string_equal(tree(f, "lambda *, a=1: -a\n"),
			    "MODULE[EXPR[LAMBDA[PARAMS[PARAM42[-] PARAM{a}[INT{1}]] UNARY-[NAME{a}]]]]");
	assert_string_equal(tree(f, "f(*a.b())\n"), "MODULE[EXPR[CALL[NAME{f} STAR[CALL[ATTR{b}[NAME{a}]]]]]]");
	assert_string_equal(tree(f, "f(*a or b)\n"), "MODULE[EXPR[CALL[NAME{f} STAR[BOOLor[NAME{a} NAME{b}]]]]]");
	assert_string_equal(tree(f, "a = 1, *[b] + c\n"),
			    "MODULE[ASSIGN[TUPLE[INT{1} STAR[BINARY+[LIST[NAME{b}] NAME{c}]]] NAME{a}]]");
	assert_string_equal(tree(f, "type(a).b = c\n"), "MODULE[ASSIGN[NAME{c} ATTR{b}[CALL[NAME{type} NAME{a}]]]]");
}

static void strings_are_decoded_as_python_does(void **state)
{
	struct fixture *f = *state;

	assert_string_equal(first(f, "'a\\tb\\x41\\u00e9\\101\\d\\\nz'\n")->text->s, "a\tbA\xC3\xA9"
										     "A\\dz");
	assert_string_equal(first(f, "r'\\d\\''\n")->text->s, "\\d\\'");
	assert_string_equal(first(f, "'''a\r\nb'''\r\n")->text->s, "a\nb");
	assert_string_equal(first(f, "('a'  # c\n  \"b\")\n")->text->s, "ab");
	assert_int_equal(first(f, "'a' 'b'\n")->flags, NF_CONCAT);
	assert_int_equal(first(f, "b'\\xff\\u'\n")->flags, NF_BYTES);
	assert_int_equal(first(f, "'a\\0b'\n")->text->len, 3);
	assert_int_equal(first(f, "'\\N{DASH}'\n")->kind, NODE_OPAQUE);
}

static void fstrings_have_parts(void **state)
{
	struct fixture *f = *state;

	assert_string_equal(
		tree(f, "f'a{b!r:>{c}}{{' 'd'\n"),
		"MODULE[EXPR[FSTRING[STR{a} FORMAT114[NAME{b} FSTRING[STR{>} FORMAT[NAME{c} -]]] STR{{} STR{d}]]]");
	assert_string_equal(tree(f, "f'{a+1 = }'\n"),
			    "MODULE[EXPR[FSTRING[FORMAT{a+1 = }114[BINARY+[NAME{a} INT{1}] -]]]]");
	assert_string_equal(tree(f, "f\"{a['b']:%Y}\"\n"),
			    "MODULE[EXPR[FSTRING[FORMAT[INDEX[NAME{a} STR{b}] FSTRING[STR{%Y}]]]]]");
	assert_string_equal(tree(f, "f'{a != b}'\n"),
			    "MODULE[EXPR[FSTRING[FORMAT[COMPARE[NAME{a} CMP!=[NAME{b}]] -]]]]");
}

static void places_leave_out_parentheses(void **state)
{
	struct fixture *f = *state;
	const struct node *n = first(f, "((ab))\n");

	assert_int_equal(n->lo, 2);
	assert_int_equal(n->hi, 4);
	assert_int_equal(n->flags, NF_PAREN);
	n = first(f, "((a, b))\n");
	assert_int_equal(n->lo, 1);
	assert_int_equal(n->hi, 7);
	n = first(f, "f'x{ ab }'\n")->kid[1]->kid[0];
	assert_int_equal(n->lo, 5);
	assert_int_equal(n->hi, 7);
}

static void comments_are_listed(void **state)
{
	struct fixture *f = *state;
	struct parsed out = parsed_of(f, "# a\r\nx = '#' # b\n");

	assert_int_equal(out.ncomments, 2);
	assert_int_equal(out.comment[0].lo, 0);
	assert_int_equal(out.comment[0].hi, 3);
	assert_int_equal(out.comment[1].lo, 13);
	assert_int_equal(out.comment[1].hi, 16);
}

static void what_python_refuses_is_an_error(void **state)
{
	static const char *const bad[][2] = {
		{ "print 'x'\n", "Missing parentheses in call to 'print'. Did you mean print(...)?" },
		{ "if a:\n    b\n  c\n", "unindent does not match any outer indentation level" },
		{ "if a:\n        b\n\tc\n", "inconsistent use of tabs and spaces in indentation" },
		{ "if a:\nb\n", "expected an indented block after 'if' statement on line 1" },
		{ "a = 1\n  b = 2\n", "unexpected indent" },
		{ "if a\n  b\n", "expected ':'" },
		{ "dict(a=1, a=2)\n", "keyword argument repeated: a" },
		{ "f(a=1, 2)\n", "positional argument follows keyword argument" },
		{ "f() = 1\n", "cannot assign to function call here. Maybe you meant '==' instead of '='?" },
		{ "def f(a, a): pass\n", "duplicate argument 'a' in function definition" },
		{ "return 1\n", "'return' outside function" },
		{ "for a in b:\n  def f(): break\n", "'break' outside loop" },
		{ "b'\xC3\xA9'\n", "bytes can only contain ASCII literal characters" },
		{ "'\\x1'\n",
		  "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-2: truncated \\xXX escape" },
		{ "a = 'b\n", "unterminated string literal (detected at line 1)" },
		{ "a = 010\n",
		  "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers" },
		{ "a = (1,\nb = 2\n", "'(' was never closed" },
		{ "a = [1)\n", "closing parenthesis ')' does not match opening parenthesis '['" },
		{ "dict(a=1\n b=2)\n", "invalid syntax. Perhaps you forgot a comma?" },
		{ "a = f'{b'\n", "f-string: expecting '}'" },
		{ "a: b: c\n", "invalid syntax" },
		{ "a: b[0] c = 1\n", "invalid syntax" },
		{ "def f(a: b[0] or): pass\n", "invalid syntax" },
		{ "def f(a) -> b[0] c: pass\n", "invalid syntax" },
		{ "a = 1, *b or c\n", "invalid syntax" },
		{ "a = 1, *[b] < c\n", "invalid syntax" },
		{ "a = *[b]\n", "can't use starred expression here" },
		{ "for a in *b: c\n", "can't use starred expression here" },
		{ "a.if\n", "invalid syntax" },
		{ "a = \xE2\x80\x9C"
		  "b\xE2\x80\x9D\n",
		  "invalid character '\xE2\x80\x9C' (U+201C)" },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < ARRAY_SIZE(bad); i++)
		assert_string_equal(error_of(f, bad[i][0]), bad[i][1]);
}

static void a_broken_text_keeps_what_is_understood(void **state)
{
	struct fixture *f = *state;
	struct parsed out = parsed_of(f, "a = 1\nb = = 2\nc = 3\n");

	assert_true(out.nerrors > 0);
	assert_int_equal(out.error[0].lo, 10);
	assert_int_equal(out.root->kind, NODE_MODULE);
	assert_non_null(strstr(shown(f, out.root), "ASSIGN[INT{1} NAME{a}]"));
	assert_non_null(strstr(shown(f, out.root), "ASSIGN[INT{3} NAME{c}]"));
}

/* "x = {{ y }}; z" with the placeholder replaced by "12345678901234". */
static void substituted_places_map_back(void **state)
{
	static const struct segment at[] = {
		{ 0, 4, 0, 4, true },
		{ 4, 18, 4, 11, false },
		{ 18, 21, 11, 14, true },
	};
	struct textmap map = { at, ARRAY_SIZE(at) };
	struct fixture *f = *state;
	struct parsed out;
	const char *text = "x = 12345678901234; z";

	parse_module(f->p, &f->a, text, (uint32_t)strlen(text), &map, &out);
	assert_int_equal(out.nerrors, 0);
	assert_int_equal(out.root->kid[0]->kid[0]->lo, 4);
	assert_int_equal(out.root->kid[0]->kid[0]->hi, 11);
	assert_int_equal(out.root->kid[1]->lo, 13);
	assert_int_equal(out.root->kid[1]->hi, 14);
	assert_int_equal(textmap_back(NULL, 7, true), 7);
	assert_int_equal(textmap_back(&map, 18, false), 11);
	assert_int_equal(textmap_back(&map, 18, true), 11);
	assert_int_equal(textmap_back(&map, 9, false), 4);
	assert_int_equal(textmap_back(&map, 9, true), 11);
}

static const char *expr(struct fixture *f, const char *text, struct err *e)
{
	const struct node *n = parse_expr(f->p, &f->a, text, (uint32_t)strlen(text), 100, e);

	return n ? shown(f, n) : NULL;
}

static void rule_conditions_are_single_expressions(void **state)
{
	struct fixture *f = *state;
	struct err e = { 0 };

	assert_string_equal(expr(f, "a\n  and b # c", &e), "BOOLand[NAME{a} NAME{b}]");
	assert_string_equal(expr(f, "a, b", &e), "TUPLE[NAME{a} NAME{b}]");
	assert_int_equal(parse_expr(f->p, &f->a, "(a)", 3, 100, &e)->lo, 101);
	assert_int_equal(e.code, ERR_NONE);
	assert_null(expr(f, "a) + (b", &e));
	assert_int_equal(e.col, 2);
	assert_null(expr(f, "a; b", &e));
	assert_null(expr(f, " ", &e));
	assert_null(expr(f, "a == 1 b", &e));
	assert_int_equal(e.code, ERR_SYNTAX);
	assert_int_equal(e.line, 1);
}

static void rule_messages_are_fstring_bodies(void **state)
{
	static const char text[] = "lr \"{lr}\" is {k:g} {{x}}";
	struct fixture *f = *state;
	struct err e = { 0 };
	const struct node *n = parse_message(f->p, &f->a, text, sizeof text - 1, 10, &e);

	assert_string_equal(
		shown(f, n),
		"FSTRING[STR{lr \"} FORMAT[NAME{lr} -] STR{\" is } FORMAT[NAME{k} FSTRING[STR{g}]] STR{ {} STR{x}}]");
	assert_int_equal(n->kid[1]->lo, 14);
	assert_null(parse_message(f->p, &f->a, "a {", 3, 10, &e));
	assert_string_equal(e.msg, "f-string: expecting '}'");
}

/* prefix, then `unit` n times, then suffix */
static char *repeated(const char *prefix, const char *unit, size_t n, const char *suffix)
{
	size_t k = strlen(unit), start = strlen(prefix);
	char *s = xcalloc(start + n * k + strlen(suffix) + 1, 1);

	memcpy(s, prefix, start);
	for (size_t i = 0; i < n; i++)
		memcpy(s + start + i * k, unit, k);
	memcpy(s + start + n * k, suffix, strlen(suffix));
	return s;
}

static void depth_costs_no_stack(void **state)
{
	static const char *const deep[][3] = {
		{ "x = ", "[", "" },
		{ "x = ", "-", "1" },
		{ "x = ", "a+", "b" },
		{ "x = a", ".b", "" },
		{ "x = ", "a if b else ", "c" },
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < ARRAY_SIZE(deep); i++) {
		char *text = repeated(deep[i][0], deep[i][1], 50000, deep[i][2]);

		assert_true(*error_of(f, text));
		free(text);
		arena_release(&f->a);
		f->a = (struct arena){ 0 };
	}
}

static int setup(void **state)
{
	struct fixture *f = xcalloc(1, sizeof *f);

	f->p = parser_new();
	*state = f;
	return 0;
}

/* The tree would take more than the rest of a run together. What we did not read is no mistake of the user's. */
static void a_tree_that_is_too_large_is_given_up(void **state)
{
	struct fixture *f = *state;
	char *text = repeated("x=[", "(),", 340000, "]");
	struct parsed out = parsed_of(f, text);

	assert_true(out.gave_up);
	assert_int_equal(out.nerrors, 1);
	assert_string_equal(out.error[0].msg, "takes too much memory to parse");
	free(text);
	assert_false(parsed_of(f, "x = (").gave_up);
	assert_int_equal(parsed_of(f, "x = 1").nerrors, 0);
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	parser_free(f->p);
	arena_release(&f->a);
	buf_release(&f->out);
	free(f);
	return 0;
}

/* Each of them would be looked over again for each before it. */
static void many_comments_are_no_matter(void **state)
{
	static const char *const around[][2] = { { "x = 1\n", "y = 2\n" },
						 { "def f():\n    a\n", "    return 1\n" },
						 { "x = [  # one\n", "1,\n]\n" },
						 { "if x:\n    y = '# no comment'\n",
						   "z = \"\"\"\n# nor this\n\"\"\"\n" } };
	struct fixture *f = *state;

	for (size_t i = 0; i < ARRAY_SIZE(around); i++) {
		struct buf few = { 0 }, many = { 0 };

		buf_printf(&few, "%s%s", around[i][0], around[i][1]);
		buf_puts(&many, around[i][0]);
		for (int k = 0; k < 20000; k++)
			buf_puts(&many, "# x = 'a' [\n");
		buf_puts(&many, around[i][1]);

		struct parsed out = parsed_of(f, buf_str(&many));
		char *expected = strdup(tree(f, buf_str(&few)));

		assert_false(out.gave_up);
		assert_true(out.ncomments >= 20000);
		assert_string_equal(shown(f, out.root), expected);
		free(expected);
		buf_release(&few);
		buf_release(&many);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(statements_have_the_documented_kids),
		cmocka_unit_test(expressions_have_the_documented_kids),
		cmocka_unit_test(what_as_binds_may_be_any_expression),
		cmocka_unit_test(fstrings_of_python_3_12_are_told_apart),
		cmocka_unit_test(strings_are_decoded_as_python_does),
		cmocka_unit_test(fstrings_have_parts),
		cmocka_unit_test(places_leave_out_parentheses),
		cmocka_unit_test(comments_are_listed),
		cmocka_unit_test(many_comments_are_no_matter),
		cmocka_unit_test(what_python_refuses_is_an_error),
		cmocka_unit_test(a_broken_text_keeps_what_is_understood),
		cmocka_unit_test(substituted_places_map_back),
		cmocka_unit_test(rule_conditions_are_single_expressions),
		cmocka_unit_test(rule_messages_are_fstring_bodies),
		cmocka_unit_test(depth_costs_no_stack),
		cmocka_unit_test(a_tree_that_is_too_large_is_given_up),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
